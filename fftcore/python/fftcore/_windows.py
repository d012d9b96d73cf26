# SPDX-License-Identifier: LGPL-2.1-or-later
"""How far small parts of an image have moved in another one."""
import math
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._arrays import (WHOLE, Array, array_of, computed, dtype_name, in_rows, is_on_host, new_beside,
                      place_of, sample_type_of, shape_of)
from ._denoise import units_of
from ._plans import give_back, queue_at, run_on, take
from ._words import number, quoted, whole, whole_or_none, wholes

SCORES = ("zncc", "plain", "phase")
INTERPOLATIONS = ("lanczos", "bicubic", "bilinear", "nearest")
TAPERS = ("rectangle", "bartlett", "sine", "hann", "hamming", "blackman", "nuttall", "kaiser")
GOOD, BORDER, FLAT, OUTSIDE = range(4)
"""States of a window."""
_MOST_WINDOWS = 2**20
_LEAST_COUNT = 64
_ROUNDING = -20
"""The exponent of the part of a sample that may be rounding."""


class WindowShifts(NamedTuple):
    """What is known of N pairs of windows, an array each."""
    shift: Array
    """(N, 2): x and y in pixels of the second image, how far from its place in the second image the
    first window's content lies."""
    score: Array
    """(N,): the highest score."""
    second: Array
    """(N,): the highest score that is 3 lags or more away from that, or 0."""
    sidelobe: Array
    """(N,): score less the mean of the scores there, in their standard deviations."""
    noise: Array
    """(N,): score over the root of the mean square of the scores there."""
    deviation: Array
    """(N,): standard deviation of the first window, in units of the image."""
    state: Array
    """(N,): 0 good, 1 the peak is at the border of the search, 2 flat, 3 outside of an image."""


class WindowImages(NamedTuple):
    """Two images as the library takes them."""
    first: Array
    second: Array
    begin: str
    """Type and extents in a text."""
    words: str
    """Further words of a text."""
    scale: float
    """Of the library's samples, against those of the images."""
    flat: Optional[float]
    """In the library's units; None: the library's own."""


def _image_of(name: str, value: Any, channel_axis: Optional[int]) -> Array:
    image = array_of(name, value)
    if is_on_host(image):
        computed(name, image)  # its type is allowed
        if image.dtype.kind == "c":
            raise ValueError(f"{name} is of {image.dtype.name}; real numbers are allowed")
    count = len(shape_of(image))
    if count != (2 if channel_axis is None else 3):
        hint = (": channel_axis=-1 or 0 says which axis counts channels"
                if count == 3 and channel_axis is None else "")
        raise ValueError(f"{name} has {count} axes; {2 if channel_axis is None else 3} are "
                         f"allowed, with channel_axis {channel_axis}{hint}")
    if 0 in shape_of(image):
        raise ValueError(f"{name} has shape {shape_of(image)}; there are no samples in it")
    return image


def _weights(weights: Optional[Sequence[float]], channels: int) -> str:
    """A text's word for them."""
    if channels > 4:
        raise ValueError(f"the images have {channels} channels; 1 to 4 are allowed")
    if weights is None:
        each: List[float] = [1 / channels] * channels
    else:
        if isinstance(weights, (str, bytes)) or not hasattr(weights, "__len__"):
            raise TypeError(f"weights is {quoted(weights)}; a number for each channel is expected")
        each = [number("weights", one) for one in weights]
    if len(each) != channels:
        raise ValueError(f"weights has {len(each)} numbers, and the images {channels} channels; a "
                         "number for each channel is expected")
    return " weights=" + ",".join(repr(one) for one in each + [0.0] * (4 - channels))


def _least_contrast(images: Sequence[np.ndarray]) -> float:
    """What rounding alone may be in images of floating point; a power of two, so that few plans are
    made."""
    most = 0.0
    for image in images:
        some = image.reshape(-1)[::max(image.size >> 14, 1)]
        some = np.abs(some[np.isfinite(some)].astype(np.float64))
        most = max(most, float(np.median(some)) if some.size else 0.0)
    return math.ldexp(1, math.frexp(most)[1] + _ROUNDING) if 0 < most < math.inf else 0.0


