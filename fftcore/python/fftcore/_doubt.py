# SPDX-License-Identifier: LGPL-2.1-or-later
"""Templates of little contrast: their own place in an image has no score, or is like others."""
import math
from typing import Any, Optional

import numpy as np

from ._arrays import Array, is_on_host

_LEAST = {"float32": 2.0**-16, "float64": 2.0**-45}
"""What counts as flat by the data (search.h), as a part of an image's contrast; of whole numbers
half a step."""
_SCORES = {"ccoeff_normed": "standard deviation", "ccorr_normed": "root of the mean square"}


def _contrast(samples: np.ndarray, level: float) -> float:
    """The deviation of samples that are finite, with so much of their level, as the root of both
    squares."""
    samples = samples[np.isfinite(samples)].astype(np.float64)
    most = float(np.abs(samples).max(initial=0))
    if most == 0:
        return 0.0
    samples = samples / most  # squares stay in reach
    mean = float(samples.mean())
    deviation = math.sqrt(float(np.square(samples - mean).mean()))
    return most * math.hypot(deviation, level * mean)


def _high_level_text(template: np.ndarray) -> str:
    """Why ccorr_normed cannot tell where a template is best: its score counts the level, and is
    right to 1e-4. Other places of about that level have a score of 1 less the square of contrast
    over level."""
    mean, deviation = float(template.mean(dtype=np.float64)), _contrast(template, 0)
    if not abs(deviation) < math.sqrt(1e-3) * abs(mean):
        return ""
    return (f"the template has a level of {mean:.3g} and a standard deviation of {deviation:.3g}, "
            "which ccorr_normed cannot tell from a level alone: the place is not certain; "
            "ccoeff_normed leaves levels out")


def doubt_of(image: Array, template: np.ndarray, score: str, flat: Optional[float]) -> str:
    """Why a template of an image's units has no score at its own place, or about the same as other
    places, for a person; empty where it stands out. The image is uint8, uint16, float32 or
    float64."""
    if score not in _SCORES or not is_on_host(image) or template.size == 0 or image.size == 0:
        return ""
    counts_level = score == "ccorr_normed"
    if counts_level:
        words = _high_level_text(template)
        if words:
            return words
    has, least = _contrast(template, counts_level), flat
    if least is None and image.dtype.name not in _LEAST:
        least = 0.5
    if least is None:
        part = _LEAST[image.dtype.name]
        if has > 2 * part * max(abs(float(image.min())), abs(float(image.max()))):
            return ""  # without a pass in double precision
        least = part * _contrast(image, 1 if counts_level else 1 / 256)
    if not has < least:
        return ""
    return (f"the template's {_SCORES[score]} is {has:.3g}, and less than {least:.3g} counts as "
            "flat: its own place has no score")


def is_of_units(template: Any, image: Any) -> bool:
    """Whether a template is of an image's units: both are of one type, in any order of bytes."""
    def type_of(array: Any) -> Any:
        dtype = getattr(array, "dtype", None)
        return dtype.newbyteorder("=") if isinstance(dtype, np.dtype) else dtype

    return bool(type_of(template) == type_of(image))
