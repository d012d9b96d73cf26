# SPDX-License-Identifier: LGPL-2.1-or-later
"""Where a template lies in an image."""
import math
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import _core
from ._arrays import (Array, check_finite, check_out, dtype_name, exact_put, in_double, is_on_host,
                      new_beside, place_of, refuse_sample, sample_type_of, shape_of, taps_of)
from ._doubt import doubt_of, is_of_units
from ._levels import in_reach
from ._marks import PLAUSIBLE, largest
from ._plans import Plan, give_back, queue_at, run_on, take
from ._scores import NO_SCORE, NOT_SEEN, scores_of, single_scores
from ._search import Peak, image_of, peaks_on, sides_of, words_of
from ._unseen import Unseen, in_single, marks_in, without_marks
from ._words import flag, number, quoted, whole, whole_or_none, wholes

_SCORES = {"ccoeff_normed": "ccoeff-normed", "ccorr_normed": "ccorr-normed", "ccorr": "ccorr"}
"""Scores by OpenCV's names, and the library's words for them."""


_LEAST_SINGLE, _MOST_SINGLE = 2.0**-30, 1e15
"""Of an image whose largest sample is less than the one or more than the other, single precision
does not hold what scores are made of: the library's least deviation is 1e-15, and kMaxSignal of
search.h the other one."""


def _exponent(image: Array) -> int:
    """Of a power of 2 that an image in single precision has to be multiplied by, 0 in most cases.
    """
    if not (is_on_host(image) and image.dtype == np.float32 and image.size):
        return 0
    most = largest(image)
    return 0 if most == 0 or _LEAST_SINGLE <= most <= _MOST_SINGLE else -math.frexp(most)[1]


def _in_reach(image: Array, score: str, flat: Optional[float]) -> Tuple[Array, Optional[float]]:
    """An image whose scores single precision holds, and `flat` in its units. Normed scores do not
    depend on the scale; others are those of double precision."""
    exponent = _exponent(image)
    if exponent == 0:
        return image, flat
    if score == "ccorr":
        return image.astype(np.float64), flat
    # No sample is beyond the largest one, so none is infinite.
    return (np.ldexp(image, exponent),
            None if flat is None else min(max(math.ldexp(flat, exponent), 1e-37), 1e38))


def _image_of(value: Any, score: str) -> Array:
    return image_of("image", value, score == "ccoeff_normed")


def _template_of(value: Any, score: str) -> np.ndarray:
    template = taps_of("template", value)
    if score == "ccoeff_normed":
        template = in_reach(template)
    if template.dtype.kind == "c":
        raise ValueError(f"template is of {template.dtype.name}; real numbers are allowed")
    if template.ndim == 2:
        check_finite("template", template, "others reach all scores")
    return template


def _check_marks(template: np.ndarray, score: str) -> None:
    """Refuses marks such as for "no data", which no score counts in an image. A template that is as
    large everywhere is of another scale."""
    if template.dtype.kind != "f":
        return
    single = in_single(template)
    marks = marks_in(single, score)
    if marks:
        refuse_sample("template", template, np.isin(single, np.array(marks, np.float32)),
                      "rounding hides others beside it, but with an image of float64; "
                      f"{PLAUSIBLE}", None, ())


def _is_double(image: Array) -> bool:
    """Whether scores are computed in double precision, above the library."""
    return is_on_host(image) and image.dtype == np.float64


