# SPDX-License-Identifier: LGPL-2.1-or-later
"""Arrays of every type, byte order and layout that NumPy has, the same ones in each run."""
import numpy as np

WHOLE = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
LONG = ("longdouble", "clongdouble")
ORDERS = ("=", "S")


def drawn(generator, shape, dtype):
    """Values of a type. Whole numbers have its whole range."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return generator.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return generator.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    values = generator.standard_normal(shape)
    if dtype.kind == "c":
        values = values + 1j * generator.standard_normal(shape)
    return values.astype(dtype)


def _dense(values):
    return np.ascontiguousarray(values)


def _reversed(values):
    flip = (slice(None, None, -1),) * values.ndim
    return np.ascontiguousarray(values[flip])[flip]


def _spread(values):
    """Every second sample of an array whose other samples are the largest ones."""
    wide = np.full([2 * side for side in values.shape], _largest(values.dtype), values.dtype)
    every = (slice(None, None, 2),) * values.ndim
    wide[every] = values
    return wide[every]


def _largest(dtype):
    return True if dtype.kind == "b" else (
        np.iinfo(dtype) if dtype.kind in "iu" else np.finfo(dtype)).max


def _rows_apart(values):
    wide = np.full(values.shape[:-1] + (values.shape[-1] + 5,), _largest(values.dtype),
                   values.dtype)
    wide[..., :-5] = values
    return wide[..., :-5]


def _repeated(values):
    """The first row, over and over: a stride of 0."""
    return np.broadcast_to(np.ascontiguousarray(values[:1]), values.shape)


def _windows(values):
    """Windows that overlap: equal strides."""
    line = np.ascontiguousarray(np.resize(values, sum(values.shape)))
    return np.lib.stride_tricks.as_strided(line, values.shape, (line.itemsize,) * values.ndim)


def _unaligned(values):
    memory = np.zeros(values.nbytes + 1, np.uint8)[1:]
    array = memory.view(values.dtype).reshape(values.shape)
    array[...] = values
    return array


def _read_only(values):
    array = np.array(values)
    array.flags.writeable = False
    return array


LAYOUTS = {"dense": _dense, "fortran": np.asfortranarray, "reversed": _reversed,
           "spread": _spread, "rows apart": _rows_apart, "repeated": _repeated,
           "windows": _windows, "unaligned": _unaligned, "read-only": _read_only,
           "unmasked": lambda values: np.ma.array(values, mask=np.zeros(values.shape, bool)),
           "list": lambda values: values.tolist()}


def table(shape, dtypes, seed, values=drawn, layouts=tuple(LAYOUTS)):
    """What to call it, its type, and the array, for each type, byte order and layout."""
    for dtype in dtypes:
        native = values(np.random.default_rng(seed), shape, dtype)
        for order in ORDERS if native.dtype.itemsize > 1 else ORDERS[:1]:
            for layout in layouts:
                if layout == "list" and (order == "S" or dtype in LONG):
                    continue
                yield (f"{dtype} {order} {layout}",
                       LAYOUTS[layout](native.astype(native.dtype.newbyteorder(order))))


def exact(array):
    """The array's values in double precision, without gaps."""
    array = np.asarray(array)
    return np.array(array, complex if array.dtype.kind == "c" else float, order="C")
