#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""measure_transforms on lengths drawn anew each time: errors stay below the documented bound.

FFTCORE_TEST_BACKEND names the backend (cpu), FFTCORE_TEST_LENGTHS how many lengths (100; a third
of them for other kinds than c2c) or `all`.
"""
import csv
import io
import math
import os
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ET

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
BACKEND = os.environ.get("FFTCORE_TEST_BACKEND", "cpu")
LENGTHS = os.environ.get("FFTCORE_TEST_LENGTHS", "100")
SEED = str(int(time.time()) % (1 << 24))
COLUMNS = ["points", "lines", "error", "bound", "part", "us", "fftw_us", "ratio"]


def run(*arguments):
    program = os.path.join(os.environ["FFTCORE_SAMPLES"], "measure_transforms")
    return subprocess.run([program, "--backend", BACKEND, *arguments], text=True,
                          capture_output=True, check=False)


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def count(share):
    return 4096 if LENGTHS == "all" else max(1, int(LENGTHS) // share)


class Files(unittest.TestCase):
    def test_a_file_stays_where_nothing_is_measured(self):
        program = os.path.join(os.environ["FFTCORE_SAMPLES"], "measure_transforms")
        # No GPU of NVIDIA's, also where there is one.
        environment = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("of before")
            result = subprocess.run(
                [program, "--backend", "cuda", "--to", "4", "--output", path], text=True,
                capture_output=True, check=False, env=environment)
            self.assertEqual(result.returncode, 1, result.stderr)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), "of before")


class Lengths(unittest.TestCase):
    def check(self, *arguments, share=3):
        drawn = () if LENGTHS == "all" else ("--random", str(count(share)))
        result = run(*arguments, "--seed", SEED, "--milliseconds", "0", "--samples", "2000", *drawn)
        if "does not work here" in result.stderr and BACKEND != "cpu":
            self.skipTest(result.stderr)
        self.assertEqual(result.returncode, 0, result.stderr)
        print(arguments, result.stderr, file=sys.stderr)
        rows = rows_of(result.stdout)
        self.assertEqual(len(rows), count(share))
        return rows

    def test_c2c(self):
        rows = self.check("--kind", "c2c", share=1)
        for row in rows:
            bound = 4 * 2**-24 * math.sqrt(max(1, math.log2(int(row["points"]))))
            self.assertAlmostEqual(float(row["bound"]) / bound, 1, 3)
            self.assertLess(float(row["error"]), bound)
        self.assertGreater(max(float(row["part"]) for row in rows), 0.01)

    def test_r2c(self):
        self.check("--kind", "r2c")

    def test_c2r(self):
        self.check("--kind", "c2r")

    def test_double(self):
        rows = self.check("--numbers", "f64")
        self.assertLess(max(float(row["error"]) for row in rows), 4 * 2**-53 * math.sqrt(12))


@unittest.skipIf(BACKEND != "cpu" or LENGTHS == "all", "once is enough")
class Program(unittest.TestCase):
    def test_times_and_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            result, picture = os.path.join(folder, "r.csv"), os.path.join(folder, "r.svg")
            done = run("--from", "30", "--to", "34", "--milliseconds", "0.1", "--samples", "100",
                       "--threads", "1", "--output", result)
            self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
            with open(result, encoding="utf-8") as file:
                rows = rows_of(file.read())
            self.assertEqual(list(rows[0]), COLUMNS)
            self.assertEqual([row["points"] for row in rows], ["30", "31", "32", "33", "34"])
            self.assertEqual([row["lines"] for row in rows], ["4", "4", "4", "4", "3"])
            for row in rows:
                self.assertGreater(float(row["us"]), 0)
                if row["fftw_us"]:
                    ratio = float(row["us"]) / float(row["fftw_us"])
                    self.assertAlmostEqual(float(row["ratio"]) / ratio, 1, 2)
            subprocess.run([os.path.join(ROOT, "samples/plot_transforms"), result, picture],
                           check=True)
            svg = ET.parse(picture).getroot()
            dots = [path.get("d").count("m") for path in svg.iter("{http://www.w3.org/2000/svg}path")]
            self.assertEqual(dots, [5, 5, 5, 5] if rows[0]["fftw_us"] else [5, 5])

    def test_a_larger_error_fails(self):
        done = run("--from", "100", "--to", "101", "--milliseconds", "0", "--most", "0.001")
        self.assertEqual(done.returncode, 1)
        self.assertIn("101 points: error", done.stderr)

    def test_wrong_command_lines(self):
        for arguments, words in ((("--from", "9", "--to", "8"), "--from is 9 and --to 8"),
                                 (("--kind", "r2c", "--inverse"), "--inverse is for c2c"),
                                 (("--numbers", "f8"), "one of f32, f64, f16, f32-in-f64")):
            done = run(*arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
