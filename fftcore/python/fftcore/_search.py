# SPDX-License-Identifier: LGPL-2.1-or-later
"""Searches: where a template lies in an image, and how far an image is moved."""
import math
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _core
from ._arrays import (Array, aligned, array_of, check_finite, check_out, computed, dtype_name,
                      element_of, exact_put, in_double, in_rows, is_on_host, new_beside, place_of,
                      shape_of, taps_of, unmasked)
from ._denoise import largest
from ._plans import Plan, give_back, queue_at, run_on, take
from ._scores import NO_SCORE, NOT_SEEN, scores_of, single_scores
from ._shifts import chosen_shift, has_contrast

SCORES = {"ccoeff_normed": "ccoeff-normed", "ccorr_normed": "ccorr-normed", "ccorr": "ccorr"}
"""Scores by OpenCV's names, and the library's words for them."""


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


def _image_of(name: str, value: Any) -> Array:
    """An image to be searched, of two axes: uint8, uint16, float32, or float64, which stands for
    all other real numbers."""
    image = array_of(name, value)
    if len(shape_of(image)) != 2:
        raise ValueError(f"{name} has {len(shape_of(image))} axes; 2 are allowed")
    image = in_rows(computed(name, image))
    if is_on_host(image):
        if image.dtype.kind == "c":
            raise ValueError(f"{name} is of {image.dtype.name}; real numbers are allowed")
        if image.dtype == np.float16:
            image = image.astype(np.float32)
    return image


_LEAST_SINGLE = 2.0**-30
"""Of an image with none as large as that, single precision does not hold what scores are made of:
the library's least deviation is 1e-15."""


def _searched(value: Any) -> Array:
    """An image that a template is looked for in."""
    image = _image_of("image", value)
    if is_on_host(image) and image.dtype == np.float32 and image.size:
        if 0 < largest(image) < _LEAST_SINGLE:
            return image.astype(np.float64)
    return image


def _template_of(value: Any) -> np.ndarray:
    template = taps_of("template", value)
    if template.dtype.kind == "c":
        raise ValueError(f"template is of {template.dtype.name}; real numbers are allowed")
    return template


def _is_double(image: Array) -> bool:
    """Whether scores are computed in double precision, above the library."""
    return is_on_host(image) and image.dtype == np.float64


def _sides(shape: Tuple[int, ...]) -> str:
    return "x".join(map(str, shape))


def _words(**options: Any) -> str:
    """Options of a text that are given."""
    return "".join(f" {name}={value}" for name, value in options.items() if value is not None)


def _matching_text(image: Array, template: np.ndarray, score: str, max_peaks: int,
                   radius: Optional[int], flat: Optional[float], has_surface: bool) -> str:
    if score not in SCORES:
        raise ValueError(f"score is {score!r}; {', '.join(SCORES)} are allowed")
    if template.ndim != 2:
        raise ValueError(f"template has {template.ndim} axes; 2 are allowed")
    if flat is not None and not 0 < flat < math.inf:
        raise ValueError(f"flat is {flat}; a number above 0 is allowed")
    if _is_double(image):
        element, flat = "f32", None  # it may be beyond single precision
    else:
        element = element_of("image", dtype_name(image))
    return (f"match {SCORES[score]} {element} {_sides(shape_of(image))} p{_sides(template.shape)}"
            + _words(peaks=max_peaks if max_peaks != 1 else None, radius=radius)
            + (" surface" if has_surface else "") + _words(flat=flat))


