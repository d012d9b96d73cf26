# SPDX-License-Identifier: LGPL-2.1-or-later
"""Whole numbers of 64 bits that double precision does not hold, without their level."""
import numpy as np

from ._arrays import Array, is_on_host


def level_beyond_double(array: Array) -> int:
    """A level of whole numbers that double precision does not hold, one of its samples; 0 where it
    holds all of them."""
    if not (is_on_host(array) and array.dtype.kind in "iu" and array.dtype.itemsize == 8
            and array.size):
        return 0
    if -2**53 <= int(array.min()) and int(array.max()) <= 2**53:
        return 0
    return int(np.partition(array, array.size // 2, axis=None)[array.size // 2])


def less_level(array: np.ndarray, level: int) -> np.ndarray:
    """Whole numbers less a level of their type, in double precision: the difference is rounded, and
    not what it is of."""
    bits, of_level = array.astype(np.uint64), np.uint64(level % 2**64)
    is_above = array >= array.dtype.type(level)
    return np.where(is_above, (bits - of_level).astype(np.float64),
                    -(of_level - bits).astype(np.float64))


def in_reach(array: Array) -> Array:
    """The array itself, but of whole numbers that double precision does not hold what remains
    without their level. For what does not depend on a level."""
    level = level_beyond_double(array)
    return array if level == 0 else less_level(array, level)
