#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The elements from Python by gi: pipelines/python/moving_camera.py measures what it set.

plugins/python.md quotes that program as it is. Exit status 77 says that this was skipped.
"""
import importlib.util
import os
import re
import sys
import unittest

from gst_tools import run_tool

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
PROGRAM = os.path.join(ROOT, "pipelines", "python", "moving_camera.py")
PAGE = os.path.join(ROOT, "plugins", "python.md")
WITH_TAPS = os.path.join(ROOT, "tests", "elements", "launch", "python_taps.py")

try:
    import gi
    import numpy  # noqa: F401  (the program's)

    for library in ("Gst", "GstApp", "GstVideo"):
        gi.require_version(library, "1.0")
    if importlib.util.find_spec("gi.overrides.Gst") is None:
        raise ImportError("no gi.overrides.Gst")
except (ImportError, ValueError) as missing:
    print(f"SKIP: {missing} (Debian: python3-gst-1.0 gir1.2-gst-plugins-base-1.0 python3-numpy)")
    sys.exit(77)

LINE = re.compile(
    r"([\d.]+) s fftcorrelate  moved by (\S+) (\S+)  measured (\S+) (\S+) confidence (\S+)"
    r"  found at (\S+) (\S+) score (\S+)  mean (\S+)"
)


def run(*arguments):
    command = [sys.executable, *arguments]
    result = run_tool(command, text=True, capture_output=True, timeout=120, check=False)
    if result.returncode != 0:
        raise AssertionError(result.stdout + result.stderr)
    return result.stdout


class Program(unittest.TestCase):
    def test_measures_the_motion_and_finds_the_part_where_it_was(self):
        lines = [LINE.fullmatch(line) for line in run(PROGRAM).splitlines()]
        self.assertEqual(len(lines), 20)
        for number, line in enumerate(lines):
            self.assertIsNotNone(line, f"line {number}")
            time, right, down, dx, dy, confidence, x, y, score, mean = map(float, line.groups())
            self.assertAlmostEqual(time, number / 25, places=2)
            self.assertAlmostEqual(dx, right, delta=0.1)
            self.assertAlmostEqual(dy, down, delta=0.1)
            self.assertTrue(number == 0 or confidence > 0.9, confidence)
            self.assertAlmostEqual(x, 120, delta=0.1)
            self.assertAlmostEqual(y, 90, delta=0.1)
            self.assertGreater(score, 0.99)
            self.assertAlmostEqual(mean, 126.6, delta=1.5)
        self.assertGreater(len({line.groups()[1:3] for line in lines}), 15, "the camera moves")

    def test_sets_taps_and_moves_frames_unharmed(self):
        run(WITH_TAPS)


class Page(unittest.TestCase):
    def test_quotes_the_program(self):
        with open(PROGRAM, encoding="utf-8") as file:
            program = file.read()
        with open(PAGE, encoding="utf-8") as file:
            quotes = re.findall(r"^```python\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
        self.assertGreater(len(quotes), 3)
        for quote in quotes:
            self.assertIn(quote, program)


if __name__ == "__main__":
    unittest.main(verbosity=2)
