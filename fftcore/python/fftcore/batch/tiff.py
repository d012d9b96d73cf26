# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pages of TIFF files, by tifffile: which one is meant, what its channels are, and its tags."""
import io
import re
import zlib
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

from .files import FileError, SeveralPages
from .needs import needed
from .tags import Tags, profile_for, set_upright, upright

tifffile = needed("tifffile")
# Photometric interpretations of TIFF.
WHITE_IS_0, GREY, RGB, LOG_LUV = 0, 1, 2, 32845
BIG_BYTES = 2 << 30
"""From here on a file is a BigTIFF."""
_APART = 2  # planar configuration
_PREMULTIPLIED, _STRAIGHT = 1, 2  # extra samples
_REDUCED_OR_MASK = 5  # kinds of subfiles
_ORIENTATION, _PROFILE, _XMP = 274, 34675, 700
# Words, dates and places on the earth: from TIFF to TIFF.
_KEPT = (270, 271, 272, 305, 306, 315, 316, 33432, 33550, 33922, 34264, 34735, 34736, 34737, 42112,
         42113)
_OF_STACK = re.compile(r'\{"shape"|ImageJ=|.*<OME', re.DOTALL)
_DEFLATE, _LZMA = (8, 32946), 34925  # compressions
_LOWEST_BIT_FIRST = 2  # fill order
_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class NotRead(FileError):
    """A kind of TIFF that tifffile does not decode, or whose samples are no grey and no R G B."""


def _pages(file: Any) -> List[Any]:
    """Pages that are no smaller versions of others, and no masks."""
    pages = [page for page in file.pages
             if not int(getattr(page, "subfiletype", 0)) & _REDUCED_OR_MASK]
    return pages or [file.pages[0]]


@contextmanager
def _all_pages(path: str) -> Iterator[List[Any]]:
    """The pages of a file that are images of their own."""
    try:
        with tifffile.TiffFile(path) as file:
            pages = _pages(file)
            if len(pages) == 1 and file.is_imagej:
                count = int((file.imagej_metadata or {}).get("images", 1))
                if count > 1:
                    raise FileError(f"'{path}' is ImageJ's stack of {count} images in one page, "
                                    "which is not read")
            yield pages
    except (tifffile.TiffFileError, zlib.error, IndexError, AttributeError) as error:
        raise FileError(f"cannot read '{path}': it is damaged: {error}") from error


def count_of_pages(path: str) -> int:
    with _all_pages(path) as pages:
        return len(pages)


@contextmanager
def opened(path: str, number: int = 0) -> Iterator[Any]:
    """The page of a file that is meant: `number`, from 1, or the only one."""
    with _all_pages(path) as pages:
        count = len(pages)
        if number > count:
            raise FileError(f"'{path}' has {count} page{'s' * (count != 1)}, and page {number} "
                            "is asked for")
        if number == 0 and count > 1:
            raise SeveralPages(path, count)
        page = pages[max(number, 1) - 1]
        yield page.aspage() if hasattr(page, "aspage") else page


def _orientation_tag(page: Any) -> int:
    tag = page.tags.get(_ORIENTATION)
    return int(np.ravel(tag.value)[0]) if tag is not None else 1


def orientation_of(page: Any) -> int:
    value = _orientation_tag(page)
    return value if 1 <= value <= 8 else 1


def warnings_of(page: Any) -> List[str]:
    """What of a page is odd, and how it is taken."""
    value = _orientation_tag(page)
    return [] if 1 <= value <= 8 else [f"its tag Orientation is {value}, where TIFF has 1 to 8; it "
                                       "is read as it lies, as with 1"]


@contextmanager
def decoding(path: str) -> Iterator[None]:
    """Around what decodes pixels: tifffile's codecs have errors of many kinds."""
    try:
        yield
    except (FileError, ImportError, MemoryError, OSError):
        raise
    except Exception as error:  # noqa: imagecodecs has its own for each codec
        words = str(error) or type(error).__name__
        if isinstance(error, (KeyError, NotImplementedError)) or any(
                word in words for word in ("imagecodecs", "not supported")):
            raise NotRead(f"cannot read '{path}': tifffile does not decode it: {words}") from error
        raise FileError(f"cannot read '{path}': it is damaged: {words}") from error


def check_sums(path: str, page: Any) -> None:
    """Refuses a page of which a tile or strip does not agree with its check sum, where it is
    compressed by a method that has one. libtiff, which reads some pages, stops before it."""
    compression = int(page.compression)
    if compression not in (*_DEFLATE, _LZMA):
        return
    file = page.parent.filehandle
    for place, size in zip(page.dataoffsets, page.databytecounts):
        file.seek(place)
        data = file.read(size)
        if int(page.fillorder) == _LOWEST_BIT_FIRST:
            data = data.translate(_REVERSED)
        with decoding(path):
            if compression == _LZMA:
                import lzma  # not every Python has it
                lzma.decompress(data)
            else:
                zlib.decompress(data)


