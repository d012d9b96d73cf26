# SPDX-License-Identifier: LGPL-2.1-or-later
"""Image files that are damaged so that their formats can tell. Tests of the samples and of
fftcore.batch read them all: none has a result."""
import io
import lzma
import struct
import zlib
from typing import NamedTuple

import numpy as np
from PIL import Image

import picture_table as table


class Damage(NamedTuple):
    what: str
    ending: str
    data: bytes


def _saved(image, form, **how):
    file = io.BytesIO()
    image.save(file, form, **how)
    return file.getvalue()


def damages():
    """Files that end too early, or have other bytes in their middle."""
    large = np.random.default_rng(table.SEED).integers(0, 255, (120, 160, 3), np.uint8)
    image = Image.fromarray(large)
    whole = {
        "JPEG": (".jpg", _saved(image, "jpeg")),
        "progressive JPEG": (".jpg", _saved(image, "jpeg", progressive=True)),
        "PNG": (".png", _saved(image, "png")),
        "TIFF": (".tif", _saved(image, "tiff")),
        "LZW in TIFF": (".tif", _saved(image, "tiff", compression="tiff_lzw")),
        "JPEG in TIFF": (".tif", _saved(image, "tiff", compression="jpeg")),
        "BMP": (".bmp", _saved(image, "bmp")),
        "PPM": (".ppm", _saved(image, "ppm")),
        "WebP": (".webp", _saved(image, "webp", lossless=True)),
    }
    for what, (ending, data) in whole.items():
        for part in (0.3, 0.6, 0.95):
            yield Damage(f"{what}, cut at {part}", ending, data[:int(part * len(data))])
    for what in ("JPEG", "progressive JPEG"):
        ending, data = whole[what]
        middle = len(data) // 2
        # The end is there, and a third of the pixels is not.
        yield Damage(f"{what} without its middle", ending, data[:middle // 2] + data[middle:])
    for compression in ("tiff_lzw", "jpeg", "tiff_adobe_deflate"):
        data = _saved(Image.fromarray(large[..., 0] // 16), "tiff", compression=compression)
        middle = len(data) // 2
        yield Damage(f"TIFF by {compression} with other bytes in its middle", ".tif",
                     data[:middle] + bytes([255, 0, 255, 128, 7, 9] * 8) + data[middle + 48:])
    ending, data = whole["PNG"]
    middle = len(data) // 2
    yield Damage("PNG with other bytes in its middle", ending,
                 data[:middle] + bytes(16) + data[middle + 16:])
    yield from _wrong_sums()


def _wrong(data, at=-1):
    """With a bit of one byte otherwise."""
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


def _has(stream, pixels):
    """Whether the pixels are right, and only what follows them is not."""
    try:
        return (zlib.decompressobj().decompress(stream, len(pixels)) == pixels
                and stream.endswith(struct.pack(">I", zlib.adler32(pixels))))
    except zlib.error:
        return False


def _wrong_sums():
    """Files that have all their pixels, some of which are wrong."""
    image = table.pixels(1)
    data = image.tobytes()
    deflated, longer = zlib.compress(data), zlib.compress(data + bytes(100))
    packed = lzma.compress(data)
    palette = {262: [3], 320: [int(one) * 257 for one in table.COLOURS.T.ravel()]}
    for what, stream, compression, more in (
            ("deflate, with another sum", _wrong(deflated), 8, {}),
            ("deflate, longer than the image, with another sum", _wrong(longer), 32946, {}),
            ("deflate of a palette, with another sum", _wrong(longer), 8, palette),
            ("deflate of differences, with another sum", _wrong(longer), 8, {317: [2]}),
            ("LZMA, with another sum", _wrong(packed, -40), 34925, {}),
            ("LZMA, with a wrong bit", _wrong(packed, len(packed) // 2), 34925, {})):
        yield Damage(f"TIFF by {what}", ".tif", table.one_strip(image, stream, compression, more))
    smooth = np.repeat(np.arange(table.ROWS, dtype=np.uint8), table.COLUMNS).reshape(image.shape)
    stream = zlib.compress(smooth.tobytes())
    for place in range(2, len(stream)):
        wrong = _wrong(stream, place)
        if not _has(wrong, smooth.tobytes()):
            yield Damage(f"TIFF by deflate, with a wrong bit in byte {place}", ".tif",
                         table.one_strip(smooth, wrong, 8))
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    yield Damage("PNG whose pixels have another sum", ".png",
                 table.png_of(image.shape, 0, _wrong(zlib.compress(rows))))
    few = table.chunk(b"PLTE", table.COLOURS[:200].tobytes())
    for chunks in ((few,), (few, table.chunk(b"tRNS", bytes(9)))):
        yield Damage(f"PNG of {len(chunks)} chunks with numbers beyond its palette", ".png",
                     table.png_of(image.shape, 3, zlib.compress(rows), *chunks))
