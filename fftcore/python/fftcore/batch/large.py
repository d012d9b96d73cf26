# SPDX-License-Identifier: LGPL-2.1-or-later
"""Images that are read and written by parts: TIFF that is larger than the memory, and Zarr."""
import zlib
from contextlib import contextmanager
from typing import Any, Iterable, Iterator, Optional, Tuple

import numpy as np

try:
    import tifffile
except ImportError as error:
    raise ImportError("TIFF needs tifffile: pip install 'fftcore[batch]', or on Debian apt install "
                      "python3-tifffile") from error

from .images import FileError, checked

Bands = Iterable[Tuple[int, np.ndarray]]
TILE = 256
"""Side of the tiles that are written to TIFF."""
_BIG_TIFF = 2 << 30


def tiff_bytes(path: str) -> int:
    """How much memory the first image of a TIFF takes; 0 where tifffile does not know it."""
    try:
        with tifffile.TiffFile(path) as file:
            return int(np.prod(file.pages[0].shape)) * file.pages[0].dtype.itemsize
    except (tifffile.TiffFileError, AttributeError, IndexError, ValueError):
        return 0  # whoever reads it says what is wrong


class _Segments:
    """The image of a page, of which a part is read as the tiles or strips that it lies in."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.shape: Tuple[int, ...] = tuple(page.shape)
        self.dtype = np.dtype(page.dtype)

    def __getitem__(self, place: Any) -> np.ndarray:
        place = place if isinstance(place, tuple) else (place,)
        spans = [slice(None)] * 2
        spans[:len(place)] = place[:2]
        (top, bottom, _), (left, right, _) = (span.indices(size)
                                              for span, size in zip(spans, self.shape))
        part = np.zeros((bottom - top, right - left) + self.shape[2:], self.dtype)
        high, wide = self._page.chunks[:2]
        across = -(-self.shape[1] // wide)
        for row in range(top // high, -(-bottom // high)):
            for column in range(left // wide, -(-right // wide)):
                segment = self._segment(row * across + column)
                if segment is None:  # not in the file: zeros
                    continue
                y, x = row * high, column * wide
                segment = segment[max(top - y, 0):bottom - y, max(left - x, 0):right - x]
                y, x = max(y - top, 0), max(x - left, 0)
                target = part[y:y + segment.shape[0], x:x + segment.shape[1]]
                target[...] = segment[:target.shape[0], :target.shape[1]]
        return part

    def _segment(self, index: int) -> Optional[np.ndarray]:
        """A tile or a strip: rows, columns, and channels where there are."""
        page = self._page
        size = page.databytecounts[index]
        if size == 0:
            return None
        file = page.parent.filehandle
        file.seek(page.dataoffsets[index])
        data = file.read(size)
        if len(data) < size:
            raise tifffile.TiffFileError(f"tile or strip {index} ends too early")
        decoded, _, _ = page.decode(data, index, jpegtables=page.jpegtables)
        if decoded is None:
            return None
        return decoded.reshape(decoded.shape[1:3] + self.shape[2:])


@contextmanager
def open_tiff(path: str, limit_bytes: int) -> Iterator[Any]:
    """The first image of a TIFF as an array that is read where it is sliced, and its page."""
    try:
        with tifffile.TiffFile(path) as file:
            page = file.pages[0]
            if page.axes not in ("YX", "YXS"):
                raise FileError(f"'{path}' has axes {page.axes}; grey or channels that lie "
                                "together are expected of a TIFF larger than --memory")
            if page.is_memmappable:
                yield checked(path, tifffile.memmap(path, mode="r", page=0)), page
                return
            chunk_bytes = int(np.prod(page.chunks)) * page.dtype.itemsize
            if chunk_bytes > limit_bytes:
                raise FileError(f"'{path}' has tiles or strips of {-(-chunk_bytes // 2**20)} MiB; "
                                "--memory of as much is expected")
            yield checked(path, _Segments(page)), page
    except (tifffile.TiffFileError, zlib.error) as error:
        raise FileError(f"cannot read '{path}': it is damaged: {error}") from error


def write_tiff(path: str, bands: Bands, like: Any) -> None:
    """Writes bands, of a multiple of TILE rows each but for the last, as a TIFF in tiles. `like` is
    the page that they come from."""
    rows, columns = like.shape[:2]

    def tiles() -> Iterator[np.ndarray]:
        for _, band in bands:
            for row in range(0, len(band), TILE):
                for column in range(0, columns, TILE):
                    tile = band[row:row + TILE, column:column + TILE]
                    missing = [(0, TILE - side) for side in tile.shape[:2]]
                    yield np.pad(tile, missing + [(0, 0)] * (tile.ndim - 2), "edge")

    with tifffile.TiffWriter(path, bigtiff=like.size * like.dtype.itemsize >= _BIG_TIFF) as file:
        file.write(tiles(), shape=like.shape, dtype=like.dtype, tile=(TILE, TILE),
                   photometric="rgb" if like.ndim == 3 else like.photometric,
                   extrasamples=like.extrasamples if like.ndim == 3 else None,
                   compression=None if like.compression == 1 else "zlib", metadata=None)


def _zarr() -> Any:
    try:
        import zarr
    except ImportError as error:
        raise ImportError("arrays of Zarr need Zarr: pip install 'fftcore[batch]', or on Debian "
                          "apt install python3-zarr") from error
    return zarr


def open_zarr(path: str) -> Any:
    zarr = _zarr()
    try:
        image = zarr.open(path, mode="r")
    except Exception as error:  # noqa: Zarr's stores have errors of many kinds
        raise FileError(f"cannot read '{path}': it is no array of Zarr: {error}") from error
    if not isinstance(image, zarr.Array):
        raise FileError(f"'{path}' is a group of Zarr; an array is expected")
    return checked(path, image)


def write_zarr(path: str, bands: Bands, like: Any) -> None:
    """Writes bands as an array of Zarr with the chunks and the compression of another one."""
    out = _zarr().open(path, mode="w-", shape=like.shape, chunks=like.chunks, dtype=like.dtype,
                    compressor=like.compressor, order=like.order, fill_value=like.fill_value)
    for row, band in bands:
        out[row:row + len(band)] = band
