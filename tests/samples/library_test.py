#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The programs that the library's pages quote print what they must, and the pages' code is theirs.
"""
import math
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PAGES = ("fftcore/README.md", "fftcore/reference.md")
PROGRAMS = ("first_convolution.cpp", "library_tour.cpp", "own_stream.cpp", "own_umat.cpp",
            "c_filter.c")

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
second image: 397.3
spectrum: 31.42
complex: -1000 -1000i
transform: mean 0.0033
stream: 0.25
found: 200 100 score 1.00
moved: 7.0 -3.0
moved: 7.00 -3.00 score 1.00
moved: 7.00 -3.00 score 1.00
followed: 6.8 -3.0 score 0.8
followed: 7.0 -3.0 score 0.9
denoised: 11.000
warped: 200 100
stages: 39.79
"""


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def blurred(rows, sigma):
    """Rows blurred by a Gaussian out to 4 sigma, their ends continued; then columns as rows."""
    reach = range(-4 * sigma, 4 * sigma + 1)
    weights = [math.exp(-x * x / (2 * sigma * sigma)) for x in reach]
    total = sum(weights)
    return list(zip(*([sum(weight * row[min(max(at + x, 0), len(row) - 1)]
                           for weight, x in zip(weights, reach)) / total
                       for at in range(len(row))] for row in rows)))


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

    def test_c_samples_replace_a_file_when_all_went_well(self):
        pixels = bytes(range(256)) * 40
        with tempfile.TemporaryDirectory() as folder:
            old, link, cut = (os.path.join(folder, name) for name in ("old", "link", "cut"))
            os.symlink("old", link)
            for name, data in ((old, pixels), (cut, pixels[:5000])):
                with open(name, "wb") as file:
                    file.write(b"P5\n128 80\n255\n" + data)
            for words, why in ((("c_filter", "cpu", cut, link), "no grey PGM"),
                               (("c_pieces", "1.5", cut, link, "50"), "the image cannot be read")):
                result = run(*words)
                self.assertEqual(result.returncode, 1)
                self.assertIn(f"{words[0]}: {why}", result.stderr)
                with open(old, "rb") as file:
                    self.assertEqual(file.read(), b"P5\n128 80\n255\n" + pixels)
            result = run("c_pieces", "1.5", old, link, "50")  # what is read may be replaced
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual(sorted(os.listdir(folder)), ["cut", "link", "old"])
            self.assertEqual(os.readlink(link), "old")

    def test_c_pieces_takes_no_other_words_for_numbers(self):
        for words in (("1.5x", "in", "out"), ("", "in", "out"), ("1.5", "in", "out", "50 "),
                      ("1.5", "in", "out", "fifty"), ("1.5", "in", "out", "1e3")):
            result = run("c_pieces", *words)
            self.assertEqual(result.returncode, 2)
            self.assertIn("numbers are expected", result.stderr)

    def test_c_filter(self):
        result = run("c_filter")
        self.assertEqual((result.returncode, result.stdout), (0, "16 32 16\n32 64 32\n16 32 16\n"),
                         result.stderr)
        result = run("c_filter", "abacus")
        self.assertEqual(result.returncode, 1)
        self.assertIn("backend 'abacus' is not built into this library", result.stderr)

    def test_c_filter_of_a_file(self):
        rows, columns = 5, 7
        samples = bytes(16 * (row * 3 + column * 5 & 15) for row in range(rows)
                        for column in range(columns))
        with tempfile.TemporaryDirectory() as folder:
            before, after = (os.path.join(folder, name) for name in ("in.pgm", "out.pgm"))
            with open(before, "wb") as file:
                file.write(b"P5\n7 5\n255\n" + samples)
            result = run("c_filter", "cpu", before, after)
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(after, "rb") as file:
                written = file.read()
            with open(before, "wb") as file:
                file.write(b"P5\n7 5\n255\n" + samples[1:])
            self.assertEqual(run("c_filter", "cpu", before, after).returncode, 1)

        def at(row, column):
            return samples[min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)]

        # Multiples of 16, so that no sum has to be rounded.
        expected = bytes(
            sum((2 - abs(i)) * (2 - abs(j)) * at(row + i, column + j)
                for i in (-1, 0, 1) for j in (-1, 0, 1)) // 16
            for row in range(rows) for column in range(columns))
        self.assertEqual(written, b"P5\n7 5\n255\n" + expected)

    def test_c_pieces(self):
        rows, columns = 61, 83
        samples = bytes((row * row * 7 + column * column * 13) % 251 for row in range(rows)
                        for column in range(columns))
        with tempfile.TemporaryDirectory() as folder:
            before, after = (os.path.join(folder, name) for name in ("in.pgm", "out.pgm"))
            with open(before, "wb") as file:
                file.write(b"P5\n83 61\n255\n" + samples)
            results = []
            for side in (["9"], []):  # 70 pieces, and one
                result = run("c_pieces", "2", before, after, *side)
                self.assertEqual(result.returncode, 0, result.stderr)
                with open(after, "rb") as file:
                    results.append(file.read())
            image = [samples[row * columns:][:columns] for row in range(rows)]
            expected = [pixel for row in blurred(blurred(image, 2), 2) for pixel in row]
            for result in results:
                self.assertTrue(result.startswith(b"P5\n83 61\n255\n"))
                pixels = result[len(b"P5\n83 61\n255\n"):]
                self.assertEqual(len(pixels), len(expected))
                self.assertLess(max(abs(a - b) for a, b in zip(pixels, expected)), 1)
            for words, said in ((("-2", before, after), "sigma is -2"),
                                (("2", __file__, after), "no grey PGM"),
                                (("2", before, after, "0"), "pieces of 1x1x0")):
                result = run("c_pieces", *words)
                self.assertEqual(result.returncode, 1)
                self.assertIn(said, result.stderr)

    def test_tour(self):
        result = run("library_tour", "pipelines/kernels/motion-blur.txt")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(result.stdout.startswith(TOUR), result.stdout)
        self.assertIn("error: taps have 0 rows", result.stdout)

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
        blocks = [block for page in PAGES
                  for block in re.findall(r"^```(?:c|cpp)\n(.*?)^```", read(page), re.M | re.S)]
        self.assertGreater(len(blocks), 10)
        programs = [words(read(f"samples/{name}")) for name in PROGRAMS]
        for block in blocks:
            self.assertTrue(any(words(block) in program for program in programs), block)

    def test_functions_of_the_tour_are_there(self):
        guide = read(PAGES[0])
        table = re.findall(r"^\| `\w+`.*include/.*\| `(\w+)` \|$", guide, re.M)
        named = re.findall(r"((?:`\w+`(?:,|\sand)?\s)+)(?:in|of)\sthe\stour", guide)
        self.assertGreater(len(table), 5)
        self.assertGreater(len(named), 5)
        tour = read("samples/library_tour.cpp")
        for name in table + re.findall(r"`(\w+)`", " ".join(named)):
            self.assertRegex(tour, rf"(?m)^void {name}\(")


if __name__ == "__main__":
    unittest.main(verbosity=2)
