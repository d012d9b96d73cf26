# SPDX-License-Identifier: LGPL-2.1-or-later
"""Samples of an image that no score counts, and what is said of them."""
import math
import warnings
from typing import List, NamedTuple, Tuple

import numpy as np

from . import _core
from ._arrays import Array, in_rows, is_on_host


class Unseen(NamedTuple):
    """How many of an image's samples no score counts. A place where one of them lies under the
    template has no score."""
    unseen: int
    samples: int
    first: str = ""
    """The first one and its place, for a person."""
    doubt: str = ""
    """Why the template's own place has no score, or about that of others, if so."""

    def __str__(self) -> str:
        return (f"{self.unseen} of {self.samples} samples are not finite, or so much larger than "
                "the others that rounding hides those"
                + (f"; the first is {self.first}" if self.first else ""))

    @property
    def loss(self) -> str:
        """What is lost by them."""
        return f"{self}: there is no score where one of them lies under the template"

    @property
    def total_loss(self) -> str:
        """What is said where no place of an image has a score."""
        if self.unseen == 0:
            return ("no place has a score: some samples are so much larger than others that "
                    "rounding hides these; smaller ones are expected")
        return f"no place has a score: {self}; other samples in their place are expected"

    def tell(self, has_score: bool) -> None:
        """Refuses an image without a score, and warns of what is lost; for functions that a program
        calls."""
        if not has_score:
            raise ValueError(f"image: {self.total_loss}")
        for words in (f"image: {self.loss}" if self.unseen else "", self.doubt):
            if words:
                warnings.warn(words, RuntimeWarning, stacklevel=3)


def in_single(image: np.ndarray) -> np.ndarray:
    """Floating point in single precision, at a scale that this holds."""
    if image.dtype == np.float32:
        return image
    most = float(np.abs(image).max(initial=0))
    exponent = math.frexp(most)[1] if math.isfinite(most) else 0
    if abs(exponent) < 60:  # whole numbers stay whole, which says something of marks
        return image.astype(np.float32)
    return np.ldexp(image.astype(np.float64), -exponent).astype(np.float32)


def marks_in(image: np.ndarray, score: str) -> List[float]:
    """Values that are marks such as for "no data" by their power (marks.h), of floating point and
    two axes."""
    return _core.marks_in(in_rows(image), score == "ccoeff_normed", by_size=False)


def _first(image: np.ndarray, seen: np.ndarray) -> str:
    if seen.all():
        return ""
    row, column = divmod(int(np.argmin(seen)), image.shape[1])
    return f"{image[row, column]:g} at row {row}, column {column}"


def without_marks(image: Array, score: str) -> Tuple[Array, Unseen]:
    """An image in this machine's memory with NaN for marks such as for "no data" (marks.h), and how
    many samples are not finite then. It may have lost its level by that, which the library would
    look for in samples that are not finite. Others are not looked at."""
    if not (is_on_host(image) and image.dtype in (np.float32, np.float64) and image.ndim == 2
            and image.size):
        return image, Unseen(0, 0)
    before, marks = image, marks_in(image, score)
    if marks:
        image = np.where(np.isin(image, np.array(marks, image.dtype)), image.dtype.type(np.nan),
                         image)
    elif np.isfinite(image.min()) and np.isfinite(image.max()):
        return image, Unseen(0, image.size)
    seen = np.isfinite(image)
    unseen = Unseen(image.size - int(np.count_nonzero(seen)), image.size, _first(before, seen))
    if score == "ccoeff_normed" and image.dtype == np.float32 and unseen.unseen < image.size:
        image = image - np.float32(image.mean(dtype=np.float64, where=seen))
    return image, unseen
