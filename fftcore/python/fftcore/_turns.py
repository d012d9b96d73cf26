# SPDX-License-Identifier: LGPL-2.1-or-later
"""How far an image is turned and scaled against a reference, by phase correlation of log-polar
magnitudes of spectra: Reddy and Chatterji, "An FFT-based technique for translation, rotation, and
scale-invariant image registration", IEEE Transactions on Image Processing 5(8), 1996."""
import functools
import math
from typing import List, NamedTuple, Tuple

import numpy as np

from ._fft import rfft2
from ._grey import Grey
from ._search import PhaseCorrelation
from ._shifts import even_smooth

_ANGLES, _RADII = 360, 270
"""Half a degree, and twelve thousandths."""
_LEAST_RADIUS, _MOST_RADIUS = 1 / 64, 0.45
"""In cycles/pixel. Below there is little but brightness and window, above little but what
interpolation left."""
_FLOOR = 2.0
"""Magnitudes below which logarithms end, of images of deviation 1. Noise is there, and rounding."""
_BANDWIDTH = 0.1
"""Of the correlation, in cycles a step of angles or radii."""
_NEAR = 4
"""Steps between two peaks."""
_FADE = 0.1
"""Of what is seen, against the shorter side."""
_MOST_SCALE = 2.3
"""More is not looked for, nor less than its reciprocal."""


class Turn(NamedTuple):
    """What takes the reference's directions to the image's."""
    degrees: float
    """From x to y."""
    scale: float


class _Polar(NamedTuple):
    """Where samples of the spectrum are read."""
    corner: np.ndarray
    """Number of the upper left one of four."""
    right: np.ndarray
    """The share of the ones to the right of it."""
    down: np.ndarray
    weights: np.ndarray


@functools.lru_cache(4)
def _polar(points: int) -> _Polar:
    angles = math.pi * (np.arange(_ANGLES)[:, None] / _ANGLES - 0.5)
    numbers = np.arange(_RADII)
    radii = _LEAST_RADIUS * (_MOST_RADIUS / _LEAST_RADIUS)**(numbers / _RADII)
    x, y = radii * np.cos(angles), radii * np.sin(angles)
    columns, rows = points * x, points * (y + 0.5)
    left = np.clip(np.floor(columns), 0, points // 2 - 1).astype(np.int64)
    top = np.clip(np.floor(rows), 0, points - 2).astype(np.int64)
    # Reddy's high pass, and no edge at either end.
    low = np.cos(math.pi * x) * np.cos(math.pi * y)
    fade = np.sin(math.pi * (numbers + 0.5) / _RADII)**2
    return _Polar(top * (points // 2 + 1) + left, (columns - left).astype(np.float32),
                  (rows - top).astype(np.float32),
                  ((1 - low) * (2 - low) * fade).astype(np.float32))


def _window(grey: Grey) -> np.ndarray:
    """Hann's, since edges and whatever only one of two images shows are at the border."""
    rows, columns = (np.hanning(side + 2)[1:-1] for side in grey.image.shape)
    window = np.outer(rows, columns)
    return window if grey.seen.all() else window * grey.weights(_FADE)


def _magnitudes(grey: Grey, points: int) -> np.ndarray:
    """Of the spectrum, at polar places, in logarithms. The transform is square, so that a turn of
    the image is one of its spectrum."""
    window = _window(grey)
    square = np.zeros((points, points), np.float32)
    rows, columns = grey.image.shape
    level = float(np.vdot(grey.image, window)) / max(float(window.sum()), 1e-9)
    square[:rows, :columns] = (grey.image - level) * window
    square[1::2] *= -1  # so that frequency 0 is in the middle row
    logarithms = np.log(np.abs(rfft2(square)) + _FLOOR).ravel()
    polar = _polar(points)
    width = points // 2 + 1
    upper, lower = ((1 - polar.right) * logarithms[first] + polar.right * logarithms[first + 1]
                    for first in (polar.corner, polar.corner + width))
    values = (1 - polar.down) * upper + polar.down * lower
    return (values - values.mean(0)) * polar.weights


def turns(reference: Grey, image: Grey, count: int) -> List[Turn]:
    """What turn and scale may be, the likelier ones first. The magnitudes do not tell a turn from
    the one that is half a circle more: both are given."""
    points = even_smooth(max(reference.image.shape + image.image.shape))
    correlation = PhaseCorrelation((_ANGLES, _RADII), max_peaks=count, radius=_NEAR,
                                   bandwidth=_BANDWIDTH, window=False)
    correlation.set_reference(_magnitudes(reference, points))
    found: List[Turn] = []
    for peak in correlation.measure(_magnitudes(image, points)):
        scale = (_MOST_RADIUS / _LEAST_RADIUS)**(-peak.x / _RADII)
        if not 1 / _MOST_SCALE <= scale <= _MOST_SCALE:
            continue
        degrees = 180 / _ANGLES * peak.y
        found += [Turn(degrees, scale), Turn(degrees + 180, scale)]
    return found


def turned(turn: Turn, middle: Tuple[float, float], to: Tuple[float, float]) -> np.ndarray:
    """The map of (3, 3) that turns and scales, and takes a place to another one."""
    angle = math.radians(turn.degrees)
    c, s = turn.scale * math.cos(angle), turn.scale * math.sin(angle)
    (x, y), (to_x, to_y) = middle, to
    return np.array([[c, -s, to_x - c * x + s * y], [s, c, to_y - s * x - c * y], [0, 0, 1]])
