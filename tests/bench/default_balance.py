#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""default_balance.py PICTURES: fftcore.deconvolve() by default beside the best `balance` that a
search finds, and beside 0.01, on photographs that were blurred, cut, and given noise.

PICTURES is the folder of OpenCV's sample data (Debian: opencv-doc). It needs the packages fftcore,
scikit-image and opencv-python. The rule's numbers were fitted on four others (camera, coffee,
aloeL.jpg, baboon.jpg). Prints PSNR in dB of the middle, without 24 pixels along the edges,
and the best balance."""
import itertools
import os
import sys

import cv2
import numpy as np
import skimage.data

import fftcore

PICTURES = ("astronaut", "chelsea", "fruits.jpg", "building.jpg")
BLURS = {"motion 9@30": fftcore.motion_blur(9, 30), "motion 15@75": fftcore.motion_blur(15, 75),
         "defocus 3": fftcore.defocus_blur(3), "defocus 6": fftcore.defocus_blur(6),
         "gaussian 1.5": fftcore.gaussian_blur(1.5)}
SIGMAS = (0.5, 2, 5, 15)
"""Of the noise, in levels of 255."""
BALANCES = 10.0 ** np.arange(-3.5, 1.01, 0.25)
ROWS, COLUMNS, EDGE = 224, 320, 24
OUTSIDE = 32
"""Pixels around, which are blurred into the image and then cut off."""


def grey(name, folder):
    """The middle of a photograph, 0 to 1, and what is around."""
    if name.endswith(".jpg"):
        image = cv2.imread(os.path.join(folder, name), cv2.IMREAD_GRAYSCALE)
    else:
        image = getattr(skimage.data, name)()
        image = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY) if image.ndim == 3 else image
    rows, columns = ROWS + 2 * OUTSIDE, COLUMNS + 2 * OUTSIDE
    top, left = ((size - most) // 2 for size, most in zip(image.shape, (rows, columns)))
    return image[top:top + rows, left:left + columns].astype(np.float32) / 255


def middle(image):
    return image[OUTSIDE:-OUTSIDE, OUTSIDE:-OUTSIDE]


def psnr(image, other):
    inner = (slice(EDGE, -EDGE), slice(EDGE, -EDGE))
    return -10 * np.log10(np.mean((image[inner] - other[inner])**2))


def main(folder):
    print("photograph    blur          sigma  blurred  default   0.01   best  at balance")
    images = {name: grey(name, folder) for name in PICTURES}
    losses, losses_before = [], []
    for (blur, psf), sigma in itertools.product(BLURS.items(), SIGMAS):
        taps = [fftcore.restoring_taps(psf, balance) for balance in BALANCES]
        for name, image in images.items():
            noise = np.random.default_rng(1).normal(0, sigma / 255, (ROWS, COLUMNS))
            blurred = middle(fftcore.convolve(image, psf, "mirror"))
            blurred, image = (blurred + noise).astype(np.float32), middle(image)
            searched = [psnr(image, fftcore.convolve(blurred, one, "mirror")) for one in taps]
            ours, before = (psnr(image, fftcore.deconvolve(blurred, psf, *balance))
                            for balance in ((), (0.01,)))
            best = int(np.argmax(searched))
            top = max(searched[best], ours, before)
            losses.append(top - ours)
            losses_before.append(top - before)
            print(f"{name:13} {blur:13} {sigma:5}  {psnr(image, blurred):7.2f}  {ours:7.2f} "
                  f"{before:6.2f} {searched[best]:6.2f}  {BALANCES[best]:.2g}", flush=True)
    for row, sigma in enumerate(SIGMAS):
        for name, one in (("default", losses), ("0.01", losses_before)):
            some = np.reshape(one, (len(BLURS), len(SIGMAS), -1))[:, row]
            print(f"{name}, noise of {sigma}: {some.mean():.2f} dB below the best in the mean, "
                  f"{some.max():.2f} at most")
    for name, one in (("default", losses), ("0.01", losses_before)):
        print(f"{name}: {np.mean(one):.2f} dB below the best in the mean, {max(one):.2f} at most, "
              f"more than 0.5 in {sum(loss > 0.5 for loss in one)} of {len(one)}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
