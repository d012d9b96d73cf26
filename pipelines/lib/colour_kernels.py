#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""colour_kernels.py OUT.npy: kernels from each colour to each, (3, 3, rows, columns) in the order
R, G, B: sepia, half of it as a glow whose width differs by colour."""
import sys

import numpy as np

SIDE = 61
# rows: to R, G, B
SEPIA = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]) / 1.2
WIDTHS = [4.0, 7.0, 10.0]  # of the glow in R, G, B, in pixels
GLOW = 0.5


def main():
    place = np.arange(SIDE) - SIDE // 2
    kernels = np.zeros((3, 3, SIDE, SIDE), np.float32)
    for to in range(3):
        line = np.exp(-0.5 * (place / WIDTHS[to]) ** 2)
        taps = GLOW * np.outer(line, line) / line.sum() ** 2
        taps[SIDE // 2, SIDE // 2] += 1 - GLOW
        kernels[to] = SEPIA[to][:, None, None] * taps
    np.save(sys.argv[1], kernels)


if __name__ == "__main__":
    main()
