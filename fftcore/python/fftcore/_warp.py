# SPDX-License-Identifier: LGPL-2.1-or-later
"""Warps: images through affine and projective maps."""
from typing import Any, Optional, Sequence, Tuple

import numpy as np

from ._arrays import (WHOLE, Array, array_of, check_out, computed, dtype_name, exact_put, in_rows,
                      is_on_host, new_beside, place_of, rounded, sample_type_of, shape_of)
from ._denoise import checked_axis, real_image
from ._plans import give_back, queue_at, run_on, take
from ._words import number, quoted, whole

_INTERPOLATIONS = ("nearest", "bilinear", "bicubic", "lanczos")
_TRANSPARENT = "transparent"
_EDGES = ("constant", "replicate", "reflect", "reflect-101", "wrap", _TRANSPARENT)


def _checked_map(value: Any, inverse: bool) -> Tuple[Array, bool]:
    """The map from the result to the image as the library takes it, and whether it divides by W."""
    array = array_of("map", value)
    shape = shape_of(array)
    if not is_on_host(array):
        if shape != (3, 3) or dtype_name(array) != "float32" or inverse:
            raise ValueError(f"map lies on a device, with shape {shape} of {dtype_name(array)}"
                             f"{', to be inverted' if inverse else ''}; there a map of (3, 3) of "
                             "float32, from the result to the image, is allowed")
        return array, True
    if shape not in ((2, 3), (3, 3)) or array.dtype.kind not in "buif":
        raise ValueError(f"map has shape {shape} of {array.dtype}; real numbers of (2, 3) or "
                         "(3, 3) are allowed")
    numbers = np.eye(3)
    numbers[:shape[0]] = array
    if inverse:
        try:
            numbers = np.linalg.inv(numbers)
        except np.linalg.LinAlgError:
            raise ValueError(f"map is {quoted(array.tolist())}, which has no inverse") from None
        # Rounding does not make a projective map of an affine one.
        if shape[0] == 2 or not array[2, :2].any():
            numbers[2] = 0, 0, numbers[2, 2]
        numbers /= numbers[2, 2] if numbers[2, 2] != 0 else 1.0
    with np.errstate(over="ignore"):
        single = numbers.astype(np.float32)
    if not np.isfinite(single).all():
        raise ValueError(f"map is {quoted(array.tolist())}; finite numbers that float32 holds are "
                         "allowed")
    return single, not np.array_equal(numbers[2], (0, 0, 1))


def _checked_shape(shape: Optional[Sequence[int]], image: Tuple[int, int]) -> Tuple[int, int]:
    """Rows and columns of the result."""
    if shape is None:
        return image
    if isinstance(shape, (str, bytes)) or not hasattr(shape, "__len__") or len(shape) != 2:
        raise ValueError(f"shape is {quoted(shape)}; rows and columns are expected")
    rows, columns = (whole("shape", side) for side in shape)
    return rows, columns


def _kept_beside(result: np.ndarray, out: Any, dtype: str) -> np.ndarray:
    """A result in double precision, which is NaN where ``out`` is kept."""
    is_kept = np.isnan(result)
    made = rounded(np.where(is_kept, 0, result), dtype)
    can_keep = (isinstance(out, np.ndarray) and out.shape == made.shape
                and out.dtype.newbyteorder("=") == made.dtype)
    return np.where(is_kept, out, made) if can_keep else made  # which is refused


def warp(image: Any, map: Any,  # pylint: disable=redefined-builtin
         shape: Optional[Sequence[int]] = None, interpolation: str = "bicubic",
         edge: str = "replicate", fill: float = 0, inverse: bool = False, *,
         channel_axis: Optional[int] = None, out: Optional[Array] = None) -> Array:
    """The image through an affine or a projective map.

    Shapes: ``image`` (rows, columns), with an axis of channels where ``channel_axis`` is 0 or -1;
    ``shape``: rows and columns of the result, None: the image's. ``map``: 2 or 3 rows of 3 numbers
    that take the result's places (x, y, 1) to the image's, x along columns: the place is
    (X / W, Y / W), W = 1 with 2 rows. ``inverse``: it takes the image's places to the result's, as
    OpenCV's warpAffine and warpPerspective have it. ``interpolation``: nearest, bilinear, bicubic
    (Keys, a = -0.5) or lanczos (6 samples a side). ``edge``: what lies outside of the image:
    replicate, reflect (the last sample twice), reflect-101, wrap, constant, which is ``fill``, or
    transparent: ``out`` stays as it was where no sample of the image is nearest, as OpenCV's
    BORDER_TRANSPARENT has it. Places farther than 2**22 samples, or where W is 0, have ``fill``, or
    stay too.

    Types: all real numbers, and the result's is the image's. Places and sums are of single
    precision, and of double precision for float64 and for whole numbers other than uint8 and
    uint16. A map on a CUDA device has 3 rows of float32, and is not waited for.

    >>> larger = warp(image, [[0.5, 0, -0.25], [0, 0.5, -0.25]], (200, 300))
    """
    image = real_image("image", image)
    check_out(out)
    for name, word, words in (("interpolation", interpolation, _INTERPOLATIONS),
                              ("edge", edge, _EDGES)):
        if word not in words:
            raise ValueError(f"{name} is {quoted(word)}; {', '.join(words)} are allowed")
    is_transparent = edge == _TRANSPARENT
    if is_transparent and out is None:
        raise ValueError("edge is 'transparent' and out is None; an array is expected, which keeps "
                         "what lies outside of the image")
    channel_axis = checked_axis(image, channel_axis)
    numbers, is_projective = _checked_map(map, inverse)
    dtype = dtype_name(image)
    is_same = dtype not in WHOLE
    image = in_rows(computed("image", image))
    sides = shape_of(image)
    is_planar = channel_axis == 0
    channels = () if channel_axis is None else sides[:1] if is_planar else sides[2:]
    rows, columns = sides[1:] if is_planar else sides[:2]
    to_rows, to_columns = _checked_shape(shape, (rows, columns))
    text = (f"warp {sample_type_of('image', dtype_name(image))} "
            + "x".join(str(side) for side in (rows, columns) + channels)
            + f" out={to_rows}x{to_columns}" + (" planar" if is_planar else "")
            + f" {interpolation} edge={'replicate' if is_transparent else edge}"
            + f" fill={number('fill', fill)!r}" + (" transparent" if is_transparent else "")
            + (" projective" if is_projective else ""))
    place = place_of("image", image)
    kept = take(text, place)
    try:
        result = out if is_same else None
        if result is None:
            of_result = (to_rows, to_columns)
            result = new_beside(image, channels + of_result if is_planar else of_result + channels,
                                dtype_name(image))
        if is_transparent and not is_same:
            result.fill(np.nan)  # as no result is
        run_on(queue_at(place), kept.executable, (image, numbers), result)
    finally:
        give_back(text, place, kept)
    if is_same:
        return result
    if is_transparent:
        return exact_put(out, _kept_beside(result, out, dtype))
    result = rounded(result, dtype)
    return result if out is None else exact_put(out, result)
