# SPDX-License-Identifier: LGPL-2.1-or-later
"""Noise: taken out of images by overlapping blocks, and measured."""
import math
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import (WHOLE, Array, array_of, check_out, computed, dtype_name, exact_put, in_rows,
                      is_on_host, new_beside, place_of, rounded, sample_type_of, shape_of)
from ._levels import less_level, level_beyond_double
from ._marks import largest as largest
from ._marks import marks_of
from ._plans import give_back, queue_at, run_on, take
from ._words import number, quoted, whole, whole_or_none

_LEVELS = {"uint8": 1.0, "uint16": 1 / 257}
"""How many levels of 255 one step of a type is; floating point is 0 to 1."""
_MOST_LEVELS = 1e4
"""The largest sigma and the like that the library takes, in levels of 255."""
_USUAL = {"sharpen_min": 4.0, "sharpen_max": 20.0, "halo_threshold": 50.0}
"""The library's levels, of 255."""


class Units(NamedTuple):
    """How samples became what the library computes: (sample - level) * scale, in single precision
    where they are not uint8 or uint16."""
    dtype: str
    is_same: bool = True
    level: Union[int, float] = 0.0
    """A whole number where double precision does not hold the samples."""
    scale: float = 1.0

    def levels(self, value: float) -> float:
        """A difference of samples in levels of 255."""
        return value * self.scale * _LEVELS.get(self.dtype, 255.0)

    def computed(self, image: Array) -> Array:
        if self.is_same:
            return image
        if isinstance(self.level, int):
            return (less_level(image, self.level) * self.scale).astype(np.float32)
        image = image.astype(np.float64)
        with np.errstate(over="ignore"):  # marks may be infinite then
            return ((image - self.level) * self.scale).astype(np.float32)

    def back(self, result: np.ndarray) -> np.ndarray:
        """What the library computed, in the image's units and its type."""
        values = result.astype(np.float64) / self.scale
        if isinstance(self.level, int):
            limits = np.iinfo(self.dtype)
            whole = [min(max(self.level + int(value), int(limits.min)), int(limits.max))
                     for value in np.rint(values).flat]
            return np.array(whole, self.dtype).reshape(values.shape)
        values += self.level
        return rounded(values, self.dtype) if self.dtype in WHOLE else values.astype(self.dtype)


def _others(image: np.ndarray) -> np.ndarray:
    """All samples that are finite, but marks."""
    marks = marks_of(image)
    is_other = np.isfinite(image) if marks is None else ~marks & np.isfinite(image)
    return image if is_other.all() else image[is_other]


def units_of(images: Sequence[Array], most_levels: float) -> Units:
    """Units in which single precision and the library's bounds hold images, the first one before
    all, and levels of up to so much of 255 if floating point is 0 to 1."""
    first, dtype = images[0], dtype_name(images[0])
    if not is_on_host(first) or dtype in _LEVELS or first.size == 0:
        return Units(dtype)
    others = [_others(image) for image in images]  # marks say nothing of the scale
    level: Union[int, float] = next(filter(None, map(level_beyond_double, images)), 0.0)
    if level:
        most = max(float(np.abs(less_level(image, int(level))).max(initial=0)) for image in others)
    else:
        if dtype == "float64" or dtype in WHOLE:
            # Of few samples: marks that are not told apart do not move it, as they would a mean.
            some = others[0].flat[::max(others[0].size >> 16, 1)]
            level = float(np.median(some)) if some.size else 0.0
            level = level if math.isfinite(level) else 0.0
        most = max(largest(image) for image in others) + abs(level)
    scale = 1.0
    if most and not 2.0**-10 <= most <= 2.0**10:
        scale = math.ldexp(1, -math.frexp(most)[1])
    if most_levels * scale > _MOST_LEVELS:
        scale = math.ldexp(1, math.frexp(_MOST_LEVELS / most_levels)[1] - 1)
    is_same = dtype in ("float16", "float32") and scale == 1
    return Units(dtype, is_same, level, scale)


def real_image(name: str, value: Any) -> Array:
    """An image of real numbers, in its own type."""
    image = array_of(name, value)
    if is_on_host(image):
        computed(name, image)  # its type is allowed
        if image.dtype.kind == "c":
            raise ValueError(f"{name} is of {image.dtype.name}; real numbers are allowed")
    return in_rows(image)


def _text(image: Array, channel_axis: Optional[int]) -> Tuple[str, str]:
    """The beginning of a denoising's text: type and extents, without channels where there is no
    axis of them; and its word for planes."""
    shape = shape_of(image)
    is_planar = channel_axis == 0
    if is_planar:
        shape = shape[1:] + shape[:1]
    sample_type = sample_type_of("image", dtype_name(image))
    return f"denoise {sample_type} {'x'.join(map(str, shape))}", " planar" if is_planar else ""


