#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""default_latency.py [--plugin FOLDER] [--turns N]: processor time of fftfir for a minute of sound
at 48 kHz, one channel, by number of taps and `latency`. Turns alternate; the least of them counts,
less that of the same pipeline with identity in fftfir's place. Prints milliseconds for a second of
sound."""
import argparse
import os
import resource
import subprocess
import tempfile

import numpy as np

TAPS = (1000, 10000, 100000)
LATENCIES = (0, 32, 64, 128, 256, 512, 1024, 2048, 4096, 16384)
SECONDS, RATE, BUFFER = 60, 48000, 1024


def processor_seconds(element):
    line = (f"gst-launch-1.0 -q audiotestsrc wave=white-noise samplesperbuffer={BUFFER} "
            f"num-buffers={SECONDS * RATE // BUFFER} ! audio/x-raw,format=F32LE,rate={RATE},"
            f"channels=1 ! {element} ! fakesink")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(line.split(), check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--plugin", metavar="FOLDER")
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    if options.plugin:
        os.environ["GST_PLUGIN_PATH"] = os.path.abspath(options.plugin)
    least = {}
    with tempfile.TemporaryDirectory() as folder:
        for taps in TAPS:
            random = np.random.default_rng(taps)
            np.save(os.path.join(folder, f"{taps}.npy"),
                    random.normal(0, taps**-0.5, (1, taps)).astype(np.float32))
        elements = {"identity": "identity"} | {
            (taps, latency): f"fftfir response-location={folder}/{taps}.npy latency={latency} "
                             "tail=false" for taps in TAPS for latency in LATENCIES}
        for _ in range(options.turns):
            for key, element in elements.items():
                least[key] = min(least.get(key, np.inf), processor_seconds(element))
    print("latency  " + "  ".join(f"{taps:6} taps" for taps in TAPS))
    for latency in LATENCIES:
        print(f"{latency:7}  " + "  ".join(
            f"{(least[taps, latency] - least['identity']) / SECONDS * 1e3:11.3f}"
            for taps in TAPS), flush=True)


if __name__ == "__main__":
    main()
