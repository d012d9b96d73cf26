#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""denoise_same.py [--clips IN.npz] [--plugin FOLDER]: whether fftdenoise and VapourSynth's dfttest2
make the same pictures, of the clips of denoise_quality.py with noise of 10 levels. Blocks have 16
samples a side, and extents are multiples of 16, which dfttest2 else pads to. It fails where they
differ by more than 1 level. Exit status 77 says that one of the two is not there."""
import argparse
import os
import sys

import numpy as np

from denoise_peers import PEERS
from denoise_quality import VIDEOS, clips_of_videos

COMMON = {"strength": 0.8, "window": "hann", "time_window": "rectangle"}
OURS = {"block": 16, "floor": 0}
OVERLAPS = {8: "50", 4: "75", 2: "87.5"}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--clips")
    parser.add_argument("--plugin", default=os.environ.get("GST_PLUGIN_PATH", "build/plugins"))
    options = parser.parse_args()
    os.environ["GST_PLUGIN_PATH"] = os.path.abspath(options.plugin)
    for name in ("fftcore", "dfttest2"):
        if reason := PEERS[name].missing():
            print(f"skipped: {reason}")
            sys.exit(77)
    clips = np.load(options.clips) if options.clips else clips_of_videos()
    worst = 0
    for video in VIDEOS:
        noisy = clips[f"{video} 10"]
        for frames in PEERS["dfttest2"].axes["frames"]:
            for method, step in (("wiener", 8), ("wiener", 4), ("wiener", 2), ("hard", 4)):
                at = {**COMMON, "method": method, "frames": frames}
                ours = PEERS["fftcore"].run(noisy, 10, {**at, **OURS, "overlap": OVERLAPS[step]})
                theirs = PEERS["dfttest2"].run(noisy, 10, {**at, "step": step, "beta": 1})
                differences = np.abs(ours.astype(int) - theirs)
                worst = max(worst, np.max(differences))
                print(f"{video} {frames} frames, {method}, step {step}: largest difference "
                      f"{np.max(differences)}, {100 * np.mean(differences > 0):.4f} % of samples",
                      flush=True)
    sys.exit(0 if worst <= 1 else "FAILED: pictures differ")


if __name__ == "__main__":
    main()
