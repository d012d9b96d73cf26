# SPDX-License-Identifier: LGPL-2.1-or-later
"""Image files that are read and written as a whole: TIFF by tifffile, others by OpenCV."""
import os
from typing import Any, Optional, Tuple

import numpy as np


from . import png, tags as meta
from .decoding import cv2, decoded, tells_of_damaged_tiffs
from .files import ENDINGS, FileError, SeveralPages, check_input, ending_of
from .misread import several
from .tags import Tags

__all__ = ["DTYPES", "FileError", "Tags", "checked", "grey", "is_tiff", "read", "write",
           "write_bytes"]
DTYPES = ("uint8", "uint16", "float32")
_TIFFS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


def checked(path: str, image: Any) -> Any:
    """An image, or anything with its shape and type, that operations take."""
    shape = image.shape
    if not (len(shape) == 2 or len(shape) == 3 and shape[2] in (2, 3, 4)) or 0 in shape:
        raise FileError(f"'{path}' has shape {tuple(shape)}; (rows, columns) and (rows, columns, 2 "
                        "to 4 channels) are expected")
    if np.dtype(image.dtype).name not in DTYPES:
        raise FileError(f"'{path}' has samples of {image.dtype}; {', '.join(DTYPES)} are expected")
    return image


def _tiff(path: str, data: bytes, page: int) -> Tuple[np.ndarray, Tags]:
    from . import tiff
    try:
        image, tags = tiff.read(path, page)
    except tiff.NotRead as error:
        return _tiff_by_opencv(path, data, page, error)
    if tags.is_colour and image.ndim == 3 and image.shape[2] >= 3:
        image = image[..., [2, 1, 0, 3][:image.shape[2]]]
    if image.ndim == 3 and image.shape[2] == 2:
        with tiff.opened(path, page) as one:
            tags.is_grey = tiff.alpha_of(one) is not None
        if tags.is_grey:
            image = image[..., [0, 0, 0, 1]]
    return np.ascontiguousarray(image), tags


def _tiff_by_opencv(path: str, data: bytes, page: int, why: Exception) -> Tuple[np.ndarray, Tags]:
    """Compressions that tifffile lacks, and palettes, inks and the like. What OpenCV does not read
    as it is, is refused."""
    from . import tiff
    with tiff.opened(path, page) as one:
        channels, bits = int(one.samplesperpixel), int(one.bitspersample)
        is_apart = channels > 1 and int(one.planarconfig) == 2
        kind = int(one.photometric)
        is_plain = kind in (tiff.WHITE_IS_0, tiff.GREY, tiff.RGB)
        is_alone = one.index == 0 and len(one.parent.pages) == 1
        # 8 bits go through libtiff's own conversion to colours, and LogLuv through OpenCV's.
        is_converted = bits <= 8 or kind == tiff.LOG_LUV
        # OpenCV takes numbers with a sign for those without, and 6 bits for 8.
        if bits <= 8 and (bits not in (1, 8) or int(one.sampleformat) not in (1, 4)):
            raise FileError(str(why)) from why
        if not tells_of_damaged_tiffs() or not is_alone or tiff.orientation_of(one) != 1 or (
                channels == 2 or is_plain and channels > 3) or not is_converted and (
                    not is_plain or is_apart or kind == tiff.WHITE_IS_0):
            raise FileError(f"{why}; pip install imagecodecs") from why
        tags = tiff.tags_of(one)
        tiff.check_sums(path, one)
        if not is_plain:
            tags.profile, tags.is_colour = b"", True
    image = decoded(path, data)
    if not is_plain and image.ndim == 3:
        image = image[..., :3]  # OpenCV adds an alpha of its own to inks
    return np.ascontiguousarray(image), tags


def read(path: str, page: int = 0) -> Tuple[np.ndarray, Tags]:
    """An upright image, rows, columns, and channels in OpenCV's order, and what its file says
    beside the pixels. `page`: which one, from 1; 0: there has to be one."""
    check_input(path)
    with open(path, "rb") as file:
        data = file.read()
    if not data:
        raise FileError(f"cannot read '{path}': it is empty")
    if data.startswith(_TIFFS):
        image, tags = _tiff(path, data, page)
        return checked(path, image), tags
    what, of_png = several(data), None
    try:
        if data.startswith(png.SIGNATURE):
            of_png = png.contents_of(data)
            tags = of_png.tags
            what = f"is an animation of {of_png.pictures} pictures" if of_png.pictures > 1 else ""
        else:
            tags = (meta.jpeg_tags(data) if data.startswith(meta.JPEG) else
                    meta.webp_tags(data) if data[:4] + data[8:12] == b"RIFFWEBP" else Tags())
    except meta.Damaged as error:
        raise FileError(f"cannot read '{path}': it is damaged: {error}") from error
    if what and page != 1:
        raise SeveralPages(path, 0, what)
    if page > 1:
        raise FileError(f"'{path}' has 1 page, and page {page} is asked for")
    if of_png is not None and of_png.palette is not None:
        image = png.colours_of(path, decoded(path, png.file_of_numbers(data)), of_png)
    else:
        image = decoded(path, data)
    if tags.transparent_grey is not None and image.ndim == 2:  # OpenCV leaves that out
        opaque = (image != tags.transparent_grey) * np.iinfo(image.dtype).max
        image = np.dstack([image] * 3 + [opaque.astype(image.dtype)])
        tags.is_grey = True
    orientation = meta.orientation_of(tags.exif)
    meta.set_upright(tags, orientation)
    if image.dtype == np.float32:
        tags.alpha = "premultiplied"  # as OpenEXR has it
    return checked(path, np.ascontiguousarray(meta.upright(image, orientation))), tags