def check_kind(path: str, page: Any) -> None:
    """Refuses what has no meaning as an image of 1 to 4 channels."""
    channels, kind = int(page.samplesperpixel), int(page.photometric)
    if int(page.imagedepth) != 1:
        raise FileError(f"'{path}' is a volume of {page.imagedepth} slices in one page; images are "
                        "expected")
    if kind not in (WHITE_IS_0, GREY, RGB) or page.axes not in ("YX", "YXS", "SYX"):
        raise NotRead(f"'{path}' has axes {page.axes} of TIFF's photometric interpretation {kind}; "
                      "grey or R G B is expected")
    bits, whole = int(page.bitspersample), int(page.sampleformat) in (1, 4)
    if page.dtype is None or bits != 8 * page.dtype.itemsize:
        raise NotRead(f"'{path}' has samples of {bits} bits; 1, 8, 16 or 32 are expected")
    if kind == WHITE_IS_0 and not whole:
        raise FileError(f"'{path}' has 0 for white, and samples that are no whole numbers from 0")
    if not (1 <= channels <= 3 if kind != RGB else 3 <= channels <= 4):
        raise FileError(f"'{path}' has {channels} channels{', R G B among them' * (kind == RGB)}; "
                        "1 to 3 without colours, or R G B, or these and alpha are expected")


def check_whole(path: str, page: Any) -> None:
    """Refuses a page of which a tile or a strip is not in the file."""
    if 0 in page.databytecounts or 0 in page.dataoffsets:
        raise FileError(f"cannot read '{path}': a tile or strip is missing: it is damaged, or "
                        "sparse; 'gdal_translate IN OUT' makes a whole file of a sparse one")


def alpha_of(page: Any) -> Optional[str]:
    """What the last channel is, or nothing where it is like the others."""
    is_colour = int(page.photometric) == RGB
    if int(page.samplesperpixel) != (4 if is_colour else 2):
        return None
    extra = [int(one) for one in page.extrasamples]
    if extra == [_STRAIGHT]:
        return "straight"
    if extra == [_PREMULTIPLIED]:
        return "premultiplied"
    return "unknown" if is_colour else None


def tags_of(page: Any) -> Tags:
    tags = Tags()
    values = {tag.code: tag for tag in page.tags}
    if _PROFILE in values:
        tags.profile = bytes(values[_PROFILE].value)
    if _XMP in values:
        value = values[_XMP].value
        tags.xmp = value.encode() if isinstance(value, str) else bytes(value)
    try:
        unit = {2: 1.0, 3: 2.54}[int(values[296].value)]
        x, y = (values[code].value[0] / values[code].value[1] * unit for code in (282, 283))
        tags.dots = (x, y) if x > 0 and y > 0 else None
    except (KeyError, TypeError, ZeroDivisionError):
        pass
    for code in _KEPT:
        if code in values and not (code == 270 and _OF_STACK.match(str(values[code].value))):
            tag = values[code]
            tags.tiff[code] = (int(tag.dtype), tag.count, tag.value)
    tags.alpha = alpha_of(page) or "straight"
    tags.is_colour = int(page.photometric) == RGB
    tags.warnings = warnings_of(page)
    return tags


def by_rows(page: Any, image: np.ndarray) -> np.ndarray:
    """Samples of a page as rows, columns, and channels; 0 is black."""
    if page.axes == "SYX":
        image = np.moveaxis(image, 0, -1)
    if int(page.photometric) == WHITE_IS_0 and image.dtype.kind == "u":
        image = np.invert(image)
    return image


def read(path: str, number: int = 0) -> Tuple[np.ndarray, Tags]:
    """An upright image, in the order R G B, and its tags."""
    with opened(path, number) as page:
        check_kind(path, page)
        check_whole(path, page)
        with decoding(path):
            image = by_rows(page, page.asarray())
        tags, orientation = tags_of(page), orientation_of(page)
        set_upright(tags, orientation)
        image = np.ascontiguousarray(upright(image, orientation))
        return image.astype(image.dtype.newbyteorder("="), copy=False), tags


def how_written(image: Any, tags: Tags, alpha: Optional[str]) -> Dict[str, Any]:
    """tifffile's words for an image's channels and tags."""
    channels = 1 if len(image.shape) == 2 else image.shape[2]
    is_colour = channels == 4 or channels == 3 and tags.is_colour
    extra = {"straight": "unassalpha", "premultiplied": "assocalpha"}.get(alpha or "",
                                                                          "unspecified")
    extras = channels - (3 if is_colour else 1)
    how: Dict[str, Any] = dict(
        photometric="rgb" if is_colour else "minisblack", metadata=None, software=False,
        planarconfig="contig" if channels > 1 else None,
        extrasamples=[extra] * extras if extras else None,
        extratags=[(code, kind, count, value, True)
                   for code, (kind, count, value) in sorted(tags.tiff.items())])
    if icc := profile_for(tags, image):
        how["extratags"].append((_PROFILE, 7, len(icc), icc, True))
    if tags.xmp:
        how["extratags"].append((_XMP, 1, len(tags.xmp), tags.xmp, True))
    if tags.dots is not None:
        how.update(resolution=tags.dots, resolutionunit="INCH")
    return how


def add_page(file: Any, image: np.ndarray, tags: Tags, alpha: Optional[str]) -> None:
    """Adds an image in the order R G B, deflated, to tifffile's writer of a file."""
    file.write(image, compression="zlib", rowsperstrip=None, **how_written(image, tags, alpha))


def file_of(image: np.ndarray, tags: Tags, alpha: Optional[str]) -> bytes:
    """A TIFF file of one image."""
    data = io.BytesIO()
    with tifffile.TiffWriter(data, bigtiff=image.nbytes >= BIG_BYTES) as file:
        add_page(file, image, tags, alpha)
    return data.getvalue()
