#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcorrelate in gst-launch-1.0: wrong input ends with a message and a non-zero exit status;
nothing leaks; messages become JSON lines."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

from gst_tools import run_tool

MESSAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "../../../pipelines/lib/messages.py")
SOURCE = "videotestsrc num-buffers=5 ! video/x-raw,format=I420,width=64,height=48"


def launch(pipeline, *options, **environment):
    # On a busy machine gst-launch-1.0 of 1.22 sometimes says what is wrong and does not end, as
    # `videotestsrc ! identity error-after=1 ! fakesink` shows: then it is asked again.
    for timeout in (5, 10, 60):
        try:
            return run_tool(["gst-launch-1.0", *options, *pipeline.split()], environment, text=True,
                            capture_output=True, timeout=timeout, check=False)
        except subprocess.TimeoutExpired as late:
            expired = late
    raise expired


class BadInput(unittest.TestCase):
    def expect_refusal(self, properties, *words):
        result = launch(f"{SOURCE} ! fftcorrelate {properties} ! fakesink")
        self.assertGreater(result.returncode, 0, "a signal is negative")
        for word in words:
            self.assertIn(word, result.stderr)

    def test_file_is_missing(self):
        self.expect_refusal("template-location=/no/such/logo.png", "/no/such/logo.png")

    def test_file_is_no_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "logo.png")
            with open(path, "wb") as file:
                file.write(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
            self.expect_refusal(f"template-location={path}", path)
            self.expect_refusal(f"template-location={folder}", folder)

    def test_rect_is_outside(self):
        self.expect_refusal("template-rect=<60,0,8,8>", "template-rect=<60,0,8,8>", "64x48")

    def test_rect_has_three_numbers(self):
        self.expect_refusal("template-rect=<60,0,8>", "<x,y,width,height>")

    def test_template_is_larger_than_what_is_searched(self):
        self.expect_refusal("template-rect=<0,0,20,20> search-rect=<0,0,10,10>", "20x20", "10x10")

    def test_backend_is_unavailable(self):
        if launch(f"{SOURCE} ! fftcorrelate backend=cuda ! fakesink").returncode == 0:
            self.skipTest("cuda works here")
        self.expect_refusal("backend=cuda", "cuda")


class Messages(unittest.TestCase):
    def test_are_lines_of_json(self):
        output = launch(f"{SOURCE} ! fftcorrelate name=logo template-rect=<21,10,20,24> "
                        "max-peaks=3 ! fakesink", "-m").stdout
        lines = subprocess.run([sys.executable, MESSAGES, "fftcorrelate"], input=output, text=True,
                               capture_output=True, check=True).stdout
        places = [json.loads(line) for line in lines.splitlines()]
        self.assertEqual(len(places), 5)
        for number, place in enumerate(places):
            self.assertEqual(place["element"], "logo")
            self.assertAlmostEqual(place["timestamp"], number / 30, places=6)
            self.assertEqual((place["width"], place["height"]), (20, 24))
            self.assertGreater(place["score"], 0.9)
            self.assertEqual(place["x"], place["peaks"][0]["x"])
            self.assertGreaterEqual(place["peaks"][0]["score"], place["peaks"][-1]["score"])


class Leaks(unittest.TestCase):
    def expect_none(self, pipeline):
        result = launch(pipeline, "-q", GST_TRACERS="leaks", GST_DEBUG="GST_TRACER:7",
                        GST_DEBUG_NO_COLOR="1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("new format string: object-alive", result.stderr, "the tracer reports")
        alive = [line for line in result.stderr.splitlines()
                 if "object-alive, type-name=(string)Gst" in line]
        self.assertEqual(alive, [])

    def test_template_from_the_video(self):
        self.expect_none(f"{SOURCE} ! fftcorrelate template-rect=<1,2,16,16> update-rate=0.5 "
                         "output=overlay max-peaks=4 ! fakesink")

    def test_template_from_the_pad(self):
        self.expect_none(f"{SOURCE} ! fftcorrelate name=c output=surface ! fakesink videotestsrc "
                         "num-buffers=9 ! "
                         "video/x-raw,format=RGB,width=20,height=20 ! c.template")

    def test_phase(self):
        self.expect_none(f"{SOURCE} ! fftcorrelate method=phase ! tee name=t ! queue ! fakesink t. "
                         "! queue ! fakesink")


if __name__ == "__main__":
    unittest.main(verbosity=2)