def _matching_text(image: Array, template: np.ndarray, score: str, max_peaks: int,
                   radius: Optional[int], flat: Optional[float], has_surface: bool) -> str:
    if score not in _SCORES:
        raise ValueError(f"score is {quoted(score)}; {', '.join(_SCORES)} are allowed")
    if template.ndim != 2:
        raise ValueError(f"template has {template.ndim} axes; 2 are allowed")
    if flat is not None and not 0 < flat < math.inf:
        raise ValueError(f"flat is {flat}; a number above 0 is allowed")
    if _is_double(image):
        sample_type, flat = "f32", None  # it may be beyond single precision
    else:
        sample_type = sample_type_of("image", dtype_name(image))
    return (f"match {_SCORES[score]} {sample_type} {sides_of(shape_of(image))} "
            f"p{sides_of(template.shape)}"
            + words_of(peaks=max_peaks if max_peaks != 1 else None, radius=radius)
            + (" surface" if has_surface else "") + words_of(flat=flat))


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
    of the image's mean square, which for ccoeff_normed is that of the image less its level, with a
    unit of the level. So scores do not depend on the image's scale.

    uint8, uint16, float16 and float32 are computed in single precision, all other real numbers in
    double precision. Scores of float32 are rounded to more than 1e-4 where the image varies 100
    times as much as under the template. A constant that is added to an image does not change scores
    of ccoeff_normed, however large it is. Scores of ccorr that float32 does not hold are refused.

    A place has no score, which is -3.4e38, where a sample under the template is NaN, infinite, or
    a mark such as for "no data": one of up to three values so large that rounding hides all smaller
    samples (together they have 2^24 times the power of those, 2^82 in double precision). A warning
    says how many samples are so. An image without any score is refused. Of images in a GPU's memory
    samples beyond 1e15 have no score, and marks below that are not looked for.

    >>> scores = match_template(image, image[40:56, 30:46])
    >>> np.unravel_index(scores.argmax(), scores.shape)
    (40, 30)
    """
    surface, unseen = surface_of(image, template, pad_input, mode, constant_values, score=score,
                                 flat=flat, out=out)
    unseen.tell(not is_on_host(surface) or bool(surface.max() > NO_SCORE))
    return surface


def surface_of(image: Any, template: Any, pad_input: bool = False, mode: str = "constant",
               constant_values: float = 0, *, score: str, flat: Optional[float],
               out: Optional[Array] = None) -> Tuple[Array, Unseen]:
    """match_template(), and which of the image's samples no score counts; nothing is said of them.
    """
    image, template = _image_of(image, score), _template_of(template, score)
    flat = None if flat is None else number("flat", flat)
    check_out(out)
    image, unseen = without_marks(image, score)
    if flag("pad_input", pad_input):
        if not is_on_host(image):
            raise ValueError("pad_input needs an image in this machine's memory")
        options: Dict[str, Any] = {"mode": mode}
        if mode == "constant":
            options["constant_values"] = constant_values
        borders = [(side // 2, side - 1 - side // 2) for side in template.shape]
        if len(borders) == 2:
            image = np.pad(image, borders, **options)
    image, flat = _in_reach(image, score, flat)
    text = _matching_text(image, template, score, 1, None, flat, True)
    if _is_double(image):
        surface = single_scores(_double_scores(text, image, template, score, flat))
        return (surface if out is None else exact_put(out, surface)), unseen
    _check_marks(template, score)
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
    return out, unseen


def find_template(image: Any, template: Any, max_peaks: int = 1, *, radius: Optional[int] = None,
                  score: str = "ccoeff_normed", flat: Optional[float] = None) -> List[Peak]:
    """The best places of a template in an image, best first, between pixels.

    Shapes: ``image`` (M, N), ``template`` (m, n) in pixels. Peaks are more than ``radius`` pixels
    apart, by default half the template's smaller side. The array of scores is not made. Samples
    that no score counts are told of as by :func:`match_template`. A warning says where a template
    of the image's type counts as flat, so that its own place has no score, or has so high a level
    that ccorr_normed is about 1 everywhere.

    >>> find_template(image, image[40:56, 30:46])[0][:2]
    (30.0, 40.0)
    """
    peaks, unseen = peaks_in(image, template, max_peaks, radius, score, flat)
    unseen.tell(bool(peaks))
    return peaks


def peaks_in(image: Any, template: Any, max_peaks: int, radius: Optional[int], score: str,
             flat: Optional[float]) -> Tuple[List[Peak], Unseen]:
    """find_template(), and which of the image's samples no score counts; nothing is said of them.
    """
    has_units = is_of_units(template, image)
    max_peaks, radius = whole("max_peaks", max_peaks), whole_or_none("radius", radius)
    flat = None if flat is None else number("flat", flat)
    image, template = _image_of(image, score), _template_of(template, score)
    image, unseen = without_marks(image, score)
    if has_units:
        unseen = unseen._replace(doubt=doubt_of(image, template, score, flat))
    image, flat = _in_reach(image, score, flat)
    if _is_double(image):
        text = _matching_text(image, template, score, max_peaks, radius, flat, False)
        return _peaks_of(_double_scores(text, image, template, score, flat), max_peaks,
                         _radius_of(template) if radius is None else radius,
                         math.inf if score == "ccorr" else 1), unseen
    _check_marks(template, score)
    return _librarys_peaks(image, template, max_peaks, radius, score, flat), unseen


def _librarys_peaks(image: Array, template: np.ndarray, max_peaks: int, radius: Optional[int],
                    score: str, flat: Optional[float]) -> List[Peak]:
    text = _matching_text(image, template, score, max_peaks, radius, flat, False)
    place = place_of("image", image)
    kept = take(text, place)
    try:
        kept.set_taps(template)
        return peaks_on(queue_at(place), kept.executable, image)
    finally:
        give_back(text, place, kept)


def _double_scores(text: str, image: np.ndarray, template: np.ndarray, score: str,
                   flat: Optional[float]) -> np.ndarray:
    _core.text_of(text)  # the library's checks of extents and numbers
    return scores_of(image, in_double(template), score, flat)


def _radius_of(template: np.ndarray) -> int:
    """By default, as the library has it."""
    return min(max(min(template.shape) // 2, 1), 1024)


def _peaks_of(surface: np.ndarray, max_peaks: int, radius: int, most: float) -> List[Peak]:
    """The peaks of scores of up to `most`: the library's search for one sample finds them."""
    is_seen = surface > NOT_SEEN
    half = math.ldexp(1, math.frexp(float(np.abs(surface[is_seen]).max(initial=0)))[1] - 1)
    scaled = np.where(is_seen, surface / half, np.nan).astype(np.float32)
    peaks = _librarys_peaks(scaled, np.ones((1, 1)), max_peaks, radius, "ccorr", None)
    return [_below(most, scaled, peak._replace(score=peak.score * half), half) for peak in peaks]


