# SPDX-License-Identifier: LGPL-2.1-or-later
"""Image files that are read and written as a whole, by OpenCV."""
import os
from typing import Any

import numpy as np

try:
    import cv2
except ImportError as error:
    raise ImportError("fftcore.batch needs OpenCV and tqdm, TIFF also tifffile, and Zarr's arrays "
                      "Zarr: pip install 'fftcore[batch]', or on Debian apt install "
                      "python3-opencv python3-tqdm python3-tifffile python3-zarr") from error

from .files import ending_of

# TIFF's number of a compression that keeps floats of three channels as they are, which OpenCV's
# default for these does not.
_LZW = 5
_SCAN, _END = b"\xff\xda", b"\xff\xd9"
DTYPES = ("uint8", "uint16", "float32")


class FileError(Exception):
    """A file that cannot be read or written; trying again does not help."""


def checked(path: str, image: Any) -> Any:
    """An image, or anything with its shape and type, that operations take."""
    shape = image.shape
    if not (len(shape) == 2 or len(shape) == 3 and shape[2] in (3, 4)) or 0 in shape:
        raise FileError(f"'{path}' has shape {tuple(shape)}; (rows, columns) and (rows, columns, 3 "
                        "or 4 channels) are expected")
    if np.dtype(image.dtype).name not in DTYPES:
        raise FileError(f"'{path}' has samples of {image.dtype}; {', '.join(DTYPES)} are expected")
    return image


def read(path: str) -> np.ndarray:
    """An image as it lies in its file: rows, columns, and channels in OpenCV's order."""
    with open(path, "rb") as file:
        data = file.read()
    if not data:
        raise FileError(f"cannot read '{path}': it is empty")
    # OpenCV makes what lacks in a JPEG grey, without a word.
    if data.startswith(b"\xff\xd8") and data.rfind(_END) < data.rfind(_SCAN):
        raise FileError(f"cannot read '{path}': it is damaged: its end is missing")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error as error:
        raise FileError(f"cannot read '{path}': {error.err}") from error
    if image is None:
        raise FileError(f"cannot read '{path}': it is no image, or damaged, or of a format that "
                        "this OpenCV lacks")
    return checked(path, image)


def grey(image: np.ndarray, order: str = "BGR") -> np.ndarray:
    """The brightness of an image, in its own type; `order` is that of its colours."""
    if image.ndim == 2:
        return image
    alpha = "A" if image.shape[2] == 4 else ""
    return cv2.cvtColor(np.ascontiguousarray(image),
                        getattr(cv2, f"COLOR_{order}{alpha}2GRAY"))


def read_grey(path: str) -> np.ndarray:
    return grey(read(path))


def write(path: str, image: np.ndarray, ending: str) -> None:
    """Writes an image, of the format that an ending names."""
    if not _holds(ending, image):
        raise FileError(f"{ending} does not hold {image.dtype} with "
                        f"{1 if image.ndim == 2 else image.shape[2]} channels; --ending .tiff does")
    # OpenCV 5 warns of an option that is not the format's.
    options = [cv2.IMWRITE_TIFF_COMPRESSION, _LZW] if ending in (".tif", ".tiff") else []
    is_written, data = cv2.imencode(ending, image, options)
    if not is_written:
        raise FileError(f"OpenCV cannot write {ending}")
    write_bytes(path, data.tobytes())


def write_bytes(path: str, data: bytes) -> None:
    """Writes a file that is on the disk when this returns; a full disk is an OSError."""
    with open(path, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _holds(ending: str, image: np.ndarray) -> bool:
    """Whether a format holds an image as it is; OpenCV would write another one without a word."""
    depths = {".png": "uint8 uint16", ".tif": "uint8 uint16 float32",
              ".tiff": "uint8 uint16 float32", ".pgm": "uint8 uint16", ".ppm": "uint8 uint16",
              ".pnm": "uint8 uint16", ".pfm": "float32", ".exr": "float32"}.get(ending, "uint8")
    channels = {".png": (1, 3, 4), ".tif": (1, 3, 4), ".tiff": (1, 3, 4), ".webp": (3, 4),
                ".pgm": (1,), ".ppm": (3,), ".exr": (1, 3, 4)}.get(ending, (1, 3))
    return image.dtype.name in depths.split() and (
        1 if image.ndim == 2 else image.shape[2]) in channels


def is_tiff(path: str) -> bool:
    return ending_of(path) in (".tif", ".tiff")
