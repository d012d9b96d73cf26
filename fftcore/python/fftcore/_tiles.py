# SPDX-License-Identifier: LGPL-2.1-or-later
"""Positions of the tiles of a mosaic."""
import math
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._arrays import array_of, dtype_name, is_on_host
from ._grey import grey_of
from ._motion import image_array
from ._pairs import LEAST_SIDE, measured, without_shading
from ._positions import solve
from ._words import number, quoted, whole, wholes

_SEARCH = 0.1
"""Of the longer side, how far positions may be off."""
_LEAST_DEVIATION = 0.02
"""Pixels of a measured shift that are reckoned with at least."""


class TilePositions(NamedTuple):
    """Where N tiles lie, and what P pairs of them say of it."""
    positions: np.ndarray
    """(N, 2): x and y of each tile's first sample. Their mean is that of the ones given."""
    known: np.ndarray
    """(N,): whether a pair that was used ties the tile to another one. The others lie beside their
    neighbours as the positions given have it."""
    groups: np.ndarray
    """(N,): numbers from 0 of groups of tiles that pairs tie together. How groups lie to each other
    is known only from the positions given."""
    pairs: np.ndarray
    """(P, 2): the numbers of two tiles that overlap by the positions given."""
    shifts: np.ndarray
    """(P, 2): x and y from the first one's first sample to the second one's, as measured; NaN where
    nothing was found."""
    confidence: np.ndarray
    """(P,): 0 to 1: the share of windows that agree, times their mean score."""
    residuals: np.ndarray
    """(P,): how far the shift is from what the positions say, in pixels; NaN where there is none.
    """
    used: np.ndarray
    """(P,): whether the pair was used."""
    rms: float
    """Root mean square of the residuals of those, in pixels."""


def _tiles_of(tiles: Any) -> List[np.ndarray]:
    if isinstance(tiles, (str, bytes)) or not hasattr(tiles, "__len__"):
        raise TypeError(f"tiles is {quoted(tiles)}; a list of images is expected")
    images = [image_array(f"tiles[{i}]", tile) for i, tile in enumerate(tiles)]
    for i, image in enumerate(images):
        if (image.shape, image.dtype.name) != (images[0].shape, images[0].dtype.name):
            raise ValueError(f"tiles[{i}] is {image.shape} of {dtype_name(image)}, and tiles[0] "
                             f"{images[0].shape} of {dtype_name(images[0])}; the same is expected")
    if not images:
        raise ValueError("tiles has no images; 1 or more are expected")
    return images


def _given_positions(positions: Any, count: int) -> np.ndarray:
    given = array_of("positions", positions)
    if not is_on_host(given) or given.dtype.kind not in "buif":
        raise ValueError(f"positions is of {dtype_name(given)}; real numbers in this machine's "
                         "memory are allowed")
    if given.shape != (count, 2):
        raise ValueError(f"positions has shape {given.shape}; ({count}, 2) is expected: x and y of "
                         "each tile's first sample")
    given = given.astype(np.float64)
    if not (np.abs(given) <= 2**31).all():  # NaN is not
        raise ValueError("positions has a number that is not finite, or beyond 2**31")
    return given


def _on_grid(grid: Any, overlap: Any, shape: Tuple[int, ...], count: int) -> np.ndarray:
    rows, columns = wholes("grid", grid, 2)
    if rows < 1 or columns < 1 or rows * columns != count:
        raise ValueError(f"grid is {rows}x{columns}; rows and columns of {count} tiles are "
                         "expected")
    share = number("overlap", overlap)
    if not 0 < share < 1:
        raise ValueError(f"overlap is {share}; more than 0 and less than 1 is allowed")
    row, column = np.divmod(np.arange(count), columns)
    return np.stack([column * shape[1], row * shape[0]], 1) * (1 - share)


def _pairs_of(given: np.ndarray, shape: Tuple[int, ...]) -> np.ndarray:
    """Tiles that overlap, each pair once."""
    sides = np.array(shape[1::-1])
    pairs: List[Tuple[int, int]] = []
    for i, position in enumerate(given):
        common = sides - np.abs(given[i + 1:] - position)
        pairs += [(i, i + 1 + int(j)) for j in np.flatnonzero((common >= LEAST_SIDE).all(1))]
    return np.array(pairs, np.int64).reshape(-1, 2)


def register_tiles(tiles: Any, positions: Any = None, *, grid: Optional[Sequence[int]] = None,
                   overlap: float = 0.1, search: Optional[int] = None,
                   tolerance: float = 1.0) -> TilePositions:
    """Where the tiles of a mosaic lie, to a small part of a pixel, by what each two of them that
    overlap show.

    ``tiles``: images of one shape and type, (rows, columns), or (rows, columns, channels) whose
    first three channels are averaged. ``positions``: (N, 2), about where their first samples lie, x
    and y in pixels; or ``grid``: rows and columns of a grid that has the tiles row by row, and
    ``overlap``, the share of a side that neighbours have in common. A tile may lie up to
    ``search`` pixels beside that against another one; by default a tenth of its longer side.

    Pairs that have 16 pixels or more a side in common are measured, by phase correlation and then
    by windows. Positions are those of which the weighted squares of the residuals have the least
    sum. A pair whose shift is farther than ``tolerance`` pixels from what the others say is left
    out. Samples that are not finite, or are marks such as for "no data", do not count.

    >>> tiles = [image[:100, :160], image[:100, 120:280]]
    >>> register_tiles(tiles, [(0, 0), (125, 3)]).shifts.round(2)
    array([[120.,   0.]])
    """
    images = _tiles_of(tiles)
    shape = images[0].shape[:2]
    if (positions is None) == (grid is None):
        raise ValueError("positions and grid are both given, or both not; one of them is expected")
    given = (_on_grid(grid, overlap, shape, len(images)) if positions is None else
             _given_positions(positions, len(images)))
    search = math.ceil(_SEARCH * max(shape)) if search is None else whole("search", search)
    if search < 0:
        raise ValueError(f"search is {search}; 0 or more is allowed")
    tolerance = number("tolerance", tolerance)
    if not 0 < tolerance < math.inf:
        raise ValueError(f"tolerance is {tolerance}; a finite number of more than 0 is allowed")
    greys = [without_shading(grey_of(f"tiles[{i}]", image)) for i, image in enumerate(images)]
    pairs = _pairs_of(given, shape)
    shifts = np.full((len(pairs), 2), np.nan)
    confidence, weights = np.zeros((2, len(pairs)))
    for number_of, (i, j) in enumerate(pairs):
        found = measured(greys[i], greys[j], given[j] - given[i], search)
        if found is not None:
            shifts[number_of] = found.x, found.y
            confidence[number_of] = found.confidence
            # Of the best pair 1.
            weights[number_of] = _LEAST_DEVIATION**2 / (_LEAST_DEVIATION**2 + found.deviation**2)
    solved = solve(given, pairs, shifts, weights, tolerance)
    known = np.zeros(len(images), bool)
    known[pairs[solved.is_used].ravel()] = True
    used = solved.residuals[solved.is_used]
    return TilePositions(solved.positions, known, solved.groups, pairs, shifts, confidence,
                         solved.residuals, solved.is_used,
                         float(np.sqrt(np.mean(used**2))) if used.size else 0.0)