def _below(most: float, scaled: np.ndarray, peak: Peak, half: float) -> Peak:
    """A peak no farther from its sample than the parabolas that rise to `most`, as Peak of search.h
    has it."""
    column, row = (int(math.copysign(math.ceil(abs(place) - 0.5), place))
                   for place in (peak.x, peak.y))
    x, y = (at + _within(most, half * line.astype(np.float64), place - at)
            for at, place, line in ((column, peak.x, scaled[row, max(column - 1, 0):column + 2]),
                                    (row, peak.y, scaled[max(row - 1, 0):row + 2, column])))
    return peak._replace(x=x, y=y)


def _within(most: float, line: np.ndarray, offset: float) -> float:
    if offset == 0 or most == math.inf:
        return offset
    near, far = (math.sqrt(max(0.0, most - score) + 2.0**-17)
                 for score in (line[1], max(line[0], line[2])))
    return math.copysign(min(abs(offset), near / (near + far)), offset)


class TemplateMatching(Plan):
    """A search for templates that is ready for many images of one shape and type.

    ``shape``: of the images, (M, N) in pixels; ``template_shape``: (m, n). Further words are those
    of :func:`find_template`.
    """

    def __init__(self, shape: Tuple[int, int], template_shape: Tuple[int, int],
                 dtype: str = "float32", *, max_peaks: int = 1, radius: Optional[int] = None,
                 score: str = "ccoeff_normed", flat: Optional[float] = None, **where: Any) -> None:
        if dtype not in ("uint8", "uint16", "float32"):
            raise ValueError(f"dtype is {quoted(dtype)}; uint8, uint16 and float32 are allowed, "
                             "and find_template takes all real numbers")
        flat = None if flat is None else number("flat", flat)
        text = _matching_text(np.empty(wholes("shape", shape, 2), dtype),
                              np.empty(wholes("template_shape", template_shape, 2)), score,
                              whole("max_peaks", max_peaks), whole_or_none("radius", radius), flat,
                              False)
        super().__init__(text, **where)
        self._score, self._flat = score, flat

    def set_template(self, template: Any) -> None:
        """Sets what is looked for, also while another thread runs."""
        template = _template_of(template, self._score)
        _check_marks(template, self._score)
        self._set_taps([in_double(template)])

    def find(self, image: Array) -> List[Peak]:
        """The best places in an image, best first."""
        image, unseen = without_marks(image, self._score)
        exponent = _exponent(image)
        if exponent != 0 and self._flat is not None:
            raise ValueError(f"image has samples of up to {largest(image):.3g}; with flat, 1e-9 to "
                             "1e15 are allowed, and all sizes by find_template")
        if exponent != 0:
            image = np.ldexp(image, exponent)
        peaks = peaks_on(self._queue, self._executable, image)
        if exponent != 0 and self._score == "ccorr":
            peaks = [peak._replace(score=float(np.ldexp(peak.score, -exponent))) for peak in peaks]
        unseen.tell(bool(peaks))
        return peaks
