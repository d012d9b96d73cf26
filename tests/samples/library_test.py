#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The programs that fftcore/README.md quotes print what they must, and its code is theirs."""
import os
import re
import subprocess
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PROGRAMS = ("first_convolution", "library_tour", "own_stream", "own_umat")

TOUR = """\
taps: 3x3 11x25 127x127 101x101 921x921 31x31
layout: conv2d u8 1080x1920 k1x3 reflect-101 same
layout: conv2d u8 1080x1920x4 k1x3 reflect-101 same
layout: conv2d u16 1080x1920 k1x3 reflect-101 same pitch=2048,1920
layout: conv2d f32 1080x1920x3 k1x3 reflect-101 same planar
layout: conv3d f32 64x128x128 k1x1x3 reflect-101 same
layout: conv1d f32 48000x2 k3 reflect-101 same planar
layout: conv2d u8 1080x1920 k1x3 reflect-101 same frames=32
parsed: the same
filters: 62.8 625.4
crossed: conv2d f32 480x640 k63x63 reflect-101 same frames=2 filters=4 bank=crossed
mixed: 0 200 0
gain: 255
formulas: 60.00
own functions: 163.88
spectrum: 31.42
complex: -1000 -1000i
transform: mean 0.0033
stream: 0.25
found: 200 100 score 1.00
moved: 7.0 -3.0
denoised: 11.000
stages: 39.79
"""


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def run(program, *arguments):
    path = os.path.join(os.environ["FFTCORE_SAMPLES"], program)
    return subprocess.run([path, *arguments], cwd=ROOT, text=True, capture_output=True, timeout=120,
                          check=False)


def words(code):
    """Code without its indentation and line ends."""
    return " ".join(code.split())


class Programs(unittest.TestCase):
    def test_first_convolution(self):
        result = run("first_convolution")
        self.assertEqual((result.returncode, result.stdout), (0, "16 32 16\n32 64 32\n16 32 16\n"),
                         result.stderr)

    def test_tour(self):
        result = run("library_tour", "pipelines/kernels/motion-blur.txt")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(result.stdout.startswith(TOUR), result.stdout)
        self.assertIn("error: the kernel has 0 rows", result.stdout)

    def test_own_stream(self):
        result = run("own_stream")
        if result.returncode != 0:
            self.assertRegex(result.stderr, "own_stream: .*(CUDA|cu[A-Z])")
            self.skipTest(result.stderr.strip())
        self.assertEqual(result.stdout, "64\n")

    def test_own_umat(self):
        if not os.path.exists(os.path.join(os.environ["FFTCORE_SAMPLES"], "own_umat")):
            self.skipTest("built without OpenCV")
        # PoCL's device is a processor.
        os.environ.setdefault("OPENCV_OPENCL_DEVICE", ":CPU:")
        result = run("own_umat")
        if result.returncode != 0:
            self.assertRegex(result.stderr, "own_umat: .*OpenCL")
            self.skipTest(result.stderr.strip())
        self.assertIn(result.stdout, ("0\n", "1\n"))


class Page(unittest.TestCase):
    def test_code_is_that_of_the_programs(self):
        blocks = re.findall(r"^```cpp\n(.*?)^```", read("fftcore/README.md"), re.M | re.S)
        self.assertGreater(len(blocks), 10)
        programs = [words(read(f"samples/{name}.cpp")) for name in PROGRAMS]
        for block in blocks:
            self.assertTrue(any(words(block) in program for program in programs), block)


if __name__ == "__main__":
    unittest.main(verbosity=2)
