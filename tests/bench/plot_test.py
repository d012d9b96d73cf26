#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs plot on a made-up result and looks for what the picture must show."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

PLOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plot")
SVG = "{http://www.w3.org/2000/svg}"


def timed(peer, us, ours):
    return {"peer": peer, "status": "timed", "note": "", "us": us, "ratio": us / ours}


def case(name, problem, ours, **peers):
    rows = [timed("fftcore", ours, ours)] + [timed(peer, us, ours) for peer, us in peers.items()]
    return {"name": name, "problem": problem,
            "family": problem.split()[0] if problem.startswith("c2c") else "",
            "peers": rows + [{"peer": "VkFFT", "status": "not done", "note": "why"}]}


RESULT = {
    "date": "2026-11-21", "gpu": "A <GPU>", "driver": "580.1", "cuda": "13.0",
    "compiler": "NVRTC 13.0", "cufft": "cuFFT 12.0.0",
    "peers": {"fftcore": "", "copy": "", "cuFFT": "", "VkFFT": ""},
    "cases": [
        case("1080p f32 31x31", "conv2d f32 1080x1920 k31x31 reflect-101 same", 20.0, copy=4.0,
             cuFFT=65.0),
        case("c2c 256", "c2c 256 batch=4", 10.0, cuFFT=9.0),
        case("c2c 512", "c2c 512 batch=4", 10.0, cuFFT=11.0),
        case("c2c 1024", "c2c 1024 batch=4", 10.0, cuFFT=30.0),
        {"name": "r2c 256", "problem": "r2c 256 batch=4", "family": "r2c",
         "peers": [{"peer": "fftcore", "status": "not done", "note": "why"},
                   {"peer": "cuFFT", "status": "timed", "note": "", "us": 3.0}]},
    ],
}


def plot(result, *words):
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in.json"), os.path.join(folder, "out.svg")
        with open(source, "w", encoding="utf-8") as file:
            json.dump(result, file)
        done = subprocess.run([sys.executable, PLOT, source, target, *words], capture_output=True,
                              text=True, check=False)
        return (xml.parse(target).getroot() if done.returncode == 0 else None), done.stderr


def texts(root):
    return ["".join(text.itertext()) for text in root.iter(SVG + "text")]


def bars(root):
    """Title -> rectangle."""
    return {rect.find(SVG + "title").text: rect for rect in root.iter(SVG + "rect")
            if rect.find(SVG + "title") is not None}


class Plot(unittest.TestCase):
    def test_bars_grow_from_one(self):
        root, error = plot(RESULT)
        self.assertEqual(error, "")
        found = bars(root)
        self.assertEqual(set(found), {"1080p f32 31x31: copy 0.20", "1080p f32 31x31: cuFFT 3.25",
                                      "c2c: cuFFT 1.10"})
        slow, fast = found["1080p f32 31x31: cuFFT 3.25"], found["1080p f32 31x31: copy 0.20"]
        self.assertAlmostEqual(float(fast.get("x")) + float(fast.get("width")),
                               float(slow.get("x")), delta=0.2)
        # log2: 0.2 lies as far from 1 as 5 does
        self.assertGreater(float(fast.get("width")), float(slow.get("width")))

    def test_caption_and_labels(self):
        shown = texts(plot(RESULT)[0])
        self.assertIn("A <GPU>, driver 580.1, NVRTC 13.0, cuFFT 12.0.0, 2026-11-21", shown)
        self.assertTrue(any("median of 3 lengths" in text for text in shown))
        self.assertFalse(any("VkFFT" in text for text in shown))  # was never timed

    def test_everything_lies_inside(self):
        root = plot(RESULT)[0]
        width, height = float(root.get("width")), float(root.get("height"))
        for item in [*root.iter(SVG + "rect"), *root.iter(SVG + "text")]:
            self.assertLessEqual(float(item.get("x", 0)) + float(item.get("width", 0)), width)
            self.assertLessEqual(float(item.get("y", 0)) + float(item.get("height", 0)), height)

    def test_filter(self):
        self.assertEqual(set(bars(plot(RESULT, "c2c")[0])), {"c2c: cuFFT 1.10"})

    def test_nothing_to_draw(self):
        root, error = plot(RESULT, "r2c")
        self.assertIsNone(root)
        self.assertIn("no case was timed", error)


if __name__ == "__main__":
    unittest.main()
