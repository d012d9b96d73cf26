#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The elements in gst-launch-1.0: wrong input ends with a message and a non-zero exit status;
nothing leaks."""
import os
import tempfile
import unittest

from gst_tools import run_tool

SOURCE = "videotestsrc num-buffers=5 ! video/x-raw,format=I420,width=64,height=48"


def launch(pipeline, **environment):
    return run_tool(["gst-launch-1.0", "-q", *pipeline.split()], environment, text=True,
                    capture_output=True, timeout=60, check=False)


class BadInput(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(content)
        return path

    def expect_refusal(self, properties, *words, source=SOURCE):
        result = launch(f"{source} ! fftfilter {properties} ! fakesink")
        self.assertGreater(result.returncode, 0, "a signal is negative")
        for word in words:
            self.assertIn(word, result.stderr)

    def expect_file_refused(self, name, content, *words):
        path = self.file(name, content)
        self.expect_refusal(f"kernel-location={path}", path, *words)

    def test_file_is_missing(self):
        self.expect_refusal("kernel-location=/no/such/kernel.npy", "/no/such/kernel.npy")

    def test_file_is_a_folder(self):
        self.expect_refusal(f"kernel-location={self.folder}", self.folder)

    def test_file_is_empty(self):
        self.expect_file_refused("empty.txt", "")

    def test_file_is_not_numeric(self):
        self.expect_file_refused("words.txt", "1 2\n3 four\n", "four")

    def test_file_has_nan(self):
        self.expect_file_refused("nan.txt", "1 2\n3 nan\n", "nan")

    def test_file_has_infinity(self):
        self.expect_file_refused("inf.txt", "1 2\n3 inf\n", "inf")

    def test_file_is_ragged(self):
        self.expect_file_refused("ragged.csv", "1,2,3\n4,5\n", "3", "2")

    def test_file_is_too_wide(self):
        self.expect_file_refused("wide.txt", "1 " * 100000 + "\n", "8191")

    def test_cutoffs_are_crossed(self):
        self.expect_refusal("filter=bandpass cutoff=0.4 cutoff-high=0.3", "0.4", "0.3")

    def test_sum_is_zero(self):
        path = self.file("zero.txt", "1 -1\n")
        self.expect_refusal(f"kernel-location={path} normalize=true", "sum")

    def test_two_kernels(self):
        self.expect_refusal("filter=lowpass kernel=<<1.0>>", "filter and kernel are set together")

    def test_kernel_is_ragged(self):
        self.expect_refusal("kernel=<<1.0,2.0>,<3.0>>", "row 2")

    def test_backend_is_unavailable(self):
        if launch(f"{SOURCE} ! fftfilter backend=cuda ! fakesink").returncode == 0:
            self.skipTest("cuda works here")
        self.expect_refusal("backend=cuda", "cuda")

    def test_format_is_unknown(self):
        self.expect_refusal("filter=lowpass", "format=(string)v308",
                            source="videotestsrc num-buffers=5 ! "
                                   "video/x-raw,format=v308,width=64,height=48")


class BackendsOfTheStabilizer(unittest.TestCase):
    def test_one_that_is_unavailable_is_refused(self):
        if launch(f"{SOURCE} ! fftstabilize backend=cuda ! fakesink").returncode == 0:
            self.skipTest("cuda works here")
        result = launch(f"{SOURCE} ! fftstabilize backend=cuda ! fakesink")
        self.assertGreater(result.returncode, 0, "a signal is negative")
        self.assertIn("cuda", result.stderr)


class Leaks(unittest.TestCase):
    def expect_none(self, pipeline):
        result = launch(pipeline, GST_TRACERS="leaks", GST_DEBUG="GST_TRACER:7",
                        GST_DEBUG_NO_COLOR="1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("new format string: object-alive", result.stderr, "the tracer reports")
        alive = [line for line in result.stderr.splitlines()
                 if "object-alive, type-name=(string)Gst" in line]
        self.assertEqual(alive, [])

    def test_filter(self):
        self.expect_none(f"{SOURCE} ! fftfilter filter=lowpass planes=all ! fakesink")

    def test_kernel(self):
        self.expect_none(f"{SOURCE} ! fftfilter kernel=<<1.0,0.5>,<0.5,1.0>> normalize=true ! "
                         "videoconvert ! fakesink")

    def test_spectrum_file(self):
        self.expect_none(f"{SOURCE} ! fftforward ! fftspectrumenc ! fftspectrumdec ! fftinverse ! "
                         "fakesink")

    def test_stabilizer(self):
        self.expect_none(f"{SOURCE} ! fftstabilize post-messages=true ! fakesink")

    def test_denoiser(self):
        self.expect_none(f"{SOURCE} ! fftdenoise radius=2 auto-noise=true post-messages=true ! "
                         "fakesink")

    def test_passthrough(self):
        self.expect_none(f"{SOURCE} ! fftfilter ! fakesink")


if __name__ == "__main__":
    unittest.main(verbosity=2)
