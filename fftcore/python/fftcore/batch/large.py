# SPDX-License-Identifier: LGPL-2.1-or-later
"""Images that are read and written by parts: TIFF that is larger than the memory, and Zarr."""
import zlib
from contextlib import contextmanager
from typing import Any, Iterable, Iterator, Tuple

import numpy as np

from . import tiff  # first, as it says what lacks
import tifffile

from .images import FileError, checked
from .tags import set_upright, upright

Bands = Iterable[Tuple[int, np.ndarray]]
TILE = 256
"""Side of the tiles that are written to TIFF."""


def tiff_bytes(path: str, number: int = 0) -> int:
    """How much memory a page of a TIFF takes; 0 where tifffile does not know it."""
    try:
        with tiff.opened(path, number) as page:
            return int(np.prod(page.shape)) * page.dtype.itemsize
    except (FileError, AttributeError, ValueError):
        return 0  # whoever reads it says what is wrong


def _part_of(place: Any, shape: Tuple[int, ...]) -> Tuple[int, int, int, int]:
    """Top, bottom, left and right of what is taken by one or two slices."""
    spans = [slice(None)] * 2
    given = place if isinstance(place, tuple) else (place,)
    spans[:len(given)] = given[:2]
    (top, bottom, _), (left, right, _) = (span.indices(size) for span, size in zip(spans, shape))
    return top, bottom, left, right


class _Segments:
    """The image of a page, of which a part is read as the tiles or strips that it lies in."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._is_apart = page.axes == "SYX"
        self._is_inverted = int(page.photometric) == tiff.WHITE_IS_0 and page.dtype.kind == "u"
        self.shape: Tuple[int, ...] = tuple(page.shape)
        if self._is_apart:
            self.shape = self.shape[1:] + self.shape[:1]
        self.dtype = np.dtype(page.dtype)

    def __getitem__(self, place: Any) -> np.ndarray:
        top, bottom, left, right = _part_of(place, self.shape)
        part = np.zeros((bottom - top, right - left) + self.shape[2:], self.dtype)
        high, wide = self._page.chunks[-2:] if self._is_apart else self._page.chunks[:2]
        across, down = -(-self.shape[1] // wide), -(-self.shape[0] // high)
        for row in range(top // high, -(-bottom // high)):
            for column in range(left // wide, -(-right // wide)):
                segment = self._pixels(row * across + column, across * down)
                y, x = row * high, column * wide
                segment = segment[max(top - y, 0):bottom - y, max(left - x, 0):right - x]
                y, x = max(y - top, 0), max(x - left, 0)
                target = part[y:y + segment.shape[0], x:x + segment.shape[1]]
                target[...] = segment[:target.shape[0], :target.shape[1]]
        return np.invert(part) if self._is_inverted else part

    def _pixels(self, index: int, in_plane: int) -> np.ndarray:
        """A tile or a strip with all channels."""
        if not self._is_apart:
            return self._segment(index)
        return np.stack([self._segment(index + channel * in_plane)
                         for channel in range(self.shape[2])], -1)

    def _segment(self, index: int) -> np.ndarray:
        """A tile or a strip: rows, columns, and channels where there are."""
        page = self._page
        size = page.databytecounts[index]
        file = page.parent.filehandle
        file.seek(page.dataoffsets[index])
        data = file.read(size)
        if len(data) < size:
            raise tifffile.TiffFileError(f"tile or strip {index} ends too early")
        with tiff.decoding(file.path):
            decoded, _, _ = page.decode(data, index, jpegtables=page.jpegtables)
        if decoded is None:
            raise tifffile.TiffFileError(f"tile or strip {index} is missing")
        return decoded.reshape(decoded.shape[1:3] + (() if self._is_apart else self.shape[2:]))


class _Plain:
    """The image of a page whose samples lie one after the other. Parts are read and not mapped: a
    file that becomes shorter meanwhile would end the process."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.dtype = np.dtype(page.dtype)
        self._stored = self.dtype.newbyteorder(page.parent.byteorder)
        self._is_apart = page.axes == "SYX"
        planes = page.shape[0] if self._is_apart else 1
        rows, columns, *channels = page.shape[1:] if self._is_apart else page.shape
        self._plane = (rows, columns) + tuple(channels)
        self.shape: Tuple[int, ...] = self._plane + ((planes,) if self._is_apart else ())

    def __getitem__(self, place: Any) -> np.ndarray:
        top, bottom, left, right = _part_of(place, self.shape)
        part = np.empty((max(bottom - top, 0), max(right - left, 0)) + self.shape[2:], self.dtype)
        for number in range(self.shape[2] if self._is_apart else 1):
            plane = part[..., number] if self._is_apart else part
            for row in range(top, bottom):
                plane[row - top] = self._row(number, row, left, right)
        return part

    def _row(self, plane: int, row: int, left: int, right: int) -> np.ndarray:
        rows, columns, *channels = self._plane
        each = int(np.prod(channels)) * self.dtype.itemsize
        size = (right - left) * each
        file = self._page.parent.filehandle
        file.seek(self._page.dataoffsets[0] + ((plane * rows + row) * columns + left) * each)
        data = file.read(size)
        if len(data) < size:
            raise tifffile.TiffFileError(f"it ends within row {row}")
        return np.frombuffer(data, self._stored).reshape([right - left] + channels)


