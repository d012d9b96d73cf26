# SPDX-License-Identifier: LGPL-2.1-or-later
"""What lies outside of an image, for work on parts of it."""
from typing import Any, Tuple

import numpy as np

from ._arrays import array_of
from ._convolution import REGIONS, convolve, correlate
from ._edges import EDGES
from ._words import quoted

OPERATIONS = {"convolve": convolve, "correlate": correlate}


def reach_of(operation: str, mode: str, taps: int) -> Tuple[int, int]:
    """How many samples before the first and after the last one outputs need along an axis, for so
    many taps."""
    if mode not in REGIONS and mode not in EDGES:
        raise ValueError(f"mode is {quoted(mode)}; {', '.join(REGIONS + tuple(EDGES))} are allowed")
    if mode == "full":
        return taps - 1, taps - 1
    if mode == "valid":
        return 0, 0
    if mode == "same" or operation == "correlate":
        return taps // 2, (taps - 1) // 2
    return (taps - 1) // 2, taps // 2


def sources(start: int, stop: int, size: int, mode: str) -> Tuple[np.ndarray, np.ndarray]:
    """Which of `size` samples stand at the places from `start` to `stop`, that may lie outside; and
    whether there is one: outside of constant images there is none, and the nearest one stands for
    it."""
    places = np.arange(start, stop)
    is_there = np.ones(len(places), bool)
    edge = EDGES.get(mode, "constant")
    if edge == "wrap":
        places %= size
    elif edge == "reflect":
        places %= 2 * size
        places = np.minimum(places, 2 * size - 1 - places)
    elif edge == "reflect-101" and size > 1:
        places %= 2 * (size - 1)
        places = np.minimum(places, 2 * (size - 1) - places)
    else:
        if edge == "constant":
            is_there = (places >= 0) & (places < size)
        places = np.clip(places, 0, size - 1)
    return places, is_there


def valid(operation: str, image: Any, taps: np.ndarray, dtype: Any,
          channel_axis: Any = None) -> np.ndarray:
    """Outputs of a type that need nothing from outside of a part of an image."""
    image = np.ascontiguousarray(array_of("image", image))
    sides = list(image.shape)
    axes = [axis for axis in range(image.ndim)
            if channel_axis is None or axis != channel_axis % image.ndim]
    for axis, length in zip(axes, taps.shape):
        sides[axis] -= length - 1
    out = np.empty(sides, dtype)
    return OPERATIONS[operation](image, taps, "valid", channel_axis=channel_axis, out=out)
