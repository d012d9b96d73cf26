# SPDX-License-Identifier: LGPL-2.1-or-later
"""Samples that stand for none, such as marks for "no data", and how large samples are."""
import math
from typing import Optional, Sequence

import numpy as np

from . import _core
from ._arrays import Array, check_finite, in_rows, is_on_host, refuse_sample
from ._unseen import in_single

PLAUSIBLE = ("numbers that stand for none, such as those for \"no data\", have to become plausible "
             "ones before")


def largest(image: np.ndarray) -> float:
    """The largest magnitude of samples that are finite, 0 where none is."""
    if image.size == 0:
        return 0.0
    least, most = (float(one.reduce(image, axis=None)) for one in (np.fmin, np.fmax))
    if math.isinf(least) or math.isinf(most):
        return float(np.abs(image[np.isfinite(image)]).max(initial=0))
    return max(abs(least), abs(most))


def magnitudes(image: np.ndarray) -> np.ndarray:
    """Of real samples. The least whole number of a type has none in it."""
    return np.abs(image if image.dtype.kind == "f" else image.astype(np.float64))


def least_mark(image: np.ndarray) -> float:
    """The least magnitude of a real image's marks in single precision (marks.h), infinity where it
    has none."""
    if image.dtype.kind not in "iuf" or image.dtype.itemsize < 4 or image.size == 0:
        return math.inf
    dtype = np.float32 if image.dtype.itemsize == 4 and image.dtype.kind == "f" else np.float64
    rows = np.ascontiguousarray(image, dtype).reshape(1, -1)
    return _core.least_mark(rows)


def marks_of(part: np.ndarray) -> Optional[np.ndarray]:
    """Which samples are marks, by a gap below them (least_mark() of marks.h) or by their size
    (find_marks()). Both are those of single precision for all types, since what one sample gives
    to others does not depend on rounding. None where there are no marks, which takes no other
    pass."""
    limit = least_mark(part)
    if limit < math.inf:
        return magnitudes(part) >= limit
    if part.size == 0:
        return None
    single = in_single(part)
    rows = single if single.ndim == 2 else single.reshape(1, -1)
    marks = _core.marks_in(in_rows(rows), has_level=True, by_size=True)
    return np.isin(single, np.array(marks, np.float32)) if marks else None


def check_no_marks(name: str, image: Array, why: str, channel_axis: Optional[int] = None,
                   begin: Sequence[int] = ()) -> None:
    """check_finite(), and refuses marks likewise."""
    check_finite(name, image, why, channel_axis, begin)
    if not is_on_host(image) or image.dtype.kind not in "fc":
        return
    for part in (image.real, image.imag) if image.dtype.kind == "c" else (image,):
        marks = marks_of(part)
        if marks is not None:
            refuse_sample(name, part, marks, f"{PLAUSIBLE}: {why}", channel_axis, begin)
