# SPDX-License-Identifier: LGPL-2.1-or-later
"""How far an image is moved; and what this has in common with searches for templates."""
import math
from typing import Any, List, NamedTuple, Optional, Tuple

import numpy as np

from ._arrays import (Array, aligned, array_of, computed, dtype_name, in_rows, is_on_host, place_of,
                      sample_type_of, shape_of, unmasked)
from ._levels import in_reach
from ._marks import check_no_marks
from ._plans import Plan, give_back, queue_at, take
from ._shifts import chosen_shift, has_contrast
from ._words import flag, number, whole, whole_or_none, wholes


class Peak(NamedTuple):
    """A place where the scores have a peak."""
    x: float
    """Columns, between pixels: of the template's first sample, or how far the image is moved."""
    y: float
    """Rows likewise."""
    score: float
    """The score at the sample, -1 to 1 where it is normed."""
    confidence: float
    """1 - s / score, where s is the next lower peak's score."""
    template: int = 0
    """Which template."""


def peaks_on(queue: Any, executable: Any, image: Array) -> List[Peak]:
    """Peaks that a search finds in an image, also where other threads use the executable."""
    return [Peak(*peak) for peak in executable.search(queue, aligned(unmasked("image", image)))]


def image_of(name: str, value: Any, has_level: bool = True) -> Array:
    """An image to be searched, of two axes: uint8, uint16, float32, or float64, which stands for
    all other real numbers. `has_level`: nothing depends on the level of its samples."""
    image = array_of(name, value)
    if has_level:
        image = in_reach(image)
    if len(shape_of(image)) != 2:
        raise ValueError(f"{name} has {len(shape_of(image))} axes; 2 are allowed")
    image = in_rows(computed(name, image))
    if is_on_host(image):
        if image.dtype.kind == "c":
            raise ValueError(f"{name} is of {image.dtype.name}; real numbers are allowed")
        if image.dtype == np.float16:
            image = image.astype(np.float32)
    return image


def sides_of(shape: Tuple[int, ...]) -> str:
    return "x".join(map(str, shape))


def words_of(**options: Any) -> str:
    """Options of a text that are given."""
    return "".join(f" {name}={value}" for name, value in options.items() if value is not None)


_SPREADS = "others reach all of a spectrum"


def _phase_text(sample_type: str, shape: Tuple[int, ...], max_peaks: int, radius: Optional[int],
                noise: Optional[float], bandwidth: Optional[float], window: bool) -> str:
    noise = None if noise is None else number("noise", noise)
    bandwidth = None if bandwidth is None else number("bandwidth", bandwidth)
    max_peaks, radius = whole("max_peaks", max_peaks), whole_or_none("radius", radius)
    return (f"phase {sample_type} {sides_of(shape)}"
            + words_of(peaks=max_peaks if max_peaks != 1 else None, radius=radius, noise=noise,
                       bandwidth=bandwidth) + ("" if flag("window", window) else " no-window"))


class _Level(NamedTuple):
    """What is taken off an image, and what it is multiplied by then, so that single precision holds
    it and its squares."""
    offset: float
    scale: float

    def of(self, image: np.ndarray) -> np.ndarray:
        return ((image.astype(np.float64) - self.offset) * self.scale).astype(np.float32)


def level_of(image: np.ndarray) -> _Level:
    """Of floating point. Nothing is seen in an image whose contrast is rounding."""
    largest = float(np.abs(image).max(initial=0))
    if not 0 < largest < math.inf:
        return _Level(0, 1)
    unit = math.ldexp(1, -math.frexp(largest)[1])
    scaled = image.astype(np.float64) * unit
    offset, contrast = float(scaled.mean()), float(scaled.std())
    if contrast <= float(np.finfo(image.dtype).eps) * abs(offset):  # a step of its numbers, or two
        return _Level(offset / unit, 0)
    return _Level(offset / unit, unit / contrast / 5)


_STEPS = 0.3
"""The library's noise of whole numbers."""


def _without_level(image: Array) -> Array:
    """uint16 in single precision less its mean. A window makes a bump of a level, which stands
    where it is: of 16 bits it may be thousands of times as large as the contrast, and hide it."""
    if is_on_host(image) and image.dtype == np.uint16:
        return _Level(float(image.mean()), 1).of(image)
    return image


def _is_real(image: Array) -> bool:
    """Whether its level can be taken off here."""
    return is_on_host(image) and image.dtype.kind == "f"


def _in_single(reference: Array, image: Array,
               noise: Optional[float]) -> Tuple[Array, Array, Optional[float]]:
    """Floating point in single precision and in the library's unit, and the noise in that."""
    if not (_is_real(reference) and _is_real(image)):
        if dtype_name(reference) == dtype_name(image) == "uint16" and is_on_host(image):
            noise = _STEPS if noise is None else noise
            reference, image = _without_level(reference), _without_level(image)
        return reference, image, noise
    levels = [level_of(one) for one in (reference, image)]
    if noise is not None:  # one unit for both; a power of two, so that few plans are made
        unit = math.ldexp(1, math.frexp(levels[0].scale)[1]) if levels[0].scale else 1.0
        levels = [level._replace(scale=unit) for level in levels]
        noise *= unit
    reference, image = (level.of(one) for level, one in zip(levels, (reference, image)))
    return reference, image, noise


