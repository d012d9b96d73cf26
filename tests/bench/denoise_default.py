#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""denoise_default.py VIDEOS RESULT [--plugin FOLDER]: fftdenoise by default, told the true noise
and the number of frames and nothing else, beside the best that a search found for FFmpeg's fftdnoiz
and for dfttest2, with 1, 3 and 5 frames.

VIDEOS is the folder of OpenCV's sample data (Debian: opencv-doc), RESULT what denoise_quality.py
--csv wrote. Clips and noise are that script's, and it fails where they are others. Settings are
those that RESULT has, but for the number of frames, with the best of three strengths around theirs.
dfttest2 is fftdenoise with the settings that dfttest2 has: both make the same pictures
(denoise_same.py). Its overlap is 87.5 %, and fftdenoise is with that too. fftdnoiz takes 3 frames
at most. Prints PSNR in dB."""
import argparse
import csv
import itertools
import os
import sys

import numpy as np

import denoise_quality as quality
from denoise_peers import STRENGTHS, by_files, fftdenoise, fftdnoiz

COUNTS = (1, 3, 5)


def by_default(clip, noise, count, step=0):
    rows, columns = clip.shape[1:]
    return by_files(clip, lambda source, target: (
        f"gst-launch-1.0 -q filesrc location={source} blocksize={rows * columns} ! rawvideoparse "
        f"format=gray8 width={columns} height={rows} framerate=25/1 ! fftdenoise backend=cpu "
        f"sigma={noise} radius={count // 2} step={step} ! "
        f"filesink location={target}").split())


def read_settings(text):
    """Settings as words_of() writes them; a strength is the nearest that is tried."""
    settings = {}
    for name, value in (word.split("=") for word in text.split()):
        try:
            settings[name] = float(value) if "." in value else int(value)
        except ValueError:
            settings[name] = value
    settings["strength"] = min(STRENGTHS, key=lambda one: abs(one - settings["strength"]))
    return settings


def read_results(path):
    """Rows by (video, noise, filter)."""
    with open(path, encoding="utf-8", newline="") as file:
        lines = [line for line in file if line.count(",") >= len(quality.FIELDS) - 1
                 and not line.startswith("|")]
    return {(row["video"], int(row["noise"]), row["filter"]): row
            for row in csv.DictReader(lines, quality.FIELDS) if row["noise"].isdigit()}


def best_about(run, clip, clean, noise, settings):
    """PSNR with the best of three strengths."""
    at = STRENGTHS.index(settings["strength"])
    return max(quality.psnr(clean, run(clip, noise, {**settings, "strength": strength}))
               for strength in STRENGTHS[max(at - 1, 0):at + 2])


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("videos")
    parser.add_argument("result")
    parser.add_argument("--plugin", metavar="FOLDER")
    options = parser.parse_args()
    if options.plugin:
        os.environ["GST_PLUGIN_PATH"] = os.path.abspath(options.plugin)
    quality.DATA = options.videos
    kept = read_results(options.result)
    clips = quality.clips_of_videos()
    above = {count: [] for count in COUNTS}
    print("video     noise frames  noisy  fftdenoise  at 87.5 %  dfttest2  fftdnoiz", flush=True)
    for (video, noise), count in itertools.product(
            itertools.product(quality.VIDEOS, quality.NOISES), COUNTS):
        clean, noisy = clips[video], clips[f"{video} {noise}"]
        before = quality.psnr(clean, noisy)
        if abs(before - float(kept[video, noise, "none"]["psnr"])) > 1e-4:
            sys.exit(f"{video} with noise of {noise} is {before:.4f} dB, not that of the result")
        dft = {"block": 16, "floor": 0, **read_settings(kept[video, noise, "dfttest2"]["settings"])}
        dft = {**dft, "frames": count,
               "overlap": {8: "50", 4: "75", 2: "87.5"}[dft.pop("step")]}
        ffm = read_settings(kept[video, noise, "fftdnoiz"]["settings"])
        ours, more = (quality.psnr(clean, by_default(noisy, noise, count, step))
                      for step in (4, 2))
        peers = [best_about(fftdenoise, noisy, clean, noise, dft),
                 best_about(fftdnoiz, noisy, clean, noise, {**ffm, "frames": min(count, 3)})]
        above[count].append((ours - max(peers), more - max(peers)))
        print(f"{video:9} {noise:5} {count:6}  {before:5.2f}  {ours:10.2f}  {more:9.2f}  "
              f"{peers[0]:8.2f}  {peers[1]:8.2f}", flush=True)
    for count, both in above.items():
        for overlap, one in zip((75, 87.5), zip(*both)):
            print(f"{count} frames, overlap of {overlap} %: {np.mean(one):+.2f} dB from the better "
                  f"one in the mean, {min(one):+.2f} at least, {max(one):+.2f} at most")


if __name__ == "__main__":
    main()
