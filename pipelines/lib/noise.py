#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""noise.py IN OUT SIGMA: the first 300 frames of a video with white Gaussian noise of that standard
deviation, the same each time; OUT is lossless.
noise.py --psnr CLEAN NOISY DENOISED: how close the frames of both are to the clean ones."""
import sys

import cv2
import numpy as np

FRAMES = 300


def frames_of(name):
    capture = cv2.VideoCapture(name)
    for _ in range(FRAMES):
        is_there, image = capture.read()
        if not is_there:
            return
        yield image


def add_noise(source, target, sigma):
    rate = cv2.VideoCapture(source).get(cv2.CAP_PROP_FPS) or 25
    random = np.random.default_rng(1)
    writer = None
    for image in frames_of(source):
        height, width = image.shape[0] // 2 * 2, image.shape[1] // 2 * 2
        image = image[:height, :width]
        if writer is None:
            writer = cv2.VideoWriter(target, cv2.VideoWriter_fourcc(*"FFV1"), rate, (width, height))
        noisy = image + random.normal(0, sigma, image.shape)
        writer.write(np.clip(np.rint(noisy), 0, 255).astype(np.uint8))
    if writer is None:
        sys.exit(f"noise.py: {source} is no video")
    writer.release()


def psnr(clean, noisy, denoised):
    def grey(image):
        return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float64)

    errors = []
    for exact, before, after in zip(frames_of(clean), frames_of(noisy), frames_of(denoised)):
        exact = grey(exact)[:before.shape[0], :before.shape[1]]
        errors.append([np.mean((grey(image) - exact) ** 2) for image in (before, after)])
    if not errors:
        sys.exit("noise.py: no frames to compare")
    before, after = 10 * np.log10(255**2 / np.mean(errors, axis=0))
    print(f"{len(errors)} frames. PSNR of brightness: {before:.1f} dB before, {after:.1f} dB "
          "denoised")


def main():
    if sys.argv[1] == "--psnr":
        psnr(*sys.argv[2:])
    else:
        add_noise(sys.argv[1], sys.argv[2], float(sys.argv[3]))


if __name__ == "__main__":
    main()
