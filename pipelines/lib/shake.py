#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""shake.py IN OUT [--turn]: a part of a video, 64 pixels smaller on each side, seen by a hand-held
camera, which also turns and zooms with --turn. The first 300 frames, always shaken the same way.
shake.py --check DOTS: whether the brightest pixel of each frame lies where that camera's picture
is, from the middle."""
import sys

import cv2
import numpy as np

FRAMES = 300
MARGIN = 64  # pixels
# Pixels and radians a frame: slow sway, faster trembling.
WAVES = [(14.0, 0.11), (7.0, 0.37), (3.5, 1.3), (1.5, 2.1)]


def place(frame):
    x = sum(size * np.sin(speed * frame) for size, speed in WAVES)
    y = sum(0.7 * size * np.sin(1.17 * speed * frame + 1) for size, speed in WAVES)
    return x, y


def matrix_of(frame, has_turns, width, height):
    """From the camera's picture to the video's."""
    x, y = place(frame)
    matrix = np.array([[1, 0, MARGIN + x], [0, 1, MARGIN + y]])
    if has_turns:
        degrees = 1.6 * np.sin(0.13 * frame) + 0.5 * np.sin(0.9 * frame)
        zoom = 1 + 0.015 * np.sin(0.08 * frame) + 0.004 * np.sin(1.1 * frame)
        turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, zoom)
        turn[:, 2] += matrix[:, 2]
        matrix = turn
    return matrix


def check(dots):
    capture = cv2.VideoCapture(dots)
    far = []
    while True:
        is_there, image = capture.read()
        if not is_there:
            break
        x, y = place(len(far))
        _, _, _, brightest = cv2.minMaxLoc(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        far.append(np.hypot(brightest[0] - image.shape[1] // 2 + x,
                            brightest[1] - image.shape[0] // 2 + y))
    if not far:
        sys.exit(f"shake.py: {dots} has no frames")
    share = np.mean(np.array(far) < 1.5)
    print(f"{len(far)} frames, the dot is {np.median(far):.2f} pixels off in the median, within "
          f"1.5 in {100 * share:.0f} %")
    return share > 0.95


def main():
    if sys.argv[1] == "--check":
        sys.exit(0 if check(sys.argv[2]) else 1)
    source, target = sys.argv[1:3]
    has_turns = sys.argv[3:] == ["--turn"]
    capture = cv2.VideoCapture(source)
    width = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)) - 2 * MARGIN
    height = int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)) - 2 * MARGIN
    if width < 2 * MARGIN or height < 2 * MARGIN:
        sys.exit(f"shake.py: {source} is no video, or too small a one")
    writer = cv2.VideoWriter(target, cv2.VideoWriter_fourcc(*"MJPG"),
                             capture.get(cv2.CAP_PROP_FPS) or 25, (width, height))
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, 95)
    for frame in range(FRAMES):
        is_there, image = capture.read()
        if not is_there:
            break
        matrix = matrix_of(frame, has_turns, width, height)
        writer.write(cv2.warpAffine(image, matrix, (width, height),
                                    flags=cv2.INTER_LANCZOS4 | cv2.WARP_INVERSE_MAP))
    writer.release()


if __name__ == "__main__":
    main()
