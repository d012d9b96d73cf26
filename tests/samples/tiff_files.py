# SPDX-License-Identifier: LGPL-2.1-or-later
"""TIFF files as they come, written and read without libtiff: classic and big, in tiles or strips,
planes together or apart, with tiles that several places share, and with any tag wrong."""
import struct
import zlib

import numpy as np

NONE, DEFLATE = 1, 8
UNSIGNED, FLOAT = 1, 3
WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC, OFFSETS, CHANNELS, ROWS_PER_STRIP, COUNTS = (
    256, 257, 258, 259, 262, 273, 277, 278, 279)
ORIENTATION = 274
PLANES, TILE_WIDTH, TILE_HEIGHT, TILE_OFFSETS, TILE_COUNTS, ALPHA, FORMAT = (
    284, 322, 323, 324, 325, 338, 339)
SHORT, LONG, LONG8 = 3, 4, 16  # kinds of numbers


class TiffFile:
    """A file under way: blocks are added, then the directory. `byte_order` is < or >."""

    def __init__(self, path, is_big=False, byte_order="<", compression=NONE):
        self.file = open(path, "wb")
        self.order, self.is_big, self.compression = byte_order, is_big, compression
        mark = b"II" if byte_order == "<" else b"MM"
        self.file.write(mark)
        self.file.write(self.pack("HHHQ", 43, 8, 0, 0) if is_big else self.pack("HI", 42, 0))

    def pack(self, letters, *values):
        return struct.pack(self.order + letters, *values)

    def add(self, block):
        """Writes an array: (offset, bytes)."""
        data = block.astype(block.dtype.newbyteorder(self.order)).tobytes()
        if self.compression == DEFLATE:
            data = zlib.compress(data, 1)
        self.file.write(data)
        return self.file.tell() - len(data), len(data)

    def finish(self, tags):
        """Writes the directory. `tags`: their values, one or several, by number."""
        word, kind = ("Q", LONG8) if self.is_big else ("I", LONG)
        entries = b""
        for tag, value in sorted(tags.items()):
            values = np.atleast_1d(value)
            short = values.max() < 65536 and tag not in (OFFSETS, TILE_OFFSETS)
            data = self.pack(f"{len(values)}{'H' if short else word}", *map(int, values))
            if len(data) > struct.calcsize("=" + word):  # it lies elsewhere
                place = self.pack(word, self.file.tell())
                self.file.write(data)
                data = place
            entries += (self.pack("HH" + word, tag, SHORT if short else kind, len(values))
                        + data.ljust(struct.calcsize("=" + word), b"\0"))
        place = self.file.tell()
        self.file.write(self.pack("Q" if self.is_big else "H", len(tags)) + entries
                        + self.pack(word, 0))
        self.file.seek(8 if self.is_big else 4)
        self.file.write(self.pack(word, place))
        self.file.close()


def tags_of(extent, channels, dtype, compression):
    """The tags that say what an image is, but for its blocks."""
    tags = {WIDTH: extent[1], HEIGHT: extent[0], BITS: [8 * dtype.itemsize] * channels,
            COMPRESSION: compression, PHOTOMETRIC: 1 if channels == 1 else 2, CHANNELS: channels,
            FORMAT: [FLOAT if dtype.kind == "f" else UNSIGNED] * channels}
    return tags | ({ALPHA: 0} if channels == 4 else {})


def write_tiff(path, image, tile=None, strip=None, planes_apart=False, changed=None, **how):
    """`tile`: its (rows, columns); `strip`: its rows. `changed`: tags that are otherwise, or None
    to leave one out."""
    pixels = image.reshape(*image.shape[:2], -1)
    rows, columns, channels = pixels.shape
    high, wide = tile or (strip, columns)
    down = -(-rows // high) * high if tile else rows
    padded = np.pad(pixels, ((0, down - rows), (0, -columns % wide), (0, 0)), mode="edge")
    planes = np.split(padded, channels, axis=2) if planes_apart else [padded]
    file = TiffFile(path, **how)
    places = [file.add(plane[row:row + high, column:column + wide]) for plane in planes
              for row in range(0, rows, high) for column in range(0, columns, wide)]
    tags = tags_of((rows, columns), channels, image.dtype, file.compression)
    tags |= {PLANES: 2 if planes_apart else 1}
    offsets, counts = zip(*places)
    tags |= ({TILE_WIDTH: wide, TILE_HEIGHT: high, TILE_OFFSETS: offsets, TILE_COUNTS: counts}
             if tile else {ROWS_PER_STRIP: high, OFFSETS: offsets, COUNTS: counts})
    tags |= changed or {}
    file.finish({tag: value for tag, value in tags.items() if value is not None})
    return path


def write_repeated(path, extent, tiles):
    """A BigTIFF of which tile n is number n % len(tiles) of `tiles`, written once each."""
    file = TiffFile(path, is_big=True, compression=DEFLATE)
    places = np.array([file.add(tile) for tile in tiles])
    side = tiles[0].shape
    count = -(-extent[0] // side[0]) * -(-extent[1] // side[1])
    offsets, counts = places[np.arange(count) % len(tiles)].T
    file.finish(tags_of(extent, 1, tiles[0].dtype, DEFLATE)
                | {TILE_WIDTH: side[1], TILE_HEIGHT: side[0], TILE_OFFSETS: offsets,
                   TILE_COUNTS: counts})
    return path


class ReadTiff:
    """A little-endian file of tiles. They are read where they have one channel of 8 bits, without
    compression or by deflate."""

    def __init__(self, path):
        self.path = path
        self.tags = {}
        with open(path, "rb") as file:
            def words(place, letters):
                file.seek(place)
                return struct.unpack("<" + letters, file.read(struct.calcsize("<" + letters)))

            self.is_big = words(2, "H")[0] == 43
            word, wide = ("Q", 8) if self.is_big else ("I", 4)
            place, = words(wide, word)
            count, = words(place, "Q" if self.is_big else "H")
            place += 8 if self.is_big else 2
            for _ in range(count):
                tag, kind, length = words(place, "HH" + word)
                letter = {SHORT: "H", LONG: "I", LONG8: "Q"}.get(kind, "B")
                at = place + 4 + wide
                if length * struct.calcsize("=" + letter) > wide:
                    at, = words(at, word)
                self.tags[tag] = words(at, f"{length}{letter}")
                place += 4 + 2 * wide

    def tile(self, row, column):
        """The tile that many down and across."""
        high, wide = self.tags[TILE_HEIGHT][0], self.tags[TILE_WIDTH][0]
        number = row * -(-self.tags[WIDTH][0] // wide) + column
        with open(self.path, "rb") as file:
            file.seek(self.tags[TILE_OFFSETS][number])
            data = file.read(self.tags[TILE_COUNTS][number])
        if self.tags[COMPRESSION][0] == DEFLATE:
            data = zlib.decompress(data)
        return np.frombuffer(data, np.uint8).reshape(high, wide)
