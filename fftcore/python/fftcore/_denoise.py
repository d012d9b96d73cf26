# SPDX-License-Identifier: LGPL-2.1-or-later
"""Noise: taken out of images by overlapping blocks, and measured."""
from typing import Any, Optional, Sequence, Tuple

from . import _core
from ._arrays import (Array, array_of, dtype_name, element_of, in_rows, is_on_host, new_beside,
                      place_of, shape_of)
from ._plans import give_back, queue_at, take

_LEVELS = {"uint8": 1.0, "uint16": 1 / 257}
"""How many levels of 255 one step of a type is; floating point is 0 to 1."""


def _levels(sigma: float, dtype: str) -> float:
    """A standard deviation in the image's units, in levels of 255."""
    return sigma * _LEVELS.get(dtype, 255.0)


def _text(image: Array, channel_axis: Optional[int]) -> Tuple[str, str]:
    """The beginning of a denoising's text: type and extents, without channels where there is no
    axis of them; and its word for planes."""
    shape = shape_of(image)
    axes = 2 if channel_axis is None else 3
    if len(shape) != axes:
        raise ValueError(f"image has {len(shape)} axes; {axes} are allowed, with channel_axis "
                         f"{channel_axis}")
    if channel_axis not in (None, 0, -1, 2):
        raise ValueError(f"channel_axis is {channel_axis}; None, 0 and -1 are allowed")
    is_planar = channel_axis == 0
    if is_planar:
        shape = shape[1:] + shape[:1]
    element = element_of("image", dtype_name(image))
    return f"denoise {element} {'x'.join(map(str, shape))}", " planar" if is_planar else ""


def _sharpening(dtype: str, **values: Optional[float]) -> str:
    """Words of a strength's text. Levels are in the image's units."""
    text = ""
    for name, value in values.items():
        if value is not None:
            number = float(value)
            is_level = name in ("sharpen_min", "sharpen_max", "halo_threshold")
            text += f" {name.replace('_', '-')}={_levels(number, dtype) if is_level else number!r}"
    return text


def estimate_sigma(image: Any) -> float:
    """Standard deviation of the white noise in an image of (rows, columns), in its units: of
    floating point as far as samples are 0 to 1.

    >>> estimate_sigma(np.zeros((64, 64), np.float32))
    0.0
    """
    image = in_rows(array_of("image", image))
    if not is_on_host(image):
        raise ValueError("image lies on a device; its noise is measured in this machine's memory")
    text, _ = _text(image, None)
    return _core.estimate_noise(text + " b16 step4 wiener sigma=1", image) / _levels(
        1.0, dtype_name(image))


def denoise(image: Any, sigma: Optional[float] = None, *, before: Sequence[Any] = (),
            after: Sequence[Any] = (), block: int = 16, step: Optional[int] = None,
            kind: str = "wiener", channel_axis: Optional[int] = None, sharpen: float = 0,
            sharpen_cutoff: float = 0.15, sharpen_min: Optional[float] = None,
            sharpen_max: Optional[float] = None, dehalo: float = 0, halo_radius: float = 2,
            halo_threshold: Optional[float] = None, vertical_ratio: float = 1,
            out: Optional[Array] = None) -> Array:
    """The image with its noise taken out: overlapping blocks are transformed, and each bin is
    weakened by the noise that it holds.

    Shapes: ``image`` (rows, columns), with an axis of channels where ``channel_axis`` is 0 or -1;
    the result's too. ``sigma``: the noise's standard deviation in the image's units, floating point
    being 0 to 1; None: :func:`estimate_sigma` measures it. ``before``, ``after``: up to 3 frames of
    a video each, in the order of time, which are looked at too. ``block``: 8, 16, 32 or 64 pixels a
    side; ``step``: block / 2, / 4 or / 8 from one to the next. ``kind``: wiener or hard.

    ``sharpen``, -1 to 100, raises detail above ``sharpen_cutoff`` (cycles/pixel) that is neither
    weaker than ``sharpen_min``, as noise is, nor stronger than ``sharpen_max``, as edges are; 0.3
    to 1 are usual, and ``sigma=0`` sharpens alone. ``dehalo``, 0 to 100, weakens halos about
    ``halo_radius`` pixels wide and stronger than ``halo_threshold``. The three levels are in the
    image's units, and None is 4, 20 and 50 of 255. Both look at vertical frequencies times
    ``vertical_ratio``, 0 to 10.

    >>> clean = denoise(noisy, sigma=0.04)
    """
    image = in_rows(array_of("image", image))
    if kind not in ("wiener", "hard"):
        raise ValueError(f"kind is {kind!r}; wiener and hard are allowed")
    begin, planar = _text(image, channel_axis)
    if sigma is None:
        if channel_axis is not None:
            raise ValueError("sigma is needed where there are channels")
        sigma = estimate_sigma(image)
    dtype = dtype_name(image)
    frames = tuple(_frame(name, frame, image) for name, frame in
                   [("before", frame) for frame in before] + [("image", image)]
                   + [("after", frame) for frame in after])
    text = (f"{begin} b{block} step{block // 4 if step is None else step}{planar}"
            + (f" prev={len(before)}" if len(before) else "")
            + (f" next={len(after)}" if len(after) else "")
            + f" {kind}")
    strength = f"{text} sigma={_levels(float(sigma), dtype)!r}"
    if sharpen or dehalo:
        text += " sharpen=0"  # a plan that may
        strength += _sharpening(dtype, sharpen=sharpen, dehalo=dehalo,
                                sharpen_cutoff=sharpen_cutoff, halo_radius=halo_radius,
                                vertical_ratio=vertical_ratio, sharpen_min=sharpen_min,
                                sharpen_max=sharpen_max, halo_threshold=halo_threshold)
    place = place_of("image", image)
    kept = take(text, place)
    try:
        kept.executable.set_strength(strength)
        if out is None:
            out = new_beside(image, shape_of(image), dtype)
        kept.executable.run(queue_at(place), frames, out)
    finally:
        give_back(text, place, kept)
    return out


def _frame(name: str, frame: Any, image: Array) -> Array:
    frame = in_rows(array_of(name, frame))
    if shape_of(frame) != shape_of(image) or dtype_name(frame) != dtype_name(image):
        raise ValueError(f"a frame of {name} is {shape_of(frame)} of {dtype_name(frame)}; "
                         f"{shape_of(image)} of {dtype_name(image)} is expected")
    return frame