def checked_axis(image: Array, channel_axis: Optional[int]) -> Optional[int]:
    """channel_axis, where an image has as many axes as it says."""
    channel_axis = whole_or_none("channel_axis", channel_axis)
    count = len(shape_of(image))
    axes = 2 if channel_axis is None else 3
    if count != axes:
        hint = ": channel_axis=-1 or 0 says which axis counts channels" if count == 3 else ""
        raise ValueError(f"image has {count} axes; {axes} are allowed, with channel_axis "
                         f"{channel_axis}{hint}")
    if channel_axis not in (None, 0, -1, 2):
        raise ValueError(f"channel_axis is {channel_axis}; None, 0 and -1 are allowed")
    return channel_axis


def _planes(image: Array, channel_axis: int) -> List[Array]:
    """An image's channels, each by itself."""
    shape = shape_of(image)
    return [image[c] if channel_axis == 0 else image[..., c]
            for c in range(shape[0 if channel_axis == 0 else -1])]


def estimate_sigma(image: Any, *, channel_axis: Optional[int] = None) -> Any:
    """Standard deviation of the white noise in an image of (rows, columns), in its units. With
    ``channel_axis`` 0 or -1 a list of them, one a channel. Blocks of 16x16 samples that have one
    that is not finite, or a mark such as for "no data", do not count. ValueError where no others
    have structure.

    >>> estimate_sigma(np.zeros((64, 64), np.float32))
    0.0
    """
    image = real_image("image", image)
    if not is_on_host(image):
        raise ValueError("image lies on a device; its noise is measured in this machine's memory")
    channel_axis = checked_axis(image, channel_axis)
    if channel_axis is not None:
        return [estimate_sigma(plane) for plane in _planes(image, channel_axis)]
    units = units_of([image], 0)
    image = units.computed(image)
    text, _ = _text(image, None)
    return _core.estimate_noise(text + " b16 step4 sigma=1", image) / units.levels(1.0)


def lambda_in(planes: np.ndarray, psf: np.ndarray) -> float:
    """The weight of the penalty gradient that suits planes of (planes, rows, columns) which were
    blurred by taps of float64."""
    image = real_image("image", planes)
    image = units_of([image], 0).computed(image)
    text, planar = _text(image, 0)
    return _core.measured_lambda(f"{text} b16 step4{planar} sigma=1", image, psf)


def _checked_levels(dtype: str, is_on_device: bool, sigma: float, sharpens: bool, dehalos: bool,
                    given: Dict[str, Optional[float]]) -> Dict[str, float]:
    """Levels in the image's units: what is given, and the library's usual ones."""
    # Other types are scaled as sigma needs it.
    most = math.inf
    if dtype in _LEVELS or is_on_device:
        most = _MOST_LEVELS / _LEVELS.get(dtype, 255.0)
    allowed = "0 or more is allowed" if most == math.inf else f"0 to {most:.6g} are allowed"
    if not 0 <= sigma <= most or sigma == math.inf:
        raise ValueError(f"sigma is {sigma}; {allowed}")
    levels = {}
    for name, level in given.items():
        if level is None:
            is_used = dehalos if name == "halo_threshold" else sharpens
            if is_used and dtype in WHOLE:
                raise ValueError(f"{name} is needed for an image of {dtype}: there is no usual one")
            levels[name] = _USUAL[name] / _LEVELS.get(dtype, 255.0)
            continue
        levels[name] = number(name, level)
        if not 0 <= levels[name] <= most or levels[name] == math.inf:
            raise ValueError(f"{name} is {level}; {allowed}")
    if sharpens and not 0 < levels["sharpen_max"] >= levels["sharpen_min"]:
        raise ValueError(f"sharpen_min is {levels['sharpen_min']:.6g}; 0 to sharpen_max, which is "
                         f"{levels['sharpen_max']:.6g} and has to be above 0, is allowed")
    return levels