def phase_correlation(reference: Any, image: Any, max_peaks: int = 1, *,
                      radius: Optional[int] = None, noise: Optional[float] = None,
                      bandwidth: Optional[float] = None, window: bool = True) -> List[Peak]:
    """How far an image is moved against a reference, to a part of a pixel: peaks, best first.

    Shapes: both (M, N) in pixels, of one type; floating point may differ. ``x`` and ``y`` of a peak
    say how many pixels to the right and down: to about a hundredth in images of 300 pixels a side,
    and to half a pixel in images of 60. A peak is known modulo the size that images are padded to.
    Of the four shifts that it can mean, the one is given at which the images are most
    alike where they overlap; confidence is 0 where they are less alike then than as they are, as a
    negative is, and where one of them shows nothing. Images in a GPU's memory are not looked at:
    shifts of more than half the size come back modulo it, as from :class:`PhaseCorrelation`.
    ``noise``: standard deviation of the images' noise, in their units; by default 0.3 steps of
    uint8 and uint16, and 0.006 of the standard deviation of floating point, as the window leaves
    it, so that scores do not depend on its scale. ``bandwidth``: of the Gaussian weight, in
    cycles/pixel; 0: none. ``window``: the borders do not count. Both have to be finite, and without
    marks such as for "no data" (:func:`match_template`): those reach all of a spectrum.

    >>> phase_correlation(image, np.roll(image, (3, -5), (0, 1)), window=False)[0][:2]
    (-5.0, 3.0)
    """
    reference, image = image_of("reference", reference), image_of("image", image)
    check_no_marks("reference", reference, _SPREADS)
    check_no_marks("image", image, _SPREADS)
    noise = None if noise is None else number("noise", noise)
    reference, image, noise = _in_single(reference, image, noise)
    if shape_of(reference) != shape_of(image) or dtype_name(reference) != dtype_name(image):
        raise ValueError(f"reference is {shape_of(reference)} of {dtype_name(reference)}, and "
                         f"image {shape_of(image)} of {dtype_name(image)}; the same is expected")
    text = _phase_text(sample_type_of("image", dtype_name(image)), shape_of(image), max_peaks,
                       radius, noise, bandwidth, window)
    place = place_of("image", image)
    kept = take(text, place)
    try:
        queue = queue_at(place)
        kept.executable.set_reference(queue, reference)
        return _meant(reference, image, peaks_on(queue, kept.executable, image))
    finally:
        give_back(text, place, kept)


def _meant(reference: Array, image: Array, peaks: List[Peak]) -> List[Peak]:
    """The shifts that peaks mean, where both images lie in this machine's memory."""
    if not peaks or not (is_on_host(reference) and is_on_host(image)):
        return peaks
    # The window makes a picture of a constant, too.
    if not (has_contrast(reference) and has_contrast(image)):
        return [peak._replace(score=0.0, confidence=0.0) for peak in peaks]
    result = []
    for peak in peaks:
        x, y, is_alike = chosen_shift(reference, image, peak.x, peak.y)
        result.append(peak._replace(x=x, y=y, confidence=peak.confidence if is_alike else 0.0))
    return result


class PhaseCorrelation(Plan):
    """A measure of motion that is ready for many images of one shape and type.

    ``shape``: (M, N) in pixels. Further words are those of :func:`phase_correlation`.
    """

    def __init__(self, shape: Tuple[int, int], dtype: str = "float32", *, max_peaks: int = 1,
                 radius: Optional[int] = None, noise: Optional[float] = None,
                 bandwidth: Optional[float] = None, window: bool = True, **where: Any) -> None:
        words = (wholes("shape", shape, 2), max_peaks, radius)
        sample_type = sample_type_of("image", dtype)
        super().__init__(_phase_text(sample_type, *words, noise, bandwidth, window), **where)
        self._has_noise = noise is not None
        # What takes uint16 in this machine's memory, in single precision and without its level.
        self._less_level: Optional[Plan] = None
        if dtype == "uint16":
            self._less_level = Plan(_phase_text("f32", *words, _STEPS if noise is None else noise,
                                                bandwidth, window), **where)
        self._used: Plan = self  # by the last image

    def _take(self, name: str, image: Array) -> Tuple[Plan, Array]:
        """The plan that is used for an image, and the image as that takes it."""
        image = unmasked(name, image)
        check_no_marks(name, image, _SPREADS)
        used: Plan = self
        if isinstance(image, np.ndarray):
            if self._less_level is not None and image.dtype == np.uint16:
                used, image = self._less_level, _without_level(image)
            elif image.dtype == np.float32:
                image = (_Level(float(image.mean(dtype=np.float64)), 1) if self._has_noise
                         else level_of(image)).of(image)
        self._used = used
        return used, image

    def set_reference(self, image: Array) -> None:
        """Sets what images are compared with."""
        used, image = self._take("image", image)
        used._executable.set_reference(used._queue, aligned(image))

    def keep_as_reference(self) -> None:
        """The last image becomes the reference; its spectrum is there already."""
        self._used._executable.keep_as_reference()

    def measure(self, image: Array) -> List[Peak]:
        """How far an image is moved against the reference, best first."""
        used, image = self._take("image", image)
        return peaks_on(used._queue, used._executable, image)
