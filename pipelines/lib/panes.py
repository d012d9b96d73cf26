#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""panes.py OUT.jpg BEFORE AFTER SPECTRUM SPECTRUM: one picture of four: a part of a picture before
and after, three times as large, and below both spectra. The part is where the two differ most."""
import sys

import cv2
import numpy as np

SIDE = 384
ZOOM = 3


def part_of(image, column, row):
    part = image[row:row + SIDE // ZOOM, column:column + SIDE // ZOOM]
    return cv2.resize(part, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)


def main():
    target, *names = sys.argv[1:]
    images = [cv2.imread(name) for name in names]
    for name, image in zip(names, images):
        if image is None:
            sys.exit(f"panes.py: {name} is no picture")
    before, after = images[:2]
    difference = cv2.blur(np.abs(before.astype(np.float32) - after).sum(axis=2),
                          (SIDE // ZOOM, SIDE // ZOOM))
    reach = SIDE // ZOOM // 2  # the blur's middle stays that far from the edges
    _, _, _, (column, row) = cv2.minMaxLoc(difference[reach:max(reach + 1, before.shape[0] - reach),
                                                      reach:max(reach + 1,
                                                                before.shape[1] - reach)])
    above = np.hstack([part_of(image, column, row) for image in (before, after)])
    below = np.hstack(
        [cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA) for image in images[2:]])
    cv2.imwrite(target, np.vstack([above, below]), [cv2.IMWRITE_JPEG_QUALITY, 85])


if __name__ == "__main__":
    main()
