# SPDX-License-Identifier: LGPL-2.1-or-later
"""Passes of particle image velocimetry: displacements of a grid of windows, each pass from those
of the pass before."""
from typing import List, NamedTuple, Optional, Tuple

import numpy as np

from ._fields import Grid, Sampler, grid_of, outliers, replaced, smoothed
from ._windows import BORDER, FLAT, OUTSIDE, WindowImages, WindowShifts, run_windows

REPLACED, IS_OUTLIER, IS_LOW, AT_BORDER, IS_FLAT, IS_OUTSIDE, IS_MASKED = (2**i for i in range(7))
"""Bits of a vector's flags."""
_MOST_SLOPE = 0.5
"""Of displacements, a pixel: windows are not deformed by more."""
_LEAST_DEFORMED = 0.1
"""Pixels at a window's side: what is deformed by less is read faster, and as well, undeformed."""


class Settings(NamedTuple):
    """What all passes have in common."""
    score: str
    """Of the last pass."""
    refine: int
    interpolation: str
    is_symmetric: bool
    signal: Optional[str]
    least_signal: float
    median_size: int
    median_threshold: float
    median_noise: float
    first_search: Optional[int]


class Found(NamedTuple):
    """What a pass has found, on its grid; u and v in pixels, v downwards."""
    grid: Grid
    u: np.ndarray
    v: np.ndarray
    flags: np.ndarray
    signal: np.ndarray
    score: np.ndarray


class _Predicted(NamedTuple):
    """Displacements that windows are expected to have, and their slopes."""
    u: np.ndarray
    v: np.ndarray
    map: np.ndarray
    """xx, xy, yx, yy of each."""


def _predicted(before: Found, grid: Grid) -> _Predicted:
    sampler = Sampler(before.grid, grid)
    u, v = (smoothed(field) for field in (before.u, before.v))
    slopes = np.stack([*sampler.slopes(u), *sampler.slopes(v)], -1)
    slopes = np.clip(slopes, -_MOST_SLOPE, _MOST_SLOPE)
    slopes[np.abs(slopes).max(-1) * grid.window / 2 < _LEAST_DEFORMED] = 0
    return _Predicted(sampler.values(u), sampler.values(v), slopes)


def _places(grid: Grid, predicted: Optional[_Predicted], is_symmetric: bool) -> np.ndarray:
    """Where both windows of each node lie. With half the displacement in each image, the error is
    of second order in space and time."""
    x, y = (place.ravel() for place in np.meshgrid(grid.x, grid.y))
    if predicted is None:
        return np.stack([x, y, x, y], -1).astype(np.float32)
    u, v, slopes = predicted.u.ravel(), predicted.v.ravel(), predicted.map.reshape(-1, 4)
    back = 0.5 if is_symmetric else 0.0
    unit = np.array([1.0, 0.0, 0.0, 1.0])
    return np.concatenate([
        np.stack([x - back * u, y - back * v, x + (1 - back) * u, y + (1 - back) * v], -1),
        unit - back * slopes, unit + (1 - back) * slopes], -1).astype(np.float32)


def _signal(shifts: WindowShifts, method: Optional[str]) -> np.ndarray:
    if method is None:
        return np.full(shifts.score.shape, np.nan)
    if method == "peak2mean":
        return shifts.noise.astype(float)
    score, second = shifts.score.astype(float), shifts.second.astype(float)
    return np.divide(score, second, out=np.full(score.shape, np.inf), where=second > 0)


def _flags(shifts: WindowShifts, signal: np.ndarray, least: float) -> np.ndarray:
    flags = np.zeros(shifts.state.shape, np.uint8)
    for state, bit in ((BORDER, AT_BORDER), (FLAT, IS_FLAT), (OUTSIDE, IS_OUTSIDE)):
        flags[shifts.state == state] |= bit
    flags[(shifts.state < FLAT) & ((signal < least) | (shifts.score <= 0))] |= IS_LOW
    return flags


def _pass(images: WindowImages, grid: Grid, before: Optional[Found], is_masked: np.ndarray,
          settings: Settings, search: int, score: str) -> Found:
    predicted = None if before is None else _predicted(before, grid)
    places = _places(grid, predicted, settings.is_symmetric)
    shifts = run_windows(images, places, (grid.window, grid.window), search, score,
                         refine=settings.refine, interpolation=settings.interpolation)
    signal = _signal(shifts, settings.signal)
    flags = _flags(shifts, signal, settings.least_signal)
    sides = grid.rows, grid.columns
    # Of the places as they were rounded.
    u, v = ((places[:, 2 + axis].astype(float) - places[:, axis] + shifts.shift[:, axis])
            .reshape(sides) for axis in (0, 1))
    flags = flags.reshape(sides)
    flags[is_masked] = IS_MASKED
    is_valid = flags == 0
    found = outliers(u, v, is_valid, settings.median_size, settings.median_threshold,
                     settings.median_noise)
    flags[found] |= IS_OUTLIER
    is_valid &= ~found
    flags[~is_valid & ~is_masked] |= REPLACED
    return Found(grid, replaced(u, is_valid), replaced(v, is_valid), flags,
                 signal.reshape(sides), shifts.score.reshape(sides))


def _masked_nodes(mask: Optional[np.ndarray], grid: Grid) -> np.ndarray:
    """Windows of which more than half is masked."""
    if mask is None:
        return np.zeros((grid.rows, grid.columns), bool)
    sums = np.pad(mask, ((1, 0), (1, 0))).astype(np.int64).cumsum(0).cumsum(1)
    top, left = (grid.step * np.arange(count) for count in (grid.rows, grid.columns))
    bottom, right = top + grid.window, left + grid.window
    inside = (sums[bottom][:, right] - sums[top][:, right] - sums[bottom][:, left]
              + sums[top][:, left])
    return inside > grid.window**2 / 2


def _search(number: int, window: int, shape: Tuple[int, ...], settings: Settings) -> int:
    """How far a pass looks: the first one for all, later ones for what is left; and no farther
    than so that half of what is looked at in a corner lies in the image."""
    search = max(4, window // 8)
    if number == 0:
        search = window // 2 if settings.first_search is None else settings.first_search
    while search > 1 and (min(shape[0], window + search) * min(shape[1], window + search)
                          < (window + 2 * search)**2 / 2):
        search -= 1
    return search


def passes(images: WindowImages, shape: Tuple[int, ...], windows: List[Tuple[int, int]],
           mask: Optional[np.ndarray], settings: Settings) -> Found:
    """All passes; the last one's vectors."""
    found: Optional[Found] = None
    for number, (window, overlap) in enumerate(windows):
        grid = grid_of(shape, window, overlap)
        # Normed correlation finds more of the peaks, and the last pass has to fit one well.
        score = settings.score if number + 1 == len(windows) else "zncc"
        found = _pass(images, grid, found, _masked_nodes(mask, grid), settings,
                      _search(number, window, shape, settings), score)
    assert found is not None
    return found
