# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which shift a peak of phase correlation means, by what both images show."""
import math
from typing import Tuple

import numpy as np

_LEAST_DEVIATIONS = 3.0
"""Likeness that is no chance, in standard deviations of that."""

Sides = Tuple[slice, slice]


def has_contrast(image: np.ndarray) -> bool:
    """Whether there is anything to see: a deviation that rounding does not explain."""
    if image.size == 0 or image.min() == image.max():
        return False
    if image.dtype.kind != "f":
        return True
    scale = np.abs(image).max()
    values = image / scale  # whose squares a double holds
    return bool(values.std() > 128 * np.finfo(image.dtype).eps * abs(values.mean()))


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
        values = image.astype(np.float64)
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


def chosen_shift(reference: np.ndarray, image: np.ndarray, x: float,
                 y: float) -> Tuple[float, float, bool]:
    """A peak says a shift modulo the padded size, so it can mean four: along each axis itself, or
    itself less that size in its direction. Chosen is the one at which likeness is the least likely
    to be chance: r is the correlation of both images' slopes where they overlap, and Fisher's
    atanh(r) has an error of 1 over the root of how many of them are independent. Beside it: whether
    it is no chance, and the image is no less like the reference than where it is not moved."""
    rows, columns = image.shape
    before, after = _Slopes(reference), _Slopes(image)
    area = max(before.area, after.area)
    best, chosen = _LEAST_DEVIATIONS, (x, y, False)
    for down in (y, y - math.copysign(even_smooth(rows), y)):
        for right in (x, x - math.copysign(even_smooth(columns), x)):
            whole_y, whole_x = round(down), round(right)
            if abs(whole_y) >= rows or abs(whole_x) >= columns:
                continue
            seen = _overlap(rows, whole_y), _overlap(columns, whole_x)
            moved = (slice(seen[0].start + whole_y, seen[0].stop + whole_y),
                     slice(seen[1].start + whole_x, seen[1].stop + whole_x))
            pixels = (seen[0].stop - seen[0].start) * (seen[1].stop - seen[1].start)
            likeness = before.correlation(after, seen, moved)
            deviations = math.atanh(min(likeness, 1 - 1e-9)) * math.sqrt(pixels / area)
            if deviations < best:
                continue
            best = deviations
            # As it is, the image is compared with the same part of the reference.
            chosen = (right, down, (whole_x, whole_y) == (0, 0)
                      or likeness >= before.correlation(after, seen, seen))
    return chosen