def grey(image: np.ndarray, order: str = "BGR") -> np.ndarray:
    """The brightness of an image, in its own type; `order` is that of its colours."""
    if image.ndim == 2:
        return image
    if image.shape[2] == 2:  # two channels that are no colours
        mean = image.mean(2)
        return (np.rint(mean) if image.dtype.kind == "u" else mean).astype(image.dtype)
    alpha = "A" if image.shape[2] == 4 else ""
    return cv2.cvtColor(np.ascontiguousarray(image),
                        getattr(cv2, f"COLOR_{order}{alpha}2GRAY"))


def has_pages(path: str) -> bool:
    """Whether a file is a TIFF by what it holds."""
    with open(path, "rb") as file:
        return file.read(4).startswith(_TIFFS)


def _with_alpha(image: np.ndarray, before: str, after: str) -> np.ndarray:
    """Colours multiplied by alpha, or no longer."""
    if image.ndim == 2 or image.shape[2] != 4 or (
            before == "premultiplied") == (after == "premultiplied"):
        return image
    white = 1.0 if image.dtype.kind == "f" else float(np.iinfo(image.dtype).max)
    alpha = image[..., 3:].astype(np.float64) / white
    colours = image[..., :3] * alpha if after == "premultiplied" else np.divide(
        image[..., :3], alpha, out=np.zeros(image.shape[:2] + (3,)), where=alpha > 0)
    if image.dtype.kind == "u":
        colours = np.clip(np.rint(colours), 0, white)
    return np.concatenate([colours.astype(image.dtype), image[..., 3:]], 2)


def in_tiff(image: np.ndarray, tags: Tags) -> Tuple[np.ndarray, Tags, Optional[str]]:
    """An image as TIFF has it, its tags, and what its alpha is."""
    has_alpha = image.ndim == 3 and image.shape[2] == 4
    if has_alpha and tags.is_grey:
        image = image[..., 2:]
    elif has_alpha or image.ndim == 3 and image.shape[2] == 3 and tags.is_colour:
        image = image[..., [2, 1, 0, 3][:image.shape[2]]]
    return np.ascontiguousarray(image), tags, tags.alpha if has_alpha else None


def check_ending(ending: str, image: np.ndarray) -> None:
    if ending not in ENDINGS or ending == ".zarr":
        raise FileError(f"'{ending}' is no ending of an image file that is written; --ending .tiff "
                        "or another one is expected")
    if not _holds(ending, image):
        raise FileError(f"{ending} does not hold {image.dtype} with "
                        f"{1 if image.ndim == 2 else image.shape[2]} channels; --ending .tiff does")


def write(path: str, image: np.ndarray, ending: str, tags: Optional[Tags] = None) -> None:
    """Writes an image, of the format that an ending names, with what that can hold of its tags."""
    tags = Tags() if tags is None else tags
    check_ending(ending, image)
    if is_tiff(ending):
        from . import tiff
        return write_bytes(path, tiff.file_of(*in_tiff(image, tags)))
    image = _with_alpha(image, tags.alpha, "premultiplied" if ending == ".exr" else "straight")
    is_written, data = cv2.imencode(ending, image)
    if not is_written:
        raise FileError(f"OpenCV cannot write {ending}")
    data = data.tobytes()
    tags.profile = meta.profile_for(tags, image)
    if ending == ".png":
        data = png.with_tags(data, tags)
    elif ending in (".jpg", ".jpeg", ".jpe"):
        data = meta.jpeg_with(data, tags)
    write_bytes(path, data)


def write_bytes(path: str, data: bytes) -> None:
    """Writes a file that is on the disk when this returns; a full disk is an OSError."""
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _holds(ending: str, image: np.ndarray) -> bool:
    """Whether a format holds an image as it is; OpenCV would write another one without a word."""
    depths = {".png": "uint8 uint16", ".tif": "uint8 uint16 float32",
              ".tiff": "uint8 uint16 float32", ".pgm": "uint8 uint16", ".ppm": "uint8 uint16",
              ".pnm": "uint8 uint16", ".pfm": "float32", ".exr": "float32"}.get(ending, "uint8")
    channels = {".png": (1, 3, 4), ".tif": (1, 2, 3, 4), ".tiff": (1, 2, 3, 4), ".webp": (3, 4),
                ".pgm": (1,), ".ppm": (3,), ".exr": (1, 3, 4)}.get(ending, (1, 3))
    return image.dtype.name in depths.split() and (
        1 if image.ndim == 2 else image.shape[2]) in channels


def is_tiff(path: str) -> bool:
    return (ending_of(path) or path) in (".tif", ".tiff")
