# SPDX-License-Identifier: LGPL-2.1-or-later
"""Positions of tiles by the shifts of pairs of them, by weighted least squares over all pairs at
once, as Preibisch, Saalfeld and Tomancak have it: "Globally optimal stitching of tiled 3D
microscopic image acquisitions", Bioinformatics 25(11), 2009."""
from typing import NamedTuple

import numpy as np

_STEPS = 30
"""Of sums of distances instead of squares, which one wrong pair does not bend, and then of sums to
which a pair adds the less, the more it is wrong."""
_LEAST_DISTANCE = 0.01
"""Pixels. A pair that is nearer weighs no more than one at this distance."""
_OF_GIVEN = 1e-3
"""Weight of what positions that were given say of neighbours."""
_TO_GIVEN = 1e-6
"""Weight of a position that was given itself."""


class Solved(NamedTuple):
    """Positions, and which pairs they come from."""
    positions: np.ndarray
    """(N, 2)"""
    residuals: np.ndarray
    """(P,): how far each pair's shift is from what the positions say, in pixels; NaN where it has
    none."""
    is_used: np.ndarray
    """(P,)"""
    groups: np.ndarray
    """(N,): numbers from 0 of the tiles that used pairs tie together."""


def _groups(pairs: np.ndarray, count: int) -> np.ndarray:
    """Each is numbered by the order of its first tile."""
    first = np.arange(count)
    for _ in range(count):
        before = first.copy()
        for side, other in (pairs.T, pairs[:, ::-1].T):
            np.minimum.at(first, side, first[other])
        if np.array_equal(before, first):
            break
    return np.unique(first, return_inverse=True)[1]


class _System:
    """Equations p[j] - p[i] = shift of each pair, and far weaker ones that hold what no pair does:
    neighbours lie as positions that were given have it, and all together where these lie."""

    def __init__(self, given: np.ndarray, pairs: np.ndarray, shifts: np.ndarray) -> None:
        self._given, self._pairs, self._shifts = given, pairs, shifts
        count = len(pairs)
        self._differences = np.zeros((count, len(given)))
        self._differences[np.arange(count), pairs[:, 0]] -= 1
        self._differences[np.arange(count), pairs[:, 1]] += 1
        self._of_given = given[pairs[:, 1]] - given[pairs[:, 0]]

    def solved(self, weights: np.ndarray) -> np.ndarray:
        """Positions by these weights, 0 of pairs that are not used."""
        taken = np.where((weights > 0)[:, None], self._shifts, 0)
        roots = np.sqrt(weights)[:, None]
        left = np.concatenate([roots * self._differences, _OF_GIVEN * self._differences,
                               _TO_GIVEN * np.eye(len(self._given))])
        # Of what is added to the positions, whose size is nothing to the least squares then.
        right = np.concatenate([roots * (taken - self._of_given), np.zeros_like(self._of_given),
                                np.zeros_like(self._given)])
        return self._given + np.linalg.lstsq(left, right, rcond=None)[0]

    def residuals(self, positions: np.ndarray) -> np.ndarray:
        first, second = self._pairs.T
        return np.hypot(*(positions[second] - positions[first] - self._shifts).T)


def solve(given: np.ndarray, pairs: np.ndarray, shifts: np.ndarray, weights: np.ndarray,
          tolerance: float) -> Solved:
    """Positions of tiles. First the weighted sum of distances is minimised, by least squares whose
    weights are divided by the distances again and again. From there the sum of log(1 + (distance /
    tolerance)^2) is minimised likewise. Pairs that are farther than `tolerance` from that are left
    out, and the others' sum of squares is minimised. Pairs of weight 0 have no shift."""
    system = _System(given, pairs, shifts)
    current = weights
    for _ in range(_STEPS):
        residuals = system.residuals(system.solved(current))
        current = np.where(weights > 0, weights / np.maximum(residuals, _LEAST_DISTANCE), 0)
        current *= _LEAST_DISTANCE
    for _ in range(_STEPS):
        residuals = system.residuals(system.solved(current))
        current = np.where(weights > 0, weights / (1 + (residuals / tolerance)**2), 0)
    residuals = system.residuals(system.solved(current))
    is_used = (weights > 0) & (residuals <= tolerance)
    positions = system.solved(np.where(is_used, weights, 0))
    residuals = system.residuals(positions)
    return Solved(positions, residuals, is_used, _groups(pairs[is_used], len(given)))
