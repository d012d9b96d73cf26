# SPDX-License-Identifier: LGPL-2.1-or-later
"""Work on Dask's chunked arrays, on as many machines as its scheduler has.

Each chunk is computed with what it needs of its neighbours, and results are those of the whole
array but for rounding. Nothing is computed before Dask is asked to.
"""
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from ._arrays import array_of, computed, taps_of
from ._borders import reach_of, sources, valid
from ._convolution import _result_dtype
from ._denoise import denoise as _denoise_whole
from ._edges import EDGES, check_cval, dtype_around
from ._matching import surface_of
from ._words import number_of_any_kind, whole, whole_or_none

try:
    import dask.array as da
except ImportError as error:
    raise ImportError("fftcore.dask needs Dask: pip install 'fftcore[dask]', or on Debian "
                      "apt install python3-dask python3-distributed") from error

Chunks = Tuple[int, ...]


def _chunked(image: Any) -> Any:
    if not isinstance(image, da.Array):
        raise ValueError(f"image is a {type(image).__name__}; an array of Dask's is allowed, such "
                         "as dask.array.from_array(image) makes")
    if any(np.isnan(side) for side in image.shape):
        raise ValueError("image has chunks of unknown sizes; compute_chunk_sizes() finds them")
    if 0 in image.shape:
        raise ValueError(f"image has shape {image.shape}; at least one sample is allowed")
    if isinstance(image._meta, np.ma.MaskedArray):
        raise ValueError("image is of masked arrays; arrays without a mask are expected, such as "
                         "dask.array.ma.filled(image, value) gives")
    computed("image", np.empty(0, image.dtype))
    return image


def _merged(chunks: Sequence[int], total: int, least: int, multiple: int = 1) -> Chunks:
    """Chunks of `total` samples that end where the given ones end, but of at least `least` samples
    each, and that begin at multiples of a number. There is one where `total` is less."""
    ends: List[int] = []
    begin = end = 0
    for chunk in chunks:
        end += chunk
        stop = end - end % multiple
        if stop - begin >= max(least, 1) and stop <= total - max(least, 1):
            ends.append(stop)
            begin = stop
    ends = [0] + ends + [total]
    return tuple(after - before for before, after in zip(ends, ends[1:]))


def _extended(image: Any, axis: int, before: int, after: int, mode: str, value: Any) -> Any:
    """The image with so many samples more before and after it along an axis."""
    size = image.shape[axis]

    def border(start: int, stop: int) -> List[Any]:
        if start == stop:
            return []
        places, is_there = sources(start, stop, size, mode)
        if is_there.all():
            return [da.take(image, places, axis)]
        shape = list(image.shape)
        shape[axis] = stop - start
        return [da.full(shape, value, dtype=image.dtype)]

    return da.concatenate(border(-before, 0) + [image] + border(size, size + after), axis)


def _by_chunks(function: Any, image: Any, lengths: Sequence[int], axes: Sequence[int],
               dtype: Any) -> Any:
    """A function of blocks whose outputs need `lengths` samples each, as many as there are. The
    image has what the first and the last ones need."""
    depth = {axis: (0, 0) for axis in range(image.ndim)}
    inputs, outputs = list(image.chunks), list(image.chunks)
    for axis, length in zip(axes, lengths):
        before, after = length // 2, length - 1 - length // 2
        # Chunks of outputs end where the image's do.
        outputs[axis] = _merged(image.chunks[axis], image.shape[axis] - length + 1,
                                max(before, after))
        sides = list(outputs[axis])
        sides[0] += before
        sides[-1] += after
        inputs[axis] = tuple(sides)
        depth[axis] = (before, after)
    return da.map_overlap(function, image.rechunk(tuple(inputs)), depth=depth, boundary="none",
                          trim=False, align_arrays=False, chunks=tuple(outputs), dtype=dtype,
                          meta=np.empty((0,) * image.ndim, dtype))


def _spatial(image: Any, channel_axis: Optional[int], count: int, name: str) -> List[int]:
    """Axes of the image that are not of channels; as many as taps have."""
    channel_axis = whole_or_none("channel_axis", channel_axis)
    if channel_axis not in (None, 0, -1, image.ndim - 1):
        raise ValueError(f"channel_axis is {channel_axis}; None, 0 (planes) and -1 (interleaved "
                         "channels) are allowed")
    axes = [axis for axis in range(image.ndim)
            if channel_axis is None or axis != channel_axis % image.ndim]
    if len(axes) != count or not 1 <= count <= 3:
        raise ValueError(f"{name} has {count} axes, and image {len(axes)}; as many are expected, 1 "
                         "to 3")
    return axes


