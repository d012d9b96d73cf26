# SPDX-License-Identifier: LGPL-2.1-or-later
"""Samples of an image that no score counts, and what is said of them."""
import warnings
from typing import Any, NamedTuple

import numpy as np

from ._arrays import is_on_host

MOST_SINGLE = 1e15
"""The library's bound in single precision (kMaxSignal of search.h). In double precision there is
none."""


class Unseen(NamedTuple):
    """How many of an image's samples no score counts. A place where one of them lies under the
    template has no score."""
    unseen: int
    samples: int

    def __str__(self) -> str:
        return (f"{self.unseen} of {self.samples} samples are not finite, or beyond 1e15 in single "
                "precision")

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
        return (f"no place has a score: {self}; other samples in their place are expected, or "
                "float64, whose size has no bound")

    def tell(self, has_score: bool) -> None:
        """Refuses an image without a score, and warns of what is lost; for functions that a program
        calls."""
        if not has_score:
            raise ValueError(f"image: {self.total_loss}")
        if self.unseen:
            warnings.warn(f"image: {self.loss}", RuntimeWarning, stacklevel=3)


def unseen_in(image: Any) -> Unseen:
    """Of an image in this machine's memory; others are not looked at."""
    if not (is_on_host(image) and image.dtype.kind == "f" and image.size):
        return Unseen(0, 0)
    most = image.dtype.type(MOST_SINGLE if image.dtype == np.float32 else np.finfo(image.dtype).max)
    with np.errstate(invalid="ignore"):
        if image.min() >= -most and image.max() <= most:  # neither holds of NaN
            return Unseen(0, image.size)
        return Unseen(image.size - int(np.count_nonzero(np.abs(image) <= most)), image.size)
