#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""denoise_quality.py's search and measures where the answer is known, and its table."""
import contextlib
import io
import unittest

import numpy as np

import denoise_quality
from denoise_peers import PEERS


class Search(unittest.TestCase):
    AXES = {"a": list(range(33)), "b": ["x", "y", "z"], "c": [1, 2]}

    def test_top_is_found(self):
        def score(at):
            b = self.AXES["b"].index(at["b"])
            return 3 * b - abs(at["a"] - 25 - 2 * b)

        start = {"a": 16, "b": "x", "kind": "kept"}
        best, top, tried = denoise_quality.search(score, self.AXES, start, 60)
        self.assertEqual(best, {"a": 29, "b": "z", "kind": "kept"})
        self.assertEqual(top, 6)
        self.assertLess(tried, 60)

    def test_no_more_tries_than_allowed(self):
        asked = []

        def score(at):
            asked.append(at["a"])
            return at["a"]

        start = {"a": 0, "b": "x", "c": 1}
        best, top, tried = denoise_quality.search(score, self.AXES, start, 3)
        self.assertEqual((len(asked), tried), (3, 3))
        self.assertEqual((best["a"], top), (max(asked), max(asked)))

    def test_peers_start_on_their_axes(self):
        for peer in PEERS.values():
            for start in peer.starts:
                for name, value in start.items():
                    self.assertIn(value, peer.axes.get(name, ["firm", "wiener", "hard"]))


class Measures(unittest.TestCase):
    CLEAN = np.random.default_rng(1).integers(20, 200, (2, 32, 48)).astype(np.uint8)

    def test_psnr(self):
        self.assertAlmostEqual(denoise_quality.psnr(self.CLEAN, self.CLEAN + 1), 48.1308, places=4)

    def test_ssim(self):
        self.assertAlmostEqual(denoise_quality.ssim(self.CLEAN, self.CLEAN), 1)
        # Of flat frames only the first factor is left.
        flat = np.full_like(self.CLEAN, 100)
        c1 = 2.55**2
        self.assertAlmostEqual(denoise_quality.ssim(flat, flat + 20),
                               (2 * 100 * 120 + c1) / (100**2 + 120**2 + c1))

    def test_ssim_of_a_frame_by_sums(self):
        x, y = self.CLEAN[:1, :11, :11].astype(float), self.CLEAN[1:, :11, :11].astype(float)
        taps = np.exp(-np.arange(-5, 6) ** 2 / (2 * 1.5**2))
        taps = np.outer(taps, taps) / np.sum(taps) ** 2
        mean_x, mean_y = np.sum(taps * x), np.sum(taps * y)
        xx, yy = np.sum(taps * (x - mean_x) ** 2), np.sum(taps * (y - mean_y) ** 2)
        xy = np.sum(taps * (x - mean_x) * (y - mean_y))
        c1, c2 = 2.55**2, 7.65**2
        self.assertAlmostEqual(denoise_quality.ssim(x, y),
                               (2 * mean_x * mean_y + c1) * (2 * xy + c2)
                               / ((mean_x**2 + mean_y**2 + c1) * (xx + yy + c2)))

    def test_noise_is_of_its_size(self):
        noisy = denoise_quality.with_noise(np.full((4, 64, 64), 128, np.uint8), 10)
        self.assertAlmostEqual(np.std(noisy.astype(float)), 10, delta=0.3)


class Table(unittest.TestCase):
    def test_distance_from_the_best(self):
        rows = [{"video": "v", "noise": "5", "filter": name, "psnr": psnr, "ssim": ssim}
                for name, psnr, ssim in (("fftcore", "40.5", "0.95"), ("fftdnoiz", "40", "0.96"),
                                         ("dfttest2", "41", "0.94"), ("nlmeans", "50", "1"))]
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            denoise_quality.show(rows)
        self.assertIn("| v | 5 | 40.00, 0.9600 | 41.00, 0.9400 | 50.00, 1.0000 | 40.50, 0.9500 |",
                      said.getvalue())
        self.assertIn("v 5: fftcore is -0.50 dB and -0.0100 from the best of 2", said.getvalue())


if __name__ == "__main__":
    unittest.main()