def window_images(first: Any, second: Any, flat: Optional[float] = None,
                  channel_axis: Optional[int] = None, weights: Optional[Sequence[float]] = None,
                  names: Tuple[str, str] = ("first", "second")) -> WindowImages:
    """Images in the library's units. `names` are those of messages."""
    channel_axis = whole_or_none("channel_axis", channel_axis)
    if channel_axis not in (None, 0, -1, 2):
        raise ValueError(f"channel_axis is {channel_axis}; None, 0 and -1 are allowed")
    if channel_axis is None and weights is not None:
        raise ValueError("weights is given, and channel_axis is None; channel_axis=-1 or 0 says "
                         "which axis counts channels")
    flat = None if flat is None else number("flat", flat)
    if flat is not None and not 0 <= flat < math.inf:
        raise ValueError(f"flat is {flat}; 0 or more is allowed")
    images = [_image_of(name, image, channel_axis)
              for name, image in zip(names, (first, second))]
    shape, dtype = shape_of(images[0]), dtype_name(images[0])
    if shape != shape_of(images[1]) or dtype != dtype_name(images[1]):
        raise ValueError(f"{names[0]} is {shape} of {dtype}, and {names[1]} {shape_of(images[1])} "
                         f"of {dtype_name(images[1])}; the same is expected")
    units = units_of(images, 0)
    images = [in_rows(units.computed(in_rows(image))) for image in images]
    if flat is not None:
        flat *= units.scale
    elif is_on_host(images[0]) and dtype not in ("uint8", "uint16"):
        flat = 0.5 * units.scale if dtype in WHOLE else _least_contrast(images)
    words = ""
    if channel_axis is not None:
        if channel_axis == 0:
            shape, words = shape[1:] + shape[:1], " planar"
        words += _weights(weights, shape[2])
    sample_type = sample_type_of(names[0], dtype_name(images[0]))
    return WindowImages(images[0], images[1], f"{sample_type} {'x'.join(map(str, shape))}", words,
                        units.scale, flat)


def _text(images: WindowImages, is_mapped: bool, window: Tuple[int, ...], search: int, score: str,
          interpolation: str, taper: Optional[str], refine: int,
          bandwidth: Optional[float]) -> str:
    """All but how many windows there are."""
    for name, word, words in (("score", score, SCORES),
                              ("interpolation", interpolation, INTERPOLATIONS),
                              ("taper", taper, (None, *TAPERS))):
        if word not in words:
            raise ValueError(f"{name} is {quoted(word)}; "
                             f"{', '.join(str(one) for one in words)} are allowed")
    if bandwidth is not None and score != "phase":
        raise ValueError(f"bandwidth is {bandwidth} and score {score}; it is for score phase")
    return (f"windows {score} {images.begin} w{window[0]}x{window[1]}{images.words} "
            f"search={search}" + (" mapped" if is_mapped else "")
            + f" interpolation={interpolation}" + ("" if taper is None else f" taper={taper}")
            + f" refine={refine}" + ("" if bandwidth is None else f" bandwidth={bandwidth!r}")
            + ("" if images.flat is None else f" flat={images.flat!r}"))


def run_windows(images: WindowImages, places: Array, window: Tuple[int, ...], search: int,
                score: str = "zncc", *, interpolation: str = "lanczos",
                taper: Optional[str] = None, refine: int = 2,
                bandwidth: Optional[float] = None) -> WindowShifts:
    """Correlates windows at rows of 4 or 12 numbers in float32."""
    count, numbers = shape_of(places)
    text = _text(images, numbers == 12, window, search, score, interpolation, taper, refine,
                 bandwidth)
    if is_on_host(places):
        parts = [_run(images, places[begin:begin + _MOST_WINDOWS], text)
                 for begin in range(0, count, _MOST_WINDOWS)]
        rows = (np.concatenate(parts) if len(parts) > 1 else
                parts[0] if parts else np.zeros((0, 8), np.float32))
        state: Array = rows[:, 7].astype(np.uint8)
    else:
        rows = _run(images, places, text)
        state = rows[:, 7]
    scale = images.scale
    return WindowShifts(rows[:, :2], rows[:, 2], rows[:, 3], rows[:, 4], rows[:, 5],
                        rows[:, 6] if scale == 1 else rows[:, 6] / scale, state)


