# SPDX-License-Identifier: LGPL-2.1-or-later
"""Samples that are much larger than all others of an image, such as marks for "no data"."""
import math
from typing import Optional, Sequence

import numpy as np

from ._arrays import Array, check_finite, is_on_host, refuse_sample

_SINGLE, _DOUBLE = 2.0**30, 2.0**60
"""How many times the others a mark is. Transforms leave rounding of 2^-24 and 2^-53 where there is
nothing."""
_ALIKE = 8
"""Marks of an image differ by less."""
_SPARSE = 512


def largest(image: np.ndarray) -> float:
    """The largest magnitude of samples that are finite."""
    least, most = (float(one.reduce(image, axis=None)) for one in (np.fmin, np.fmax))
    if math.isinf(least) or math.isinf(most):
        return float(np.abs(image[np.isfinite(image)]).max(initial=0))
    return max(abs(least), abs(most))


def magnitudes(image: np.ndarray) -> np.ndarray:
    """Of real samples. The least whole number of a type has none in it."""
    return np.abs(image if image.dtype.kind == "f" else image.astype(np.float64))


def least_mark(image: np.ndarray, contrast: Optional[float] = None) -> float:
    """A magnitude that marks of a real image are beyond, and no others; infinity where there are
    none. Marks are so many times all other samples, of which some are not 0."""
    if image.dtype.kind not in "iuf" or image.dtype.itemsize < 4 or image.size == 0:
        return math.inf
    most = largest(image)
    if contrast is None:
        contrast = _SINGLE if image.dtype == np.float32 else _DOUBLE
    below, beyond = most / contrast, most / _ALIKE

    def is_between(samples: np.ndarray) -> bool:
        sizes = magnitudes(samples)
        return bool(((sizes > below) & (sizes < beyond)).any())

    if not 0 < most < math.inf:
        return math.inf
    # A few samples tell of most images that all are of one scale.
    flat = image if image.flags.c_contiguous else image[tuple(
        slice(None, None, max(1, side // 32)) for side in image.shape)]
    flat = flat.reshape(-1)
    if is_between(flat[::max(1, flat.size // _SPARSE)]) or is_between(image):
        return math.inf
    others = (image != 0) & (magnitudes(image) <= below)
    return beyond if others.any() else math.inf


def check_no_marks(name: str, image: Array, why: str, channel_axis: Optional[int] = None,
                   begin: Sequence[int] = (), contrast: Optional[float] = None) -> None:
    """check_finite(), and refuses marks likewise."""
    check_finite(name, image, why, channel_axis, begin)
    if not is_on_host(image) or image.dtype.kind not in "fc":
        return
    for part in (image.real, image.imag) if image.dtype.kind == "c" else (image,):
        limit = least_mark(part, contrast)
        if limit < math.inf:
            refuse_sample(name, part, magnitudes(part) >= limit,
                          "numbers that stand for none, such as those for \"no data\", have to "
                          f"become plausible ones before: {why}", channel_axis, begin)
