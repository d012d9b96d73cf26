#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftstabilize on CUDA memory on a real GPU, by gst-launch-1.0: what it measures, and the frames
that come out, against backend=cpu.

gpu_stabilize_check.py [--plugin FOLDER]    needs Python and GStreamer's tools with the plugin
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
# A picture that moves by three pixels a frame.
SOURCE = f"videotestsrc pattern=circular horizontal-speed=3 num-buffers={FRAMES}"
SETTINGS = {
    "locked": "reference=first smoothing=0 max-shift=40",
    "smooth": "smoothing=4 edge-mode=constant",
    "short": "smoothing=0 max-shift=5 edge-mode=wrap",
    "measured": "max-shift=0",
    "turned": "model=similarity smoothing=0 max-shift=40 zoom=0",
}
MOTION_TOLERANCE = 0.02  # pixels, of which each is this much of a level at the hardest edge
SAMPLE_TOLERANCE = 6     # levels


def motions(messages, element):
    """(dx, dy, correction-x, correction-y, confidence) in each of an element's messages, by the
    frame's time."""
    number = r"=\((?:double|guint64)\)([-+.e\d]+)"
    fields = ".*?, ".join(name + number for name in ("timestamp", "dx", "dy", "correction-x",
                                                     "correction-y", "confidence"))
    found = re.findall(rf'from element "{element}" \(element\): fftstabilize, {fields}', messages)
    return {int(time): tuple(map(float, values)) for time, *values in found}


def check(name, properties, video_format):
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, "gpu"), os.path.join(folder, "cpu")]
        messages = run(f"-m {SOURCE} ! "
                       f"video/x-raw,format={video_format},width={WIDTH},height={HEIGHT} ! tee "
                       "name=t "
                       f"t. ! queue ! cudaupload ! {CUDA} ! fftstabilize name=gpu "
                       f"post-messages=true backend=cuda {properties} ! {CUDA} ! cudadownload ! "
                       f"video/x-raw ! filesink location={files[0]} "
                       "t. ! queue ! fftstabilize name=cpu post-messages=true backend=cpu "
                       f"{properties} ! filesink location={files[1]}").stdout
        frames = [pathlib.Path(file).read_bytes() for file in files]
    gpu, cpu = (motions(messages, element) for element in ("gpu", "cpu"))
    if len(cpu) != FRAMES or gpu.keys() != cpu.keys() or len(frames[0]) != len(frames[1]):
        raise Failure(f"{name}, {video_format}: {len(gpu)} messages of the GPU, {len(cpu)} of the "
                      f"CPU, of {FRAMES} frames")
    if max(abs(values[0]) for values in cpu.values()) < 2:
        raise Failure(f"{name}, {video_format}: nothing moved")
    worst = max(abs(a - b) for time in cpu for a, b in zip(gpu[time], cpu[time]))
    size, planes = layout(video_format, WIDTH, HEIGHT)
    worst_sample = max(largest_difference(samples(frames[0][i:i + size], planes),
                                          samples(frames[1][i:i + size], planes))
                       for i in range(0, len(frames[1]), size))
    print(f"{name}: {len(cpu)} frames of {video_format}: motions and confidences within "
          f"{worst:.4f}, samples within {worst_sample}", flush=True)
    if worst > MOTION_TOLERANCE or worst_sample > SAMPLE_TOLERANCE:
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
        for name, properties in SETTINGS.items():
            for video_format in FORMATS:
                check(name, properties, video_format)
    except Failure as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
