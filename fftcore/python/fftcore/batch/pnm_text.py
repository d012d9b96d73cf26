# SPDX-License-Identifier: LGPL-2.1-or-later
"""PNM files of text, in which OpenCV takes words that are no samples for some."""
import re
from typing import List

import numpy as np

_MOST_WHITE = 65535
_MOST_SIDE = 1 << 30


class Damaged(Exception):
    """What is wrong with a file: words that follow its name."""


def _number(word: bytes) -> int:
    """A whole number of a word, -1 where it is none, or beyond all bounds."""
    return int(word) if re.fullmatch(rb"\d{1,9}", word) else -1


def _shown(word: bytes) -> str:
    text = re.sub("[^ -~]", "?", word[:20].decode("latin-1"))
    return text + "..." if len(word) > 20 else text


def _in_header(words: List[bytes], name: str, most: int) -> int:
    word = words.pop(0) if words else b""
    number = _number(word)
    if not 1 <= number <= most:
        raise Damaged(f"its header has '{_shown(word)}' for the {name}; a whole number from 1 to "
                      f"{most} is expected")
    return number


class TextFile:
    """A PNM file of text, P1 to P3. Damaged where its header is."""

    def __init__(self, data: bytes) -> None:
        kind = data[1:2]
        self._channels = 3 if kind == b"3" else 1
        self._is_bits = kind == b"1"
        text = re.sub(rb"#[^\r\n]*", b" ", data[2:])
        in_header = 2 if self._is_bits else 3
        words = text.split(None, in_header)
        body = words.pop() if len(words) > in_header else b""
        self._columns, self._rows = (_in_header(words, name, _MOST_SIDE)
                                     for name in ("columns", "rows"))
        self._white = 1 if self._is_bits else _in_header(words, "white", _MOST_WHITE)
        found = re.findall(rb"\S", body) if self._is_bits else body.split()
        self._count = self._rows * self._columns * self._channels
        self._words, self._rest = found[:self._count], found[self._count:]

    def _check(self) -> None:
        for index, word in enumerate(self._words):
            if not 0 <= _number(word) <= self._white:
                raise Damaged(f"sample {index + 1} is '{_shown(word)}'; a whole number from 0 to "
                              f"{self._white} is expected")
        if len(self._words) < self._count:
            raise Damaged(f"it ends after {len(self._words)} of the {self._count} samples of its "
                          "header")
        if self._rest and not self.has_others:
            rest = b"".join(self._rest) if self._is_bits else self._rest[0]
            raise Damaged(f"'{_shown(rest)}' follows the {self._count} samples of its header")

    @property
    def has_others(self) -> bool:
        """Whether another image follows."""
        return bool(self._rest) and self._rest[0].startswith(b"P")

    def in_bytes(self) -> bytes:
        """The file as one of bytes, with P1's 0 as white of 255. Damaged where it ends too early,
        or has a word that is no whole number from 0 to its white, or more of them than its header
        says."""
        self._check()
        samples = np.array(list(map(int, self._words)), ">u2" if self._white > 255 else "u1")
        white = self._white
        if self._is_bits:
            samples, white = 255 * (1 - samples), 255
        return (f"P{6 if self._channels == 3 else 5}\n{self._columns} {self._rows}\n{white}\n"
                .encode() + samples.tobytes())


def is_text(data: bytes) -> bool:
    """Whether a file is a PNM file of text."""
    return re.match(rb"P[1-3][\s#]", data) is not None


def several(data: bytes) -> str:
    """What a file of text has of which OpenCV reads the first image alone: words that follow its
    name."""
    try:
        return "has several images" if TextFile(data).has_others else ""
    except Damaged:  # which decoding says
        return ""
