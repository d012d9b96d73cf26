#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftfilter and fftdenoise on CUDA memory on a real GPU, by gst-launch-1.0: frames against those of
backend=cpu, sample by sample.

gpu_check.py [--plugin FOLDER] [--video FILE]...    needs Python and GStreamer's tools with the
plugin nvcodec, nothing else
Exit status 77, and a line "skipped: reason", where there is no GPU or no nvcodec. Videos: H.264,
plain (.h264) or in .mp4.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FORMATS = ["NV12", "I420", "Y444", "RGBA", "BGRA", "RGBx", "BGRx"]
CUDA = "video/x-raw(memory:CUDAMemory)"
TOLERANCE = 1  # grey levels
FRAMES = 12
OUR_VIDEO = pathlib.Path(__file__).resolve().parent / "pattern.h264"

FILTERS = [
    "fftfilter filter=lowpass cutoff=0.05",
    "fftfilter filter=highpass cutoff=0.1 offset=128 planes=all edge-mode=wrap",
    "fftfilter kernel=<<0.5,0,0>,<0,0.25,0.125>> correlate=true gain=1.1 edge-mode=constant",
    "fftfilter filter=lowpass cutoff=0.05 planes=all precision=fast",
    "fftdenoise sigma=20 radius=1",
    "fftdenoise sigma=20 block=8 step=4 after=2 kind=gain gain=0.7 planes=luma",
]


class Failure(Exception):
    pass


def launch(pipeline, **environment):
    variables = {**os.environ, **environment}
    try:
        return subprocess.run(["gst-launch-1.0", *pipeline.split()], env=variables, text=True,
                              capture_output=True, timeout=120,
                              check=False)
    except subprocess.TimeoutExpired as late:
        raise Failure(f"no end after {late.timeout} s: {pipeline}") from late


def run(pipeline, **environment):
    result = launch(pipeline, **environment)
    if result.returncode != 0:
        raise Failure(f"gst-launch-1.0 {pipeline}\n{result.stderr.strip()}")
    return result


def reason_to_skip():
    try:
        result = launch(f"videotestsrc num-buffers=1 ! cudaupload ! {CUDA} ! cudadownload ! "
                        "fakesink")
    except FileNotFoundError:
        return "no gst-launch-1.0 here (Debian: gstreamer1.0-tools)"
    if result.returncode == 0:
        return None
    lines = result.stderr.strip().splitlines() or ["it says nothing"]
    return f"videotestsrc ! cudaupload ! cudadownload does not work here: {lines[0]}"


def layout(video_format, width, height):
    """Size of a frame in a file, and (offset, stride, bytes of a row, rows) of its planes, as
    GStreamer lays them out."""
    def up(number, step):
        return (number + step - 1) // step * step
    if video_format == "Y444":
        stride = up(width, 4)
        return 3 * stride * height, [(plane * stride * height, stride, width, height)
                                     for plane in range(3)]
    if video_format in ("NV12", "I420"):
        stride, chroma_rows = up(width, 4), up(height, 2) // 2
        end = stride * up(height, 2)
        planes = [(0, stride, width, height)]
        parts, chroma_bytes = (1, up(width, 2)) if video_format == "NV12" else (2,
                                                                                up(width, 2) // 2)
        for _ in range(parts):
            planes.append((end, up(chroma_bytes, 4), chroma_bytes, chroma_rows))
            end += up(chroma_bytes, 4) * chroma_rows
        return end, planes
    return 4 * width * height, [(0, 4 * width, 4 * width, height)]


def largest_difference(one, other):
    return 0 if one == other else max(abs(a - b) for a, b in zip(one, other))


def samples(frame, planes):
    """Without what lies between rows."""
    return b"".join(frame[offset + row * stride:offset + row * stride + row_bytes]
                    for offset, stride, row_bytes, rows in planes for row in range(rows))


def compare(name, source, video_format, width, height, line):
    """Frames of `source`, in CUDA memory, through an element there and, downloaded, on the CPU."""
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, "gpu"), os.path.join(folder, "cpu")]
        run(f"{source} ! {CUDA} ! tee name=t "
            f"t. ! queue ! {line} backend=cuda ! {CUDA} ! cudadownload ! "
            f"video/x-raw ! filesink location={files[0]} "
            f"t. ! queue ! cudadownload ! video/x-raw ! {line} backend=cpu ! "
            f"filesink location={files[1]}")
        gpu, cpu = (pathlib.Path(file).read_bytes() for file in files)
    size, planes = layout(video_format, width, height)
    if len(gpu) != len(cpu) or not gpu or len(gpu) % size != 0:
        raise Failure(f"{name}: {len(gpu)} bytes from the GPU, {len(cpu)} from the CPU, frames "
                      f"have {size}")
    count = len(gpu) // size
    worst = max(largest_difference(samples(gpu[i * size:][:size], planes),
                                   samples(cpu[i * size:][:size], planes)) for i in range(count))
    print(f"{name}: {count} frames of {width}x{height} {video_format}, {line}: largest "
          f"difference {worst}", flush=True)
    if worst > TOLERANCE:
        raise Failure(f"{name}: GPU and CPU differ by {worst}")