def denoise(image: Any, sigma: Optional[float] = None, *, before: Sequence[Any] = (),
            after: Sequence[Any] = (), strength: float = 1, block: int = 16,
            step: Optional[int] = None, kind: str = "firm", channel_axis: Optional[int] = None,
            sharpen: float = 0, sharpen_cutoff: float = 0.15, sharpen_min: Optional[float] = None,
            sharpen_max: Optional[float] = None, dehalo: float = 0, halo_radius: float = 2,
            halo_threshold: Optional[float] = None, vertical_ratio: float = 1,
            out: Optional[Array] = None) -> Array:
    """The image with its noise taken out: overlapping blocks are transformed, and each bin is
    weakened by the noise that it holds.

    Shapes: ``image`` (rows, columns), with an axis of channels where ``channel_axis`` is 0 or -1;
    the result's too. ``sigma``: the noise's standard deviation in the image's units, whatever its
    scale; None: :func:`estimate_sigma` measures it, in each channel by itself. ``strength``: how
    much of that is taken out, 0 to 1000; 1 is best for most images. ``before``, ``after``: up to 3
    frames of a video each, in the order of time, which are looked at too. ``block``: 8, 16, 32 or
    64 pixels a side; ``step``: block / 2, / 4 or / 8 from one to the next. ``kind``: firm, wiener
    or hard.

    Types: all real numbers, and the result's is the image's. uint8 and uint16 are computed as they
    are, and all others in single precision, float64 and other whole numbers less their mean.

    ``sharpen``, -1 to 100, raises detail above ``sharpen_cutoff`` (cycles/pixel) that is neither
    weaker than ``sharpen_min``, as noise is, nor stronger than ``sharpen_max``, as edges are; 0.3
    to 1 are usual, and ``sigma=0`` sharpens alone. ``dehalo``, 0 to 100, weakens halos about
    ``halo_radius`` pixels wide and stronger than ``halo_threshold``. The three levels are in the
    image's units, and None is 4, 20 and 50 of 255: of 65535 for uint16, and of 1 for floating
    point, so that images of another scale need them. Both look at vertical frequencies times
    ``vertical_ratio``, 0 to 10.

    >>> clean = denoise(noisy, sigma=0.04)
    """
    image = real_image("image", image)
    check_out(out)
    if kind not in ("firm", "wiener", "hard"):
        raise ValueError(f"kind is {quoted(kind)}; firm, wiener and hard are allowed")
    channel_axis = checked_axis(image, channel_axis)
    block = whole("block", block)
    step = block // 4 if step is None else whole("step", step)
    dtype = dtype_name(image)
    before, after = _listed("before", before), _listed("after", after)
    before = [_frame("before", frame, image) for frame in before]
    after = [_frame("after", frame, image) for frame in after]
    if sigma is None and channel_axis is not None:
        words = dict(strength=strength, block=block, step=step, kind=kind, sharpen=sharpen,
                     sharpen_cutoff=sharpen_cutoff, sharpen_min=sharpen_min,
                     sharpen_max=sharpen_max, dehalo=dehalo, halo_radius=halo_radius,
                     halo_threshold=halo_threshold, vertical_ratio=vertical_ratio)
        return _by_channels(image, before, after, channel_axis, words, out)
    sigma = estimate_sigma(image) if sigma is None else number("sigma", sigma)
    levels = _checked_levels(dtype, not is_on_host(image), sigma, sharpen != 0, dehalo != 0,
                             {"sharpen_min": sharpen_min, "sharpen_max": sharpen_max,
                              "halo_threshold": halo_threshold})
    used = [sigma] + (list(levels.values()) if sharpen or dehalo else [])
    units = units_of([image] + before + after, 255 * max(used))
    frames = [units.computed(frame) for frame in before + [image] + after]
    begin, planar = _text(frames[0], channel_axis)
    text = (f"{begin} b{block} step{step}{planar}"
            + (f" before={len(before)}" if before else "")
            + (f" after={len(after)}" if after else "") + f" {kind}")
    strengths = f"{text} sigma={units.levels(sigma)!r} strength={number('strength', strength)!r}"
    if sharpen or dehalo:
        text += " sharpen=0"  # a plan that may
        strengths += (f" sharpen={number('sharpen', sharpen)!r} dehalo={number('dehalo', dehalo)!r}"
                      f" sharpen-cutoff={number('sharpen_cutoff', sharpen_cutoff)!r}"
                      f" halo-radius={number('halo_radius', halo_radius)!r}"
                      f" vertical-ratio={number('vertical_ratio', vertical_ratio)!r}")
        strengths += "".join(f" {name.replace('_', '-')}={units.levels(level)!r}"
                             for name, level in levels.items())
    result = out if units.is_same else None
    place = place_of("image", image)
    kept = take(text, place)
    try:
        kept.executable.set_strength(strengths)
        if result is None:
            result = new_beside(frames[0], shape_of(image), dtype_name(frames[0]))
        run_on(queue_at(place), kept.executable, tuple(frames), result)
    finally:
        give_back(text, place, kept)
    if units.is_same:
        return result
    result = units.back(result)
    return result if out is None else exact_put(out, result)


def _by_channels(image: Array, before: Sequence[Array], after: Sequence[Array], channel_axis: int,
                 words: Dict[str, Any], out: Optional[Array]) -> Array:
    """Channels that are denoised each by the noise that is measured in it."""
    if not is_on_host(image):
        raise ValueError("sigma is None, and image lies on a device; a number is allowed there")
    images = [_planes(one, channel_axis) for one in (image, *before, *after)]
    result = np.stack([denoise(frames[0], before=frames[1:1 + len(before)],
                               after=frames[1 + len(before):], **words)
                       for frames in zip(*images)], 0 if channel_axis == 0 else -1)
    return result if out is None else exact_put(out, result)


def _listed(name: str, frames: Any) -> Sequence[Any]:
    try:
        return list(frames)
    except TypeError:
        raise TypeError(f"{name} is {quoted(frames)}; a list of frames is expected") from None


def _frame(name: str, frame: Any, image: Array) -> Array:
    frame = real_image(name, frame)
    if shape_of(frame) != shape_of(image) or dtype_name(frame) != dtype_name(image):
        raise ValueError(f"a frame of {name} is {shape_of(frame)} of {dtype_name(frame)}; "
                         f"{shape_of(image)} of {dtype_name(image)} is expected")
    return frame
