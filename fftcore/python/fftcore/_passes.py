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
_UNIT = np.array([1.0, 0.0, 0.0, 1.0])


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
    slopes: np.ndarray
    """Of u along x and y, and of v."""


def _predicted(before: Found, grid: Grid) -> _Predicted:
    sampler = Sampler(before.grid, grid)
    u, v = (smoothed(field) for field in (before.u, before.v))
    slopes = np.stack([*sampler.slopes(u), *sampler.slopes(v)], -1)
    return _Predicted(sampler.values(u), sampler.values(v),
                      np.clip(slopes, -_MOST_SLOPE, _MOST_SLOPE))


def _inwards(places: np.ndarray, moved: np.ndarray, grid: Grid, side: int,
             back: float) -> np.ndarray:
    """How far to move windows so that they lie in both images, along one axis; 0 where they cannot.
    """
    half = (grid.window - 1) / 2
    least = half + np.maximum(back * moved, (back - 1) * moved)
    most = side - 1 - half - np.maximum(-back * moved, (1 - back) * moved)
    return np.where(least <= most, np.clip(places, least, most) - places, 0)


def _places(grid: Grid, predicted: Optional[_Predicted], shape: Tuple[int, ...],
            is_symmetric: bool) -> Tuple[np.ndarray, np.ndarray]:
    """Where both windows of each node lie, and how much more the displacement is there than at the
    node. With half the displacement in each image, the error is of second order in space and time.
    """
    x, y = (place.ravel() for place in np.meshgrid(grid.x, grid.y))
    if predicted is None:
        return np.stack([x, y, x, y], -1).astype(np.float32), np.zeros((x.size, 2))
    u, v, slopes = predicted.u.ravel(), predicted.v.ravel(), predicted.slopes.reshape(-1, 4)
    back = 0.5 if is_symmetric else 0.0
    right = _inwards(x, u, grid, shape[1], back)
    down = _inwards(y, v, grid, shape[0], back)
    more_u, more_v = (slopes[:, i] * right + slopes[:, i + 1] * down for i in (0, 2))
    x, y, u, v = x + right, y + down, u + more_u, v + more_v
    maps = slopes * (np.abs(slopes).max(-1, keepdims=True) * grid.window / 2 >= _LEAST_DEFORMED)
    places = np.empty((x.size, 12), np.float32)
    for i, place in enumerate((x - back * u, y - back * v, x + (1 - back) * u,
                               y + (1 - back) * v)):
        places[:, i] = place
    places[:, 4:8] = _UNIT - back * maps
    places[:, 8:] = _UNIT + (1 - back) * maps
    return places, np.stack([more_u, more_v], -1)


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


class _Way(NamedTuple):
    """How a pass compares windows."""
    score: str
    search: int
    refine: int
    interpolation: str


def _pass(images: WindowImages, shape: Tuple[int, ...], grid: Grid, before: Optional[Found],
          is_masked: np.ndarray, settings: Settings, way: _Way) -> Found:
    predicted = None if before is None else _predicted(before, grid)
    places, more = _places(grid, predicted, shape, settings.is_symmetric)
    shifts = run_windows(images, places, (grid.window, grid.window), way.search, way.score,
                         refine=way.refine, interpolation=way.interpolation)
    signal = _signal(shifts, settings.signal)
    flags = _flags(shifts, signal, settings.least_signal)
    sides = grid.rows, grid.columns
    # Of the places as they were rounded.
    u, v = ((places[:, 2 + axis].astype(float) - places[:, axis] + shifts.shift[:, axis]
             - more[:, axis]).reshape(sides) for axis in (0, 1))
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


def _goes_round(window: int) -> bool:
    """Whether the library transforms such a side."""
    for factor in (2, 3, 5):
        while window % factor == 0:
            window //= factor
    return window == 1


def _way(number: int, count: int, window: int, shape: Tuple[int, ...],
         settings: Settings) -> _Way:
    """The first pass looks for all, later ones for what is left, and no farther than so that half
    of what is looked at in a corner lies in the image. Normed correlation finds most of the peaks;
    the last pass has to fit one well, and it alone needs the interpolation asked for."""
    is_last = number + 1 == count
    refine = settings.refine if is_last else 0
    interpolation = settings.interpolation if is_last else "bilinear"
    search = max(4, window // 8)
    if number == 0:
        if settings.first_search is not None:
            search = settings.first_search
        elif not is_last and _goes_round(window):
            return _Way("plain", 0, refine, interpolation)
        else:
            search = window // 2
    while search > 1 and (min(shape[0], window + search) * min(shape[1], window + search)
                          < (window + 2 * search)**2 / 2):
        search -= 1
    return _Way(settings.score if is_last else "zncc", search, refine, interpolation)


def passes(images: WindowImages, shape: Tuple[int, ...], windows: List[Tuple[int, int]],
           mask: Optional[np.ndarray], settings: Settings) -> Found:
    """All passes; the last one's vectors."""
    found: Optional[Found] = None
    for number, (window, overlap) in enumerate(windows):
        grid = grid_of(shape, window, overlap)
        found = _pass(images, shape, grid, found, _masked_nodes(mask, grid), settings,
                      _way(number, len(windows), window, shape, settings))
    assert found is not None
    return found
