# SPDX-License-Identifier: LGPL-2.1-or-later
"""What lies outside of an image, by scipy.ndimage's modes, and images with a level around them."""
from typing import Any, Optional, Tuple

import numpy as np

from ._arrays import Array, is_on_host
from ._words import quoted

EDGES = {"reflect": "reflect", "mirror": "reflect-101", "nearest": "replicate",
         "constant": "constant", "wrap": "wrap", "grid-mirror": "reflect",
         "grid-constant": "constant", "grid-wrap": "wrap"}
"""Modes of scipy.ndimage: what lies outside the image; there are as many outputs as inputs."""


def check_cval(cval: Any, dtype: np.dtype) -> None:
    """Refuses a complex number outside of a real image."""
    if np.iscomplexobj(cval) and dtype.kind != "c":
        raise ValueError(f"cval is {quoted(cval)}, and image is real; real numbers are allowed")


def dtype_around(dtype: np.dtype, cval: Any) -> np.dtype:
    """The type that has both an image's samples and the level outside of it."""
    if dtype.kind in "biu":
        limits = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        if not limits[0] <= cval <= limits[1] or cval != int(cval):
            return np.dtype("float32" if dtype.itemsize < 3 else "float64")
    elif np.isfinite(cval) and abs(cval) > np.finfo(dtype).max:
        return np.dtype("complex128" if dtype.kind == "c" else "float64")
    return dtype


def padded(image: Array, sides: Tuple[int, ...], operation: str, mode: str, cval: float,
           channel_axis: Optional[int], frames: bool) -> np.ndarray:
    """The image with as much of `cval` around it as taps of these sides reach."""
    if EDGES.get(mode) != "constant":
        raise ValueError(f"cval is {quoted(cval)}; with mode {quoted(mode)} 0 is allowed")
    if not is_on_host(image):
        raise ValueError("cval is not 0, which arrays in this machine's memory alone may have")
    borders = [((side - 1) // 2, side // 2) for side in sides]
    if operation == "correlate":
        borders = [(after, before) for before, after in borders]
    check_cval(cval, image.dtype)
    image = image.astype(dtype_around(image.dtype, cval), copy=False)
    of_frame = image.ndim - (1 if frames else 0)
    if channel_axis is not None:
        borders.insert(0 if channel_axis in (0, -of_frame) else len(borders), (0, 0))
    if len(borders) != of_frame:
        raise ValueError(f"taps have {len(sides)} axes, and image has {of_frame}; as many are "
                         "expected")
    return np.pad(image, ([(0, 0)] if frames else []) + borders, constant_values=cval)
