# SPDX-License-Identifier: LGPL-2.1-or-later
"""Fourier, cosine and sine transforms by the names and definitions of scipy.fft.

``n`` and ``s`` cut an axis, or pad it with zeros. ``norm`` is backward, ortho or forward. Arrays of
float32 and complex64, and of float16, give results in single precision; all others double.
"""
import math
import os
from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np

from ._arrays import Array, array_of, dtype_name, is_on_host, shape_of
from ._transforms import Sides, points_of, transformed
from ._words import flag, quoted, whole, whole_or_none

__all__ = ["dct", "dctn", "dst", "dstn", "fft", "fft2", "fftn", "hfft", "hfft2", "hfftn", "idct",
           "idctn", "idst", "idstn", "ifft", "ifft2", "ifftn", "ihfft", "ihfft2", "ihfftn",
           "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftn"]

_NORMS = (None, "backward", "ortho", "forward")
_REALS = ("float32", "float64")
_COMPLEX = ("complex64", "complex128")


def _numbers(value: Any) -> Array:
    """x as an array of a type that is transformed."""
    x = array_of("x", value)
    if is_on_host(x):
        if x.dtype.kind not in "buifc":
            raise ValueError(f"x is of {x.dtype}; real and complex numbers are allowed")
        if x.dtype.itemsize > (16 if x.dtype.kind == "c" else 8):
            raise ValueError(f"x is of {x.dtype}; single and double precision are allowed")
        name = x.dtype.name
        if name in _REALS + _COMPLEX:
            x = x.astype(name, copy=not x.dtype.isnative)
        else:
            x = x.astype("float32" if name == "float16" else "float64")
    elif dtype_name(x) not in _REALS + _COMPLEX:
        raise ValueError(f"x is of {dtype_name(x)}; {', '.join(_REALS + _COMPLEX)} are allowed")
    return x


def _refuse_real(x: Array) -> None:
    raise ValueError(f"x is of {dtype_name(x)}; on a device complex numbers are allowed, "
                     "and rfftn takes real ones")


def _complex(x: Array) -> Array:
    """x, or its real numbers as complex ones of the same precision."""
    if dtype_name(x) not in _REALS:
        return x
    if not hasattr(x, "astype"):
        _refuse_real(x)
    return x.astype("complex64" if dtype_name(x) == "float32" else "complex128")


def _checked(norm: Optional[str], workers: Optional[int], plan: Any) -> str:
    if norm not in _NORMS:
        raise ValueError(f'norm is {quoted(norm)}; "backward", "ortho" or "forward" are allowed')
    if workers is not None:
        workers = whole("workers", workers)
        # SciPy's words, which its tests look for. The library has threads of its own.
        cpus = os.cpu_count() or 1
        if workers == 0:
            raise ValueError("workers must not be zero")
        if workers < -cpus:
            raise ValueError(f"workers value out of range: {workers}, and {-cpus} is the least")
    if plan is not None:
        raise NotImplementedError("a precomputed plan is not taken: plans are kept by themselves, "
                                  "and Transform makes them")
    return norm or "backward"


def _whole(name: str, numbers: Any) -> Sides:
    """One whole number, or several."""
    if isinstance(numbers, (str, bytes)) or not hasattr(numbers, "__iter__") or (
            getattr(numbers, "shape", None) == ()):
        numbers = (numbers,)
    try:
        return tuple(whole(name, one) for one in numbers)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {quoted(numbers)}; whole numbers are allowed") from None


def _of_one(n: Any, axis: Any) -> Tuple[Optional[int], int]:
    """Length and axis of a transform along one axis."""
    return whole_or_none("n", n), whole("axis", axis)


def _axes(x: Array, s: Any, axes: Any, fewest: int = 0) -> Tuple[Sides, Optional[Sides]]:
    """The axes of a transform, counted from 0, and how long they shall be."""
    count = len(shape_of(x))
    lengths = None if s is None else _whole("s", s)
    if axes is None:
        chosen = tuple(range(count)) if lengths is None else tuple(
            range(count - len(lengths), count))
    else:
        chosen = _whole("axes", axes)
    if any(not -count <= axis < count for axis in chosen):
        raise ValueError(f"axes are {quoted(chosen)}; x has {count} axes")
    chosen = tuple(axis % count for axis in chosen)
    if len(set(chosen)) != len(chosen):
        raise ValueError(f"axes are {quoted(chosen)}; all axes must be unique")
    if lengths is not None and len(lengths) != len(chosen):
        raise ValueError(f"s has {len(lengths)} lengths, and there are {len(chosen)} axes: when "
                         "given, axes and shape arguments have to be of the same length")
    if len(chosen) < fewest:
        raise ValueError(f"at least {fewest} axis must be transformed")
    if lengths is not None and any(length < 1 for length in lengths):
        raise ValueError(f"invalid number of data points ({quoted(lengths)}) specified; 1 or more "
                         "are allowed")
    return chosen, lengths


