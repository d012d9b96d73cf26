# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random image files of every kind that is read, with the pixels that they show: rows, columns, and
R G B, alpha or others; upright. Tests of the samples and of fftcore.batch read them.
FFTCORE_TEST_SEED is another beginning, FFTCORE_TEST_COUNT how often each program is run."""
import io
import os
from typing import Any, Callable, NamedTuple, Optional

import cv2
import draws
import numpy as np
import picture_table as table
import tifffile
from PIL import Image

SEED = draws.SEED
DTYPES = ("uint8", "uint16", "float32")


def count(usual):
    if "FFTCORE_SANITIZED" in os.environ:
        usual //= 3  # each program takes several times as long
    return int(os.environ.get("FFTCORE_TEST_COUNT", usual))


class File(NamedTuple):
    ending: str
    write: Callable[[str], Any]
    shown: np.ndarray
    what: str
    alpha: Optional[str] = None
    """That the result of TIFF has, in TIFF's words, where the last channel is no colour."""

    @property
    def colours(self):
        """The channels that are worked on."""
        return self.shown[..., :-1] if self.alpha else self.shown


class Draws(draws.Draws):
    def size(self, least=1, most=40):
        return tuple(1 if least == 1 and self.one_in(12) else self.number(least, most)
                     for _ in range(2))

    def stored(self, pattern, dtype, least_steps=1.0, levels=(0, 1, 10), most_digits=6):
        """A pattern of contrast 1 as a type has it: of 8 to 16 bits, or floats of any scale, on any
        level."""
        if dtype == "float32":
            scale = 10 ** self.random.uniform(-most_digits, most_digits)
            return ((pattern + self.one_of(levels)) * scale).astype(np.float32)
        white = np.iinfo(dtype).max
        contrast = 2 ** self.random.uniform(np.log2(least_steps), np.log2(white / 8))
        level = self.random.uniform(min(4 * contrast, white / 2), max(white - 4 * contrast,
                                                                      white / 2))
        return np.clip(np.rint(pattern * contrast + level), 0, white).astype(dtype)

    def image(self, dtype, size=None, channels=None, least_steps=1.0):
        size = size or self.size()
        channels = channels or self.one_of((1, 1, 2, 3, 3, 4))
        shape = size if channels == 1 else (*size, channels)
        return self.stored(self.random.standard_normal(shape), dtype, least_steps)

    def hurt(self, image):
        """With some samples that are not finite."""
        image = image.copy()
        bad = self.random.random(image.shape) < self.one_of((1e-3, 0.02))
        image[bad] = self.random.choice((np.nan, np.inf, -np.inf), bad.sum())
        return image

    def file(self, image, page=0, is_tiff=False) -> File:
        """A file that shows an image. On a page of a file of several, where one is given."""
        channels = 1 if image.ndim == 2 else image.shape[2]
        kinds = [self._tiff] * 4
        if not page and not is_tiff:
            if image.dtype.kind != "f" and channels != 2:
                kinds += [self._png] * 3
            if channels in (1, 3):
                kinds += [self._opencv]
                if image.dtype.kind == "f" and not np.isfinite(image).all():
                    kinds.pop()  # .pfm has them, and OpenCV's own reader of others may not
            if image.dtype == np.uint8 and channels in (1, 3):
                kinds += [self._jpeg]
        return self.one_of(kinds)(image, channels, page)

    def _tiff(self, image, channels, page):
        orientation = self.number(1, 8) if self.one_in(2) else 1
        extra = {2: self.one_of(("UNASSALPHA", "UNSPECIFIED")),
                 4: self.one_of(("UNASSALPHA", "ASSOCALPHA", "UNSPECIFIED"))}.get(channels)
        words = {"photometric": "rgb" if channels > 2 else "minisblack", "metadata": None}
        if extra:
            words["extrasamples"] = [extra]
        if orientation > 1:
            words["extratags"] = [(274, 3, 1, orientation, True)]
        stored = table.turned(image, orientation)
        if channels == 1 and image.dtype.kind == "u" and self.one_in(5):
            stored, words["photometric"] = np.invert(stored), "miniswhite"
        if channels > 1:
            words["planarconfig"] = self.one_of(("contig", "separate"))
            if words["planarconfig"] == "separate":
                stored = np.ascontiguousarray(np.moveaxis(stored, -1, 0))
        if self.one_in(3):
            words["tile"] = (16 * self.number(1, 3), 16 * self.number(1, 3))
        else:
            words["rowsperstrip"] = self.number(1, 40)
        if self.one_in(3):
            words["compression"] = "zlib"
            if image.dtype.kind == "u" and self.one_in(2):
                words["predictor"] = True
        order, is_big = self.one_of("<>"), self.one_in(4)
        pages = self.number(page, 3) if page else 1
        others = [self.random.integers(0, 200, (5, 7), np.uint8) for _ in range(pages - 1)]

        def write(path):
            with tifffile.TiffWriter(path, byteorder=order, bigtiff=is_big) as file:
                for number in range(1, pages + 1):
                    if number == max(page, 1):
                        file.write(stored, **words)
                    else:
                        file.write(others.pop(), photometric="minisblack", metadata=None)

        what = f"TIFF {order} big={is_big} page {page} of {pages} {words} {stored.shape}"
        # What two channels hold that do not say so is unknown; a fourth one is no colour.
        is_copied = extra and (channels == 4 or extra != "UNSPECIFIED")
        return File(".tif", write, image, what, extra if is_copied else None)

    def _png(self, image, channels, _):
        orientation = self.number(1, 8) if self.one_in(2) else 1
        data = cv2.imencode(".png", table._bgr(table.turned(image, orientation)))[1].tobytes()
        if orientation > 1:
            data = data[:33] + table.chunk(b"eXIf", table.exif(orientation, self.one_of("<>"))) + (
                data[33:])
        return File(".png", table._bytes(data), image, f"PNG orientation {orientation}",
                    "UNASSALPHA" if channels == 4 else None)

    def _opencv(self, image, channels, _):
        if image.dtype.kind == "f":
            ending = ".pfm"
        elif image.dtype == np.uint8:
            ending = self.one_of((".bmp", ".pgm" if channels == 1 else ".ppm"))
        else:
            ending = ".pgm" if channels == 1 else ".ppm"
        return File(ending, lambda path: cv2.imwrite(path, table._bgr(image)), image,
                    f"OpenCV {ending}")

    def _jpeg(self, image, channels, _):
        orientation = self.number(1, 8)
        encoded = io.BytesIO()
        Image.fromarray(table.turned(image, orientation)).save(
            encoded, "jpeg", exif=b"Exif\0\0" + table.exif(orientation, self.one_of("<>")),
            quality=95)
        lying = np.asarray(Image.open(encoded))
        shown = table.turned(lying, {6: 8, 8: 6}.get(orientation, orientation))
        return File(".jpg", table._bytes(encoded.getvalue()), shown,
                    f"JPEG orientation {orientation}")
