# SPDX-License-Identifier: LGPL-2.1-or-later
"""What image files say beside their pixels, and how pixels are turned by it: EXIF, colour profiles,
XMP and resolution, as PNG and JPEG hold them."""
import re
import struct
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

JPEG = b"\xff\xd8\xff"
EXIF, XMP, _ICC = b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/\0", b"ICC_PROFILE\0"
_MOST_IN_SEGMENT = 65533
_SCAN, _END = 0xda, 0xd9


class Damaged(Exception):
    """A file that ends too early, or whose parts do not fit together."""


@dataclass
class Tags:
    profile: bytes = b""  # by ICC
    exif: bytes = b""  # a TIFF structure
    xmp: bytes = b""
    dots: Optional[Tuple[float, float]] = None  # pixels an inch, along x and y
    chunks: List[Tuple[bytes, bytes]] = field(default_factory=list)  # PNG's others
    tiff: Dict[int, Any] = field(default_factory=dict)  # TIFF's others, by number
    alpha: str = "straight"  # of four channels: straight, premultiplied, or unknown
    is_grey: bool = False  # four channels are grey and alpha in the file
    transparent_grey: Optional[int] = None  # of a grey PNG, the level that is not seen
    is_colour: bool = True  # three channels are colours
    warnings: List[str] = field(default_factory=list)  # what is odd, and how it is taken


def upright(image: Any, orientation: int) -> Any:
    """An image of EXIF's or TIFF's orientation as it is to be seen; a view."""
    if orientation >= 5:
        image = image.swapaxes(0, 1)
    if orientation in (2, 3, 6, 7):
        image = image[:, ::-1]
    if orientation in (3, 4, 7, 8):
        image = image[::-1]
    return image


def _directory(exif: bytes) -> Tuple[str, int, int]:
    """Of EXIF data: byte order, and place and number of the first directory's entries."""
    order = ">" if exif[:1] == b"M" else "<"
    if len(exif) < 8:
        return order, 0, 0
    mark, place = struct.unpack_from(order + "HI", exif, 2)
    if mark != 42 or place > len(exif) - 2:
        return order, 0, 0
    count, = struct.unpack_from(order + "H", exif, place)
    return order, place + 2, count if place + 2 + 12 * count <= len(exif) else 0


def orientation_of(exif: bytes) -> int:
    order, first, count = _directory(exif)
    for place in range(first, first + 12 * count, 12):
        tag, kind = struct.unpack_from(order + "HH", exif, place)
        if (tag, kind) == (0x112, 3):
            value, = struct.unpack_from(order + "H", exif, place + 8)
            return value if 1 <= value <= 8 else 1
    return 1


def set_upright(tags: Tags, orientation: int) -> None:
    """Tags of pixels that were turned: the orientation is 1, and the thumbnail is gone."""
    exif = bytearray(tags.exif)
    order, first, count = _directory(tags.exif)
    for place in range(first, first + 12 * count, 12):
        if struct.unpack_from(order + "HH", exif, place) == (0x112, 3):
            struct.pack_into(order + "H", exif, place + 8, 1)
    end = first + 12 * count
    if count and end + 4 <= len(exif):
        exif[end:end + 4] = bytes(4)
    tags.exif = bytes(exif)
    tags.xmp = re.sub(rb"(tiff:Orientation(?:=[\"']|>))[1-8]", rb"\g<1>1", tags.xmp)
    if orientation >= 5 and tags.dots is not None:
        tags.dots = tags.dots[::-1]


def _segments(data: bytes) -> Iterator[Tuple[int, bytes]]:
    """Numbers and contents of a JPEG file's segments before its pixels."""
    place = 2
    while place + 4 <= len(data) and data[place] == 0xff:
        number = data[place + 1]
        if number == 0xff:  # filling
            place += 1
            continue
        if number in (_SCAN, _END):
            return
        size, = struct.unpack_from(">H", data, place + 2)
        yield number, data[place + 4:place + 2 + size]
        place += 2 + size


def jpeg_tags(data: bytes) -> Tags:
    tags, parts, inks = Tags(), {}, False
    # What lacks, OpenCV makes grey, without a word.
    if data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda"):
        raise Damaged("its end is missing")
    for number, content in _segments(data):
        if number == 0xe1 and content.startswith(EXIF):
            tags.exif = tags.exif or content[len(EXIF):]
        elif number == 0xe1 and content.startswith(XMP):
            tags.xmp = content[len(XMP):]
        elif number == 0xe2 and content.startswith(_ICC) and len(content) > 14:
            parts[content[12]] = content[14:]
        elif number == 0xe0 and content.startswith(b"JFIF\0") and len(content) >= 12:
            unit, x, y = struct.unpack_from(">BHH", content, 7)
            if unit:
                tags.dots = (x, y) if unit == 1 else (x * 2.54, y * 2.54)
        elif 0xc0 <= number <= 0xcf and number not in (0xc4, 0xc8, 0xcc) and len(content) > 5:
            inks = content[5] == 4
    if not inks:  # a profile of inks says nothing of the colours that they are made
        tags.profile = b"".join(parts[key] for key in sorted(parts))
    return tags


def webp_tags(data: bytes) -> Tags:
    tags, place = Tags(), 12
    while place + 8 <= len(data):
        kind, size = data[place:place + 4], struct.unpack_from("<I", data, place + 4)[0]
        content = data[place + 8:place + 8 + size]
        if kind == b"ICCP":
            tags.profile = content
        elif kind == b"XMP ":
            tags.xmp = content
        elif kind == b"EXIF":  # some programs write JPEG's name of it in front
            tags.exif = content[len(EXIF) * content.startswith(EXIF):]
        place += 8 + size + size % 2
    return tags


def _segment(number: int, content: bytes) -> bytes:
    if len(content) > _MOST_IN_SEGMENT:
        return b""
    return struct.pack(">BBH", 0xff, number, 2 + len(content)) + content


def jpeg_with(data: bytes, tags: Tags) -> bytes:
    """A JPEG file with tags: behind its header."""
    place = 2
    if data[2:4] == b"\xff\xe0":
        place += 2 + struct.unpack_from(">H", data, 4)[0]
        if tags.dots is not None and place >= 20:
            dots = [min(max(round(one), 1), 65535) for one in tags.dots]
            data = data[:13] + struct.pack(">BHH", 1, *dots) + data[18:]
    step = _MOST_IN_SEGMENT - 14
    parts = [tags.profile[start:start + step] for start in range(0, len(tags.profile), step)]
    segments = ([_segment(0xe1, EXIF + tags.exif)] if tags.exif else []) + (
        [_segment(0xe1, XMP + tags.xmp)] if tags.xmp else []) + [
            _segment(0xe2, _ICC + bytes([number, len(parts)]) + part)
            for number, part in enumerate(parts, 1)]
    return data[:place] + b"".join(segments) + data[place:]


def profile_for(tags: Tags, image: np.ndarray) -> bytes:
    """The profile, where it is of colours or of grey as the image is."""
    space = b"GRAY" if image.ndim == 2 or image.shape[2] < 3 else b"RGB "
    return tags.profile if tags.profile[16:20] == space else b""
