# SPDX-License-Identifier: LGPL-2.1-or-later
"""Convolution and correlation, as scipy.signal and scipy.ndimage define them."""
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, List, Optional, Tuple

import numpy as np

from ._arrays import (SAMPLE_TYPES, WHOLE, Array, array_of, check_out, computed, dense, dtype_name,
                      in_double, in_rows, is_on_host, new_beside, place_of, put, rounded,
                      sample_type_of, shape_of, taps_of)
from ._edges import EDGES, padded
from ._plans import Plan, give_back, queue_at, run_on, take
from ._words import flag, number, number_of_any_kind, quoted, whole_or_none, wholes

REGIONS = ("full", "same", "valid")
"""Modes of scipy.signal: which outputs there are; what lies outside the image is 0."""


@dataclass(frozen=True)
class Convolution:
    """A convolution as a value: what is computed, for images of one shape and type.

    ``shape``: of the image, 1 to 3 axes, and one of channels where ``channel_axis`` is 0 or -1.
    ``taps_shape``: as many axes, without channels. ``dtype``, ``out_dtype``: NumPy's names.
    ``operation``: convolve or correlate. ``mode``: as of :func:`convolve`.

    ``frames``: so many images at once, along a first axis. ``filters``: so many taps, along a first
    axis of theirs. Results have a first axis then: one filter serves all frames, several filters
    and one frame give a result each, and as many of both go in pairs. ``crossed``: each frame by
    each filter, those of the first frame first.

    >>> plan = Convolution((480, 640), (15, 15), mode="nearest").compile(taps)
    >>> result = plan.run(image)
    """

    shape: Tuple[int, ...]
    taps_shape: Tuple[int, ...]
    dtype: str = "float32"
    out_dtype: Optional[str] = None
    operation: str = "convolve"
    mode: str = "full"
    channel_axis: Optional[int] = None
    frames: Optional[int] = None
    filters: Optional[int] = None
    crossed: bool = False

    def __post_init__(self) -> None:
        for name, given in (("shape", wholes("shape", self.shape)),
                            ("taps_shape", wholes("taps_shape", self.taps_shape)),
                            ("channel_axis", whole_or_none("channel_axis", self.channel_axis)),
                            ("frames", whole_or_none("frames", self.frames)),
                            ("filters", whole_or_none("filters", self.filters)),
                            ("crossed", flag("crossed", self.crossed))):
            object.__setattr__(self, name, given)

    def _spatial(self) -> Tuple[Tuple[int, ...], int]:
        shape = tuple(self.shape)
        if self.channel_axis is None:
            return shape, 0
        if self.channel_axis in (0, -len(shape)) and len(shape) > 1:
            return shape[1:], shape[0]
        if self.channel_axis in (-1, len(shape) - 1) and len(shape) > 1:
            return shape[:-1], shape[-1]
        raise ValueError(f"channel_axis is {self.channel_axis}; None, 0 (planes) and -1 "
                         "(interleaved channels) are allowed, with axes of the image besides")

    def _hint(self, axes: int) -> str:
        """What an axis too many may be."""
        if len(self.taps_shape) + 1 != axes or self.channel_axis is not None:
            return ""
        return (": channel_axis=-1 or 0 filters each channel of an image, and frames=True each "
                "image along the first axis")

    def _is_shifted(self) -> bool:
        """Whether SciPy has the centre of even taps one before the library's."""
        return self.mode == "same" and self.operation == "convolve"

    @property
    def text(self) -> str:
        """The convolution as the library's text."""
        spatial, channels = self._spatial()
        if not 1 <= len(spatial) <= 3:
            raise ValueError(f"image has {len(spatial)} axes; 1 to 3 are allowed")
        if len(self.taps_shape) != len(spatial):
            raise ValueError(f"taps have {len(self.taps_shape)} axes, and image has "
                             f"{len(spatial)}; as many are expected"
                             + self._hint(len(spatial)))
        if self.operation not in ("convolve", "correlate"):
            raise ValueError(f"operation is {quoted(self.operation)}; convolve and correlate are "
                             "allowed")
        if self.mode not in REGIONS and self.mode not in EDGES:
            raise ValueError(f"mode is {quoted(self.mode)}; {', '.join(REGIONS + tuple(EDGES))} "
                             "are allowed")
        taps = [side + (1 if self._is_shifted() and side % 2 == 0 else 0)
                for side in self.taps_shape]
        sample_type = sample_type_of("image", self.dtype)
        out = sample_type_of("out", self.out_dtype or self.dtype)
        sides = "x".join(map(str, spatial))
        words = [f"{self.operation[:4]}{len(spatial)}d",
                 sample_type if out == sample_type else f"{sample_type}>{out}",
                 sides + (f"x{channels}" if channels else ""),
                 "k" + "x".join(map(str, taps)), EDGES.get(self.mode, "constant"),
                 self.mode if self.mode in REGIONS else "same"]
        if channels > 1 and self.channel_axis in (0, -len(self.shape)):
            words.append("planar")
        words += [f"{name}={count}" for name, count in (("frames", self.frames),
                                                        ("filters", self.filters))
                  if count is not None]
        if self.crossed:
            words.append("bank=crossed")
        return " ".join(words)

    def _results(self) -> Tuple[int, ...]:
        """How many there are, where they have an axis."""
        if self.frames is None and self.filters is None:
            return ()
        frames, filters = self.frames or 1, self.filters or 1
        return (frames * filters if self.crossed else max(frames, filters),)

    @property
    def out_shape(self) -> Tuple[int, ...]:
        """The shape of results."""
        spatial, channels = self._spatial()
        more = {"full": 1, "valid": -1}.get(self.mode, 0)
        sides = tuple(side + more * (taps - 1) for side, taps in zip(spatial, self.taps_shape))
        if self.channel_axis in (0, -len(self.shape)):
            sides = (channels,) + sides
        elif self.channel_axis is not None:
            sides += (channels,)
        return self._results() + sides

    def fitted(self, taps: np.ndarray) -> List[np.ndarray]:
        """Taps of each filter for :attr:`text`: with a zero before them along sides where SciPy's
        centre differs."""
        taps = taps_of("taps", taps)
        each = tuple(self.taps_shape)
        expected = each if self.filters is None else (self.filters,) + each
        if tuple(taps.shape) != expected:
            raise ValueError(f"taps have shape {tuple(taps.shape)}; {expected} is expected")
        filters = [taps] if self.filters is None else list(taps)
        if not self._is_shifted() or all(side % 2 == 1 for side in each):
            return filters
        return [np.pad(one, [(1 - side % 2, 0) for side in each]) for one in filters]

    def compile(self, taps: Any = None, *, backend: str = "auto", threads: int = 0,
                device: int = -1, stream: Optional[int] = None) -> "ConvolutionPlan":
        """A plan, with taps where they are given."""
        plan = ConvolutionPlan(self, backend=backend, threads=threads, device=device,
                               stream=stream)
        if taps is not None:
            plan.set_taps(taps)
        return plan


