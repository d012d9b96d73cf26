# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which shift a peak of phase correlation means, by what both images show."""
import math
from typing import List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._levels import in_reach

_LEAST_DEVIATIONS = 3.0
"""Likeness that is no chance, in standard deviations of that."""
_LEAST_OF_SEVERAL = 5.0
"""The same of one of several peaks: one of many is as like as that more often."""
_SAME = 1.5
"""Shifts that are no farther apart, in pixels, are one shift."""
_MOST_LIKENESS = 1 - 1e-9
"""More is as good as equality, of which there is no error."""

Sides = Tuple[slice, slice]


def has_contrast(image: np.ndarray) -> bool:
    """Whether there is anything to see: a deviation that rounding does not explain."""
    if image.size == 0 or image.min() == image.max():
        return False
    if image.dtype.kind != "f":
        return True
    scale = np.abs(image).max()
    values = image.astype(np.float64) / scale  # whose squares it holds
    return bool(values.std() > np.finfo(image.dtype).eps * abs(values.mean()))  # one or two steps


def even_smooth(least: int) -> int:
    """The smallest even number with no prime factor above 5 that is not less: what a side is padded
    to, as phase_extent() in fftcore/search.h says."""
    number = max(2, least + least % 2)
    while True:
        rest = number
        for factor in (2, 3, 5):
            while rest % factor == 0:
                rest //= factor
        if rest == 1:
            return number
        number += 2


class _Slopes:
    """Differences between neighbouring samples. They know nothing of a level or of a shading, and
    are nearly independent of each other, so that likeness by chance is rare."""

    def __init__(self, image: np.ndarray) -> None:
        values = in_reach(image).astype(np.float64)
        values /= max(float(np.abs(values).max()), 1e-300)
        self._along = [np.diff(values, axis=axis) for axis in (0, 1)]
        power = float(np.mean([np.mean(slopes**2) for slopes in self._along if slopes.size]))
        # Of a texture of spots of deviation s, the variance is s^2 times that of its slopes.
        self.area = max(1.0, 2 * math.pi * float(values.var()) / power) if power > 0 else math.inf
        """Pixels of an independent one."""

    def correlation(self, other: "_Slopes", mine: Sides, its: Sides) -> float:
        """Of two parts; 0 where one has no slopes."""
        norms = math.sqrt(self._product(self, mine, mine) * other._product(other, its, its))
        return self._product(other, mine, its) / norms if norms > 0 else 0.0

    def _product(self, other: "_Slopes", mine: Sides, its: Sides) -> float:
        total = 0.0
        for axis, slopes in enumerate(self._along):
            total += float(np.sum(slopes[_less(mine, axis)] * other._along[axis][_less(its, axis)]))
        return total


def _less(sides: Sides, axis: int) -> Sides:
    """A part has a slope less than samples along its axis."""
    rows, columns = sides
    if axis == 0:
        return slice(rows.start, rows.stop - 1), columns
    return rows, slice(columns.start, columns.stop - 1)


def _overlap(length: int, shift: int) -> slice:
    """The part of the reference that an image shows which is moved by `shift`."""
    return slice(max(0, -shift), min(length, length - shift))


class Judged(NamedTuple):
    """A shift, by what both images show."""
    x: float
    y: float
    deviations: float  # how unlikely likeness is to be chance
    likeness: float
    is_alike: bool  # no less than where the image is not moved


class Judge:
    """r is the correlation of both images' slopes where they overlap, and Fisher's atanh(r) has an
    error of 1 over the root of how many of them are independent."""

    def __init__(self, reference: np.ndarray, image: np.ndarray) -> None:
        self._rows, self._columns = image.shape
        self._before, self._after = _Slopes(reference), _Slopes(image)
        self._area = max(self._before.area, self._after.area)

    def judged(self, x: float, y: float) -> Optional[Judged]:
        """None where nothing is in common."""
        whole_y, whole_x = round(y), round(x)
        if abs(whole_y) >= self._rows or abs(whole_x) >= self._columns:
            return None
        seen = _overlap(self._rows, whole_y), _overlap(self._columns, whole_x)
        moved = (slice(seen[0].start + whole_y, seen[0].stop + whole_y),
                 slice(seen[1].start + whole_x, seen[1].stop + whole_x))
        pixels = (seen[0].stop - seen[0].start) * (seen[1].stop - seen[1].start)
        r = self._before.correlation(self._after, seen, moved)
        deviations = math.atanh(max(min(r, _MOST_LIKENESS), -_MOST_LIKENESS))
        # As it is, the image is compared with the same part of the reference.
        is_alike = (whole_x, whole_y) == (0, 0) or r >= self._before.correlation(
            self._after, seen, seen)
        return Judged(x, y, deviations * math.sqrt(pixels / self._area), r, is_alike)

    def meant(self, x: float, y: float) -> List[Judged]:
        """A peak says a shift modulo the padded size, so it can mean four: along each axis itself,
        or itself less that size in its direction."""
        found = (self.judged(right, down)
                 for down in (y, y - math.copysign(even_smooth(self._rows), y))
                 for right in (x, x - math.copysign(even_smooth(self._columns), x)))
        return [one for one in found if one is not None]


def chosen_shift(reference: np.ndarray, image: np.ndarray, x: float,
                 y: float) -> Tuple[float, float, bool]:
    """Of the four shifts that a peak can mean, the one at which likeness is the least likely to be
    chance. Beside it: whether it is no chance, and the image is no less like the reference than
    where it is not moved."""
    best, chosen = _LEAST_DEVIATIONS, (x, y, False)
    for one in Judge(reference, image).meant(x, y):
        if one.deviations >= best:
            best, chosen = one.deviations, (one.x, one.y, one.is_alike)
    return chosen


def best_shift(judge: Judge,
               peaks: Sequence[Tuple[float, float]]) -> Optional[Tuple[int, Judged, float]]:
    """Of several peaks: which one's shift is the least likely to be chance, that shift, and 1 - d /
    its deviations, d being those of the next likely one; None where all may be chance."""
    judged: List[Tuple[int, Judged]] = []
    for number, (x, y) in enumerate(peaks):
        for one in judge.meant(x, y):
            if all(max(abs(one.x - other.x), abs(one.y - other.y)) >= _SAME
                   for _, other in judged):
                judged.append((number, one))
    judged.sort(key=lambda pair: -pair[1].deviations)
    if not judged or judged[0][1].deviations < _LEAST_OF_SEVERAL:
        return None
    number, best = judged[0]
    following = max(judged[1][1].deviations, 0.0) if len(judged) > 1 else 0.0
    return number, best, 1 - following / best.deviations
