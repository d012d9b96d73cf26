# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scores of a template in double precision: of images that single precision does not hold, such as
small contrast on a large level."""
import math
from typing import Optional

import numpy as np

from ._convolution import correlate

NO_SCORE = -3.4028234663852886e38
"""What the library has where a sample under the template was not seen."""
NOT_SEEN = -np.inf
"""The same in double precision, which has scores below NO_SCORE."""
_UNIT = 2.0**-53


def window_sums(values: np.ndarray, sides: tuple) -> np.ndarray:
    """Sums of all windows of so many samples a side. None has a part of what lies outside of it, so
    that errors of rounding are those of the window."""
    for axis, length in enumerate(sides):
        values = np.moveaxis(values, axis, -1)
        count = values.shape[-1] - length + 1
        total = np.zeros(values.shape[:-1] + (count,))
        begin, width = 0, 1
        while width <= length:  # sums of 1, 2, 4, ... samples; those that make `length` are added
            if length & width:
                total += values[..., begin:begin + count]
                begin += width
            if 2 * width <= length:
                values = values[..., :-width] + values[..., width:]
            width *= 2
        values = np.moveaxis(total, -1, axis)
    return values


def check_template(template: np.ndarray, score: str) -> None:
    """Refuses a template that has nothing to look for, by the library's words."""
    if score == "ccoeff_normed" and template.min() == template.max():
        raise ValueError(f"all samples of the template are {template.flat[0]}: it has no structure "
                         "to look for; use another template, or score ccorr")
    if score == "ccorr_normed" and not template.any():
        raise ValueError("all samples of the template are 0: there is nothing to look for; use "
                         "another template, or score ccorr")


def _level_of(signal: np.ndarray, is_seen: np.ndarray) -> float:
    """The median of the different values among samples that are spread over an image, as marks.h
    has it: a mean is far from all samples where some of them stand for none."""
    # Steps of the golden ratio have no period.
    places = (np.arange(1, 1025) * 0.6180339887498949 % 1 * signal.size).astype(np.intp)
    values = np.unique(signal.flat[places[is_seen.flat[places]]])
    return float(values[(values.size - 1) // 2]) if values.size else 0.0


def scores_of(image: np.ndarray, template: np.ndarray, score: str,
              flat: Optional[float]) -> np.ndarray:
    """The library's scores (fftcore/search.h), of images and templates of float64, in double
    precision. Refuses numbers whose scores are beyond that."""
    check_template(template, score)
    is_seen = np.isfinite(image)
    is_whole = bool(is_seen.all())
    signal = image if is_whole else np.where(is_seen, image, 0)
    # Powers of two: squares stay within double precision, and nothing is rounded.
    scale, template_scale = (math.ldexp(1, -math.frexp(float(np.abs(one).max()))[1])
                             for one in (signal, template))
    signal, template = signal * scale, template * template_scale
    level = 0.0
    if score == "ccoeff_normed":
        level = _level_of(signal, is_seen)
        signal = np.where(is_seen, signal - level, 0)
        # Twice: the first mean is rounded by the level, and what that leaves of it by the contrast.
        # A rest would add the windows' own means to the scores.
        for _ in range(2):
            template = template - template.mean()
    # Below it a window is flat: rounding of samples and of transforms is all that is left.
    rms = math.hypot(math.sqrt(float(np.mean(signal * signal))), level / 256)
    least = 256 * _UNIT * rms if flat is None else scale * flat
    surface = correlate(signal, template, "valid")
    if score == "ccorr":
        with np.errstate(over="ignore"):
            surface = surface / scale / template_scale
        _check_reach(surface, np.finfo(np.float64))
    else:
        squares = window_sums(signal * signal, template.shape)
        power = squares
        if score == "ccoeff_normed":
            power = squares - window_sums(signal, template.shape)**2 / template.size
        is_flat = (power < template.size * least**2) | (power <= 64 * _UNIT * squares)
        with np.errstate(invalid="ignore", divide="ignore"):
            surface /= np.sqrt(power * np.sum(template * template))
        surface[is_flat] = 0
        is_beyond = np.abs(surface) > 1.01
        surface = surface.clip(-1, 1)
        surface[is_beyond] = NOT_SEEN
    if not is_whole:
        surface[window_sums((~is_seen).astype(float), template.shape) > 0.5] = NOT_SEEN
    return surface


def single_scores(surface: np.ndarray) -> np.ndarray:
    """Scores as the library gives them. An infinite one would tell nothing of its place's rank."""
    is_seen = surface > NOT_SEEN
    seen = np.where(is_seen, surface, 0)
    _check_reach(seen, np.finfo(np.float32))
    return np.where(is_seen, seen, NO_SCORE).astype(np.float32)


def _check_reach(surface: np.ndarray, limits: np.finfo) -> None:
    largest = float(np.abs(surface).max(initial=0))
    if largest > float(limits.max):
        raise ValueError(f"scores are of up to {largest:.3g}, and those of {limits.dtype} of up to "
                         f"{float(limits.max):.3g}; a smaller image or template, such as divided "
                         "by its largest sample, or score ccorr_normed is allowed")
