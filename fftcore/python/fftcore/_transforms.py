# SPDX-License-Identifier: LGPL-2.1-or-later
"""Transforms as values: their text, and their run on arrays of any strides."""
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, List, Optional, Tuple

import numpy as np

from ._arrays import (Array, dense, is_on_host, new_beside, place_of, shape_of, strides_of,
                      unmasked)
from ._plans import Plan, give_back, queue_at, run_on, take
from ._words import flag, number, quoted, whole_or_none, wholes

Sides = Tuple[int, ...]
MOST_BATCHES = 3
_TYPES = ("float32", "float64", "complex64", "complex128")


@dataclass(frozen=True)
class Transform:
    """A transform as a value, for arrays of one shape and type.

    ``kind``: c2c, r2c, c2r, dct1 to dct4 or dst1 to dst4. ``shape``: of the input. ``axes``: of the
    transform, the last one being halved by r2c; by default all. ``points``: along the last one, for
    c2r; by default an even number. ``scale``: what results are multiplied by. ``normalized``:
    divided by the number of points. ``ortho``: of cosines and sines, an orthonormal matrix.
    ``strides``: of the input in elements; by default those of an array without gaps.

    >>> plan = Transform("r2c", (64, 64)).compile()
    >>> bins = plan.run(image)   # (64, 33), complex64
    """

    kind: str
    shape: Sides
    axes: Optional[Sides] = None
    dtype: str = "float32"
    inverse: bool = False
    normalized: bool = False
    ortho: bool = False
    scale: float = 1.0
    points: Optional[int] = None
    strides: Optional[Sides] = None

    def __post_init__(self) -> None:
        shape, axes = wholes("shape", self.shape), self.axes
        count = len(shape)
        if self.dtype not in _TYPES:
            raise ValueError(f"dtype is {quoted(self.dtype)}; {', '.join(_TYPES)} are allowed")
        if axes is not None:
            axes = wholes("axes", axes)
            if any(not -count <= axis < count for axis in axes):
                raise ValueError(f"axes are {quoted(axes)}; shape has {count} axes")
            axes = tuple(axis % count for axis in axes)
            if len(set(axes)) != len(axes):
                raise ValueError(f"axes are {quoted(self.axes)}; each axis is transformed once")
        strides = None if self.strides is None else wholes("strides", self.strides, count)
        for name, given in (("shape", shape), ("axes", axes), ("strides", strides),
                            ("points", whole_or_none("points", self.points)),
                            ("scale", number("scale", self.scale)),
                            ("inverse", flag("inverse", self.inverse)),
                            ("normalized", flag("normalized", self.normalized)),
                            ("ortho", flag("ortho", self.ortho))):
            object.__setattr__(self, name, given)

    @property
    def is_double(self) -> bool:
        return self.dtype in ("float64", "complex128")

    def _axes(self) -> Sides:
        return tuple(range(len(self.shape))) if self.axes is None else tuple(self.axes)

    def _points(self) -> Sides:
        """How many points each axis of the transform has."""
        sides = [self.shape[axis] for axis in self._axes()]
        if self.kind == "c2r":
            sides[-1] = 2 * (sides[-1] - 1) if self.points is None else self.points
        return tuple(sides)

    @property
    def out_shape(self) -> Sides:
        """The shape of results."""
        shape = list(self.shape)
        for axis, points in zip(self._axes(), self._points()):
            shape[axis] = points
        if self.kind == "r2c":
            last = self._axes()[-1]
            shape[last] = shape[last] // 2 + 1
        return tuple(shape)

    @property
    def out_dtype(self) -> str:
        """NumPy's name of the results' type."""
        if self.kind in ("c2c", "r2c"):
            return "complex128" if self.is_double else "complex64"
        return "float64" if self.is_double else "float32"

    def _batches(self) -> Optional[List[Tuple[int, int, int]]]:
        """Extent, stride of input and of output of what is repeated; None where it is too much."""
        inputs = _dense(self.shape) if self.strides is None else self.strides
        outputs = _dense(self.out_shape)
        found: List[Tuple[int, int, int]] = []
        for axis, extent in enumerate(self.shape):
            if axis in self._axes() or extent == 1:
                continue
            before = found[-1] if found else None
            if before and (before[1], before[2]) == (extent * inputs[axis], extent * outputs[axis]):
                found[-1] = (before[0] * extent, inputs[axis], outputs[axis])
            else:
                found.append((extent, inputs[axis], outputs[axis]))
        return found if len(found) <= MOST_BATCHES else None

    @property
    def text(self) -> Optional[str]:
        """The transform as the library's text; None where more than three axes are repeated and do
        not lie as one."""
        batches = self._batches()
        if batches is None:
            return None
        words = [self.kind, "x".join(map(str, self._points()))]
        words += ["f64"] if self.is_double else []
        words += ["inverse"] if self.inverse and self.kind != "c2r" else []
        words += ["normalized"] if self.normalized else []
        words += ["ortho"] if self.ortho else []
        words += [f"scale={self.scale!r}"] if self.scale != 1 else []
        if batches:
            words.append("batch=" + "x".join(str(batch[0]) for batch in batches))
        inputs = _dense(self.shape) if self.strides is None else self.strides
        outputs = _dense(self.out_shape)
        axes = self._axes()
        words.append("in=" + ",".join(map(str, [batch[1] for batch in batches]
                                          + [inputs[axis] for axis in axes])))
        words.append("out=" + ",".join(map(str, [batch[2] for batch in batches]
                                           + [outputs[axis] for axis in axes])))
        return " ".join(words)

    def compile(self, *, backend: str = "auto", threads: int = 0, device: int = -1,
                stream: Optional[int] = None) -> "TransformPlan":
        """A plan for arrays of this shape and type."""
        return TransformPlan(self, backend=backend, threads=threads, device=device, stream=stream)