def match_template(image: Any, template: Any, pad_input: bool = False, mode: str = "constant",
                   constant_values: float = 0, *, score: str = "ccoeff_normed",
                   flat: Optional[float] = None, out: Optional[Array] = None) -> Array:
    """Scores of a template at all places of an image, as skimage.feature.match_template.

    Shapes: ``image`` (M, N), ``template`` (m, n) in pixels; result float32, (M - m + 1, N - n + 1),
    or (M, N) with ``pad_input``, where the image is padded as numpy.pad does by ``mode``.

    ``score``: ccoeff_normed (scikit-image's), ccorr_normed or ccorr, as OpenCV has them.
    ``flat``: least standard deviation under the template, in the image's units; where it is less,
    the score is 0. By default it is measured against the data: half a step of uint8 and uint16, and
    of floating point 256 units of rounding (2^-16 in single precision, 2^-45 in double) of the root
    of the image's mean square. So scores do not depend on the image's scale.

    uint8, uint16, float16 and float32 are computed in single precision: float32 may be 100 times as
    large as its contrast, and scores are rounded to more than 1e-4 beyond. All other real numbers
    are computed in double precision, and so is float32 whose samples are all below 1e-9. Scores of
    ccorr that float32 does not hold are refused.

    >>> scores = match_template(image, image[40:56, 30:46])
    >>> np.unravel_index(scores.argmax(), scores.shape)
    (40, 30)
    """
    image, template = _searched(image), _template_of(template)
    check_out(out)
    if pad_input:
        if not is_on_host(image):
            raise ValueError("pad_input needs an image in this machine's memory")
        options: Dict[str, Any] = {"mode": mode}
        if mode == "constant":
            options["constant_values"] = constant_values
        borders = [(side // 2, side - 1 - side // 2) for side in template.shape]
        if len(borders) == 2:
            image = np.pad(image, borders, **options)
    text = _matching_text(image, template, score, 1, None, flat, True)
    if _is_double(image):
        surface = single_scores(_double_scores(text, image, template, score, flat))
        return surface if out is None else exact_put(out, surface)
    place = place_of("image", image)
    kept = take(text, place)
    try:
        kept.set_taps(template)
        if out is None:
            out = new_beside(image, [side - of_template + 1 for side, of_template in
                                     zip(shape_of(image), template.shape)], "float32")
        run_on(queue_at(place), kept.executable, image, out)
    finally:
        give_back(text, place, kept)
    return out


def find_template(image: Any, template: Any, max_peaks: int = 1, *, radius: Optional[int] = None,
                  score: str = "ccoeff_normed", flat: Optional[float] = None) -> List[Peak]:
    """The best places of a template in an image, best first, between pixels.

    Shapes: ``image`` (M, N), ``template`` (m, n) in pixels. Peaks are more than ``radius`` pixels
    apart, by default half the template's smaller side. The array of scores is not made.

    >>> find_template(image, image[40:56, 30:46])[0][:2]
    (30.0, 40.0)
    """
    image, template = _searched(image), _template_of(template)
    text = _matching_text(image, template, score, max_peaks, radius, flat, False)
    if _is_double(image):
        return _peaks_of(_double_scores(text, image, template, score, flat), max_peaks,
                         _radius_of(template) if radius is None else radius)
    place = place_of("image", image)
    kept = take(text, place)
    try:
        kept.set_taps(template)
        kept.executable.run(queue_at(place), image)
        return [Peak(*peak) for peak in kept.executable.peaks()]
    finally:
        give_back(text, place, kept)


def _double_scores(text: str, image: np.ndarray, template: np.ndarray, score: str,
                   flat: Optional[float]) -> np.ndarray:
    _core.text_of(text)  # the library's checks of extents and numbers
    return scores_of(image, in_double(template), score, flat)


def _radius_of(template: np.ndarray) -> int:
    """By default, as the library has it."""
    return min(max(min(template.shape) // 2, 1), 1024)


def _peaks_of(surface: np.ndarray, max_peaks: int, radius: int) -> List[Peak]:
    """The peaks of scores: the library's search for one sample finds them."""
    is_seen = surface > NOT_SEEN
    half = math.ldexp(1, math.frexp(float(np.abs(surface[is_seen]).max(initial=0)))[1] - 1)
    scaled = np.where(is_seen, surface / half, NO_SCORE).astype(np.float32)
    peaks = find_template(scaled, [[1.0]], max_peaks, radius=radius, score="ccorr")
    return [peak._replace(score=peak.score * half) for peak in peaks]


class TemplateMatching(Plan):
    """A search for templates that is ready for many images of one shape and type.

    ``shape``: of the images, (M, N) in pixels; ``template_shape``: (m, n). Further words are those
    of :func:`find_template`.
    """

    def __init__(self, shape: Tuple[int, int], template_shape: Tuple[int, int],
                 dtype: str = "float32", *, max_peaks: int = 1, radius: Optional[int] = None,
                 score: str = "ccoeff_normed", flat: Optional[float] = None, **where: Any) -> None:
        if dtype not in ("uint8", "uint16", "float32"):
            raise ValueError(f"dtype is {dtype!r}; uint8, uint16 and float32 are allowed, and "
                             "find_template takes all real numbers")
        text = _matching_text(np.empty(shape, dtype), np.empty(template_shape), score, max_peaks,
                              radius, flat, False)
        super().__init__(text, **where)

    def set_template(self, template: Any) -> None:
        """Sets what is looked for, also while another thread runs."""
        self._set_taps([in_double(_template_of(template))])

    def find(self, image: Array) -> List[Peak]:
        """The best places in an image, best first."""
        run_on(self._queue, self._executable, image)
        return [Peak(*peak) for peak in self._executable.peaks()]


_SPREADS = "others reach all of a spectrum"


def _phase_text(element: str, shape: Tuple[int, ...], max_peaks: int, radius: Optional[int],
                noise: Optional[float], bandwidth: Optional[float], window: bool) -> str:
    if noise is None and element == "f32":
        noise = _STEPS / 255  # a GPU does not measure it
    return (f"phase {element} {_sides(shape)}"
            + _words(peaks=max_peaks if max_peaks != 1 else None, radius=radius, noise=noise,
                     bandwidth=bandwidth) + ("" if window else " no-window"))


class _Level(NamedTuple):
    """What is taken off an image, and what it is multiplied by then, so that its contrast is that
    of pictures whose white is 1: the library's noise of floating point is measured by that."""
    offset: float
    scale: float

    def of(self, image: np.ndarray) -> np.ndarray:
        return ((image.astype(np.float64) - self.offset) * self.scale).astype(np.float32)


def _level_of(image: np.ndarray) -> _Level:
    """Of floating point. Nothing is seen in an image whose contrast is rounding."""
    largest = float(np.abs(image).max(initial=0))
    if not 0 < largest < math.inf:
        return _Level(0, 1)
    unit = math.ldexp(1, -math.frexp(largest)[1])
    scaled = image.astype(np.float64) * unit
    offset, contrast = float(scaled.mean()), float(scaled.std())
    if contrast <= 256 * float(np.finfo(image.dtype).eps) / 2 * math.hypot(offset, contrast):
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
    levels = [_level_of(one) for one in (reference, image)]
    if noise is not None:  # one unit for both; a power of two, so that few plans are made
        unit = math.ldexp(1, math.frexp(levels[0].scale)[1]) if levels[0].scale else 1.0
        levels = [level._replace(scale=unit) for level in levels]
        noise *= unit
    reference, image = (level.of(one) for level, one in zip(levels, (reference, image)))
    return reference, image, noise


def phase_correlation(reference: Any, image: Any, max_peaks: int = 1, *,
                      radius: Optional[int] = None, noise: Optional[float] = None,
                      bandwidth: Optional[float] = None, window: bool = True) -> List[Peak]:
    """How far an image is moved against a reference, to a hundredth of a pixel: peaks, best first.

    Shapes: both (M, N) in pixels, of one type; floating point may differ. ``x`` and ``y`` of a peak
    say how many pixels to the right and down. A peak is known modulo the size that images are
    padded to. Of the four shifts that it can mean, the one is given at which the images are most
    alike where they overlap; confidence is 0 where they are less alike then than as they are, as a
    negative is, and where one of them shows nothing. Images in a GPU's memory are not looked at:
    shifts of more than half the size come back modulo it, as from :class:`PhaseCorrelation`.
    ``noise``: standard deviation of the images' noise, in their units; by default 0.3 steps of
    uint8 and uint16, and 0.006 of the standard deviation of floating point in this machine's
    memory, so that scores do not depend on its scale. ``bandwidth``: of the Gaussian weight, in
    cycles/pixel; 0: none. ``window``: the borders do not count. Both have to be finite: any other
    sample reaches all of a spectrum.

    >>> phase_correlation(image, np.roll(image, (3, -5), (0, 1)), window=False)[0][:2]
    (-5.0, 3.0)
    """
    reference, image = _image_of("reference", reference), _image_of("image", image)
    check_finite("reference", reference, _SPREADS)
    check_finite("image", image, _SPREADS)
    reference, image, noise = _in_single(reference, image, noise)
    if shape_of(reference) != shape_of(image) or dtype_name(reference) != dtype_name(image):
        raise ValueError(f"reference is {shape_of(reference)} of {dtype_name(reference)}, and "
                         f"image {shape_of(image)} of {dtype_name(image)}; the same is expected")
    text = _phase_text(element_of("image", dtype_name(image)), shape_of(image), max_peaks, radius,
                       noise, bandwidth, window)
    place = place_of("image", image)
    kept = take(text, place)
    try:
        queue = queue_at(place)
        kept.executable.set_reference(queue, reference)
        kept.executable.run(queue, image)
        return _meant(reference, image, [Peak(*peak) for peak in kept.executable.peaks()])
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

    ``shape``: (M, N) in pixels. Further words are those of :func:`phase_correlation`. Floating
    point on a GPU is taken as it is, with white of 1: give a ``noise`` of 0.006 of its standard
    deviation where it is not.
    """

    def __init__(self, shape: Tuple[int, int], dtype: str = "float32", *, max_peaks: int = 1,
                 radius: Optional[int] = None, noise: Optional[float] = None,
                 bandwidth: Optional[float] = None, window: bool = True, **where: Any) -> None:
        words = (tuple(shape), max_peaks, radius)
        super().__init__(_phase_text(element_of("image", dtype), *words, noise, bandwidth, window),
                         **where)
        self._has_noise = noise is not None
        # What takes uint16 in this machine's memory, in single precision and without its level.
        self._less_level: Optional[Plan] = None
        if dtype == "uint16":
            self._less_level = Plan(_phase_text("f32", *words, _STEPS if noise is None else noise,
                                                bandwidth, window), **where)
        self._used: Plan = self

    def _take(self, name: str, image: Array) -> Array:
        """The image as the plan takes it that is used for it."""
        image = unmasked(name, image)
        check_finite(name, image, _SPREADS)
        self._used = self
        if not isinstance(image, np.ndarray):
            return image
        if self._less_level is not None and image.dtype == np.uint16:
            self._used = self._less_level
            return _without_level(image)
        if image.dtype != np.float32:
            return image
        return (_Level(float(image.mean(dtype=np.float64)), 1) if self._has_noise
                else _level_of(image)).of(image)

    def set_reference(self, image: Array) -> None:
        """Sets what images are compared with."""
        image = self._take("image", image)
        self._used._executable.set_reference(self._used._queue, aligned(image))

    def keep_as_reference(self) -> None:
        """The last image becomes the reference; its spectrum is there already."""
        self._used._executable.keep_as_reference()

    def measure(self, image: Array) -> List[Peak]:
        """How far an image is moved against the reference, best first."""
        image = self._take("image", image)
        run_on(self._used._queue, self._used._executable, image)
        return [Peak(*peak) for peak in self._used._executable.peaks()]
