#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""denoise_photos.py PICTURES: how near fftcore.denoise() is to the best that it can do, where its
sigma is the true one, or measured, and how far above OpenCV's fastNlMeansDenoising.

PICTURES is the folder of OpenCV's sample data (Debian: opencv-doc). It needs the packages fftcore,
scikit-image and opencv-python. Thresholds were fitted on the first four photographs. Prints a line
for each photograph and noise: PSNR in dB, and at which strength the best was."""
import os
import sys

import cv2
import numpy as np
import skimage.data

import fftcore

FITTED = ("camera", "coffee", "aloeL.jpg", "baboon.jpg")
OTHERS = ("astronaut", "chelsea", "fruits.jpg", "building.jpg")
SIGMAS = (5, 10, 25, 50)
STRENGTHS = np.arange(0.7, 1.36, 0.05)
FACTORS = (0.8, 1, 1.2)
"""Of fastNlMeansDenoising's h, over sigma."""


def grey(name, folder):
    """The middle of a photograph, at most 480 x 640."""
    if name.endswith(".jpg"):
        image = cv2.imread(os.path.join(folder, name), cv2.IMREAD_COLOR)
        if image is None:
            raise SystemExit(f"denoise_photos.py: {folder} has no {name}")
        image = image[..., ::-1]
    else:
        image = getattr(skimage.data, name)()
    if image.ndim == 3:
        image = cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_RGB2GRAY)
    top, left = (max(0, (size - most) // 2) for size, most in zip(image.shape, (480, 640)))
    return np.ascontiguousarray(image[top:top + 480, left:left + 640])


def psnr(image, other):
    return 10 * np.log10(255**2 / np.mean((image.astype(float) - other)**2))


def main(folder):
    print(f"{'photograph':14} sigma  noisy  fftcore  best at strength  measured  nlmeans")
    for name in FITTED + OTHERS:
        image = grey(name, folder)
        for sigma in SIGMAS:
            random = np.random.default_rng([sum(map(ord, name)), sigma])
            noise = random.normal(0, sigma, image.shape)
            noisy = np.clip(np.rint(image + noise), 0, 255).astype(np.uint8)
            ours, measured = (psnr(fftcore.denoise(noisy, one), image) for one in (sigma, None))
            searched = [psnr(fftcore.denoise(noisy, sigma, strength=strength), image)
                        for strength in STRENGTHS]
            nlmeans = max(psnr(cv2.fastNlMeansDenoising(noisy, None, factor * sigma, 7, 21), image)
                          for factor in FACTORS)
            best = int(np.argmax(searched))
            print(f"{name:14} {sigma:5}  {psnr(noisy, image):5.2f}    {ours:5.2f} "
                  f"{searched[best]:5.2f}        {STRENGTHS[best]:4.2f}     {measured:5.2f}    "
                  f"{nlmeans:5.2f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
