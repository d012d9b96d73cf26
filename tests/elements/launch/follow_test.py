#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcorrelate follows in a real street video what README.md and its page say: at places that were
found by eye.

FFTCORE_TEST_VIDEO names the video; by default the street scene in Debian's opencv-doc. Exit status
77 says that it was skipped.
"""
import contextlib
import math
import os
import re
import shlex
import sys
import threading

from gst_tools import run_tool

VIDEO = os.environ.get("FFTCORE_TEST_VIDEO", "/usr/share/doc/opencv-doc/examples/data/vtest.avi")
BACKEND = os.environ.get("FFTCORE_TEST_BACKEND", "cpu")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
# Truth by frame: left, right, upper and lower edge, as read from enlarged frames with a grid.
# Of the man: the edges of his jacket, the top of his head and the lower edge of the jacket.
MAN = {
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
# Of the sign, which stands: people pass behind it and beside it.
SIGN = {frame: (413, 444, 203, 243)
        for frame in (0, 24, 60, 106, 110, 150, 300, 450, 600, 794)}
# The page with a line that follows something, the truth of that, and the largest distance between
# the middles in pixels. The man is 12 to 33 wide, and becomes smaller in a template that does not.
LINES = [("plugins/fftcorrelate/README.md", MAN, 10), ("README.md", SIGN, 3)]

try:
    import cv2
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-opencv)")
    sys.exit(77)


def write_frames(pipe, first, last):
    """Those of the video from the first to the last, as BGR."""
    capture = cv2.VideoCapture(VIDEO)
    with open(pipe, "wb") as file, contextlib.suppress(BrokenPipeError):
        for number in range(last + 1):
            good, frame = capture.read()
            if good and number >= first:
                file.write(frame)


def size_of_video():
    capture = cv2.VideoCapture(VIDEO)
    return tuple(int(capture.get(field)) for field in (cv2.CAP_PROP_FRAME_WIDTH,
                                                       cv2.CAP_PROP_FRAME_HEIGHT))


def line_of(page):
    """The first line of a page that follows a part of the video, and that part's size."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        line = re.search(r"\bfftcorrelate template-rect=[^!\n]*", file.read()).group(0)
    return line, tuple(map(int, re.search(r"<\d+,\d+,(\d+),(\d+)>", line).groups()))


def number(message, field):
    return float(re.search(rf"\b{field}=\((?:double|guint64)\)([-+.e\d]+)", message).group(1))


def places(line, video_format, first, last):
    """By the number of the frame, where and how surely the line finds what it follows."""
    width, height = size_of_video()
    pipeline = (f"fdsrc ! rawvideoparse width={width} height={height} format=bgr framerate=10/1 ! "
                f"videoconvert ! video/x-raw,format={video_format} ! {line} backend={BACKEND} ! "
                "fakesink")
    read_end, write_end = os.pipe()
    writer = threading.Thread(target=write_frames, args=(write_end, first, last))
    writer.start()
    with open(read_end, "rb") as source:
        output = run_tool(["gst-launch-1.0", "-m", *shlex.split(pipeline)], check=True,
                          stdin=source, capture_output=True, timeout=300).stdout.decode()
    writer.join()
    found = {}
    for message in re.findall(r": fftcorrelate, (.*)", output):
        frame = first + round(number(message, "timestamp") / 1e8)
        found[frame] = (number(message, "x"), number(message, "y"), number(message, "score"))
    return found


def follows(page, truth, tolerance, video_format):
    line, (width, height) = line_of(page)
    first, last = min(truth), max(truth)
    found = places(line, video_format, first, last)
    worst = 0
    for frame, (left, right, top, bottom) in truth.items():
        if frame not in found:
            print(f"{page}, {video_format}: lost at frame {frame}")
            return False
        x, y, score = found[frame]
        off = math.hypot(x + width / 2 - (left + right) / 2, y + height / 2 - (top + bottom) / 2)
        worst = max(worst, off)
        print(f"{page}, {video_format}: frame {frame} at {x:.1f} {y:.1f}, score {score:.2f}, "
              f"{off:.1f} pixels from where it is")
    print(f"{page}, {video_format}: found in {len(found)} of {last - first + 1} frames, "
          f"at most {worst:.1f} pixels off")
    return len(found) == last - first + 1 and worst <= tolerance


def main():
    if not os.path.exists(VIDEO):
        print(f"SKIP: {VIDEO} is not here (Debian: opencv-doc; or set FFTCORE_TEST_VIDEO)")
        return 77
    if run_tool(["gst-inspect-1.0", "--exists", "rawvideoparse"], check=False).returncode != 0:
        print("SKIP: no rawvideoparse here (Debian: gstreamer1.0-plugins-base)")
        return 77
    results = [follows(*line, video_format) for line in LINES for video_format in ("BGR", "NV12")]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
