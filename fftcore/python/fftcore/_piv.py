# SPDX-License-Identifier: LGPL-2.1-or-later
"""Particle image velocimetry, and digital image correlation."""
import math
from typing import Any, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._arrays import array_of, is_on_host, shape_of
from ._passes import IS_MASKED, REPLACED, Found, Settings, passes
from ._vectors import VectorField
from ._windows import window_images
from ._words import flag, number, quoted, whole, whole_or_none, wholes

_SCORES = {"gaussian": "plain", "parabolic": "zncc"}
"""Which score's peaks are fitted so."""
_DEFORMED = ("symmetric", "second image")
_LEAST_WINDOW, _MOST_WINDOW, _MOST_SEARCH = 4, 128, 64

Sizes = Union[int, Sequence[int]]


def _numbers(name: str, values: Sizes) -> Tuple[int, ...]:
    """One number, or one for each pass."""
    if isinstance(values, (int, float, np.integer, np.floating)):
        return (whole(name, values),)
    found = wholes(name, values)
    if not found:
        raise ValueError(f"{name} is {quoted(values)}; a number for each pass is expected")
    return found


def _windows(windowsizes: Sizes, overlap: Optional[Sizes]) -> List[Tuple[int, int]]:
    """Window and overlap of each pass."""
    sizes = _numbers("windowsizes", windowsizes)
    for size in sizes:
        if not _LEAST_WINDOW <= size <= _MOST_WINDOW:
            raise ValueError(f"windowsizes has {size}; {_LEAST_WINDOW} to {_MOST_WINDOW} are "
                             "allowed")
    shared = (tuple(size // 2 for size in sizes) if overlap is None
              else _numbers("overlap", overlap))
    if len(shared) != len(sizes):
        raise ValueError(f"overlap has {len(shared)} numbers, and windowsizes {len(sizes)}; one "
                         "for each pass is expected")
    for size, part in zip(sizes, shared):
        if not 0 <= part < size:
            raise ValueError(f"overlap has {part} of a window of {size}; 0 to {size - 1} are "
                             "allowed")
    return list(zip(sizes, shared))


def _word(name: str, value: Any, words: Sequence[Any]) -> Any:
    if value not in words:
        raise ValueError(f"{name} is {quoted(value)}; {', '.join(map(str, words))} are allowed")
    return value


def _at_least(name: str, value: Any, least: float, is_allowed: bool = True) -> float:
    found = number(name, value)
    if not (least < found < math.inf or is_allowed and found == least):
        raise ValueError(f"{name} is {quoted(value)}; {'' if is_allowed else 'numbers above '}"
                         f"{least:g}{' or more' if is_allowed else ''} are allowed")
    return found


def _frame(name: str, value: Any) -> Any:
    frame = array_of(name, value)
    if len(shape_of(frame)) != 2:
        raise ValueError(f"{name} has {len(shape_of(frame))} axes; 2 are allowed: a frame is grey")
    return frame


def _mask_of(mask: Any, frames: Sequence[Any]) -> Optional[np.ndarray]:
    """What is left out: the mask, and samples that are not finite in either frame."""
    shape = shape_of(frames[0])
    hidden: Optional[np.ndarray] = None
    if mask is not None:
        hidden = np.asarray(array_of("mask", mask))
        if hidden.shape != shape:
            raise ValueError(f"mask has shape {hidden.shape}; {shape}, the frames', is expected")
        if hidden.dtype.kind not in "biu":
            raise ValueError(f"mask is of {hidden.dtype}; True where the frames are left out is "
                             "expected")
        hidden = hidden != 0
    for frame in frames:
        if not is_on_host(frame):
            if hidden is not None:
                raise ValueError("mask is given, and the frames lie on a device; frames in this "
                                 "machine's memory are allowed with it")
        elif frame.dtype.kind == "f" and frame.shape == shape:
            seen = np.isfinite(frame)
            if not seen.all():
                hidden = ~seen if hidden is None else hidden | ~seen
    return hidden if hidden is not None and hidden.any() else None


def _box_sums(values: np.ndarray, size: int) -> np.ndarray:
    """Of the values up to `size` away along each axis."""
    for axis in (0, 1):
        sums = np.insert(values.cumsum(axis), 0, 0, axis)
        at = np.arange(values.shape[axis])
        values = (np.take(sums, np.minimum(at + size + 1, at.size), axis)
                  - np.take(sums, np.maximum(at - size, 0), axis))
    return values


def _filled(frame: np.ndarray, mask: np.ndarray, window: int) -> np.ndarray:
    """A frame with the mean of what is seen around in the place of what is not, so that its edge is
    no picture that stands still."""
    samples = np.where(mask, 0, frame).astype(np.float64)
    seen = (~mask).astype(np.float64)
    count = _box_sums(seen, window)
    mean = float(samples.sum() / max(seen.sum(), 1))
    around = np.divide(_box_sums(samples, window), count, out=np.full(frame.shape, mean),
                       where=count > 0.5)
    return np.where(mask, around, samples).astype(np.float32)


def _vectors(found: Found, dt: float, factor: float, overlap: int, replaces: bool) -> VectorField:
    flags, u, v = found.flags, found.u, found.v
    lost = flags & IS_MASKED != 0
    if not replaces or not (flags == 0).any():
        lost = flags != 0
    flags = np.where(lost, flags & ~np.uint8(REPLACED), flags)
    x, y = np.meshgrid(found.grid.x, found.grid.y)
    unit = 1 / factor
    u, v = (np.where(lost, np.nan, field) * unit / dt for field in (u, v))
    return VectorField((x + 0.5) * unit, (y + 0.5) * unit, u, v, flags, found.signal, found.score,
                       found.grid.window, overlap, dt, factor)


def piv(frame_a: Any, frame_b: Any, windowsizes: Sizes = (64, 32, 16),
        overlap: Optional[Sizes] = None, dt: float = 1.0, subpixel_method: str = "gaussian",
        sig2noise_method: Optional[str] = "peak2peak", *,
        deformation_method: str = "symmetric", sig2noise_threshold: float = 1.0,
        median_threshold: float = 3.0, median_size: int = 1, median_noise: float = 0.2,
        replace_vectors: bool = True, mask: Any = None, scaling_factor: float = 1.0,
        search: Optional[int] = None, refine: int = 2,
        interpolation: str = "lanczos") -> VectorField:
    """How fast what two frames show moves, at each node of a grid: particle image velocimetry, and
    digital image correlation. The words are OpenPIV's.

    Shapes: both frames (M, N), grey, of one real type. The result is a :class:`VectorField` with
    arrays x, y, u, v, flags of (rows, columns): x to the right and y downwards in pixels, u and v
    likewise in pixels over ``dt``. With ``scaling_factor`` pixels in a unit of length all are in
    that unit.

    ``windowsizes``: sides of the windows of each pass, 4 to 128, or one number for one pass.
    ``overlap``: how many pixels neighbouring windows share; None: half of each. Each pass after the
    first one lays its windows where the pass before says that things have moved, and deforms them
    by its slopes: ``deformation_method`` symmetric, in both frames by half, so that a vector
    belongs to the time between them; or second image, so that it belongs to the first frame, as
    digital image correlation has it.
    ``search``: how many pixels around the first pass looks, up to 64; None: half of its window,
    and where more passes follow its correlation goes round, which takes less time and misses more.
    ``subpixel_method``: in the last pass, gaussian (the correlation's peak is fitted by a Gaussian)
    or parabolic (that of the normed correlation, by a parabola). ``refine`` steps of Gauss and
    Newton follow, 0 to 8, which compare the pixels themselves. The last pass interpolates by
    ``interpolation``: lanczos, bicubic, bilinear or nearest; earlier ones linearly.

    Between passes, and after the last one, vectors are taken out whose ``sig2noise_method``,
    peak2peak, or peak2mean (the peak over the root of the scores' mean square), is below
    ``sig2noise_threshold``; and those that differ from the median of their neighbours up to
    ``median_size`` nodes away by more than ``median_threshold`` times the neighbours' own median
    difference and ``median_noise`` pixels (Westerweel and Scarano 2005). Medians of neighbours
    replace them, or, without ``replace_vectors``, NaN in the end.

    ``mask`` (M, N) is True where the frames are left out, and so are samples that are NaN or
    infinite. Windows of which more than half is so have no vector, NaN. Where no window has a
    vector, as of frames that show nothing, all are NaN.

    >>> frame = np.random.default_rng(1).random((90, 90))
    >>> field = piv(frame, np.roll(frame, 2, 1), 32)
    >>> print(round(float(np.median(field.u)), 1), field.x[0, :3])
    2.0 [16. 32. 48.]
    """
    windows = _windows(windowsizes, overlap)
    search = whole_or_none("search", search)
    if search is not None and not 1 <= search <= _MOST_SEARCH:
        raise ValueError(f"search is {search}; 1 to {_MOST_SEARCH} are allowed")
    settings = Settings(
        score=_SCORES[_word("subpixel_method", subpixel_method, tuple(_SCORES))],
        refine=whole("refine", refine), interpolation=interpolation,
        is_symmetric=_word("deformation_method", deformation_method, _DEFORMED) == "symmetric",
        signal=_word("sig2noise_method", sig2noise_method, ("peak2peak", "peak2mean", None)),
        least_signal=_at_least("sig2noise_threshold", sig2noise_threshold, 0),
        median_size=whole("median_size", median_size),
        median_threshold=_at_least("median_threshold", median_threshold, 0, False),
        median_noise=_at_least("median_noise", median_noise, 0, False), first_search=search)
    if not 1 <= settings.median_size <= 3:
        raise ValueError(f"median_size is {median_size}; 1 to 3 are allowed")
    dt, factor = number("dt", dt), _at_least("scaling_factor", scaling_factor, 0, False)
    if dt == 0 or not math.isfinite(dt):
        raise ValueError(f"dt is {dt}; a number other than 0 is allowed")
    replaces = flag("replace_vectors", replace_vectors)
    frames = [_frame("frame_a", frame_a), _frame("frame_b", frame_b)]
    shape = shape_of(frames[0])
    for size, _ in windows:
        if min(shape) < size:
            raise ValueError(f"frame_a has shape {shape}, and windowsizes has {size}; no larger "
                             "windows than the frames are expected")
    hidden = _mask_of(mask, frames)
    if hidden is not None and shape_of(frames[1]) == shape:
        frames = [_filled(frame, hidden, windows[0][0]) for frame in frames]
    images = window_images(frames[0], frames[1], names=("frame_a", "frame_b"))
    found = passes(images, shape, windows, hidden, settings)
    return _vectors(found, dt, factor, windows[-1][1], replaces)