class ConvolutionPlan(Plan):
    """A :class:`Convolution` that is ready to run many times."""

    def __init__(self, value: Convolution, **where: Any) -> None:
        if not isinstance(value, Convolution):
            raise TypeError(f"value is a {type(value).__name__}; a Convolution is expected")
        super().__init__(value.text, **where)
        self.value = value
        self._shape = value.out_shape
        self._dtype = value.out_dtype or value.dtype

    def set_taps(self, taps: Any) -> None:
        """Sets the taps, also while another thread runs: the next run has them as a whole."""
        self._set_taps([in_double(one) for one in self.value.fitted(taps_of("taps", taps))])

    def set_gain(self, gain: float, offset: float = 0.0) -> None:
        """Results are multiplied by ``gain``, then ``offset`` is added. Both are rounded to single
        precision."""
        gain, offset = number("gain", gain), number("offset", offset)
        self._executable.set_gain(gain, offset)
        self._gain = (gain, offset)

    def run(self, image: Array, out: Optional[Array] = None) -> Array:
        """Filters an image, or frames, of the value's shape and type, into ``out`` or a new
        array."""
        if out is None:
            out = new_beside(image, self._shape, self._dtype)
        run_on(self._queue, self._executable, image, out)
        return out


_LARGEST_TAP = 3.4e38
"""What the library takes as a tap."""


@lru_cache(maxsize=1024)
def _known(*fields: Any) -> Tuple[Convolution, str, Tuple[int, ...]]:
    """The value, its text and its results' shape. Fields are hashed faster than a value is made."""
    value = Convolution(*fields)
    return value, value.text, value.out_shape


@lru_cache(maxsize=1024)
def _result_dtype(image: str, taps: np.dtype, mode: str) -> str:
    """NumPy's type of image and taps together, as scipy.signal has it; the image's, as
    scipy.ndimage."""
    if mode in EDGES:
        if taps.kind == "c" and not image.startswith("complex"):
            return "complex128" if image == "float64" or image in WHOLE else "complex64"
        return image
    result = np.result_type(image, taps)
    if result.kind == "c":
        return "complex64" if result == np.complex64 else "complex128"
    return result.name if result.name in ("float16", "float32") else "float64"


