#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftfilter in gst-launch-1.0 on frames of a real video against OpenCV's filter2D in double, pixel
by pixel.

FFTCORE_TEST_VIDEO names the video; by default the street scene in Debian's opencv-doc. Exit status
77 says that it was skipped.
"""
import os
import sys
import tempfile

from gst_tools import run_tool

VIDEO = os.environ.get("FFTCORE_TEST_VIDEO", "/usr/share/doc/opencv-doc/examples/data/vtest.avi")
BACKEND = os.environ.get("FFTCORE_TEST_BACKEND", "cpu")
FRAMES = 12
TOLERANCE = 1  # grey levels

try:
    import cv2
    import numpy as np
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-opencv)")
    sys.exit(77)


def missing_elements():
    needed = ["decodebin", "avidemux", "videoconvert", "filesink"]
    return [name for name in needed if run_tool(["gst-inspect-1.0", "--exists", name],
                                                check=False).returncode != 0]


def frames_before_and_after(folder, video_format, properties):
    """The frames that go into fftfilter and those that come out, as bytes."""
    before, after = os.path.join(folder, "before"), os.path.join(folder, "after")
    # An identity that ends after some frames keeps both branches at the same ones; on a busy
    # machine it was seen to end one earlier.
    pipeline = (f"filesrc location={VIDEO} ! decodebin ! videoconvert ! "
                f"video/x-raw,format={video_format} ! "
                f"identity eos-after={FRAMES + 2} ! tee name=t "
                f"t. ! queue ! filesink location={before} t. ! queue ! fftfilter backend={BACKEND} "
                f"{properties} ! filesink location={after}")
    run_tool(["gst-launch-1.0", "-q", *pipeline.split()], check=True, timeout=120)
    return np.fromfile(before, np.uint8), np.fromfile(after, np.uint8)


def filtered(frame, taps, gain, offset):
    result = cv2.filter2D(frame.astype(np.float64), -1, taps, borderType=cv2.BORDER_REFLECT_101)
    return np.clip(np.rint(gain * result + offset), 0, 255)


def compare(name, video_format, channels, size, taps, properties, taps_in_file=None, gain=1.0,
            offset=0.0):
    """Whether fftfilter with `properties` gives what filter2D gives with `taps`."""
    width, height = size
    with tempfile.TemporaryDirectory() as folder:
        if taps_in_file is not None:
            np.save(os.path.join(folder, "taps.npy"), taps_in_file)
            properties += f" kernel-location={os.path.join(folder, 'taps.npy')}"
        before, after = frames_before_and_after(folder, video_format, properties)
    shape = (-1, height, width, channels) if channels > 1 else (-1, height, width)
    before, after = before.reshape(shape), after.reshape(shape)
    if len(before) != len(after) or len(before) < FRAMES:
        raise SystemExit(f"{name}: {len(before)} frames went in and {len(after)} came out, "
                         f"expected {FRAMES} of each")
    worst = max(np.abs(filtered(a, taps, gain, offset) - b).max() for a, b in zip(before, after))
    changed = np.abs(before.astype(int) - after).mean()
    print(f"{name}: {len(before)} frames of {width}x{height} {video_format}, largest difference "
          f"{worst:g}, "
          f"mean change by the filter {changed:.1f}")
    if changed < 1:
        raise SystemExit(f"{name}: the frames came out as they went in")
    return worst <= TOLERANCE


def main():
    if not os.path.exists(VIDEO):
        print(f"SKIP: {VIDEO} is not here (Debian: opencv-doc; or set FFTCORE_TEST_VIDEO)")
        return 77
    if missing := missing_elements():
        print(f"SKIP: no {', '.join(missing)} here (Debian: gstreamer1.0-plugins-base, -good, "
              "-libav)")
        return 77

    probe = run_tool(["gst-launch-1.0", "-q", *"videotestsrc num-buffers=1 ! fftfilter "
                                               f"filter=lowpass backend={BACKEND} ! "
                                               "fakesink".split()],
                     check=False, capture_output=True, text=True)
    if probe.returncode != 0 and BACKEND != "cpu":
        print(f"SKIP: {probe.stderr}")
        return 77

    capture = cv2.VideoCapture(VIDEO)
    size = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))

    blur = np.zeros((31, 31))
    cv2.line(blur, (0, 3), (30, 22), 1.0)  # a camera that moved right and a little down
    blur /= blur.sum()
    edges = np.array([[0.0, 1.0, 0.0], [1.0, -4.0, 2.0], [0.0, 1.0, -1.0]])
    text = "<" + ",".join("<" + ",".join(str(tap) for tap in row) + ">" for row in edges) + ">"
    # Convolution is correlation with the taps turned round, about the same centre where their
    # number is odd.
    wide = np.zeros((101, 101))
    cv2.line(wide, (0, 10), (100, 70), 1.0)
    wide /= wide.sum()
    results = [
        compare("motion blur, correlated", "GRAY8", 1, size, blur, "correlate=true", blur),
        compare("motion blur, convolved", "GRAY8", 1, size, blur, "correlate=false",
                blur[::-1, ::-1]),
        compare("edges in colour", "BGR", 3, size, edges,
                f"correlate=true kernel={text} gain=0.5 offset=128", gain=0.5,
                offset=128.0),
        compare("wide motion blur, fast", "GRAY8", 1, size, wide, "correlate=true precision=fast",
                wide),
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
