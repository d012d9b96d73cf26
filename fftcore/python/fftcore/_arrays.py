# SPDX-License-Identifier: LGPL-2.1-or-later
"""Arrays of any library: what type they are of, where they lie, and new ones beside them."""
import sys
from typing import Any, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core

Array = Any
"""A NumPy array, or an array of another library that has DLPack or __cuda_array_interface__."""

SAMPLE_TYPES = {"uint8": "u8", "uint16": "u16", "float16": "f16", "float32": "f32",
                "float64": "f64", "complex64": "complex64", "complex128": "complex128"}
"""NumPy's names of types, and the library's words for them."""

WHOLE = ("bool", "int8", "int16", "int32", "int64", "uint32", "uint64")
"""Types that the library has not. Arrays on the host are computed in double precision."""


class Place(NamedTuple):
    """Where arrays lie: on the host, or on a CUDA device whose work is ordered by a stream."""
    backend: str
    device: int
    stream: Optional[int]


HOST = Place("auto", -1, None)
# The default stream by its number in CUDA's driver: 0 would be a stream of the queue's own.
_LEGACY_STREAM = 1


def sample_type_of(name: str, dtype_name: str) -> str:
    """The library's word for a type. `name` is the argument's in the message."""
    sample_type = SAMPLE_TYPES.get(dtype_name)
    if sample_type is None:
        raise ValueError(f"{name} is of {dtype_name}; {', '.join(SAMPLE_TYPES)} are allowed")
    return sample_type


def computed(name: str, array: Array) -> Array:
    """An image of a type that the library has: double in the place of whole numbers that it has
    not. `name` is the argument's in the message."""
    if type(array) is np.ndarray and array.dtype in _NAMES:
        return array
    if is_on_host(array):
        kind = array.dtype.name
        if kind in WHOLE:
            return array.astype(np.float64)
        if kind not in SAMPLE_TYPES:
            raise ValueError(f"{name} is of {kind}; {', '.join(WHOLE + tuple(SAMPLE_TYPES))} are "
                             "allowed")
    else:
        sample_type_of(name, dtype_name(array))
    return array


def _is_torch(array: Array) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(array, torch.Tensor)


def _masked_samples(value: Any) -> int:
    """How many samples a mask hides: of numpy.ma's arrays, of other kinds of NumPy's arrays that
    have a mask, such as astropy's, and of lists with such arrays in them."""
    if isinstance(value, (list, tuple)):
        return sum(_masked_samples(one) for one in value if not isinstance(one, (int, float)))
    if isinstance(value, np.ndarray) and type(value) is not np.ndarray:
        return int(np.count_nonzero(getattr(value, "mask", False)))
    return 0


def unmasked(name: str, value: Any) -> Any:
    """The value itself, but of numpy.ma's array its samples. What has masked samples is refused,
    since the library sees no mask. `name` is the argument's in the message."""
    if type(value) is np.ndarray:
        return value
    count = _masked_samples(value)
    if count:
        raise ValueError(f"{name} has {count} masked sample{'s' if count > 1 else ''}; an array "
                         "without a mask is expected, such as its filled(value) gives")
    return np.asarray(value) if isinstance(value, np.ma.MaskedArray) else value


def array_of(name: str, value: Any) -> Array:
    """`value` as an array, without a copy where it is one. Lists of numbers become NumPy arrays.
    What lies on a CUDA device stays there. `name` is the argument's in messages."""
    if type(value) is np.ndarray:
        return value
    value = unmasked(name, value)
    interface = getattr(value, "__cuda_array_interface__", None)
    if isinstance(interface, dict):
        for field in ("data", "shape", "typestr"):
            if field not in interface:
                raise TypeError(f"{name} has a __cuda_array_interface__ without {field}")
        return value
    if interface is not None:
        raise TypeError(f"{name} has a __cuda_array_interface__ that is a "
                        f"{type(interface).__name__}; a dict is expected")
    if hasattr(value, "__dlpack_device__") and not isinstance(value, np.ndarray):
        kind = int(value.__dlpack_device__()[0])
        if kind in (2, 13):
            return value
        if kind not in (1, 3):
            raise ValueError(f"{name} lies on a device of DLPack's type {kind}; this machine's "
                             "memory (1, 3) and CUDA's (2, 13) are allowed")
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{name} is no array: {error}") from error
    if array.dtype == object:
        raise ValueError(f"{name} is no array of numbers")
    return array


def is_on_host(array: Array) -> bool:
    return isinstance(array, np.ndarray)


def _interface(array: Array) -> dict:
    return getattr(array, "__cuda_array_interface__", None) or {}


