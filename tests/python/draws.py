# SPDX-License-Identifier: LGPL-2.1-or-later
"""Draws of random cases of arrays, files and frames, the same ones in each run. FFTCORE_TEST_SEED
is another beginning."""
import os

import numpy as np

SEED = int(os.environ.get("FFTCORE_TEST_SEED", "2026"))


class Draws:
    """Of the case of this name by a seed."""

    def __init__(self, seed, name):
        self.random = np.random.default_rng([seed, *name.encode()])

    def one_of(self, values):
        return values[int(self.random.integers(len(values)))]

    def one_in(self, number):
        return int(self.random.integers(number)) == 0

    def number(self, least, most):
        return int(self.random.integers(least, most, endpoint=True))