def _of_whole_numbers(result: Array, image: Any, taps: Any, cval: float) -> Array:
    """A result in double precision without its rounding errors, where whole numbers alone went into
    it, as scipy.signal.convolve has it: whoever makes integers of it gets the right ones."""
    if (isinstance(result, np.ndarray) and result.dtype == np.float64 and float(cval).is_integer()
            and all(np.asarray(one).dtype.kind in "biu" for one in (image, taps))):
        np.rint(result, out=result)
        result += 0.0  # no -0
    return result


def _filtered(operation: str, image: Any, taps: Any, mode: str, cval: float,
              channel_axis: Optional[int], frames: bool, filters: bool, crossed: bool,
              out: Optional[Array]) -> Array:
    image = array_of("image", image)
    taps = taps_of("taps", taps)
    check_out(out)
    channel_axis = whole_or_none("channel_axis", channel_axis)
    frames, filters = flag("frames", frames), flag("filters", filters)
    crossed = flag("crossed", crossed)
    cval = number_of_any_kind("cval", cval)
    if (mode == "valid" and channel_axis is None and not frames and not filters
            and _is_smaller(image, taps)):
        return _exchanged(operation, image, taps, out)
    given = dtype_name(image)
    image = computed("image", image)
    taps, scale = _in_reach(taps)
    wanted = dtype_name(out) if out is not None else _result_dtype(given, taps.dtype, mode)
    if scale != 1 and wanted not in (*WHOLE, "float64", "complex128"):
        raise ValueError(f"taps are of up to {np.abs(taps).max() * scale:.6g}, and results of "
                         f"{wanted}; taps of at most 3.4e38 are allowed where results are not of "
                         "double precision")
    if is_on_host(image) and (scale != 1 or (wanted in WHOLE if out is None
                                             else not _is_taken(out))):
        # The library has no such results or taps: they are computed in double precision.
        image = image.astype(np.complex128 if image.dtype.kind == "c" else np.float64)
        result = _computed(operation, image, taps, mode, cval, channel_axis, frames, filters,
                           crossed, _result_dtype(dtype_name(image), taps.dtype, mode), None)
        with np.errstate(over="ignore"):  # beyond double precision there is infinity
            result *= scale
        if out is not None:
            return put(out, result)
        return rounded(result, wanted) if wanted in WHOLE else result
    return _computed(operation, image, taps, mode, cval, channel_axis, frames, filters, crossed,
                     wanted, out)


def _in_reach(taps: np.ndarray) -> Tuple[np.ndarray, float]:
    """Taps of which the library takes each, and the power of two that they have to be multiplied
    by: it takes those that single precision holds."""
    if taps.dtype.kind not in "fc" or taps.dtype.itemsize < (8 if taps.dtype.kind == "f" else 16):
        return taps, 1.0
    largest = float(max(np.abs(taps.real).max(initial=0), np.abs(taps.imag).max(initial=0)))
    if not _LARGEST_TAP < largest < np.inf:
        return taps, 1.0
    scale = math.ldexp(1, math.frexp(largest)[1] - 1)
    return taps / scale, scale


def _is_taken(out: Optional[Array]) -> bool:
    """Whether the library may write into `out`, or says why it does not."""
    return (not isinstance(out, np.ndarray) or out.dtype.kind not in "biufc"
            or out.dtype.name in SAMPLE_TYPES and out.dtype.isnative and out.flags.aligned)


def _computed(operation: str, image: Array, taps: np.ndarray, mode: str, cval: float,
              channel_axis: Optional[int], frames: bool, filters: bool, crossed: bool,
              out_name: str, out: Optional[Array]) -> Array:
    sides = taps.shape[1:] if filters else taps.shape
    if cval != 0:
        image = padded(image, sides, operation, mode, cval, channel_axis, frames)
        mode = "valid"
    # Frames lie one after the other, and only rows of an image may lie further apart: two axes of
    # a signal with channels are no rows and columns.
    may_have_gaps = not frames and channel_axis is None
    image = in_rows(image) if may_have_gaps or not is_on_host(image) else dense(image)
    name = dtype_name(image)
    shape = shape_of(image)
    value, text, out_shape = _known(
        shape[1:] if frames else shape, sides, name, out_name, operation, mode, channel_axis,
        shape[0] if frames and shape else None, taps.shape[0] if filters and taps.ndim else None,
        crossed)
    place = place_of("image", image)
    kept = take(text, place)
    try:
        if out is None:
            out = new_beside(image, out_shape, out_name)
        kept.set_taps(taps, value.fitted)
        kept.executable.run(queue_at(place), image, out)
    finally:
        give_back(text, place, kept)
    return out


def _is_smaller(image: Array, taps: np.ndarray) -> bool:
    """Whether taps are larger than the image, so that SciPy exchanges them."""
    shape = shape_of(image)
    return (is_on_host(image) and len(shape) == taps.ndim and shape != taps.shape
            and all(side <= of_taps for side, of_taps in zip(shape, taps.shape)))