def _fitted(x: Array, axes: Sides, lengths: Optional[Sequence[int]]) -> Array:
    """x cut, or padded with zeros, along axes. Cutting makes no copy."""
    shape = shape_of(x)
    wanted = shape if lengths is None else tuple(
        dict(zip(axes, lengths)).get(axis, side) for axis, side in enumerate(shape))
    if any(wanted[axis] < 1 for axis in axes):
        raise ValueError(f"invalid number of data points ({min(wanted)}) specified; 1 or more are "
                         "allowed")
    if wanted == shape:
        return x
    if not is_on_host(x):
        raise ValueError("n and s are those of x where it lies on a device")
    cut = x[tuple(slice(0, side) for side in wanted)]
    if cut.shape == wanted:
        return cut
    padded = np.zeros(wanted, x.dtype)
    padded[tuple(slice(0, side) for side in cut.shape)] = cut
    return padded


def _scaled(norm: str, inverse: bool, points: int) -> dict:
    """The words of a transform that make it as `norm` says."""
    if norm == "ortho":
        return {"scale": 1 / math.sqrt(points)}
    return {"normalized": (norm == "backward") == inverse}


def _c2c(value: Any, s: Any, axes: Any, norm: Any, workers: Any, plan: Any,
         inverse: bool) -> Array:
    norm, x = _checked(norm, workers, plan), _numbers(value)
    axes, lengths = _axes(x, s, axes)
    x = _fitted(x, axes, lengths)
    if dtype_name(x) in _REALS and not is_on_host(x):
        _refuse_real(x)
    x = _complex(x)
    if not axes:
        return x.copy()
    points = math.prod(shape_of(x)[axis] for axis in axes)
    return transformed(x, "c2c", axes, dtype=dtype_name(x), inverse=inverse,
                       **_scaled(norm, inverse, points))


def _r2c(value: Any, s: Any, axes: Any, norm: Any, workers: Any, plan: Any,
         inverse: bool) -> Array:
    norm, x = _checked(norm, workers, plan), _numbers(value)
    if dtype_name(x) in _COMPLEX:
        raise TypeError(f"x must be a real sequence, and is of {dtype_name(x)}")
    axes, lengths = _axes(x, s, axes, 1)
    x = _fitted(x, axes, lengths)
    points = math.prod(shape_of(x)[axis] for axis in axes)
    return transformed(x, "r2c", axes, dtype=dtype_name(x), **_scaled(norm, inverse, points))


