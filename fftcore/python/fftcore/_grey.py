# SPDX-License-Identifier: LGPL-2.1-or-later
"""Images as registration takes them: grey, on one scale, and what of them is seen."""
import math
from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

from ._arrays import array_of, is_on_host
from ._convolution import convolve
from ._filters import gaussian_blur
from ._levels import in_reach
from ._marks import marks_of
from ._motion import image_array
from ._shifts import has_contrast
from ._warp import warp

_AVERAGED = 3
"""Channels; a fourth one is alpha."""
_ALL = 0.999
"""The share of a sample that is seen where all of it is, but for rounding."""


class Grey(NamedTuple):
    """An image of mean 0 and deviation 1."""
    image: np.ndarray
    """float32, 0 where nothing is seen."""
    seen: np.ndarray
    """bool"""
    has_contrast: bool
    """Whether there is anything to see."""

    def weights(self, share: float) -> np.ndarray:
        """1, and 0 at the image's border and where nothing is seen. Between these they fade over
        that share of the shorter side, so that there is no edge."""
        reach = max(1, round(share * min(self.image.shape)))
        sums = np.pad(self.seen.astype(np.float32), reach)
        for axis in (0, 1):
            sums = np.cumsum(sums, axis, dtype=np.float64)
            count, end = 2 * reach, sums.shape[axis]
            sums = (sums.take(range(count, end), axis) - sums.take(range(end - count), axis))
            sums /= count
        weights = np.clip(2 * sums - 1, 0, 1)  # at a straight border half is seen
        return (weights**2 * (3 - 2 * weights)).astype(np.float32)


def _mask_of(name: str, mask: Any, shape: Tuple[int, ...]) -> Optional[np.ndarray]:
    if mask is None:
        return None
    given = array_of(name, mask)
    if not is_on_host(given) or given.dtype.kind not in "buif":
        raise ValueError(f"{name} is no array of real numbers in this machine's memory")
    if given.shape != shape:
        raise ValueError(f"{name} has shape {given.shape}; {shape} is expected, as the image has "
                         "rows and columns")
    return given != 0


def grey_of(name: str, value: Any, mask_name: str = "mask", mask: Any = None) -> Grey:
    """The mean of an image's channels, of alpha without. Samples that are not finite, that are
    marks such as for "no data", or that the mask has, are not seen."""
    image = image_array(name, value)
    channels = in_reach(image if image.ndim == 3 else image[..., None])
    channels = channels[..., :_AVERAGED if channels.shape[2] > _AVERAGED else None]
    seen = np.isfinite(channels).all(2)
    if image.dtype.kind == "f":
        for channel in np.moveaxis(channels, 2, 0):
            marks = marks_of(channel)
            if marks is not None:
                seen &= ~marks
    hidden = _mask_of(mask_name, mask, image.shape[:2])
    if hidden is not None:
        seen &= ~hidden
    largest = float(np.abs(channels[seen].astype(np.float64)).max(initial=0))
    unit = math.ldexp(1, -math.frexp(largest)[1]) if largest > 0 else 1.0
    with np.errstate(over="ignore", invalid="ignore"):
        grey = (channels.astype(np.float64) * unit).mean(2)
    values = grey[seen]
    is_seen = has_contrast(values.astype(image.dtype) if image.dtype.kind == "f" else values)
    result = np.zeros(grey.shape, np.float32)
    if is_seen:
        result[seen] = (values - values.mean()) / values.std()
    return Grey(result, seen, is_seen)


def reduced(grey: Grey, factor: int) -> Grey:
    """Means of blocks, so many samples a side. Blocks are seen of which all samples are."""
    if factor == 1:
        return grey
    rows, columns = (side // factor for side in grey.image.shape)
    blocks = [array[:rows * factor, :columns * factor].reshape(rows, factor, columns, factor)
              for array in (grey.image, grey.seen)]
    seen = blocks[1].all((1, 3))
    return Grey(blocks[0].mean((1, 3)) * seen, seen, grey.has_contrast)


def scale_of(matrix: np.ndarray) -> float:
    """How many samples of an image a sample of what it is mapped to has, along an axis."""
    return math.sqrt(abs(float(np.linalg.det(matrix[:2, :2]))))


def softened(grey: Grey, scale: float) -> Grey:
    """The image without what samples that are so far apart do not show."""
    if scale < 1.1:
        return grey
    taps = gaussian_blur(0.5 * math.sqrt(scale**2 - 1))
    return grey._replace(image=convolve(grey.image, taps, mode="nearest"))


def mapped(grey: Grey, matrix: np.ndarray, shape: Tuple[int, ...],
           interpolation: str = "bicubic") -> Grey:
    """The image through a map of (3, 3) from the result to it."""
    image = warp(grey.image, matrix, shape, interpolation)
    seen = warp(grey.seen.astype(np.float32), matrix, shape, "bilinear", edge="constant") >= _ALL
    return Grey(image * seen, seen, grey.has_contrast)
