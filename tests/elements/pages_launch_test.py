#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pipelines on the pages run: those of README.md, plugins/*.md and plugins/*/README.md, with sources and sinks that are there.

Left out are lines for NVIDIA's GPUs, and lines with elements that are not installed here.
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

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PAGES = [os.path.join(ROOT, "README.md"), *sorted(glob.glob(f"{ROOT}/plugins/*.md")), *sorted(glob.glob(f"{ROOT}/plugins/*/README.md"))]
VIDEO = "videotestsrc num-buffers=4 ! video/x-raw,format=I420,width=720,height=324,framerate=10/1 ! videoconvert"
AUDIO = "audiotestsrc num-buffers=9 ! audioconvert"
LINE = re.compile(r"^    (?:stdbuf -oL )?(?:gst-launch-1\.0 (?:-\w+ )*)?((?:\.\.\.|[\w-]+)(?: .*)?(?: ! |=)(?:.*\\\n)*.*)$", re.M)
FIRST = re.compile(r"^(\.\.\.|\w+src|fft\w+) ")  # words that pipelines on pages begin with


def pipelines_of(page):
    with open(page, encoding="utf-8") as file:
        found = LINE.findall(re.sub(r"^```.*?^```", "", file.read(), flags=re.M | re.S))
    return [line.replace("\\\n", " ").split(" | ")[0] for line in found if FIRST.match(line)]


def runnable(pipeline):
    """With a short source and a sink in place of files, devices, windows and dots."""
    pipeline = pipeline.replace("pipelines/", f"{ROOT}/pipelines/")
    pipeline = re.sub(r"filesrc location=\S+\.mp4 ! decodebin ! videoconvert|v4l2src ! videoconvert", VIDEO, pipeline)
    pipeline = re.sub(r"filesrc location=\S+\.flac ! decodebin ! audioconvert", AUDIO, pipeline)
    pipeline = re.sub(r"\b(audio|video)testsrc !", r"\1testsrc num-buffers=9 !", pipeline)
    pipeline = re.sub(r"autovideosink|autoaudiosink", "fakesink", pipeline)
    if pipeline.startswith("fft"):  # to be put into a line
        pipeline = f"... ! {pipeline} ! ..."
    pipeline = re.sub(r"^\.\.\. !", f"{AUDIO if 'audioconvert' in pipeline else VIDEO} !", pipeline)
    return re.sub(r"! \.\.\.$", "! fakesink", pipeline)


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        random = np.random.default_rng(1)
        for name, shape in {"taps": (5, 5), "colours": (3, 3, 5, 5), "mix": (3, 3, 5, 5), "stereo": (2, 2, 1, 50)}.items():
            np.save(os.path.join(cls.folder, name + ".npy"), random.uniform(0, 0.02, shape).astype(np.float32))
        for encoder, name in {"pngenc": "logo.png", "jpegenc": "logo.jpg"}.items():
            cls.launch(f"videotestsrc num-buffers=1 pattern=ball ! video/x-raw,width=64,height=48 ! videoconvert ! {encoder} ! filesink location={name}")

    @classmethod
    def launch(cls, pipeline):
        try:
            result = run_tool(["gst-launch-1.0", "-q", *shlex.split(pipeline)], cwd=cls.folder, text=True, capture_output=True, timeout=60, check=False)
        except subprocess.TimeoutExpired as late:
            raise AssertionError(f"{pipeline}\ndoes not end") from late
        if result.returncode != 0:
            raise AssertionError(f"{pipeline}\n{result.stderr}")

    def is_here(self, pipeline):
        elements = {word for word in re.findall(r"(?:^|! |  )([a-z]\w+)(?= |$)", pipeline)}
        return all(run_tool(["gst-inspect-1.0", "--exists", "--atleast-version=0.0", name], check=False).returncode == 0 for name in elements)

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
