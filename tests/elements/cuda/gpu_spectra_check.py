#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftforward, fftinverse and fftview on CUDA memory on a real GPU, by gst-launch-1.0: frames come
back as they were, pictures of spectra are those of backend=cpu.

gpu_spectra_check.py [--plugin FOLDER]    needs Python and GStreamer's tools with the plugin
nvcodec, nothing else
Exit status 77, and a line "skipped: reason", where there is no GPU or no nvcodec.
"""
import argparse
import os
import pathlib
import sys
import tempfile

from gpu_check import (CUDA, FORMATS, Failure, largest_difference, layout, reason_to_skip, run,
                       samples)

FRAMES = 12
SPECTRUM = "application/x-fft-spectrum"
SPECTRUM_ON_GPU = SPECTRUM + "(memory:CUDAMemory)"
# What lies between, the properties of fftforward, and how many levels a sample may be off.
WAYS = {
    "rows": (f"{SPECTRUM_ON_GPU},transformed=rows", "", 0),
    "whole": (f"{SPECTRUM_ON_GPU},transformed=rows-and-columns", "", 0),
    "half precision": (SPECTRUM_ON_GPU, "precision=fast", 1),
    "by way of the host": (f"{SPECTRUM},transformed=rows", "", 0),
    "in another thread": (f"{SPECTRUM_ON_GPU} ! queue", "", 0),
}


def compare(name, pipeline, video_format, width, height, tolerance):
    """`pipeline` writes {a} and {b}."""
    with tempfile.TemporaryDirectory() as folder:
        files = {key: os.path.join(folder, key) for key in "ab"}
        run(pipeline.format(**files))
        a, b = (pathlib.Path(file).read_bytes() for file in files.values())
    size, planes = layout(video_format, width, height)
    if len(a) != len(b) or not a or len(a) % size != 0:
        raise Failure(f"{name}: {len(a)} and {len(b)} bytes; frames of {video_format} have {size}")
    worst = max(largest_difference(samples(a[i:i + size], planes), samples(b[i:i + size], planes))
                for i in range(0, len(a), size))
    print(f"{name}: {len(a) // size} frames of {width}x{height} {video_format}: largest difference "
          f"{worst}", flush=True)
    if worst > tolerance:
        raise Failure(f"{name}, {video_format}: they differ by {worst}; {tolerance} is allowed")


def source(video_format, width, height):
    return (f"videotestsrc pattern=smpte num-buffers={FRAMES} ! "
            f"video/x-raw,format={video_format},width={width},height={height}")


def check_round_trips():
    for video_format in FORMATS:
        # GStreamer 1.22 maps I420 of odd height from CUDA memory to the host's with the V plane at
        # a wrong place.
        odd_height = 92 if video_format == "I420" else 91
        for width, height in ((320, 240), (161, odd_height)):
            for name, (between, properties, tolerance) in WAYS.items():
                compare(name, f"{source(video_format, width, height)} ! cudaupload ! {CUDA} ! tee "
                              "name=t "
                              "t. ! queue ! cudadownload ! video/x-raw ! filesink location={a} "
                              f"t. ! queue ! fftforward {properties} ! {between} ! fftinverse ! "
                              f"{CUDA} ! cudadownload ! video/x-raw "
                              "! filesink location={b}", video_format, width, height, tolerance)


def check_mixed_memory():
    """Frames in system memory, spectra on the GPU."""
    for video_format in ("NV12", "RGBA"):
        compare("frames on the host", f"{source(video_format, 320, 240)} ! tee name=t t. ! queue ! "
                                      f"filesink location={{a}} "
                f"t. ! queue ! fftforward backend=cuda ! {SPECTRUM_ON_GPU} ! fftinverse "
                f"backend=cuda ! video/x-raw,format={video_format} "
                "! filesink location={b}", video_format, 320, 240, 0)


def check_views():
    for shown in ("show=magnitude range=fixed low=-60 high=0",
                  "show=magnitude dynamic-range=60 color-map=none"):
        # 8-bit levels of 60 dB: a quarter of a decibel each.
        compare(f"fftview {shown}",
                f"{source('NV12', 320, 240)} ! cudaupload ! {CUDA} ! tee name=t "
                "t. ! queue ! fftforward pad-width=320 pad-height=240 ! "
                f"{SPECTRUM_ON_GPU},transformed=rows-and-columns ! fftview {shown} "
                f"! {CUDA},format=RGBA ! cudadownload ! video/x-raw ! filesink location={{a}} "
                "t. ! queue ! cudadownload ! video/x-raw ! fftforward backend=cpu pad-width=320 "
                f"pad-height=240 ! fftview {shown} "
                "! video/x-raw,format=RGBA ! filesink location={b}", "RGBA", 320, 240, 8)


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
        check_round_trips()
        check_mixed_memory()
        check_views()
    except Failure as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