def _exchanged(operation: str, image: np.ndarray, taps: np.ndarray, out: Optional[Array]) -> Array:
    """Valid outputs where the image lies within the taps."""
    dtype = _result_dtype(computed("image", image).dtype.name, taps.dtype, "valid")
    if not np.isfinite(image).all():
        return _within_taps(operation, image, taps, dtype, out)
    result = _filtered(operation, taps.astype(dtype), image, "valid", 0, None, False, False, False,
                       None)
    if operation == "correlate":
        result = np.flip(result).conj()
    return np.ascontiguousarray(result) if out is None else put(out, result)


def _within_taps(operation: str, image: np.ndarray, taps: np.ndarray, dtype: str,
                 out: Optional[Array]) -> Array:
    """Valid outputs likewise of an image that cannot be taps, since it is not finite."""
    result = _filtered(operation, image.astype(dtype), taps, "full", 0, None, False, False, False,
                       None)
    result = result[tuple(slice(side - 1, of_taps)
                          for side, of_taps in zip(image.shape, taps.shape))]
    return np.ascontiguousarray(result) if out is None else put(out, result)


def convolve(image: Any, taps: Any, mode: str = "full", *, cval: float = 0.0,
             channel_axis: Optional[int] = None, frames: bool = False, filters: bool = False,
             crossed: bool = False, out: Optional[Array] = None) -> Array:
    """Convolution of a signal, an image or a volume with taps.

    Shapes: ``image`` (N,), (rows, columns) or (slices, rows, columns) in samples; ``taps`` with as
    many axes. With ``channel_axis`` 0 or -1 the image has an axis of channels besides, each of
    which is filtered. Result, for N samples and L taps along an axis:

    ========================  =====================================================================
    ``mode``                  as
    ========================  =====================================================================
    full                      scipy.signal.convolve: N + L - 1 outputs, zeros outside of the image
    same                      scipy.signal.convolve: its N in the middle
    valid                     scipy.signal.convolve: the N - L + 1 that need nothing from outside
    reflect, mirror, nearest  scipy.ndimage.convolve: N outputs, the image continued at its edges
    constant                  scipy.ndimage.convolve: ``cval`` outside of the image
    wrap                      scipy.ndimage.convolve: the image goes round
    ========================  =====================================================================

    With ``frames`` the image's first axis counts frames, each of which is filtered; with
    ``filters`` the first axis of the taps counts filters. Then the result's first axis counts
    results: each frame by the one filter, one image by each filter, frames and filters in pairs, or
    with ``crossed`` each frame by each filter, those of the first frame first. A frame is
    transformed once for all filters that it meets.

    Types: bool, whole numbers, float16, float32, float64, complex64 and complex128, in any byte
    order and layout, and lists. SciPy's rules say what the result is of: in modes of scipy.signal
    NumPy's common type of both, in those of scipy.ndimage the image's. Whole numbers are rounded
    and clamped there. Image and taps of whole numbers give float64 in modes of scipy.signal, whose
    own type may wrap around, and the results are rounded to whole numbers. ``out`` takes the result
    otherwise, in its own type. uint8, uint16 and floating point are computed as they are, other
    whole numbers in double precision.

    NaN and infinite samples, also of ``cval``, reach the outputs whose taps other than 0 meet them,
    as in scipy.ndimage, in all modes and whatever the sizes. (SciPy leaves out taps of up to
    2.2e-16 too.) Finite ones that are much larger than the others, such as marks for "no data",
    disturb those outputs alone. On a CUDA device such samples may reach all of their channel.

    Arrays on a CUDA device stay there; the result is put on their library's current stream.

    >>> convolve(np.ones(3, np.float32), np.ones(2, np.float32))
    array([1., 2., 2., 1.], dtype=float32)
    """
    result = _filtered("convolve", image, taps, mode, cval, channel_axis, frames, filters, crossed,
                       out)
    return _of_whole_numbers(result, image, taps, cval)


def correlate(image: Any, taps: Any, mode: str = "full", *, cval: float = 0.0,
              channel_axis: Optional[int] = None, frames: bool = False, filters: bool = False,
              crossed: bool = False, out: Optional[Array] = None) -> Array:
    """Correlation of a signal, an image or a volume with taps: scipy.signal.correlate and
    scipy.ndimage.correlate, as :func:`convolve` is for their neighbours. Complex taps are
    conjugated.

    >>> correlate(np.array([1, 2, 3], np.float32), np.array([0, 1], np.float32), "valid")
    array([2., 3.], dtype=float32)
    """
    result = _filtered("correlate", image, taps, mode, cval, channel_axis, frames, filters, crossed,
                       out)
    return _of_whole_numbers(result, image, taps, cval)
