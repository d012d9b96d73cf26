#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""default_stabilizing.py VIDEO [--plugin FOLDER]: fftstabilize's `smoothing` and `min-confidence`,
on OpenCV's vtest.avi, shaken along a known path.

First by smoothing: how much of the shaking is left, as the root mean square of the picture's
acceleration over that of the shaken one, what the picture is moved by at most, and how far it lags
behind a pan that begins. Then by min-confidence and by what happens to the frames: percents of
motions that are right (within half a pixel) and not counted, and of wrong ones that are."""
import argparse
import os
import re
import subprocess
import tempfile

import cv2
import numpy as np

FRAMES, FIRST = 150, 100
ROWS, COLUMNS, MARGIN = 240, 320, 40
SMOOTHINGS = (5, 10, 20, 30, 60, 120)
CONFIDENCES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7)


def paths():
    """A hand's shaking, 1 to 8 Hz of falling strength, and a pan that begins in the middle."""
    random = np.random.default_rng(1)
    time = np.arange(FRAMES) / 25
    shake = sum(np.outer(np.sin(2 * np.pi * (rate * time + random.random())), random.normal(
        0, 4 / rate**1.2, 2)) for rate in np.arange(1, 8, 0.5))
    pan = np.zeros((FRAMES, 2))
    pan[FRAMES // 2:, 0] = 0.25 * np.arange(FRAMES - FRAMES // 2)
    return shake - shake[0], pan


def frames_of(video, path):
    capture = cv2.VideoCapture(video)
    frames = []
    for index in range(FIRST + FRAMES):
        is_there, frame = capture.read()
        if not is_there:
            raise SystemExit(f"{video} has {index} frames; {FIRST + FRAMES} are needed")
        if index >= FIRST:
            dx, dy = path[index - FIRST]
            grey = cv2.resize(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY),
                              (COLUMNS + 2 * MARGIN, ROWS + 2 * MARGIN),
                              interpolation=cv2.INTER_AREA)
            frames.append(cv2.warpAffine(
                grey, np.array([[1, 0, MARGIN - dx], [0, 1, MARGIN - dy]]), (COLUMNS, ROWS),
                flags=cv2.INTER_LANCZOS4 | cv2.WARP_INVERSE_MAP))
    return frames


def said_of(frames, properties):
    """The numbers of each frame's message."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "in")
        np.stack(frames).tofile(source)
        printed = subprocess.run(
            (f"gst-launch-1.0 -m filesrc location={source} blocksize={ROWS * COLUMNS} ! "
             f"rawvideoparse format=gray8 width={COLUMNS} height={ROWS} framerate=25/1 ! "
             f"fftstabilize backend=cpu post-messages=true {properties} ! fakesink").split(),
            check=True, capture_output=True, text=True).stdout
    said = [{name: float(value) for name, value in
             re.findall(r"([a-z-]+)=\(double\)(-?[0-9.e-]+)", line)}
            for line in printed.splitlines() if "fftstabilize, timestamp" in line]
    if len(said) != len(frames):
        raise SystemExit(f"{len(frames)} frames, and {len(said)} messages")
    return said


def acceleration(path):
    return np.sqrt(np.mean(np.sum(np.diff(path, 2, axis=0)**2, 1)))


def smoothing_table(video):
    shake, pan = paths()
    print("smoothing  shaking left  moved at most  lag")
    clips = {"shake": frames_of(video, shake), "pan": frames_of(video, pan)}
    for smoothing in SMOOTHINGS:
        moved = {name: np.array([(one["correction-x"], one["correction-y"]) for one in said_of(
            clip, f"smoothing={smoothing}")]) for name, clip in clips.items()}
        left = acceleration((shake + moved["shake"])[5:]) / acceleration(shake[5:])
        print(f"{smoothing:9}  {100 * left:10.1f} %  {np.abs(moved['shake']).max():10.1f} px  "
              f"{np.abs(moved['pan'][:, 0]).max():.1f} px", flush=True)


def confidence_table(video):
    shake, _ = paths()
    clean = frames_of(video, shake)
    random = np.random.default_rng(2)

    def noisy(sigma):
        return [np.clip(np.rint(one + random.normal(0, sigma, one.shape)), 0, 255).astype(np.uint8)
                for one in clean]

    def every(count, change):
        return [change(one) if index % count == count - 1 else one
                for index, one in enumerate(clean)]

    def covered(frame):
        frame = frame.copy()
        frame[40:, :200] = 60
        return frame

    dark = [np.rint(16 + one / 16 + random.normal(0, 2, one.shape)).astype(np.uint8)
            for one in clean]
    strange = random.integers(0, 256, (ROWS, COLUMNS)).astype(np.uint8)
    clips = {"as it is": clean, "noise of 25 levels": noisy(25), "noise of 60 levels": noisy(60),
             "dark, noise of 2": dark, "each 10th another picture": every(10, lambda _: strange),
             "each 10th flashes": every(10, lambda one: np.clip(one.astype(int) + 150, 0, 255)
                                        .astype(np.uint8)),
             "each 10th half covered": every(10, covered)}
    print("\nframes                      right, least confidence  wrong, most  "
          + "  ".join(f"{one:>6}" for one in CONFIDENCES) + "  (right lost, wrong kept, %)")
    for name, clip in clips.items():
        said = said_of(clip, "reference=previous smoothing=0 max-shift=0 min-confidence=0")[1:]
        found = np.array([(one["dx"], one["dy"]) for one in said])
        error = np.hypot(*(found - np.diff(shake, axis=0)).T)
        confidence = np.array([one["confidence"] for one in said])
        right, wrong = confidence[error <= 0.5], confidence[error > 0.5]
        cells = "  ".join(f"{100 * np.sum(right < one) / len(said):2.0f}, "
                          f"{100 * np.sum(wrong >= one) / len(said):2.0f}" for one in CONFIDENCES)
        least, most = min(right, default=np.nan), max(wrong, default=np.nan)
        print(f"{name:27} {least:22.2f}  {most:11.2f}  {cells}", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("video")
    parser.add_argument("--plugin", metavar="FOLDER")
    options = parser.parse_args()
    if options.plugin:
        os.environ["GST_PLUGIN_PATH"] = os.path.abspath(options.plugin)
    smoothing_table(options.video)
    confidence_table(options.video)


if __name__ == "__main__":
    main()
