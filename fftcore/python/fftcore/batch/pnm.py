# SPDX-License-Identifier: LGPL-2.1-or-later
"""What headers of PNM and PAM files say that OpenCV passes over."""
import re
from dataclasses import dataclass

import numpy as np

from .pnm_text import Damaged

_HEAD = 64 << 10  # comments stand in it too


@dataclass
class _Header:
    kind: int = 0  # 1 to 7; 0: it is no such file
    columns: int = 0
    rows: int = 0
    channels: int = 1
    white: int = 0
    pam_type: bytes = b""
    end: int = 0  # where the samples begin; 0: it has no end, or is damaged
    is_cut: bool = False  # the bytes end before it
    has_close_comment: bool = False  # right behind a word, in files of bytes


def _header(data: bytes) -> _Header:
    if not re.match(rb"P[1-7][\s#]", data):
        return _Header()
    header = _Header(data[1] - ord("0"))
    # Comments are blanks, so that everything stays where it stood.
    text = re.sub(rb"#[^\r\n]*", lambda match: b" " * len(match[0]), data[:_HEAD])
    if header.kind == 7:
        end = re.search(rb"\sENDHDR\s", text)
        header.is_cut = end is None
        words = text[:end.start() if end else None].split()
        for name, value in zip(words, words[1:]):
            if name == b"TUPLTYPE":
                header.pam_type = value
            field = {b"WIDTH": "columns", b"HEIGHT": "rows", b"DEPTH": "channels",
                     b"MAXVAL": "white"}.get(name)
            number = re.match(rb"\d{1,18}", value)
            if field and number:
                setattr(header, field, int(number[0]))
    else:
        numbers = 2 if header.kind in (1, 4) else 3
        end = re.match(rb"P\d" + rb"\s+(\d{1,18})" * numbers + rb"\s", text)
        header.is_cut = re.fullmatch(rb"P\d[\s\d]*", text) is not None
        if end:
            header.columns, header.rows, *white = map(int, end.groups())
            header.white = white[0] if white else 0
        header.channels = 3 if header.kind in (3, 6) else 1
    header.end = end.end() if end else 0
    # Some readers end the word there, others read on behind it, and OpenCV takes it for pixels.
    header.has_close_comment = header.kind > 3 and b"#" in re.sub(
        rb"(?<=\s)#[^\r\n]*", b"", data[2:header.end])
    return header


def misread(data: bytes) -> str:
    """What a file is of which OpenCV gives wrong pixels: words that follow its name."""
    header = _header(data)
    if header.end == 0 and header.is_cut and len(data) > _HEAD:
        return f"has a header that does not end within {_HEAD} bytes; shorter comments are expected"
    if header.has_close_comment:
        return ("has a comment right behind a word of its header, which programs read differently; "
                "a blank between them is expected")
    if header.kind == 7 and header.channels >= 3:
        return ("is a PAM file with colours, in which OpenCV takes red for blue; PPM and PNG are "
                "read")
    if header.kind == 7 and (header.white == 1 or header.pam_type.startswith(b"BLACKANDWHITE")):
        return "is a PAM file in black and white, which OpenCV reads as black; PBM and PNG are read"
    return ""


def several(data: bytes) -> str:
    """What a file has of which OpenCV reads the first image alone: words that follow its name."""
    header = _header(data)
    if header.end == 0 or header.kind < 4:
        return ""
    row = ((header.columns + 7) // 8 if header.kind == 4 else
           header.columns * header.channels * (2 if header.white > 255 else 1))
    end = header.end + row * header.rows
    return "has several images" if _header(data[end:].lstrip()[:3]).kind else ""


def spread_to_white(data: bytes, image: np.ndarray) -> np.ndarray:
    """Samples of a PNM or PAM file, brought to all of their bits. Its header may name another white
    than 255 or 65535, which OpenCV passes over. Damaged where a sample is larger than that."""
    header = _header(data)
    full = np.iinfo(image.dtype).max if image.dtype.kind == "u" else 0
    if not 1 <= header.white < full:
        return image
    if image.max() > header.white:
        raise Damaged(f"a sample is {image.max()}, and its header says that white is "
                      f"{header.white}; no larger ones are expected")
    return np.rint(image * (full / header.white)).astype(image.dtype)
