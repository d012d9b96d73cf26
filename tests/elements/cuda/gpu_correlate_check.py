#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcorrelate on CUDA memory on a real GPU, by gst-launch-1.0: what it finds, and the frames it
draws into, against backend=cpu.

gpu_correlate_check.py [--plugin FOLDER]    needs Python and GStreamer's tools with the plugin
nvcodec, nothing else
Exit status 77, and a line "skipped: reason", where there is no GPU or no nvcodec.
"""
import argparse
import os
import pathlib
import re
import sys
import tempfile

from gpu_check import (CUDA, FORMATS, Failure, largest_difference, layout, reason_to_skip, run,
                       samples)

FRAMES = 12
WIDTH, HEIGHT = 320, 240
# A picture that moves, and what of it is looked for: corners of colour bars, of which there is no
# second one nearby.
SOURCE = f"videotestsrc pattern=smpte horizontal-speed=3 num-buffers={FRAMES}"
SEARCHES = {
    "match": "template-rect=<100,130,60,50>",
    "follow": "template-rect=<100,130,60,50> search-margin=10 update-rate=0.2",
    "normed": "template-rect=<100,130,60,50> method=ccorr-normed search-rect=<40,80,240,140>",
    "phase": "method=phase threshold=0.01 output=passthrough",
}
PLACE_TOLERANCE = 0.05  # pixels
SCORE_TOLERANCE = 2e-3


def places(messages, element):
    """(x, y, score) of the best place in each of an element's messages, by the frame's time."""
    number = r"=\((?:double|guint64)\)([-+.e\d]+)"
    pattern = (rf'from element "{element}" \(element\): fftcorrelate, timestamp{number}.*?, '
               rf'x{number}, y{number},.*?score{number}')
    return {int(time): tuple(map(float, place)) for time, *place in re.findall(pattern, messages)}


def check(name, properties, video_format):
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, "gpu"), os.path.join(folder, "cpu")]
        drawn = "" if "output=" in properties else "output=overlay"
        messages = run(f"-m {SOURCE} ! "
                       f"video/x-raw,format={video_format},width={WIDTH},height={HEIGHT} ! tee "
                       "name=t "
                       f"t. ! queue ! cudaupload ! {CUDA} ! fftcorrelate name=gpu backend=cuda "
                       f"{properties} {drawn} ! {CUDA} ! cudadownload ! video/x-raw ! "
                       f"filesink location={files[0]} "
                       f"t. ! queue ! fftcorrelate name=cpu backend=cpu {properties} {drawn} ! "
                       f"filesink location={files[1]}").stdout
        frames = [pathlib.Path(file).read_bytes() for file in files]
    gpu, cpu = (places(messages, element) for element in ("gpu", "cpu"))
    least = FRAMES - 1 if "phase" in properties else FRAMES
    if len(cpu) < least or gpu.keys() != cpu.keys():
        raise Failure(f"{name}, {video_format}: found in {len(gpu)} frames by the GPU, in "
                      f"{len(cpu)} by the CPU, of {FRAMES}")
    worst_place = max(abs(a - b) for time in cpu for a, b in zip(gpu[time][:2], cpu[time][:2]))
    worst_score = max(abs(gpu[time][2] - cpu[time][2]) for time in cpu)
    size, planes = layout(video_format, WIDTH, HEIGHT)
    worst_sample = max(largest_difference(samples(frames[0][i:i + size], planes),
                                          samples(frames[1][i:i + size], planes))
                       for i in range(0, len(frames[1]), size))
    print(f"{name}: {len(cpu)} frames of {video_format}: places within {worst_place:.4f} pixels, "
          f"scores within {worst_score:.1e}, samples within "
          f"{worst_sample}", flush=True)
    if worst_place > PLACE_TOLERANCE or worst_score > SCORE_TOLERANCE or worst_sample > 0:
        raise Failure(f"{name}, {video_format}: GPU and CPU differ")


def main():
    arguments = argparse.ArgumentParser(description=__doc__,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--plugin",
                           help="folder with libgstfftcore.so; default: where GStreamer looks")
    options = arguments.parse_args()
    if options.plugin:
        os.environ["GST_PLUGIN_PATH_1_0"] = os.pathsep.join(
            filter(None, [options.plugin, os.environ.get("GST_PLUGIN_PATH_1_0")]))
    if reason := reason_to_skip():
        print(f"skipped: {reason}")
        return 77
    try:
        for name, properties in SEARCHES.items():
            for video_format in FORMATS:
                check(name, properties, video_format)
    except Failure as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