def _c2r(value: Any, s: Any, axes: Any, norm: Any, workers: Any, plan: Any,
         inverse: bool) -> Array:
    norm, x = _checked(norm, workers, plan), _complex(_numbers(value))
    if not inverse:
        if not hasattr(x, "conj"):
            raise TypeError(f"x is a {type(x).__name__} without conj(), which a hfft needs")
        x = x.conj()
    axes, lengths = _axes(x, s, axes, 1)
    sides = [shape_of(x)[axis] for axis in axes] if lengths is None else list(lengths)
    last = 2 * (sides[-1] - 1) if lengths is None else sides[-1]
    if last < 1:
        raise ValueError(f"invalid number of data points ({last}) specified; 1 or more are allowed")
    x = _fitted(x, axes, sides[:-1] + [last // 2 + 1])
    points = math.prod(sides[:-1]) * last
    return transformed(x, "c2r", axes, dtype=dtype_name(x), points=last,
                       **_scaled(norm, inverse, points))


def _trigonometric(kind: str, value: Any, type: int, s: Any, axes: Any, norm: Any, workers: Any,
                   orthogonalize: Optional[bool], inverse: bool, plan: Any = None) -> Array:
    norm, x = _checked(norm, workers, plan), _numbers(value)
    type = whole("type", type)
    if type not in (1, 2, 3, 4):
        raise ValueError(f"type is {quoted(type)}; 1, 2, 3 and 4 are allowed")
    axes, lengths = _axes(x, s, axes)
    x = _fitted(x, axes, lengths)
    if dtype_name(x) in _COMPLEX:
        parts = [_trigonometric(kind, part, type, None, axes, norm, None, orthogonalize, inverse)
                 for part in (x.real, x.imag)]
        return parts[0] + 1j * parts[1]
    if not axes:
        return x.copy()
    kind = f"{kind}{type}"
    points = points_of(kind, tuple(shape_of(x)[axis] for axis in axes))
    is_orthogonal = (norm == "ortho" if orthogonalize is None
                     else flag("orthogonalize", orthogonalize))
    words = _scaled(norm, inverse, max(points, 1))
    if is_orthogonal:
        # The library's orthonormal transform, and besides what it lacks of this norm.
        is_divided = words.pop("normalized", None)
        factor = {None: 1.0, True: 1 / math.sqrt(max(points, 1)),
                  False: math.sqrt(points)}[is_divided]
        words = {"ortho": True, "scale": factor}
    return transformed(x, kind, axes, dtype=dtype_name(x), inverse=inverse, **words)


Lengths = Optional[Union[int, Sequence[int]]]


def fft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
        overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Fourier transform along one axis: (..., N) samples to (..., N) complex bins."""
    return _c2c(x, *_of_one(n, axis), norm, workers, plan, False)


def ifft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
         overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Inverse of :func:`fft`."""
    return _c2c(x, *_of_one(n, axis), norm, workers, plan, True)


def fftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: Optional[str] = None,
         overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Fourier transform along several axes, by default all."""
    return _c2c(x, s, axes, norm, workers, plan, False)


def ifftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: Optional[str] = None,
          overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Inverse of :func:`fftn`."""
    return _c2c(x, s, axes, norm, workers, plan, True)


def rfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
         overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Fourier transform of real samples along one axis: (..., N) to (..., N // 2 + 1) bins."""
    return _r2c(x, *_of_one(n, axis), norm, workers, plan, False)


def irfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
          overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Inverse of :func:`rfft`: (..., n // 2 + 1) bins to (..., n) real samples."""
    return _c2r(x, *_of_one(n, axis), norm, workers, plan, True)


def rfftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: Optional[str] = None,
          overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Fourier transform of real samples along several axes; the last one is halved."""
    return _r2c(x, s, axes, norm, workers, plan, False)


def irfftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: Optional[str] = None,
           overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Inverse of :func:`rfftn`."""
    return _c2r(x, s, axes, norm, workers, plan, True)


def hfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
         overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Fourier transform of a signal with a real spectrum: (..., n // 2 + 1) samples to (..., n)."""
    return _c2r(x, *_of_one(n, axis), norm, workers, plan, False)


def ihfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
          overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Inverse of :func:`hfft`."""
    return _r2c(x, *_of_one(n, axis), norm, workers, plan, True).conj()


def hfftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: Optional[str] = None,
          overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """:func:`hfft` along several axes."""
    return _c2r(x, s, axes, norm, workers, plan, False)


def ihfftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: Optional[str] = None,
           overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Any = None) -> Array:
    """Inverse of :func:`hfftn`."""
    return _r2c(x, s, axes, norm, workers, plan, True).conj()


def _of_two_axes(along_several: Any, name: str) -> Any:
    def along_two(x: Any, s: Lengths = None, axes: Lengths = (-2, -1),
                  norm: Optional[str] = None, overwrite_x: bool = False,
                  workers: Optional[int] = None, *, plan: Any = None) -> Array:
        return along_several(x, s, axes, norm, overwrite_x, workers, plan=plan)
    along_two.__name__ = along_two.__qualname__ = name
    along_two.__doc__ = f":func:`{along_several.__name__}` along two axes, by default the last."
    return along_two


fft2 = _of_two_axes(fftn, "fft2")
ifft2 = _of_two_axes(ifftn, "ifft2")
rfft2 = _of_two_axes(rfftn, "rfft2")
irfft2 = _of_two_axes(irfftn, "irfft2")
hfft2 = _of_two_axes(hfftn, "hfft2")
ihfft2 = _of_two_axes(ihfftn, "ihfft2")


def _cosines(kind: str, inverse: bool, name: str) -> Any:
    def along_one(x: Any, type: int = 2, n: Optional[int] = None, axis: int = -1,
                  norm: Optional[str] = None, overwrite_x: bool = False,
                  workers: Optional[int] = None, orthogonalize: Optional[bool] = None) -> Array:
        return _trigonometric(kind, x, type, *_of_one(n, axis), norm, workers, orthogonalize,
                              inverse)
    what = "cosine" if kind == "dct" else "sine"
    along_one.__name__ = along_one.__qualname__ = name
    along_one.__doc__ = (f"{'Inverse ' if inverse else ''}{what} transform of type 1 to 4 along "
                         "one axis: (..., N) to (..., N).")
    return along_one


def _cosines_of_several(kind: str, inverse: bool, name: str) -> Any:
    def along_several(x: Any, type: int = 2, s: Lengths = None, axes: Lengths = None,
                      norm: Optional[str] = None, overwrite_x: bool = False,
                      workers: Optional[int] = None, *,
                      orthogonalize: Optional[bool] = None) -> Array:
        return _trigonometric(kind, x, type, s, axes, norm, workers, orthogonalize, inverse)
    along_several.__name__ = along_several.__qualname__ = name
    along_several.__doc__ = f":func:`{name[:-1]}` along several axes, by default all."
    return along_several


dct = _cosines("dct", False, "dct")
idct = _cosines("dct", True, "idct")
dst = _cosines("dst", False, "dst")
idst = _cosines("dst", True, "idst")
dctn = _cosines_of_several("dct", False, "dctn")
idctn = _cosines_of_several("dct", True, "idctn")
dstn = _cosines_of_several("dst", False, "dstn")
idstn = _cosines_of_several("dst", True, "idstn")