def check_formats():
    for video_format in FORMATS:
        # GStreamer 1.22 maps I420 of odd height from CUDA memory to the host's with the V plane at
        # a wrong place.
        odd_height = 92 if video_format == "I420" else 91
        for width, height in ((320, 240), (161, odd_height)):
            source = (f"videotestsrc pattern=smpte num-buffers={FRAMES} ! "
                      f"video/x-raw,format={video_format},width={width},height={height} ! "
                      "cudaupload")
            for line in FILTERS:
                compare("pattern", source, video_format, width, height, line)


def check_sharing():
    """Two in a row work in one context, and nothing but CUDA memory lies between them."""
    result = run(f"videotestsrc num-buffers={FRAMES} ! "
                 "video/x-raw,format=NV12,width=320,height=240 ! cudaupload ! "
                 f"{FILTERS[0]} ! {FILTERS[1]} ! cudadownload ! video/x-raw ! "
                 "fakesink",
                 GST_DEBUG="fftcorecuda:4", GST_DEBUG_NO_COLOR="1")
    used = re.findall(r"CUDA device (\d+), context (\S+), stream", result.stderr)
    if len(used) != 2 or len(set(used)) != 1:
        raise Failure(f"two fftfilters in a row should share one context: {used}")
    print(f"two in a row: both on device {used[0][0]} in context {used[0][1]}", flush=True)


def size_of(video, decoding):
    result = run(f"-v {decoding} ! identity eos-after=1 ! fakesink")
    found = re.search(r"fakesink0\S* caps = video/x-raw.*width=\(int\)(\d+), height=\(int\)(\d+)",
                      result.stdout)
    if not found:
        raise Failure(f"{video}: no size in what gst-launch-1.0 says")
    return int(found[1]), int(found[2])


def check_video(video):
    demux = "qtdemux ! " if video.endswith(".mp4") else ""
    decoding = f"filesrc location={video} ! {demux}h264parse ! nvh264dec ! {CUDA}"
    width, height = size_of(video, decoding)
    for line in FILTERS:
        compare(os.path.basename(video), f"{decoding} ! identity eos-after={5 * FRAMES}", "NV12",
                width, height, line)


def has(element):
    return subprocess.run(["gst-inspect-1.0", "--exists", element], check=False).returncode == 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--plugin",
                           help="folder with libgstfftcore.so; default: where GStreamer looks")
    arguments.add_argument("--video", action="append", default=[], help="another H.264 file")
    options = arguments.parse_args()
    if options.plugin:
        os.environ["GST_PLUGIN_PATH_1_0"] = os.pathsep.join(
            filter(None, [options.plugin, os.environ.get("GST_PLUGIN_PATH_1_0")]))

    if reason := reason_to_skip():
        print(f"skipped: {reason}")
        return 77
    try:
        check_formats()
        check_sharing()
        if has("nvh264dec") and has("h264parse"):
            for video in [str(OUR_VIDEO), *options.video]:
                check_video(video)
        else:
            print("skipped: no nvh264dec and h264parse here (a container needs the driver's "
                  "capability video)")
    except Failure as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