def _run(images: WindowImages, places: Array, text: str) -> Array:
    """Rows of results, where the places lie."""
    count = most = shape_of(places)[0]
    if is_on_host(places):  # few plans serve all numbers of windows
        most = max(_LEAST_COUNT, 1 << (count - 1).bit_length())
        padded = np.zeros((most, places.shape[1]), np.float32)
        padded[:count] = places
        places = padded
    text += f" count={most}"
    place = place_of("first", images.first)
    kept = take(text, place)
    try:
        kept.executable.set_count(count)
        results = new_beside(places, (most, 8), "float32")
        run_on(queue_at(place), kept.executable, (images.first, images.second, places), results)
    finally:
        give_back(text, place, kept)
    return results[:count]


def places_of(value: Any) -> Array:
    """Places as rows of 4 or 12 numbers in float32."""
    places = array_of("places", value)
    shape = shape_of(places)
    if len(shape) != 2 or shape[1] not in (2, 4, 12):
        raise ValueError(f"places has shape {shape}; (N, 2), (N, 4) and (N, 12) are allowed")
    if not is_on_host(places):
        if shape[1] == 2 or dtype_name(places) != "float32" or shape[0] == 0:
            raise ValueError(f"places is {shape} of {dtype_name(places)} on a device; (N, 4) and "
                             "(N, 12) of float32 are allowed there")
        return places
    if places.dtype.kind not in "iuf":
        raise ValueError(f"places is of {places.dtype}; real numbers are allowed")
    with np.errstate(over="ignore"):
        places = places.astype(np.float32)
    return np.concatenate([places, places], 1) if shape[1] == 2 else places


def correlate_windows(first: Any, second: Any, places: Any,
                      window: Tuple[int, int] = (32, 32), search: Optional[int] = None,
                      score: str = "zncc", *, interpolation: str = "lanczos",
                      taper: Optional[str] = None, refine: int = 2,
                      bandwidth: Optional[float] = None, flat: Optional[float] = None,
                      channel_axis: Optional[int] = None,
                      weights: Optional[Sequence[float]] = None) -> WindowShifts:
    """How far N small windows of the first image have moved in the second one, between pixels.

    Shapes: both images (M, N) in pixels, of one type, with an axis of 1 to 4 channels where
    ``channel_axis`` is 0 or -1, which are summed with ``weights``, by default their mean.
    ``places`` (N, 2): x and y of the windows' centres in both images, in pixels from the first
    sample's middle, so that windows of even sides lie on samples at whole numbers and a half;
    (N, 4): x1, y1, x2, y2, the centres in the first and in the second image; (N, 12): these, and
    for each image a map xx, xy, yx, yy by which the window's own coordinates become the image's.
    Results are arrays of :class:`WindowShifts`, float32 and of ``state`` uint8, one row a window.

    ``window``: rows and columns, 4 to 128. ``search``: how many pixels around its place a window
    is looked for, 0 to 64; None: 8, and 0 of phase. With 0 both windows have one size and go
    round, and sides have no prime factors above 5.
    ``score``: zncc (normed by both windows at each lag, -1 to 1), plain (by both as a whole) or
    phase (phase correlation, with search 0, a Hann ``taper``, and a Gaussian weight of
    ``bandwidth`` cycles/pixel, 0.17; 0: none). ``taper``: of search 0, a window function.
    ``interpolation``: lanczos, bicubic, bilinear or nearest. ``refine``: steps of Gauss and Newton
    after the fit of the peak, 0 to 8, which compare the pixels themselves.
    ``flat``: a window with no more standard deviation has state 2 and shift 0; by default half a
    step of whole numbers, and rounding of floating point.

    All real types are taken. uint8, uint16 and floating point are computed as they are, in single
    precision; other whole numbers and float64 less their level. NaN and infinite samples count as
    0, or as the level. The images may lie in a GPU's memory, and the places too, as (N, 4) or
    (N, 12) of float32: results lie where the places do.

    >>> image = np.random.default_rng(1).random((80, 90))
    >>> shift = correlate_windows(image, np.roll(image, 3, 1), [(40, 30)]).shift
    >>> np.allclose(shift, (3, 0), atol=0.01)
    True
    """
    window = wholes("window", window, 2)  # type: ignore[assignment]
    search = (0 if score == "phase" else 8) if search is None else whole("search", search)
    refine = whole("refine", refine)
    bandwidth = None if bandwidth is None else number("bandwidth", bandwidth)
    rows = places_of(places)
    images = window_images(first, second, flat, channel_axis, weights)
    return run_windows(images, rows, window, search, score, interpolation=interpolation,
                       taper=taper, refine=refine, bandwidth=bandwidth)
