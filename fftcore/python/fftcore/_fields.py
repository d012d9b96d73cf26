# SPDX-License-Identifier: LGPL-2.1-or-later
"""Fields of vectors on a grid of windows: what is no neighbour's like, and values in between."""
from typing import Iterator, List, NamedTuple, Sequence, Tuple

import numpy as np


class Grid(NamedTuple):
    """Where the windows of an image lie: from its first row and column on, each `step` pixels from
    the one before."""
    window: int
    step: int
    rows: int
    columns: int

    @property
    def x(self) -> np.ndarray:
        """Centres, in pixels from the first sample's middle."""
        return (self.window - 1) / 2 + self.step * np.arange(self.columns)

    @property
    def y(self) -> np.ndarray:
        return (self.window - 1) / 2 + self.step * np.arange(self.rows)


def grid_of(shape: Tuple[int, ...], window: int, overlap: int) -> Grid:
    step = window - overlap
    return Grid(window, step, (shape[0] - window) // step + 1, (shape[1] - window) // step + 1)


def _around(size: int) -> List[Tuple[int, int]]:
    return [(i, j) for i in range(2 * size + 1) for j in range(2 * size + 1)
            if (i, j) != (size, size)]


def _ringed(field: np.ndarray, is_valid: np.ndarray, size: int) -> np.ndarray:
    """The field with infinity where it is not valid, and `size` nodes more on each side: slopes go
    on there, so that a vector on the border has neighbours all around."""
    field = np.where(is_valid, field, field.dtype.type(np.nan))
    for axis in (0, 1):
        around = [(size, size) if one == axis else (0, 0) for one in (0, 1)]
        if field.shape[axis] > size:
            field = np.pad(field, around, "reflect", reflect_type="odd")
        else:
            field = np.pad(field, around, constant_values=np.nan)
    field[np.isnan(field)] = np.inf
    return field


def _comparisons(count: int) -> Iterator[Tuple[int, int]]:
    """Batcher's odd-even merges: which of so many values to put in order, one after the other."""
    size = 1
    while size < count:
        step = size
        while step:
            for begin in range(step % size, count - step, 2 * step):
                for at in range(begin, min(begin + step, count - step)):
                    if at // (2 * size) == (at + step) // (2 * size):
                        yield at, at + step
            step //= 2
        size *= 2


def _medians(values: Sequence[np.ndarray], count: np.ndarray) -> np.ndarray:
    """Medians of `count` values at each place, where infinity stands for none; NaN where there are
    none at all."""
    rows = list(values)
    # As numpy.sort(), but many times faster along so few.
    for low, high in _comparisons(len(rows)):
        rows[low], rows[high] = np.minimum(rows[low], rows[high]), np.maximum(rows[low], rows[high])
    result = (rows[(len(rows) - 1) // 2] + rows[len(rows) // 2]) / 2
    few = np.nonzero(count < len(rows))
    if few[0].size:
        some, of = np.stack([row[few] for row in rows]), count[few]
        at = np.arange(of.size)
        result[few] = np.where(of > 0, (some[np.maximum(of - 1, 0) // 2, at]
                                        + some[np.minimum(of // 2, len(rows) - 1), at]) / 2, np.nan)
    return result


def _count(around: Sequence[np.ndarray]) -> np.ndarray:
    count = np.zeros(around[0].shape, np.int8)
    for one in around:
        count += one < np.inf
    return count


def _unlike(field: np.ndarray, is_valid: np.ndarray, size: int, noise: float,
            nodes: Tuple[np.ndarray, ...]) -> np.ndarray:
    """The normalised median test's residuals: how far each value is from its neighbours' median,
    over the median of how far those are from it, and `noise` (Westerweel and Scarano 2005). 0 where
    fewer than 3 neighbours are valid."""
    ringed = _ringed(field, is_valid, size)
    rows, columns = nodes
    around = [ringed[rows + i, columns + j] for i, j in _around(size)]
    count = _count(around)
    median = _medians(around, count)
    spread = _medians([np.abs(one - median) for one in around], count)
    with np.errstate(invalid="ignore"):
        return np.where(count >= 3, np.abs(field[nodes] - median) / (spread + noise), 0)


def outliers(u: np.ndarray, v: np.ndarray, is_valid: np.ndarray, size: int, threshold: float,
             noise: float) -> np.ndarray:
    """Which vectors are unlike their neighbours. A second look leaves out those that the first one
    found: their neighbours may be good, and others beside them bad."""
    u, v = u.astype(np.float32), v.astype(np.float32)
    found = np.zeros(u.shape, bool)
    nodes = np.nonzero(is_valid)
    for _ in range(2):
        others = is_valid & ~found
        unlike = np.hypot(_unlike(u, others, size, noise, nodes),
                          _unlike(v, others, size, noise, nodes))
        found[nodes] = unlike > threshold
        if not found.any():
            break
        beside = np.zeros((u.shape[0] + 2 * size, u.shape[1] + 2 * size), bool)
        for i, j in [*_around(size), (size, size)]:
            beside[i:i + u.shape[0], j:j + u.shape[1]] |= found
        nodes = np.nonzero(beside[size:-size, size:-size] & is_valid)
    return found


def replaced(field: np.ndarray, is_valid: np.ndarray) -> np.ndarray:
    """The field with the median of valid neighbours in the place of what is not valid, from the
    rim of a hole inwards. 0 where nothing is valid."""
    if is_valid.all():
        return field
    if not is_valid.any():
        return np.zeros(field.shape)
    field, is_valid = field.copy(), is_valid.copy()
    rows, columns = np.nonzero(~is_valid)
    while rows.size:
        ringed = _ringed(field, is_valid, 1)
        around = [ringed[rows + i, columns + j] for i, j in _around(1)]
        count = _count(around)
        # Those with most neighbours go first, so that a hole's corners have something to go by.
        now = count >= min(3, int(count.max()))
        field[rows[now], columns[now]] = _medians([one[now] for one in around], count[now])
        is_valid[rows[now], columns[now]] = True
        rows, columns = rows[~now], columns[~now]
    return field


def _beyond(count: int) -> np.ndarray:
    """What makes of `count` values these and two more at either end, on the line of the last two.
    """
    result = np.zeros((count + 4, count))
    result[2:-2] = np.eye(count)
    for more in (1, 2):
        if count == 1:
            result[2 - more] = result[1 + count + more] = 1
        else:
            result[2 - more, :2] = 1 + more, -more
            result[1 + count + more, -2:] = -more, 1 + more
    return result


def smoothed(field: np.ndarray) -> np.ndarray:
    """By 1 2 1 along each axis; straight slopes stay as they are, also at the borders."""
    for axis in (0, 1):
        if field.shape[axis] > 1:
            padded = np.moveaxis(np.tensordot(_beyond(field.shape[axis]), field, (1, axis)), 0,
                                 axis).swapaxes(0, axis)[1:-1]
            field = ((padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4).swapaxes(0, axis)
    return field


def _keys(t: np.ndarray) -> np.ndarray:
    """Keys' cubic kernel."""
    t = np.abs(t)
    return np.where(t < 1, (1.5 * t - 2.5) * t * t + 1,
                    np.where(t < 2, ((2.5 - 0.5 * t) * t - 4) * t + 2, 0))


def _slope(t: np.ndarray) -> np.ndarray:
    """Its derivative."""
    s = np.abs(t)
    return np.sign(t) * np.where(s < 1, (4.5 * s - 5) * s,
                                 np.where(s < 2, (5 - 1.5 * s) * s - 4, 0))


def _matrices(first: float, step: int, count: int,
              at: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """What makes of values at `count` nodes those at other places, and their slopes. Beyond the
    last nodes a line goes on, for a step."""
    t = (at - first) / step
    inside = np.clip(t, -1, count)
    distance = inside[:, None] - np.arange(-2, count + 2)[None]
    beyond = _beyond(count)
    return (_keys(distance) @ beyond,
            np.where(inside == t, 1 / step, 0)[:, None] * _slope(distance) @ beyond)


class Sampler:
    """Values and slopes of fields on one grid at the nodes of another one."""

    def __init__(self, old: Grid, new: Grid) -> None:
        self._rows, self._down = _matrices(old.y[0], old.step, old.rows, new.y)
        self._columns, self._right = _matrices(old.x[0], old.step, old.columns, new.x)

    def values(self, field: np.ndarray) -> np.ndarray:
        return self._rows @ field @ self._columns.T

    def slopes(self, field: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """Along x, and along y, a pixel."""
        return self._rows @ field @ self._right.T, self._down @ field @ self._columns.T
