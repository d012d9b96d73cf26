#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pipelines on the pages run, with sources and sinks that are there.

The pages are README.md, plugins/*.md and plugins/*/README.md. Left out are lines for NVIDIA's GPUs,
and lines with elements that are not installed here.
"""
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from gst_tools import run_tool

try:
    import numpy as np
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-numpy)")
    sys.exit(77)

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
PAGES = [
    path
    for pattern in ("README.md", "plugins/*.md", "plugins/*/README.md")
    for path in sorted(glob.glob(os.path.join(ROOT, pattern)))
]
VIDEO = (
    "videotestsrc num-buffers=4 ! video/x-raw,format=I420,width=720,height=324,framerate=10/1 ! "
    "videoconvert"
)
BALL = "videotestsrc num-buffers=1 pattern=ball ! video/x-raw,width=64,height=48 ! videoconvert"
# What files of pages hold, by name: shapes of arrays, and encoders of pictures.
ARRAYS = {"taps": (5, 5), "colours": (3, 3, 5, 5), "mix": (3, 3, 5, 5), "stereo": (2, 2, 1, 50)}
PICTURES = {"logo.png": "pngenc", "logo.jpg": "jpegenc"}
SOUNDS = {"dry.wav": "wavenc", "hall.wav": "wavenc", "hall.flac": "flacenc"}
AUDIO = "audiotestsrc num-buffers=9 ! audioconvert"
LINE = re.compile(
    r"^    (?:stdbuf -oL )?(?:gst-launch-1\.0 (?:-\w+ )*)?"
    r"((?:\.\.\.|[\w-]+)(?: .*)?(?: ! |=)(?:.*\\\n)*.*)$",
    re.M,
)
FIRST = re.compile(r"^(\.\.\.|\w+src|fft\w+) ")  # words that pipelines on pages begin with


def pipelines_of(page):
    with open(page, encoding="utf-8") as file:
        found = LINE.findall(re.sub(r"^```.*?^```", "", file.read(), flags=re.M | re.S))
    return [line.replace("\\\n", " ").split(" | ")[0] for line in found if FIRST.match(line)]


def runnable(pipeline):
    """With a short source and a sink in place of files, devices, windows and dots."""
    pipeline = pipeline.replace("pipelines/", f"{ROOT}/pipelines/")
    file = r"filesrc location=\S+\.%s ! decodebin"
    pipeline = re.sub(rf"({file % 'mp4'}|v4l2src) ! videoconvert", VIDEO, pipeline)
    pipeline = re.sub(rf"{file % 'flac'} ! audioconvert", AUDIO, pipeline)
    pipeline = re.sub(r"\b(audio|video)testsrc !", r"\1testsrc num-buffers=9 !", pipeline)
    pipeline = re.sub(r"autovideosink|autoaudiosink", "fakesink", pipeline)
    if ".template" in pipeline:  # jpegdec posts an error when the video ends before it has decoded
        pipeline = pipeline.replace("num-buffers=4", "is-live=true num-buffers=9")
    if pipeline.startswith("fft"):  # to be put into a line
        pipeline = f"... ! {pipeline} ! ..."
    source = AUDIO if "audioconvert" in pipeline else VIDEO
    pipeline = re.sub(r"^\.\.\. !", f"{source} !", pipeline)
    return re.sub(r"! \.\.\.$", "! fakesink", pipeline)


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        random = np.random.default_rng(1)
        for name, shape in ARRAYS.items():
            array = random.uniform(0, 0.02, shape).astype(np.float32)
            np.save(os.path.join(cls.folder, name + ".npy"), array)
        for name, encoder in PICTURES.items():
            cls.launch(f"{BALL} ! {encoder} ! filesink location={name}")
        for name, encoder in SOUNDS.items():
            cls.launch(f"{AUDIO} ! {encoder} ! filesink location={name}")

    @classmethod
    def launch(cls, pipeline):
        command = ["gst-launch-1.0", "-q", *shlex.split(pipeline)]
        options = {"cwd": cls.folder, "text": True, "capture_output": True, "check": False}
        try:
            result = run_tool(command, timeout=60, **options)
        except subprocess.TimeoutExpired as late:
            raise AssertionError(f"{pipeline}\ndoes not end") from late
        if result.returncode != 0:
            raise AssertionError(f"{pipeline}\n{result.stderr}")

    def is_here(self, pipeline):
        exists = ["gst-inspect-1.0", "--exists", "--atleast-version=0.0"]
        elements = set(re.findall(r"(?:^|! |  )([a-z]\w+)(?= |$)", pipeline))
        return all(run_tool([*exists, name], check=False).returncode == 0 for name in elements)

    def test_every_pipeline_runs(self):
        run = 0
        for page in PAGES:
            for line in pipelines_of(page):
                if re.search(r"cuda|nvh264", line):
                    continue
                with self.subTest(page=os.path.relpath(page, ROOT), line=line):
                    pipeline = runnable(line)
                    if not self.is_here(pipeline):
                        self.skipTest("an element is not installed")
                    self.launch(pipeline)
                    run += 1
        print(f"{run} pipelines of {len(PAGES)} pages run")
        self.assertGreater(run, 35)


if __name__ == "__main__":
    unittest.main(verbosity=2)
