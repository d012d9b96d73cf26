#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""peaks.py PICTURE: what repeats in a picture, as the value of the property `notches`: isolated
peaks of the brightness' spectrum, that is, frequencies much stronger than all round them."""
import sys

import cv2
import numpy as np

RING = 31  # bins: what is "round" a peak
FACTOR = 14  # a peak's amplitude over the ring's geometric mean
COARSEST = 0.06  # cycles/pixel: below it lies what the picture shows
MOST = 8


def main():
    grey = cv2.imread(sys.argv[1], cv2.IMREAD_GRAYSCALE)
    if grey is None:
        sys.exit(f"peaks.py: {sys.argv[1]} is no picture that OpenCV reads")
    height, width = grey.shape
    window = np.outer(np.hanning(height), np.hanning(width))
    spectrum = np.abs(np.fft.fftshift(np.fft.fft2((grey - grey.mean()) * window)))
    logs = np.log(spectrum + 1e-6).astype(np.float32)
    above = logs - cv2.blur(logs, (RING, RING))
    is_peak = (cv2.dilate(logs, np.ones((RING, RING))) == logs) & (above > np.log(FACTOR))
    found = []
    for row, column in zip(*np.nonzero(is_peak)):
        fx, fy = (column - width // 2) / width, (row - height // 2) / height
        # the other half is the same
        if np.hypot(fx, fy) >= COARSEST and (fx > 0 or (fx == 0 and fy > 0)):
            found.append((spectrum[row, column], fx, fy))
    if not found:
        sys.exit(f"peaks.py: the spectrum of {sys.argv[1]} has no isolated peaks")
    print("<" + ",".join(
        f"<{fx:.4f},{fy:.4f}>" for _, fx, fy in sorted(found, reverse=True)[:MOST]) + ">")


if __name__ == "__main__":
    main()
