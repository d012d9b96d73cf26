# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which maps may take a reference to an image that lies far from it, by phase correlation."""
from typing import List, NamedTuple, Tuple

import numpy as np

from ._alike import Likeness, Slopes
from ._grey import Grey, mapped, scale_of, softened
from ._search import PhaseCorrelation
from ._shifts import even_smooth
from ._turns import Turn, turned, turns
from ._warp import warp

_TURNS = 8
"""Peaks of log-polar magnitudes that are looked at."""
_SHIFTS = 4
"""Peaks of each surface of shifts."""
_JUDGED = 12
"""Shifts that are judged by what both images show."""
_ROOM = 1.25
"""Of the canvas, against the longest side."""
_FADES = (0.25, 0.04)
"""Shares of the shorter side over which images fade. What both have in common may lie at their
borders."""
_SAME = 0.02
"""Maps are one, where they take corners no farther apart, against the longest side."""


class Candidate(NamedTuple):
    """A map that may be the right one."""
    matrix: np.ndarray
    """(3, 3), from the reference to the image."""
    score: float
    """Of phase correlation."""
    likeness: Likeness


def corners_of(shape: Tuple[int, ...]) -> np.ndarray:
    """Places of an image's corners, (3, 4)."""
    right, down = shape[1] - 1.0, shape[0] - 1.0
    return np.array([[0, right, 0, right], [0, 0, down, down], [1, 1, 1, 1]])


def distance(first: np.ndarray, second: np.ndarray, shape: Tuple[int, ...]) -> float:
    """The farthest that two maps take a corner apart."""
    places = [matrix @ corners_of(shape) for matrix in (first, second)]
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = np.hypot(*(places[0][:2] / places[0][2] - places[1][:2] / places[1][2]))
    return float(apart.max()) if np.isfinite(apart).all() else np.inf


class _Canvas:
    """Phase correlation of images that are laid in the middle of one size."""

    def __init__(self, reference: Grey, points: int, fade: float) -> None:
        self._points = points
        self._correlation = PhaseCorrelation((points, points), max_peaks=_SHIFTS, window=False)
        rows, columns = reference.image.shape
        self._top, self._left = (points - rows) // 2, (points - columns) // 2
        image = np.zeros((points, points), np.float32)
        image[self._top:self._top + rows,
              self._left:self._left + columns] = reference.image * reference.weights(fade)
        self._correlation.set_reference(image)

    def shifts(self, faded: np.ndarray, turn: Turn) -> List[Tuple[float, np.ndarray]]:
        """Scores, and maps from the reference to the image."""
        rows, columns = faded.shape
        middle = (self._points - 1) / 2
        of_image = turned(turn, (middle, middle), ((columns - 1) / 2, (rows - 1) / 2))
        laid = warp(faded, of_image, (self._points, self._points), "bilinear", edge="constant")
        found = []
        for peak in self._correlation.measure(laid):
            to_canvas = np.eye(3)
            to_canvas[:2, 2] = self._left + peak.x, self._top + peak.y
            found.append((peak.score, of_image @ to_canvas))
        return found


def judged(reference: Grey, image: Grey, matrix: np.ndarray) -> Likeness:
    """Of both, with no more detail than the coarser one has."""
    scale = scale_of(matrix)
    through = mapped(softened(image, scale), matrix, reference.image.shape)
    return Slopes(softened(reference, 1 / scale)).likeness(Slopes(through))


def candidates(reference: Grey, image: Grey, has_turns: bool) -> List[Candidate]:
    """Maps that may be right, the likelier ones first."""
    tried = [Turn(0.0, 1.0)]
    if has_turns:
        tried += turns(reference, image, _TURNS)
    longest = max(reference.image.shape + image.image.shape)
    points = even_smooth(round(_ROOM * longest))
    found: List[Tuple[float, np.ndarray]] = []
    soft = [softened(image, turn.scale) for turn in tried]
    for fade in _FADES:
        canvas, weights = _Canvas(reference, points, fade), image.weights(fade)
        for turn, one in zip(tried, soft):
            found += canvas.shifts(one.image * weights, turn)
    found.sort(key=lambda pair: -pair[0])
    result: List[Candidate] = []
    for score, matrix in found:
        if any(distance(matrix, other.matrix, reference.image.shape) < _SAME * longest
               for other in result):
            continue
        result.append(Candidate(matrix, score, judged(reference, image, matrix)))
        if len(result) == _JUDGED:
            break
    by_likeness = sorted(result, key=lambda one: -one.likeness.deviations)
    # The likeliest by score, by likeness, and so on by turns.
    order = [one for pair in zip(by_likeness, result) for one in pair]
    return list({id(one): one for one in order}.values())
