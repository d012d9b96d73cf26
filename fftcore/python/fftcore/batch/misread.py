# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files that OpenCV reads wrong without a word. Functions give what follows the file's name in a
message, or nothing: OpenCV reads the file right, or refuses it."""
import re
import struct
from typing import List, Optional, Set, Tuple

from . import pnm, pnm_text

_HEAD = 1 << 20
_DICOM_TYPES = {0x0004: rb"[A-Z0-9_ ]+", 0x1052: rb"[-+.0-9Ee ]+", 0x1053: rb"[-+.0-9Ee ]+"}


def _words(head: bytes, at: int, count: int = 1, order: str = "<") -> Tuple[int, ...]:
    """Whole numbers of four bytes; those that lie beyond the end are 0."""
    return struct.unpack(f"{order}{count}I", head[at:at + 4 * count].ljust(4 * count, b"\0"))


def _bmp(head: bytes) -> str:
    (size,), (planes_and_bits,), (compression,) = (_words(head, at) for at in (14, 26, 30))
    if size == 12 or compression in (1, 2):
        return (f"is a BMP {'of OS/2' if size == 12 else 'with run lengths'}, which OpenCV reads "
                "wrong; Windows' BMP without compression and PNG are read")
    bits, masks = planes_and_bits >> 16, _words(head, 54, 3 if size < 56 else 4)
    if bits == 32:  # OpenCV heeds masks of 8 bits each, if there are four
        is_read = sorted(masks) == [0xff, 0xff00, 0xff0000, 0xff000000]
    else:
        is_read = masks[:3] in ((0x7c00, 0x3e0, 0x1f), (0xf800, 0x7e0, 0x1f)) and not any(masks[3:])
    if compression != 3 or is_read:
        return ""
    return (f"is a BMP of {bits} bits whose masks are {', '.join(f'{mask:x}' for mask in masks)}, "
            "which OpenCV reads wrong; BMP without masks and PNG are read")


def _sun_raster(head: bytes) -> str:
    bits, _, _, _, map_bytes = _words(head, 12, 5, ">")
    if bits > 8 or map_bytes > 0:
        return ""
    return (f"is a Sun raster of {bits} bit{'s' * (bits != 1)} without a colour map, which OpenCV "
            "reads as black; those with a colour map, PNG and PGM are read")


def _text(data: bytes, at: int) -> bytes:
    """A text that ends with a zero."""
    end = data.find(b"\0", at)
    return data[at:end if end >= 0 else len(data)]


def _exr_channels(data: bytes) -> Set[str]:
    names, at = set(), 0
    while data[at:at + 1] not in (b"", b"\0"):
        name = _text(data, at)
        names.add(name.decode("latin-1"))
        at += len(name) + 1 + 16
    return names


def _exr_header(head: bytes) -> Tuple[Optional[Set[str]], bytes]:
    """The names of the channels, or None where their list is not in the head, and what follows the
    header."""
    channels, at = None, 8
    while head[at:at + 1] not in (b"", b"\0"):
        name = _text(head, at)
        at += len(name) + 1
        at += len(_text(head, at)) + 1  # its type
        size, = _words(head, at)
        at += 4
        if name == b"channels" and at + size <= len(head):
            channels = _exr_channels(head[at:at + size])
        at += size
    return channels, head[at + 1:]


def _exr(head: bytes) -> str:
    read = "files with R G B, R G B A or Y are read"
    channels, _ = _exr_header(head)
    if channels is None:
        return (f"is an OpenEXR file whose list of channels is not within its first {len(head)} "
                f"bytes; {read}")
    # Of A alone OpenCV reads nothing, and of Y and others the others, or it takes a wrong green.
    if channels <= set("RGBA") or channels == {"Y"}:
        return ""
    listed = re.sub("[^ -~]", "?", " ".join(sorted(channels)))
    listed = listed[:100] + "..." if len(listed) > 100 else listed
    return f"is an OpenEXR file with the channels {listed}, which OpenCV reads wrong; {read}"


def _several_in_exr(data: bytes) -> str:
    _, rest = _exr_header(data[:_HEAD])  # behind the last part's header is a zero
    has_parts = _words(data, 4)[0] & 0x1000
    return "has several parts" if has_parts and rest[:1] not in (b"", b"\0") else ""


def _dicom_values(head: bytes, element: int) -> List[str]:
    """Values of an element of group 0028, wherever it stands, also in a sequence: its tag, its type
    or none, its length, and a value of allowed characters."""
    values, tag = [], struct.pack("<HH", 0x28, element)
    kind = b"CS" if element == 0x0004 else b"DS"
    for match in re.finditer(re.escape(tag), head):
        at = match.end()
        size, = _words(head, at)
        size = size >> 16 if head.startswith(kind, at) else size
        value = head[at + 4:at + 4 + size].rstrip(b" \0") if size <= 64 else b""
        if at + 4 + size <= len(head) and re.fullmatch(_DICOM_TYPES[element], value):
            values.append(value.decode())
    return values


def _is_number(text: str, expected: float) -> bool:
    try:
        return float(text) == expected
    except ValueError:
        return False


def _dicom(head: bytes) -> str:
    kinds = _dicom_values(head, 0x0004)
    if not kinds:
        return (f"is a DICOM file in whose first {len(head)} bytes no photometric interpretation "
                "is found; MONOCHROME2 is read")
    for kind in kinds:
        if kind != "MONOCHROME2":
            return (f"is a DICOM file of the kind {kind}, which OpenCV reads wrong; MONOCHROME2 is "
                    "read")
    for element, expected, name in ((0x1053, 1, "slope"), (0x1052, 0, "intercept")):
        for value in _dicom_values(head, element):
            if not _is_number(value, expected):
                return (f"is a DICOM file with the rescale {name} {value}, which OpenCV passes "
                        "over; files with slope 1 and intercept 0 are read")
    return ""


_FORMATS = ((0, b"BM", _bmp), (0, b"P", pnm.misread), (0, b"\x59\xa6\x6a\x95", _sun_raster),
            (0, b"\x76\x2f\x31\x01", _exr), (128, b"DICM", _dicom))


def misread(data: bytes) -> str:
    """What a file is of which OpenCV gives wrong pixels."""
    head = data[:_HEAD]
    found = (words_of(head) for at, magic, words_of in _FORMATS if head.startswith(magic, at))
    return next(filter(None, found), "")


def several(data: bytes) -> str:
    """What a file has of which OpenCV reads the first image alone."""
    if data.startswith(b"P"):
        return pnm_text.several(data) if pnm_text.is_text(data) else pnm.several(data)
    return _several_in_exr(data) if data.startswith(b"\x76\x2f\x31\x01") else ""