class TransformPlan(Plan):
    """A :class:`Transform` that is ready to run many times."""

    def __init__(self, value: Transform, **where: Any) -> None:
        if not isinstance(value, Transform):
            raise TypeError(f"value is a {type(value).__name__}; a Transform is expected")
        text = value.text
        if text is None:
            raise ValueError(f"more than {MOST_BATCHES} axes are repeated that do not lie as one")
        super().__init__(text, **where)
        self.value = value
        self._shape, self._dtype = value.out_shape, value.out_dtype

    def run(self, image: Array, out: Optional[Array] = None) -> Array:
        """Transforms an array of the value's shape, type and strides, into ``out`` or a new
        array."""
        image = unmasked("x", image)
        strides = self.value.strides or _dense(self.value.shape)
        _check_place("x", image, self.value.shape, strides)
        if out is None:
            out = new_beside(image, self._shape, self._dtype)
        else:
            _check_place("out", out, self._shape, _dense(self._shape))
        run_on(self._queue, self._executable, image, out, is_placed=True)
        return out


def _check_place(name: str, array: Array, shape: Sides, strides: Sides) -> None:
    """Refuses an array that does not lie as a plan reads it. The library compares memory alone, in
    which (2, 3) samples by rows are those of (3, 2) by columns."""
    if isinstance(array, (list, tuple)):
        raise ValueError(f"{name} is a {type(array).__name__}; an array is expected")
    found = shape_of(array)
    if found != tuple(shape):
        raise ValueError(f"{name} has shape {found}; {tuple(shape)} is expected")
    lie = strides_of(array)
    if lie is not None and any(extent > 1 and stride != expected for extent, stride, expected
                               in zip(found, lie, strides)):
        raise ValueError(f"{name} has strides {lie} in elements; {tuple(strides)} are expected")


def _dense(shape: Sides) -> Sides:
    strides, stride = [], 1
    for extent in reversed(shape):
        strides.append(stride)
        stride *= max(extent, 1)
    return tuple(reversed(strides))


def points_of(kind: str, sides: Sides) -> int:
    """Points that normalization counts: of cosines and sines those of the Fourier transform that
    they are part of."""
    more = {"dct1": -1, "dst1": 1}.get(kind, 0)
    factor = 2 if kind.startswith("d") else 1
    return math.prod(factor * (side + more) for side in sides)


@lru_cache(maxsize=1024)
def _known(*fields: Any, **words: Any) -> Tuple[Optional[str], Sides, str]:
    """A value's text, and its results' shape and type. Fields are hashed faster than a value is
    made."""
    value = Transform(*fields, **words)
    return value.text, value.out_shape, value.out_dtype


def transformed(x: Array, kind: str, axes: Sides, *, dtype: str, **words: Any) -> Array:
    """An array's transform along axes, by a plan that is kept."""
    shape = shape_of(x)
    strides = None
    if is_on_host(x):
        x, strides = _in_strides(x)
    text, out_shape, out_dtype = _known(kind, shape, axes, dtype, strides=strides, **words)
    if text is None:
        return _gathered(x, kind, axes, dtype, words)
    if math.prod(out_shape) == 0:
        return new_beside(x, out_shape, out_dtype)
    place = place_of("x", x)
    kept = take(text, place)
    try:
        out = new_beside(x, out_shape, out_dtype)
        kept.executable.run(queue_at(place), x, out, True)
    finally:
        give_back(text, place, kept)
    return out


def _in_strides(x: np.ndarray) -> Tuple[np.ndarray, Optional[Sides]]:
    """An array that lies as the library takes it, copied if need be, with its strides in elements;
    None where it has no gaps."""
    if x.flags.c_contiguous and x.flags.aligned:
        return x, None
    size = x.itemsize
    if not x.flags.aligned or any(extent > 1 and (stride <= 0 or stride % size)
                                  for extent, stride in zip(x.shape, x.strides)):
        return dense(x), None
    return x, tuple(stride // size for stride in x.strides)


def _gathered(x: Array, kind: str, axes: Sides, dtype: str, words: Any) -> Array:
    """The transform of a copy whose repeated axes lie as one."""
    if not is_on_host(x):
        raise ValueError(f"x repeats more than {MOST_BATCHES} axes that do not lie as one")
    last = tuple(range(x.ndim - len(axes), x.ndim))
    moved = np.ascontiguousarray(np.moveaxis(x, axes, last))
    return np.moveaxis(transformed(moved, kind, last, dtype=dtype, **words), last, axes)
