#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcorrelate follows a man in a real street video for 100 frames: at places that were found by
eye.

FFTCORE_TEST_VIDEO names the video; by default the street scene in Debian's opencv-doc. Exit status
77 says that it was skipped.
"""
import math
import os
import re
import sys
import tempfile

from gst_tools import run_tool

VIDEO = os.environ.get("FFTCORE_TEST_VIDEO", "/usr/share/doc/opencv-doc/examples/data/vtest.avi")
BACKEND = os.environ.get("FFTCORE_TEST_BACKEND", "cpu")
FIRST = 50  # the frame in which the rectangle lies on the man
RECT = (674, 256, 40, 66)
# Frame: left and right edge of his jacket, top of his head, lower edge of the jacket, as read from
# enlarged frames with a grid.
BY_EYE = {
    50: (680, 705, 258, 319),
    60: (617, 649, 234, 289),
    70: (588, 621, 209, 261),
    80: (569, 599, 189, 238),
    90: (573, 597, 172, 217),
    100: (592, 617, 153, 196),
    110: (619, 645, 140, 179),
    120: (651, 675, 130, 168),
    130: (685, 702, 120, 157),
    140: (707, 725, 113, 148),
    150: (714, 726, 112, 145),
}
# pixels between the middles; he is 12 to 33 wide, and becomes smaller in a template that does not
TOLERANCE = 10

try:
    import cv2
    import numpy as np
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-opencv)")
    sys.exit(77)


def frames():
    """Those from the first to the last that was looked at, as BGR."""
    capture = cv2.VideoCapture(VIDEO)
    read = [capture.read()[1] for _ in range(max(BY_EYE) + 1)]
    if any(frame is None for frame in read):
        raise SystemExit(f"{VIDEO} has less than {len(read)} frames")
    return np.stack(read[FIRST:])


def number(message, field):
    return float(re.search(rf"\b{field}=\((?:double|guint64)\)([-+.e\d]+)", message).group(1))


def places(video_format, pictures):
    """By the number of the frame, where and how surely the man is found."""
    width, height = pictures.shape[2], pictures.shape[1]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "frames")
        pictures.tofile(path)
        pipeline = (f"filesrc location={path} ! rawvideoparse width={width} height={height} "
                    "format=bgr framerate=10/1 ! videoconvert ! "
                    f"video/x-raw,format={video_format} ! fftcorrelate backend={BACKEND} "
                    f"template-rect=<{','.join(map(str, RECT))}> "
                    f"search-margin=12 update-rate=0.1 ! fakesink")
        output = run_tool(["gst-launch-1.0", "-m", *pipeline.split()], check=True,
                          capture_output=True, text=True, timeout=120).stdout
    found = {}
    for message in re.findall(r": fftcorrelate, (.*)", output):
        frame = FIRST + round(number(message, "timestamp") / 1e8)
        found[frame] = (number(message, "x"), number(message, "y"), number(message, "score"))
    return found


def follows(video_format, pictures):
    found = places(video_format, pictures)
    worst = 0
    for frame, (left, right, top, bottom) in BY_EYE.items():
        if frame not in found:
            print(f"{video_format}: lost at frame {frame}")
            return False
        x, y, score = found[frame]
        off = math.hypot(x + RECT[2] / 2 - (left + right) / 2, y + RECT[3] / 2 - (top + bottom) / 2)
        worst = max(worst, off)
        print(f"{video_format}: frame {frame} at {x:.1f} {y:.1f}, score {score:.2f}, {off:.1f} "
              "pixels from where the man is")
    print(f"{video_format}: found in {len(found)} of {len(pictures)} frames, at most {worst:.1f} "
          "pixels off")
    return len(found) == len(pictures) and worst <= TOLERANCE


def main():
    if not os.path.exists(VIDEO):
        print(f"SKIP: {VIDEO} is not here (Debian: opencv-doc; or set FFTCORE_TEST_VIDEO)")
        return 77
    if run_tool(["gst-inspect-1.0", "--exists", "rawvideoparse"], check=False).returncode != 0:
        print("SKIP: no rawvideoparse here (Debian: gstreamer1.0-plugins-base)")
        return 77
    pictures = frames()
    results = [follows(video_format, pictures) for video_format in ("BGR", "NV12")]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
