# SPDX-License-Identifier: LGPL-2.1-or-later
"""How far two tiles that overlap lie from each other."""
from typing import List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._alike import Slopes
from ._convolution import convolve
from ._filters import gaussian_blur
from ._grey import Grey
from ._motion import fit_motion
from ._search import PhaseCorrelation
from ._shifts import even_smooth
from ._windows import GOOD, run_windows, window_images

_SHADING = 8.0
"""Pixels, of the Gaussian that is taken off. Optics shade each tile alike, and tiles do not show
the same where they overlap then."""
_FADES = (0.25, 0.04)
"""Shares of the shorter side over which parts fade. What both show may lie at their borders."""
_PEAKS = 5
_TRIED = 3
"""Shifts that are measured by windows."""
_LEAST_DEVIATIONS = 4.0
"""Likeness that is no chance, in standard deviations of that."""
_SAME = 2
"""Pixels between shifts that are one."""
LEAST_SIDE = 16
"""Samples along each side of what two tiles have in common."""
_WINDOWS = (32, 16)
"""Sides of windows; the larger ones where there is room."""
_AROUND = 3
"""Pixels around its place that a window is looked for."""
_MOST_ALONG = 24
"""Windows along a side."""
_LEAST_SCORE = 0.3
"""Of windows that count."""
_LEAST_WINDOWS = 4
_LEAST_AGREEING = 0.3
_TOLERANCE = 0.5
"""Pixels between windows that agree."""


class Measured(NamedTuple):
    """Pixels from one tile's first sample to another one's."""
    x: float
    y: float
    confidence: float
    """0 to 1"""
    deviation: float
    """Standard deviation that noise gives to both, in pixels."""


def without_shading(tile: Grey) -> Grey:
    """Brightness that changes slowly says little of where a tile lies."""
    slow = convolve(tile.image, gaussian_blur(_SHADING), mode="nearest")
    return tile._replace(image=(tile.image - slow) * tile.seen)


def _parts(first: Grey, second: Grey, x: int, y: int, search: int) -> Tuple[Grey, Grey, int, int]:
    """Of two tiles, what may show the same if the second one lies near (x, y) of the first one;
    and where the second part's first sample lies against the first one's."""
    sides = [_range(step, side, search) for step, side in zip((y, x), first.image.shape)]
    parts = []
    for number, tile in enumerate((first, second)):
        cut = sides[0][number], sides[1][number]
        parts.append(Grey(np.ascontiguousarray(tile.image[cut]), tile.seen[cut], True))
    down, right = (one[0].start - one[1].start for one in sides)
    return parts[0], parts[1], right, down


def _range(away: int, side: int, search: int) -> Tuple[slice, slice]:
    """Likewise along an axis."""
    return (slice(max(0, away - search), max(0, min(side, away + side + search))),
            slice(max(0, -away - search), max(0, min(side, side - away + search))))


def _candidates(first: Grey, second: Grey, away: Sequence[float],
                search: int) -> List[Tuple[int, int]]:
    """Whole pixels from the first tile to the second one, by phase correlation of what they may
    have in common; the likelier ones first."""
    before, after, right, down = _parts(first, second, round(away[0]), round(away[1]), search)
    rows, columns = before.image.shape
    correlation = PhaseCorrelation((rows, columns), max_peaks=_PEAKS, window=False)
    found: List[Tuple[int, int]] = []
    for fade in _FADES:
        correlation.set_reference(before.image * before.weights(fade))
        for peak in correlation.measure(after.image * after.weights(fade)):
            # The second part's content is moved by the peak, modulo the size that is padded to.
            for x in _within(right - peak.x, away[0], search, even_smooth(columns)):
                for y in _within(down - peak.y, away[1], search, even_smooth(rows)):
                    if all(max(abs(x - one[0]), abs(y - one[1])) > _SAME for one in found):
                        found.append((x, y))
    likely = [(_deviations(first, second, x, y), x, y) for x, y in found]
    likely = sorted(one for one in likely if one[0] >= _LEAST_DEVIATIONS)[::-1]
    return [(x, y) for _, x, y in likely]


def _within(value: float, middle: float, reach: int, period: int) -> List[int]:
    """What a shift may mean."""
    return [round(value + turn * period) for turn in (-1, 0, 1)
            if abs(value + turn * period - middle) <= reach]


def _deviations(first: Grey, second: Grey, x: int, y: int) -> float:
    before, after, _, _ = _parts(first, second, x, y, 0)
    if min(before.image.shape) < LEAST_SIDE:
        return 0.0
    return Slopes(before).likeness(Slopes(after)).deviations


def _places(seen: np.ndarray, side: int) -> np.ndarray:
    """Middles of windows that lie where both tiles are seen."""
    axes = []
    for length in seen.shape:
        room = length - side - 2 * _AROUND
        count = min(_MOST_ALONG, max(1, 2 * room // side + 1))
        axes.append((side - 1) / 2 + _AROUND + np.linspace(0, max(room, 0), count))
    x, y = (one.ravel() for one in np.meshgrid(axes[1], axes[0]))
    sums = np.pad(~seen, ((1, 0), (1, 0))).astype(np.int64).cumsum(0).cumsum(1)
    left, top = (np.clip(np.floor(one - (side - 1) / 2), 0, None).astype(int) for one in (x, y))
    right, bottom = (np.minimum(one + side, length)
                     for one, length in zip((left, top), seen.shape[::-1]))
    hidden = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return np.stack([x, y], 1)[hidden == 0]


def _fine(first: Grey, second: Grey, x: int, y: int) -> Optional[Measured]:
    """By windows of what both have in common."""
    before, after, _, _ = _parts(first, second, x, y, 0)
    seen = before.seen & after.seen
    if min(seen.shape) < LEAST_SIDE:
        return None
    least = min(seen.shape) - 2 * _AROUND
    side = next((one for one in _WINDOWS if one <= least), least // 2 * 2)
    places = _places(seen, side)
    if len(places) == 0:
        return None
    found = run_windows(window_images(before.image, after.image),
                        np.tile(places, 2).astype(np.float32), (side, side), _AROUND)
    is_good = (found.state == GOOD) & (found.score >= _LEAST_SCORE)
    if is_good.sum() < min(_LEAST_WINDOWS, len(places)):
        return None
    scores = found.score[is_good].astype(float)
    # Noise moves a window the less, the more there is to see in it.
    weights = (scores * found.deviation[is_good])**2
    fit = fit_motion(places[is_good], places[is_good] + found.shift[is_good], "translation",
                     weights=weights, tolerance=_TOLERANCE)
    has_structure = found.state < 2
    agreeing = fit.pairs / max(int(has_structure.sum()), 1)
    if not fit.known or agreeing < _LEAST_AGREEING:
        return None
    moved = fit.matrix[:, 2]
    return Measured(x - moved[0], y - moved[1], min(1.0, agreeing * float(scores.mean())),
                    min(fit.deviation, _TOLERANCE))  # one window alone tells none


def measured(first: Grey, second: Grey, away: Sequence[float], search: int) -> Optional[Measured]:
    """How far the second tile lies from the first one, which is no farther than `search` pixels
    from `away`; None where nothing is sure."""
    if not (first.has_contrast and second.has_contrast):
        return None
    best: Optional[Measured] = None
    for x, y in _candidates(first, second, away, search)[:_TRIED]:
        found = _fine(first, second, x, y)
        if found is not None and (best is None or found.confidence > best.confidence):
            best = found
    return best