def _filtered(operation: str, image: Any, taps: Any, mode: str, cval: float,
              channel_axis: Optional[int]) -> Any:
    image, taps = _chunked(image), taps_of("taps", taps)
    axes = _spatial(image, channel_axis, taps.ndim, "taps")
    cval = number_of_any_kind("cval", cval)
    if cval != 0 and EDGES.get(mode) != "constant":
        raise ValueError(f"cval is {cval}; with mode {mode!r} 0 is allowed")
    dtype = _result_dtype(image.dtype.name, taps.dtype, mode)
    if cval != 0:
        check_cval(cval, image.dtype)
        image = image.astype(dtype_around(image.dtype, cval))
    for axis, length in zip(axes, taps.shape):
        before, after = reach_of(operation, mode, length)
        image = _extended(image, axis, before, after, mode, cval)
        if image.shape[axis] < length:
            raise ValueError(f"taps have {length} samples along axis {axis}, and image "
                             f"{image.shape[axis]}; with mode 'valid' no more are allowed")

    def work(block: np.ndarray) -> np.ndarray:
        return valid(operation, block, taps, dtype, channel_axis)

    return _by_chunks(work, image, taps.shape, axes, dtype)


def convolve(image: Any, taps: Any, mode: str = "full", *, cval: float = 0.0,
             channel_axis: Optional[int] = None) -> Any:
    """Convolution of an array of Dask's with taps; words are those of :func:`fftcore.convolve`.

    Chunks that are smaller than half the taps are joined.

    >>> convolve(da.ones(9, chunks=4, dtype="float32"), [1.0, 1.0], "nearest").sum().compute()
    18.0
    """
    return _filtered("convolve", image, taps, mode, cval, channel_axis)


def correlate(image: Any, taps: Any, mode: str = "full", *, cval: float = 0.0,
              channel_axis: Optional[int] = None) -> Any:
    """Correlation of an array of Dask's with taps; words are those of :func:`fftcore.correlate`."""
    return _filtered("correlate", image, taps, mode, cval, channel_axis)


def match_template(image: Any, template: Any, *, score: str = "ccoeff_normed",
                   flat: Optional[float] = None) -> Any:
    """Scores of a template at all places of an array of Dask's, of (M, N) pixels; words are those
    of :func:`fftcore.match_template`."""
    image, template = _chunked(image), taps_of("template", template)
    axes = _spatial(image, None, template.ndim, "template")
    if len(axes) != 2 or any(side > whole for side, whole in zip(template.shape, image.shape)):
        raise ValueError(f"template has shape {template.shape}, and image {image.shape}; two axes "
                         "are allowed, and no larger ones than the image's")

    def work(block: np.ndarray) -> np.ndarray:
        surface, unseen = surface_of(block, template, score=score, flat=flat)
        unseen.tell(True)  # another block may have scores
        return surface

    return _by_chunks(work, image, template.shape, axes, "float32")


_BLOCKS = (8, 16, 32, 64)
_SHARPENING = ("sharpen", "sharpen_cutoff", "sharpen_min", "sharpen_max", "dehalo", "halo_radius",
               "halo_threshold", "vertical_ratio")


def denoise(image: Any, sigma: float, *, block: int = 16, step: Optional[int] = None,
            kind: str = "firm", strength: float = 1, channel_axis: Optional[int] = None,
            **sharpening: Optional[float]) -> Any:
    """An array of Dask's with its noise taken out; words are those of :func:`fftcore.denoise`,
    ``sharpening`` its ``sharpen``, ``dehalo`` and what goes with them. ``sigma`` is needed:
    :func:`fftcore.estimate_sigma` measures it, on a part of the image.
    """
    image = _chunked(image)
    if sigma is None:
        raise ValueError("sigma is None; a number is allowed: fftcore.estimate_sigma() measures "
                         "it on a part of the image")
    for word in sharpening:
        if word not in _SHARPENING:
            raise ValueError(f"{word} is no word of denoise; {', '.join(_SHARPENING)} are allowed")
    axes = _spatial(image, channel_axis, 2, "a block")
    block, step = whole("block", block), whole_or_none("step", step)
    if block not in _BLOCKS:
        raise ValueError(f"block is {block}; {', '.join(map(str, _BLOCKS))} are allowed")
    # Blocks lie alike in all chunks, and those that meet in a chunk lie in it and its borders.
    chunks = list(image.chunks)
    for axis in axes:
        chunks[axis] = _merged(image.chunks[axis], image.shape[axis], block, block)
    # One chunk has all that its blocks need.
    depth = {axis: block if axis in axes and len(chunks[axis]) > 1 else 0
             for axis in range(image.ndim)}

    def work(part: np.ndarray) -> np.ndarray:
        part = np.ascontiguousarray(array_of("image", part))
        return _denoise_whole(part, sigma, block=block, step=step, kind=kind, strength=strength,
                              channel_axis=channel_axis, **sharpening)  # type: ignore[arg-type]

    return da.map_overlap(work, image.rechunk(tuple(chunks)), depth=depth, boundary="none",
                          dtype=image.dtype, meta=np.empty((0,) * image.ndim, image.dtype))
