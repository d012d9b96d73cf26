# SPDX-License-Identifier: LGPL-2.1-or-later
"""Image files as OpenCV decodes them: what is damaged, and what OpenCV reads wrong, is refused."""
import functools
import os
import struct
import tempfile
import threading
from contextlib import contextmanager
from typing import Iterator, List

import numpy as np

from . import pnm
from .files import FileError
from .misread import misread
from .needs import needed
from .pnm_text import Damaged, TextFile, is_text

cv2 = needed("cv2")
_DAMAGE = (b"Corrupt JPEG", b"Premature end", b"premature end", b"Inconsistent progression",
           b"Invalid SOS", b"libpng error", b"incorrect data check", b"truncated")
_TIFF = b"OpenCV TIFF: "
_LOG_DEBUG = 5  # OpenCV's level from which it says what libtiff does
_quiet_lock = threading.Lock()


@contextmanager
def _said() -> Iterator[List[bytes]]:
    """What libraries write to standard error meanwhile, at the end: libjpeg only warns where it
    makes up pixels that lack."""
    words: List[bytes] = []
    with _quiet_lock, tempfile.TemporaryFile() as file:
        before = os.dup(2)
        os.dup2(file.fileno(), 2)
        level = cv2.setLogLevel(_LOG_DEBUG) if hasattr(cv2, "setLogLevel") else None
        try:
            yield words
        finally:
            if level is not None:
                cv2.setLogLevel(level)
            os.dup2(before, 2)
            os.close(before)
            file.seek(0)
            words.append(file.read())


def _is_damage(line: bytes) -> bool:
    if b"before marker 0xd9" in line:
        return False
    # libtiff's words on tags begin with the names of its functions, and those on pixels do not.
    return any(word in line for word in _DAMAGE) or (
        line.startswith(_TIFF) and not line[len(_TIFF):].lstrip(b"_").startswith(b"TIFF"))


def decoded(path: str, data: bytes) -> np.ndarray:
    """By OpenCV, as it lies in the file."""
    wrong = misread(data)
    if wrong:
        raise FileError(f"cannot read '{path}': it {wrong}")
    image, reason = None, ""
    try:
        pixels = TextFile(data).in_bytes() if is_text(data) else data
    except Damaged as error:
        raise FileError(f"cannot read '{path}': it is damaged: {error}") from None
    with _said() as said:
        try:
            image = cv2.imdecode(np.frombuffer(pixels, np.uint8), cv2.IMREAD_UNCHANGED)
        except cv2.error as error:
            reason = str(error.err)
    if reason:
        raise FileError(f"cannot read '{path}': {reason}")
    if image is None:
        raise FileError(f"cannot read '{path}': it is no image, or damaged, or of a format that "
                        "this OpenCV lacks")
    for line in said[0].splitlines():
        if _is_damage(line):
            raise FileError(f"cannot read '{path}': it is damaged: "
                            f"{line.decode(errors='replace').strip()}")
    try:
        return pnm.spread_to_white(data, image)
    except Damaged as error:
        raise FileError(f"cannot read '{path}': it is damaged: {error}") from None


@functools.lru_cache(maxsize=None)
def tells_of_damaged_tiffs() -> bool:
    """Whether this OpenCV says what libtiff finds wrong with pixels, or gives other pixels without
    a word. It is tried with a row of PackBits that has no end."""
    tags = {256: 64, 257: 1, 258: 8, 259: 32773, 262: 1, 273: 8, 277: 1, 278: 1, 279: 4}
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags.items())
    data = (b"II*\0" + struct.pack("<I", 12) + bytes([2, 7, 7, 7]) + struct.pack("<H", len(tags))
            + entries + bytes(4))
    try:
        decoded("", data)
    except FileError:
        return True
    return False
