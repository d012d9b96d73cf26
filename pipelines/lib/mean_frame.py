#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""mean_frame.py VIDEO PICTURE COUNT: the mean of COUNT frames from the middle of a video of two
pictures side by side, and how sharp each half of it is: the root of the mean square of the
differences between neighbouring pixels, in grey levels."""
import sys

import cv2
import numpy as np

EDGE = 48  # pixels, where a moved picture ends


def sharpness(image):
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float64)[EDGE:-EDGE, EDGE:-EDGE]
    return np.sqrt(np.mean(np.diff(grey, axis=0)[:, :-1] ** 2 + np.diff(grey, axis=1)[:-1] ** 2))


def main():
    video, picture, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    capture = cv2.VideoCapture(video)
    frames = []
    while True:
        is_there, image = capture.read()
        if not is_there:
            break
        frames.append(image)
    if not frames:
        sys.exit(f"mean_frame.py: there are no frames in {video}")
    first = max(0, (len(frames) - count) // 2)
    mean = np.mean(frames[first:first + count], axis=0).round().astype(np.uint8)
    cv2.imwrite(picture, mean)
    half = mean.shape[1] // 2
    before, after = sharpness(mean[:, :half]), sharpness(mean[:, half:])
    print(f"{len(frames)} frames. Sharpness of the mean of {min(count, len(frames))}: {before:.2f} "
          f"before, {after:.2f} stabilized ({after / before:.1f} times)")


if __name__ == "__main__":
    main()
