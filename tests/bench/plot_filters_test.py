#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs plot_filters on made-up times and looks for its lines."""
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

PLOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plot_filters")
SVG = "{http://www.w3.org/2000/svg}"
RESULT = """Words before.

bench_filters full u8
u8 1x1          direct 0.1  filter2D 0.2  ratio 2.00 (turns 1.9 to 2.1)
u8 127x127      tile 5  filter2D 100  ratio 20.00 (turns 19 to 21)

bench_filters separable u8
u8 3x3          separable 0.3  sepFilter2D 0.4  GaussianBlur 0.2  ratio 0.67 (turns 0.6 to 0.7)

bench_filters plans u8
full u8 1x1     (direct) 0.1  direct 1.0  separable 0.2  tile 4.0  ratio 1.00 (turns 1 to 1)
full u8 127x127  (tile) 5.0  tile 10.0  ratio 1.00 (turns 1 to 1)
rank1 u8 3x3    (separable) 0.3  direct 0.4  separable 0.3  tile 2.0  ratio 1.00 (turns 1 to 1)
"""


class PlotFilters(unittest.TestCase):
    def test_lines_are_where_times_are(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = os.path.join(folder, "in.txt"), os.path.join(folder, "out.svg")
            with open(source, "w", encoding="utf-8") as file:
                file.write(RESULT)
            subprocess.run([sys.executable, PLOT, source, target], check=True)
            root = xml.parse(target).getroot()
        width, height = float(root.get("width")), float(root.get("height"))
        lines = [(line.find(SVG + "title").text,
                  [tuple(map(float, point.split(","))) for point in line.get("points").split()])
                 for line in root.iter(SVG + "polyline")]
        self.assertEqual([name for name, _ in lines],
                         ["direct", "separable", "tile", "cv::filter2D", "direct", "separable",
                          "tile", "cv::sepFilter2D", "cv::GaussianBlur"])
        for _, found in lines:
            for x, y in found:
                self.assertTrue(0 < x < width and 0 < y < height)
        full = dict(lines[:4])
        self.assertEqual([len(full[name]) for name in full], [1, 1, 2, 2])
        # Axes are logarithmic: 1, 10 and 100 ms are equally far apart.
        one, ten, hundred = (full[name][at][1] for name, at in
                             (("direct", 0), ("tile", 1), ("cv::filter2D", 1)))
        self.assertAlmostEqual(one - ten, ten - hundred, delta=0.3)
        self.assertGreater(one, ten)
        self.assertGreater(full["tile"][1][0], full["tile"][0][0])
        self.assertLess(full["cv::filter2D"][1][1], full["cv::filter2D"][0][1])


if __name__ == "__main__":
    unittest.main()
