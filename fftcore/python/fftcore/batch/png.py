# SPDX-License-Identifier: LGPL-2.1-or-later
"""PNG files: what they say beside their pixels, and pixels that are numbers of a palette's colours.
OpenCV makes black of numbers that a palette has not, without a word."""
import re
import struct
import zlib
from dataclasses import dataclass
from typing import Iterator, Optional, Tuple

import numpy as np

from .files import FileError
from .tags import EXIF, XMP, Damaged, Tags

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_XMP_KEY = b"XML:com.adobe.xmp"
_KEPT_CHUNKS = (b"gAMA", b"cHRM", b"sRGB", b"tEXt", b"zTXt", b"tIME")
_METRES_PER_INCH = 0.0254


@dataclass
class Contents:
    """What a file has beside its pixels."""
    tags: Tags
    pictures: int = 1
    palette: Optional[np.ndarray] = None  # colours as B G R, or B G R and alpha
    bits: int = 8  # of a sample


def _chunks(data: bytes) -> Iterator[Tuple[bytes, bytes]]:
    """Kinds and contents of a PNG file's chunks, which are held against their sums."""
    place, kind = len(SIGNATURE), b""
    while kind != b"IEND":
        if place + 12 > len(data):
            raise Damaged("it ends too early")
        size, = struct.unpack_from(">I", data, place)
        kind, content = data[place + 4:place + 8], data[place + 8:place + 8 + size]
        place += 12 + size
        if place > len(data):
            raise Damaged("it ends too early")
        if struct.unpack_from(">I", data, place - 4)[0] != zlib.crc32(content, zlib.crc32(kind)):
            if not kind[0] & 0x20:  # of what is beside the pixels
                raise Damaged(f"the sum of its part {kind.decode('latin-1')} is wrong")
            continue
        yield kind, content


def contents_of(data: bytes) -> Contents:
    tags = Tags()
    contents = Contents(tags)
    bits = kind_of_colours = 0
    for kind, content in _chunks(data):
        if kind == b"IHDR" and len(content) == 13:
            contents.bits = bits = content[8]
            kind_of_colours = content[9]
            tags.is_grey = kind_of_colours == 4
        elif kind == b"tRNS" and kind_of_colours == 0 and len(content) == 2:
            level, = struct.unpack(">H", content)
            tags.transparent_grey = level * 255 // (2**bits - 1) if bits < 8 else level
        elif kind == b"PLTE" and kind_of_colours == 3 and len(content) % 3 == 0:
            contents.palette = np.frombuffer(content, np.uint8).reshape(-1, 3)[:, ::-1]
        elif kind == b"tRNS" and contents.palette is not None:
            contents.palette = _with_opacity(contents.palette, content)
        elif kind == b"iCCP":
            try:
                tags.profile = zlib.decompress(content[content.index(b"\0") + 2:])
            except (ValueError, zlib.error):
                pass
        elif kind == b"eXIf":
            tags.exif = content
        elif kind == b"pHYs" and len(content) == 9 and content[8] == 1:
            x, y = struct.unpack(">II", content[:8])
            tags.dots = x * _METRES_PER_INCH, y * _METRES_PER_INCH
        elif kind == b"iTXt" and content.startswith(_XMP_KEY + bytes(2)):
            tags.xmp = content[len(_XMP_KEY):].split(b"\0", 5)[-1]
        elif kind == b"acTL" and len(content) >= 4:
            contents.pictures, = struct.unpack_from(">I", content)
        elif kind in _KEPT_CHUNKS:
            tags.chunks.append((kind, content))
    # Now that the chunks which PNG has for them are known.
    tags.chunks = [one for one in tags.chunks if not _take_profile(*one, tags)]
    return contents


def _with_opacity(palette: np.ndarray, opacities: bytes) -> np.ndarray:
    alpha = np.full((len(palette), 1), 255, np.uint8)
    some = np.frombuffer(opacities, np.uint8)[:len(palette)]
    alpha[:len(some), 0] = some
    return np.hstack([palette, alpha])


def _take_profile(kind: bytes, content: bytes, tags: Tags) -> bool:
    """Takes EXIF data and XMP from a text, where ImageMagick and ExifTool wrote them before PNG had
    chunks for them, unless they are known. Returns whether it was such a text: it is no longer true
    of pixels that were turned, and results have the tags."""
    found = re.match(rb"Raw profile type (exif|APP1|xmp)\0", content)
    if kind not in (b"tEXt", b"zTXt") or not found:
        return False
    text = content[found.end():]
    try:
        if kind == b"zTXt":
            text = zlib.decompress(text[1:])
        _, count, digits = text.split(None, 2)
        data = bytes.fromhex(digits.decode("ascii"))
    except (ValueError, zlib.error):
        return False
    if len(data) != int(count):
        return False
    if found[1] == b"xmp" or data.startswith(XMP):
        tags.xmp = tags.xmp or data[len(XMP) * data.startswith(XMP):]
        return True
    data = data[len(EXIF) * data.startswith(EXIF):]
    if not data.startswith((b"II", b"MM")):
        return False
    tags.exif = tags.exif or data
    return True


def file_of_numbers(data: bytes) -> bytes:
    """A file of a palette's colours as one of grey levels, which are the colours' numbers, times
    what makes white of the largest number that its bits hold."""
    parts = [_chunk(kind, content[:9] + b"\0" + content[10:] if kind == b"IHDR" else content)
             for kind, content in _chunks(data) if kind in (b"IHDR", b"IDAT", b"IEND")]
    return SIGNATURE + b"".join(parts)


def colours_of(path: str, levels: np.ndarray, contents: Contents) -> np.ndarray:
    """The colours of a file's palette, from the grey levels that its numbers were read as."""
    assert contents.palette is not None
    numbers = levels // (255 // (2**contents.bits - 1))
    count = len(contents.palette)
    beyond = numbers >= count
    if beyond.any():
        row, column = np.argwhere(beyond)[0]
        raise FileError(f"cannot read '{path}': it is damaged: its palette has {count} colours, "
                        f"and the pixel at row {row}, column {column} has number "
                        f"{numbers[row, column]}, counted from 0")
    return contents.palette[numbers]


def _chunk(kind: bytes, content: bytes) -> bytes:
    sum_ = zlib.crc32(content, zlib.crc32(kind))
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", sum_)


def with_tags(data: bytes, tags: Tags) -> bytes:
    """A PNG file with tags: behind its header, which is 33 bytes long."""
    parts = []
    kept = [(kind, content) for kind, content in tags.chunks
            if not (kind == b"sRGB" and tags.profile)]
    if tags.profile:
        parts.append(_chunk(b"iCCP", b"ICC profile\0\0" + zlib.compress(tags.profile)))
    if tags.dots is not None:
        parts.append(_chunk(b"pHYs", struct.pack(
            ">IIB", *(round(dots / _METRES_PER_INCH) for dots in tags.dots), 1)))
    if tags.exif:
        parts.append(_chunk(b"eXIf", tags.exif))
    if tags.xmp:
        parts.append(_chunk(b"iTXt", _XMP_KEY + bytes(5) + tags.xmp))
    parts += [_chunk(*one) for one in kept]
    return data[:33] + b"".join(parts) + data[33:]