class _Upright:
    """An image that is turned where it is sliced."""

    def __init__(self, image: Any, orientation: int) -> None:
        self._image, self._orientation = image, orientation
        rows, columns = image.shape[:2]
        self.shape = ((columns, rows) if orientation >= 5 else (rows, columns)) + tuple(
            image.shape[2:])
        self.dtype = image.dtype

    def __getitem__(self, place: Any) -> np.ndarray:
        place = place if isinstance(place, tuple) else (place,)
        spans = [slice(None)] * 2
        spans[:len(place)] = place[:2]
        rows, columns = (span.indices(size)[:2] for span, size in zip(spans, self.shape))
        # As upright() flips, the other way round.
        if self._orientation in (3, 4, 7, 8):
            rows = self.shape[0] - rows[1], self.shape[0] - rows[0]
        if self._orientation in (2, 3, 6, 7):
            columns = self.shape[1] - columns[1], self.shape[1] - columns[0]
        if self._orientation >= 5:
            rows, columns = columns, rows
        part = self._image[slice(*rows), slice(*columns)]
        return upright(np.asarray(part), self._orientation)


class _WithColours:
    """Grey and alpha as three colours and alpha, which operations copy."""

    def __init__(self, image: Any) -> None:
        self._image, self.dtype = image, image.dtype
        self.shape = tuple(image.shape[:2]) + (4,)

    def __getitem__(self, place: Any) -> np.ndarray:
        return np.asarray(self._image[place])[..., [0, 0, 0, 1]]


def _has_grey_alpha(page: Any) -> bool:
    return int(page.samplesperpixel) == 2 and tiff.alpha_of(page) is not None


@contextmanager
def open_tiff(path: str, limit_bytes: int, number: int = 0) -> Iterator[Any]:
    """A page of a TIFF as an upright array that is read where it is sliced, and its page."""
    try:
        with tiff.opened(path, number) as page:
            tiff.check_kind(path, page)
            tiff.check_whole(path, page)
            if page.is_memmappable and int(page.photometric) != tiff.WHITE_IS_0:
                image: Any = _Plain(page)
            else:
                chunk_bytes = int(np.prod(page.chunks)) * page.dtype.itemsize
                if chunk_bytes > limit_bytes:
                    raise FileError(f"'{path}' has tiles or strips of {-(-chunk_bytes // 2**20)} "
                                    "MiB; --memory of as much is expected")
                image = _Segments(page)
            orientation = tiff.orientation_of(page)
            image = image if orientation == 1 else _Upright(image, orientation)
            yield checked(path, _WithColours(image) if _has_grey_alpha(page) else image), page
    except (tifffile.TiffFileError, zlib.error) as error:
        raise FileError(f"cannot read '{path}': it is damaged: {error}") from error


def write_tiff(path: str, bands: Bands, like: Any) -> None:
    """Writes bands as a TIFF of one page, as add_page() does."""
    size = like.size * like.dtype.itemsize
    with tifffile.TiffWriter(path, bigtiff=size >= tiff.BIG_BYTES) as file:
        add_page(file, bands, like)


def add_page(file: Any, bands: Bands, like: Any) -> None:
    """Adds bands, of a multiple of TILE rows each but for the last, as a page in tiles. `like` is
    the page that they come from."""
    tags, orientation = tiff.tags_of(like), tiff.orientation_of(like)
    set_upright(tags, orientation)
    rows, columns = (like.imagelength, like.imagewidth)[::-1 if orientation >= 5 else 1]
    channels = int(like.samplesperpixel)
    shape = (rows, columns) + ((channels,) if channels > 1 else ())

    def tiles() -> Iterator[np.ndarray]:
        for _, band in bands:
            if _has_grey_alpha(like):
                band = band[..., 2:]
            for row in range(0, len(band), TILE):
                for column in range(0, columns, TILE):
                    tile = band[row:row + TILE, column:column + TILE]
                    missing = [(0, TILE - side) for side in tile.shape[:2]]
                    yield np.pad(tile, missing + [(0, 0)] * (tile.ndim - 2), "edge")

    file.write(tiles(), shape=shape, dtype=like.dtype, tile=(TILE, TILE),
               compression=None if like.compression == 1 else "zlib",
               **tiff.how_written(np.broadcast_to(np.uint8(0), shape), tags, tiff.alpha_of(like)))


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