def _field(array: Array, name: str) -> Any:
    value = _interface(array).get(name)
    if value is None:
        raise TypeError(f"a {type(array).__name__} says no {name}; an array with dtype and shape, "
                        "or with __cuda_array_interface__, is expected")
    return value


def check_out(out: Optional[Array]) -> None:
    """Throws TypeError where `out` is given and is no array that could be written to, and
    ValueError where a mask hides some of it."""
    unmasked("out", out)
    if out is None or isinstance(out, np.ndarray) or hasattr(out, "__dlpack_device__"):
        return
    if getattr(out, "__cuda_array_interface__", None) is None:
        raise TypeError(f"out is a {type(out).__name__}; an array to write to is expected, such as "
                        "numpy.empty() makes")


# NumPy makes a name anew each time.
_NAMES = {np.dtype(name): name for name in SAMPLE_TYPES}


def dtype_name(array: Array) -> str:
    """NumPy's name of an array's type, such as float32."""
    if isinstance(array, np.ndarray):
        return _NAMES.get(array.dtype) or array.dtype.name
    if hasattr(array, "dtype"):
        return str(array.dtype).rpartition(".")[2]
    return np.dtype(_field(array, "typestr")).name


def shape_of(array: Array) -> Tuple[int, ...]:
    shape = array.shape if hasattr(array, "shape") else _field(array, "shape")
    return tuple(int(side) for side in shape)


