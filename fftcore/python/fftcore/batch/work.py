# SPDX-License-Identifier: LGPL-2.1-or-later
"""Operations as values, which other processes and machines get: what they do to a part of an image.
"""
from dataclasses import dataclass, replace
from typing import Any, Optional, Tuple

import numpy as np

from .._borders import reach_of, valid
from .._denoise import denoise, estimate_sigma
from .._filters import measured_balance, restoring_taps
from .._marks import check_no_marks

Reach = Tuple[Tuple[int, int], Tuple[int, int]]
LEVEL = {"uint8": 1.0, "uint16": 257.0}
"""Of 255, in samples of a type; floating point is 0 to 1."""


def _with_alpha(image: np.ndarray, colours: np.ndarray, reach: Reach) -> np.ndarray:
    """Colours with the alpha of the image, which is as much larger as the reach says."""
    (top, _), (left, _) = reach
    rows, columns = colours.shape[:2]
    return np.concatenate([colours, image[top:top + rows, left:left + columns, 3:]], 2)


def _middle(image: Any) -> Tuple[np.ndarray, int, int]:
    """Up to 2048 x 2048 pixels of an image, whose noise is taken for that of all, and the row and
    the column where they begin."""
    row, column = (max(size // 2 - 1024, 0) for size in image.shape[:2])
    return np.asarray(image[row:row + 2048, column:column + 2048]), row, column


@dataclass(frozen=True, eq=False)
class Filter:
    """Every colour is convolved or correlated with taps; alpha is copied. A deblurring is one."""
    taps: np.ndarray
    edge: str = "mirror"
    operation: str = "convolve"
    offset: float = 0.0  # where white is 255
    ending: Optional[str] = None
    restores: bool = False  # so that marks, and what is not finite, are refused
    blur: Optional[np.ndarray] = None  # restored by what suits the noise of each image

    def check(self, part: np.ndarray, row: int, column: int) -> None:
        """Refuses a part of an image, from a row and a column on, that cannot be restored."""
        if self.restores:
            check_no_marks("image", part, "restoring would spread others far",
                           None if part.ndim == 2 else 2, (row, column))

    @property
    def reach(self) -> Reach:
        rows, columns = self.taps.shape
        return (reach_of(self.operation, self.edge, rows),
                reach_of(self.operation, self.edge, columns))

    def measured(self, image: Any) -> "Filter":
        """The operation for the noise of an image, where that counts."""
        if self.blur is None:
            return self
        middle, row, column = _middle(image)
        self.check(middle, row, column)
        balance = measured_balance(middle[..., :3] if middle.ndim == 3 else middle, self.blur,
                                   None if middle.ndim == 2 else -1)
        return replace(self, taps=restoring_taps(self.blur, balance), blur=None)

    def apply(self, part: np.ndarray) -> np.ndarray:
        dtype = part.dtype
        channel_axis = None if part.ndim == 2 else -1
        colours = part[..., :3] if part.ndim == 3 else part
        # An offset is added before whole numbers are rounded and clamped.
        out = dtype if self.offset == 0 or dtype.kind == "f" else np.dtype("float32")
        result = valid(self.operation, colours, self.taps, out, channel_axis)
        if self.offset != 0:
            result += self.offset * LEVEL.get(dtype.name, 1 / 255)
            if dtype.kind == "u":
                result = np.clip(np.rint(result), 0, np.iinfo(dtype).max)
            result = result.astype(dtype)
        return _with_alpha(part, result, self.reach) if part.shape[2:] == (4,) else result


@dataclass(frozen=True)
class Denoise:
    """Noise is taken out of every colour; alpha is copied."""
    sigma: Optional[float] = None  # where white is 255; None: it is measured
    block: int = 16
    step: int = 4
    sharpen: float = 0
    dehalo: float = 0
    sigmas: Tuple[float, ...] = ()  # of each colour, in samples
    ending: Optional[str] = None
    edge = None

    @property
    def reach(self) -> Reach:
        # A whole block, so that blocks lie in parts as they do in the image.
        return (self.block, self.block), (self.block, self.block)

    def measured(self, image: Any) -> "Denoise":
        """The operation with the noise of an image."""
        colours = 1 if len(image.shape) == 2 else min(image.shape[2], 3)
        if self.sigma is not None:
            level = LEVEL.get(image.dtype.name, 1 / 255)
            return replace(self, sigmas=(self.sigma * level,) * colours)
        middle, _, _ = _middle(image)
        planes = [middle] if len(image.shape) == 2 else [middle[..., c] for c in range(colours)]
        return replace(self, sigmas=tuple(estimate_sigma(np.ascontiguousarray(plane))
                                          for plane in planes))

    def apply(self, part: np.ndarray) -> np.ndarray:
        def clean(plane: np.ndarray, sigma: float) -> np.ndarray:
            return denoise(np.ascontiguousarray(plane), sigma, block=self.block, step=self.step,
                           sharpen=self.sharpen, dehalo=self.dehalo)

        if part.ndim == 2:
            return clean(part, self.sigmas[0])
        result = np.stack([clean(part[..., c], sigma) for c, sigma in enumerate(self.sigmas)], -1)
        return _with_alpha(part, result, ((0, 0), (0, 0))) if part.shape[2] == 4 else result
