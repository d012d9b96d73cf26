# SPDX-License-Identifier: LGPL-2.1-or-later
"""Images by tiles, so that memory is bounded: what is read for one, and bands of results."""
import math
from typing import Any, Iterator, Tuple

import numpy as np

from .._borders import sources

GRAIN = 256
"""Tiles begin at multiples of so many pixels: a multiple of all blocks of denoising."""
_BYTES_PER_SAMPLE = 32  # of a tile while it is worked on: read, extended, transformed, written


def sides_of_tiles(image: Any, limit_bytes: int) -> Tuple[int, int]:
    """Sides of tiles whose work takes about that much memory; the image's where it is less."""
    rows, columns = image.shape[:2]
    channels = math.prod(image.shape[2:])
    samples = limit_bytes // _BYTES_PER_SAMPLE // channels
    if rows * columns <= samples:
        return rows, columns
    side = max(math.isqrt(samples) // GRAIN, 1) * GRAIN
    # A band, which has all columns, takes a quarter of that.
    band = limit_bytes // 4 // (columns * channels * image.dtype.itemsize) // GRAIN * GRAIN
    return min(rows, max(min(side, band), GRAIN)), min(columns, side)


def _extended(image: Any, rows: Tuple[int, int], columns: Tuple[int, int],
              edge: str) -> np.ndarray:
    """A part of an image that may lie outside of it. What is needed of it is read once, in the
    rectangles that it lies in."""
    (row_places, has_row), (column_places, has_column) = (
        sources(*span, size, edge) for span, size in zip((rows, columns), image.shape))
    row_runs, column_runs = _runs(row_places), _runs(column_places)
    read = np.concatenate([np.concatenate([np.asarray(image[rows, columns])
                                           for columns in column_runs], 1) for rows in row_runs])
    part = read[np.searchsorted(np.unique(row_places), row_places)][
        :, np.searchsorted(np.unique(column_places), column_places)]
    part[~has_row] = 0
    part[:, ~has_column] = 0
    return part


def _runs(places: np.ndarray) -> list:
    """Slices that have all places, in ascending order, and nothing else."""
    places = np.unique(places)
    breaks = np.flatnonzero(np.diff(places) > 1) + 1
    return [slice(int(run[0]), int(run[-1]) + 1) for run in np.split(places, breaks)]


def _tile(image: Any, operation: Any, rows: Tuple[int, int],
          columns: Tuple[int, int]) -> np.ndarray:
    """Results at rows and columns of an image, each from the first to before the last."""
    spans = rows, columns
    wide = [(start - before, stop + after)
            for (start, stop), (before, after) in zip(spans, operation.reach)]
    if operation.edge is not None:
        part = _extended(image, wide[0], wide[1], operation.edge)
        # What lies around it is looked at with the tile that it is of.
        own = [slice(before, before + stop - start)
               for (start, stop), (before, _) in zip(spans, operation.reach)]
        operation.check(part[tuple(own)], rows[0], columns[0])
        return operation.apply(part)
    # What lies outside is the operation's own business, and it returns as much as it gets.
    wide = [(max(start, 0), min(stop, size)) for (start, stop), size in zip(wide, image.shape)]
    part = np.asarray(image[slice(*wide[0]), slice(*wide[1])])
    inner = [slice(start - begin, stop - begin) for (start, stop), (begin, _) in zip(spans, wide)]
    return operation.apply(part)[tuple(inner)]


def bands(image: Any, operation: Any, limit_bytes: int) -> Iterator[Tuple[int, np.ndarray]]:
    """Results of an operation on an image, as bands of all columns, each with its first row. An
    image that fits into the memory is one."""
    rows, columns = image.shape[:2]
    high, wide = sides_of_tiles(image, limit_bytes)
    for row in range(0, rows, high):
        span = row, min(row + high, rows)
        if wide == columns:
            yield row, _tile(image, operation, span, (0, columns))
            continue
        band = np.empty((span[1] - row,) + tuple(image.shape[1:]), image.dtype)
        for column in range(0, columns, wide):
            at = column, min(column + wide, columns)
            band[:, at[0]:at[1]] = _tile(image, operation, span, at)
        yield row, band
