#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftstabilize in gst-launch-1.0 on a real video that was shaken along a known path: what it says
of the motion, and how far each frame is from the one before the shaking.

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
FRAMES = 25
WIDTH, HEIGHT = 640, 480
MARGIN = 40  # cropped from the video's edges, and left out where frames are compared

try:
    import cv2
    import numpy as np
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-opencv)")
    sys.exit(77)


def shake(frame):
    """How far the picture is moved, in pixels: nothing at first."""
    return 9.7 * math.sin(0.8 * frame), 6.3 * math.sin(1.1 * frame)


def crop(image, dx, dy):
    """The part of a frame that a camera moved by -dx, -dy sees: the picture is at dx, dy."""
    matrix = np.array([[1, 0, MARGIN - dx], [0, 1, MARGIN - dy]], np.float64)
    return cv2.warpAffine(image, matrix, (WIDTH, HEIGHT),
                          flags=cv2.INTER_LANCZOS4 | cv2.WARP_INVERSE_MAP)


def turn(image, frame):
    """The same part seen by a camera that also turns by some 2 degrees and zooms by some 2 %."""
    dx, dy = (shake(frame)[axis] if frame else 0.0 for axis in (0, 1))
    angle, zoom = (2 * math.sin(0.9 * frame), 1 + 0.02 * math.sin(1.3 * frame)) if frame else (0, 1)
    middle = (MARGIN + (WIDTH - 1) / 2, MARGIN + (HEIGHT - 1) / 2)
    matrix = cv2.getRotationMatrix2D(middle, angle, zoom)
    matrix[:, 2] += dx - MARGIN, dy - MARGIN
    return cv2.warpAffine(image, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LANCZOS4)


def read_frames():
    capture = cv2.VideoCapture(VIDEO)
    frames = [capture.read()[1] for _ in range(FRAMES)]
    return [cv2.resize(frame, (WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN)) for frame in frames
            if frame is not None]


def stabilized(frames, properties):
    """The frames that come out, and for each the fields of the message."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = os.path.join(folder, "before"), os.path.join(folder, "after")
        np.stack(frames).tofile(before)
        pipeline = (f"filesrc location={before} blocksize={frames[0].size} ! rawvideoparse "
                    f"format=bgr width={WIDTH} height={HEIGHT} framerate=25/1 ! "
                    f"fftstabilize backend={BACKEND} post-messages=true {properties} ! filesink "
                    f"location={after}")
        printed = run_tool(["gst-launch-1.0", "-m", *pipeline.split()], check=True, timeout=170,
                           capture_output=True, text=True).stdout
        pictures = np.fromfile(after, np.uint8).reshape(-1, HEIGHT, WIDTH, 3)
    messages = [
        {name: float(value) for name, value in re.findall(r"([a-z-]+)=\(double\)(-?[0-9.e-]+)",
                                                          line)}
                for line in printed.splitlines() if "fftstabilize, timestamp" in line]
    return pictures, messages


def psnr(a, b):
    inner = (slice(MARGIN, -MARGIN), slice(MARGIN, -MARGIN))
    return cv2.PSNR(np.ascontiguousarray(a[inner]), np.ascontiguousarray(b[inner]))


def main():
    if not os.path.exists(VIDEO):
        print(f"SKIP: {VIDEO} is not here (Debian: opencv-doc; or set FFTCORE_TEST_VIDEO)")
        return 77
    if run_tool(["gst-inspect-1.0", "--exists", "rawvideoparse"], check=False).returncode != 0:
        print("SKIP: no rawvideoparse here (Debian: gstreamer1.0-plugins-base)")
        return 77

    still = read_frames()
    truth = [crop(frame, 0, 0) for frame in still]
    shaken = [crop(frame, *shake(index)) for index, frame in enumerate(still)]
    is_good = True
    for reference in ("first", "previous"):
        pictures, messages = stabilized(shaken, f"reference={reference} smoothing=0")
        if len(pictures) != FRAMES or len(messages) != FRAMES:
            raise SystemExit(f"{FRAMES} frames went in, {len(pictures)} came out with "
                             f"{len(messages)} messages")
        origin = [(0.0, 0.0)] * FRAMES if reference == "first" else [shake(max(index - 1, 0))
                                                                     for index in range(FRAMES)]
        errors = [math.hypot(said["dx"] - (shake(index)[0] - origin[index][0]),
                             said["dy"] - (shake(index)[1] - origin[index][1]))
                  for index, said in enumerate(messages)]
        before = [psnr(a, b) for a, b in zip(shaken[1:], truth[1:])]
        after = [psnr(a, b) for a, b in zip(pictures[1:], truth[1:])]
        confidence = min(said["confidence"] for said in messages[1:])
        print(f"reference={reference}: error of the motion {np.mean(errors):.3f} pixels in the "
              f"mean, {max(errors):.3f} at the most; confidence at least "
              f"{confidence:.2f}; PSNR of the interior {np.mean(before):.1f} dB before, "
              f"{np.mean(after):.1f} after (least {min(after):.1f})")
        is_good = is_good and np.mean(errors) < 0.1 and max(errors) < 0.25 and min(
            after) > 32 and np.mean(after) > np.mean(before) + 10
    turned = [turn(frame, index) for index, frame in enumerate(still)]
    for model in ("similarity", "affine"):
        pictures, messages = stabilized(turned, f"model={model} smoothing=0 max-shift=64")
        before = [psnr(a, b) for a, b in zip(turned[1:], truth[1:])]
        after = [psnr(a, b) for a, b in zip(pictures[1:], truth[1:])]
        print(f"model={model}: PSNR of the interior {np.mean(before):.1f} dB before, "
              f"{np.mean(after):.1f} after (least {min(after):.1f})")
        is_good = (is_good and len(pictures) == FRAMES and len(messages) == FRAMES
                   and min(after) > 30 and np.mean(after) > np.mean(before) + 10)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