def strides_of(array: Array) -> Optional[Tuple[int, ...]]:
    """How many elements lie from one to the next along each axis; None where an array does not say
    so, or where they are no whole elements."""
    if _is_torch(array):
        return tuple(array.stride())
    strides = array.strides if hasattr(array, "strides") else _interface(array).get("strides")
    size = np.dtype(dtype_name(array)).itemsize
    if strides is None or any(stride % size for stride in strides):
        return None
    return tuple(int(stride) // size for stride in strides)


def place_of(name: str, array: Array) -> Place:
    """Where an array lies, with the stream that its library orders work by just now. `name` is the
    argument's in messages."""
    if isinstance(array, np.ndarray):
        return HOST
    reason = _core.unavailable_reason("cuda")
    if reason:
        raise ValueError(f"{name} lies on a CUDA device, and CUDA does not work here: {reason}")
    if _is_torch(array):
        import torch
        stream = torch.cuda.current_stream(array.device).cuda_stream
        return Place("cuda", int(array.device.index or 0), stream or _LEGACY_STREAM)
    if type(array).__module__.partition(".")[0] == "cupy":
        import cupy
        return Place("cuda", int(array.device.id), cupy.cuda.get_current_stream().ptr
                     or _LEGACY_STREAM)
    device = array.__dlpack_device__()[1] if hasattr(array, "__dlpack_device__") else 0
    return Place("cuda", int(device), _interface(array).get("stream") or _LEGACY_STREAM)


def new_beside(array: Array, shape: Sequence[int], name: str) -> Array:
    """A new array of a type, by the library and on the device of another array."""
    if isinstance(array, np.ndarray):
        return np.empty(shape, name)
    if _is_torch(array):
        import torch
        return torch.empty(tuple(shape), dtype=getattr(torch, name), device=array.device)
    if type(array).__module__.partition(".")[0] == "cupy":
        import cupy
        return cupy.empty(shape, name)
    raise ValueError(f"out is expected: no array can be made beside a {type(array).__name__}")


def dense(array: np.ndarray) -> np.ndarray:
    """The array itself where it has no gaps and this machine's byte order, else a copy that has."""
    flags = array.flags
    if flags.c_contiguous and flags.aligned and array.dtype.isnative:
        return array
    return np.array(array, array.dtype.newbyteorder("="), order="C")


def aligned(array: Any) -> Any:
    """The array itself, but of a NumPy array whose samples begin between those of its type a copy
    with the same strides."""
    if not isinstance(array, np.ndarray) or array.flags.aligned:
        return array
    reaches = [(extent - 1) * stride for extent, stride in zip(array.shape, array.strides)]
    memory = np.empty(array.itemsize + sum(map(abs, reaches)), np.uint8)
    first = -sum(min(reach, 0) for reach in reaches)
    copy: np.ndarray = np.ndarray(array.shape, array.dtype, memory, first, array.strides)
    copy[...] = array
    return copy


def in_rows(array: Array) -> Array:
    """The array itself where the library takes its memory, else a copy: without gaps, but for rows
    of an image that may lie further apart. Arrays on a device are never copied."""
    if not isinstance(array, np.ndarray):
        return array
    flags = array.flags
    if array.ndim == 2 and flags.aligned and array.dtype.isnative:
        rows, columns = array.strides
        size = array.itemsize
        if columns == size and rows >= size * array.shape[1] and rows % size == 0:
            return array
    return dense(array)


def check_finite(name: str, image: Array, why: str, channel_axis: Optional[int] = None,
                 begin: Sequence[int] = ()) -> None:
    """Refuses an image in this machine's memory that has a sample which is not finite, with the
    first one's place. `why` ends the message. Of a part, `begin` says where it lies."""
    if not is_on_host(image) or image.dtype.kind not in "fc" or image.size == 0:
        return
    with np.errstate(over="ignore", invalid="ignore"):
        # One sum tells of all samples; a sum that overflows does not.
        if np.isfinite(image.sum(dtype=np.float32 if image.dtype == np.float16 else None)):
            return
    bad = ~np.isfinite(image)
    if bad.any():
        refuse_sample(name, image, bad, f"finite numbers are allowed: {why}", channel_axis, begin)


def refuse_sample(name: str, image: np.ndarray, bad: np.ndarray, why: str,
                  channel_axis: Optional[int], begin: Sequence[int]) -> None:
    """Says which is the first of the samples that are bad, and where it lies."""
    place = tuple(int(i) for i in np.unravel_index(int(bad.argmax()), image.shape))
    words = [at + (begin[axis] if axis < len(begin) else 0) for axis, at in enumerate(place)]
    channel = [f"channel {words.pop(channel_axis)}"] if channel_axis is not None else []
    axes = ("sample",) if len(words) == 1 else ("slice", "row", "column")[3 - len(words):]
    where = ", ".join([f"{axis} {at}" for axis, at in zip(axes, words)] + channel)
    raise ValueError(f"{name} is {image[place]!s} at {where}; {why}")


def taps_of(name: str, value: Any) -> np.ndarray:
    """Taps as the array that they are given as. They are numbers in this machine's memory."""
    array = array_of(name, value)
    if not is_on_host(array):
        raise ValueError(f"{name} lies on a device; numbers in this machine's memory are allowed")
    if array.dtype.kind not in "buifc":
        raise ValueError(f"{name} is of {array.dtype}; real and complex numbers are allowed")
    return array


def in_double(taps: np.ndarray) -> np.ndarray:
    """Taps as the library takes them."""
    return dense(taps.astype(complex if taps.dtype.kind == "c" else float, copy=False))


def rounded(values: np.ndarray, dtype: Any) -> np.ndarray:
    """Real values as whole numbers of a type: the nearest ones, and the type's least and largest
    one for what is beyond them."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return values >= 0.5
    limits = np.iinfo(dtype)
    near = np.rint(values)
    # Double precision has not all of 64 bits' limits.
    result = np.where(near < float(limits.max), near, 0).clip(limits.min).astype(dtype)
    result[near >= float(limits.max)] = limits.max
    return result


def _is_overlapping(array: np.ndarray) -> bool:
    """Whether two samples of an array may lie in the same memory."""
    reach = array.itemsize
    for stride, extent in sorted((abs(stride), extent)
                                 for stride, extent in zip(array.strides, array.shape)):
        if extent > 1 and stride < reach:
            return True
        reach += (extent - 1) * stride
    return False


def put(out: np.ndarray, result: np.ndarray) -> np.ndarray:
    """Puts a result into `out` of any type and layout."""
    if out.shape != result.shape:
        raise ValueError(f"out has shape {out.shape}; {result.shape} is expected")
    if not out.flags.writeable:
        raise ValueError("out is read-only; results need a writable array")
    if _is_overlapping(out):
        raise ValueError(f"out has strides {out.strides}, by which its samples overlap; an array "
                         "with memory for each is expected")
    if result.dtype.kind == "c" and out.dtype.kind != "c":
        raise ValueError(f"out is of {out.dtype.name}, and the result is complex; complex64 and "
                         "complex128 are allowed")
    is_rounded = out.dtype.kind in "biu" and out.dtype.newbyteorder("=") != result.dtype
    out[...] = rounded(result, out.dtype) if is_rounded else result
    return out


def exact_put(out: Array, result: np.ndarray) -> Array:
    """Puts a result into `out`, which has its type."""
    if not isinstance(out, np.ndarray) or out.dtype.newbyteorder("=") != result.dtype:
        raise ValueError(f"out is of {dtype_name(out)}; a NumPy array of {result.dtype.name} is "
                         "expected")
    return put(out, result)
