# SPDX-License-Identifier: LGPL-2.1-or-later
"""A table of image files as programs write them: the writer, what is odd about the file, and the
pixels that it shows. Tests of the samples and of fftcore.batch read them all.

Pixels are rows, columns, and R G B, alpha or others; upright, as a viewer shows them."""
import functools
import io
import lzma
import os
import shutil
import struct
import subprocess
import zlib
from typing import Any, Callable, NamedTuple, Optional

import cv2
import numpy as np
import tifffile
from PIL import Image, ImageCms

ROWS, COLUMNS = 21, 34  # not alike, and not of eights
SEED = 20261126


class Case(NamedTuple):
    writer: str
    what: str
    ending: str
    write: Callable[[str], Any]  # makes the file
    shown: np.ndarray
    page: int = 0
    alpha: Optional[str] = None  # that the result is to have, in TIFF's words
    tolerance: float = 0

    @property
    def name(self):
        return f"{self.writer}: {self.what}"


def pixels(channels=3, dtype=np.uint8, seed=0):
    """Noise, whose every sample tells another place."""
    random = np.random.default_rng(SEED + seed)
    shape = (ROWS, COLUMNS) + ((channels,) if channels > 1 else ())
    if np.dtype(dtype).kind == "f":
        return random.random(shape, dtype)
    return random.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


def smooth():
    """What JPEG keeps."""
    y, x = np.mgrid[:ROWS, :COLUMNS]
    return np.stack([5 * x, 9 * y, 128 + 2 * (x - y)], -1).astype(np.uint8)


def turned(image, orientation):
    """The pixels as they lie in a file of this orientation."""
    if orientation in (2, 3, 6, 7):
        image = image[:, ::-1]
    if orientation in (3, 4, 7, 8):
        image = image[::-1]
    return np.ascontiguousarray(image.swapaxes(0, 1) if orientation >= 5 else image)


@functools.cache  # it has the time in it
def profile(space="RGB "):
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    data[16:20] = space.encode()
    return bytes(data)


def icc_tag(data):
    """For tifffile, of all versions."""
    return 34675, 7, len(data), data, True


def exif(orientation, order="<"):
    """EXIF data of an orientation, a text, and a thumbnail's directory."""
    make = b"maker\0"
    entries = struct.pack(order + "HHI4s", 0x10f, 2, len(make), struct.pack(order + "I", 38))
    entries += struct.pack(order + "HHIHH", 0x112, 3, 1, orientation, 0)
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    body = struct.pack(order + "H", 2) + entries + struct.pack(order + "I", 44)
    return head + body + make + struct.pack(order + "HI", 0, 0)


def _bgr(image):
    order = [2, 1, 0, 3][:image.shape[2]] if image.ndim == 3 else ...
    return np.ascontiguousarray(image[..., order] if image.ndim == 3 else image)


def _opencv():
    for ending, dtypes, channels in ((".png", "u1 u2", (1, 3, 4)), (".tif", "u1 u2 f4", (1, 3)),
                                     (".bmp", "u1", (1, 3)), (".pgm", "u1 u2", (1,)),
                                     (".ppm", "u1 u2", (3,)), (".pfm", "f4", (1, 3))):
        for dtype in dtypes.split():
            for count in channels:
                image = pixels(count, np.dtype(dtype).type)
                yield Case("OpenCV", f"{ending} {dtype} {count}", ending,
                           lambda path, image=image: cv2.imwrite(path, _bgr(image), (
                               [cv2.IMWRITE_TIFF_COMPRESSION, 5] if path.endswith(".tif") else [])),
                           image)
    floats = io.BytesIO(cv2.imencode(".tif", _bgr(smooth() / np.float32(255) + 0.1))[1])
    yield Case("OpenCV", "TIFF of floats as it writes them by itself: LogLuv", ".tif",
               _bytes(floats.getvalue()), _bgr(cv2.imdecode(
                   np.frombuffer(floats.getvalue(), np.uint8), cv2.IMREAD_UNCHANGED)),
               tolerance=1e-5)
    image = pixels(4, np.uint16)
    yield Case("OpenCV", "TIFF of 4 channels that names none of them", ".tif",
               lambda path: cv2.imwrite(path, _bgr(image)), image)
    image8 = pixels(4)
    yield Case("OpenCV", "WebP without loss, and alpha", ".webp",
               lambda path: cv2.imwrite(path, _bgr(image8), [cv2.IMWRITE_WEBP_QUALITY, 101]),
               np.where(image8[..., 3:] > 0, image8, 0), alpha="UNASSALPHA")


def _tifffile(what, image, shown=None, page=0, alpha=None, **how):
    how = {"photometric": "rgb" if image.ndim == 3 and image.shape[-1] > 2 else "minisblack",
           "metadata": None, **how}
    return Case("tifffile", what, ".tif", lambda path: tifffile.imwrite(path, image, **how),
                image if shown is None else shown, page, alpha)


def _tiffs():
    for dtype in (np.uint8, np.uint16, np.float32):
        image = pixels(3, dtype)
        word = np.dtype(dtype).name
        apart = np.moveaxis(image, -1, 0)
        yield _tifffile(f"planes apart, {word}", apart, image, planarconfig="separate",
                        photometric="rgb")
        yield _tifffile(f"planes apart in tiles, {word}, deflated, big-endian", apart, image,
                        planarconfig="separate", photometric="rgb", tile=(16, 16),
                        compression="zlib", byteorder=">")
        yield _tifffile(f"two channels alike, {word}", pixels(2, dtype), planarconfig="contig",
                        alpha="none")
        for extra in ("unassalpha", "assocalpha"):
            yield _tifffile(f"R G B and {extra}, {word}", pixels(4, dtype), extrasamples=[extra],
                            alpha=extra.upper())
            yield _tifffile(f"grey and {extra}, {word}", pixels(2, dtype), extrasamples=[extra],
                            planarconfig="contig", alpha=extra.upper())
    yield _tifffile("BigTIFF in strips of 5 rows", pixels(), bigtiff=True, rowsperstrip=5)
    yield _tifffile("differences, deflated", pixels(3, np.uint16), compression="zlib",
                    predictor=True)
    for dtype in (np.uint8, np.uint16):
        image = pixels(1, dtype)
        yield _tifffile(f"0 is white, {np.dtype(dtype).name}", np.invert(image), image,
                        photometric="miniswhite")
    for orientation in range(1, 9):
        image = pixels(3, np.uint16)
        yield _tifffile(f"orientation {orientation}", turned(image, orientation), image,
                        extratags=[(274, 3, 1, orientation, True)])
    yield _tifffile("ICC profile, resolution and description", pixels(),
                    extratags=[icc_tag(profile())], resolution=(300, 150), resolutionunit="INCH",
                    description="scan 7")


def _pages():
    images = [pixels(3, np.uint8, seed) for seed in range(3)]

    def write(path):
        with tifffile.TiffWriter(path) as file:
            for image in images:
                file.write(image, photometric="rgb", metadata=None)

    for page in (1, 2, 3):
        yield Case("tifffile", f"page {page} of three", ".tif", write, images[page - 1], page)

    def write_pyramid(path):
        with tifffile.TiffWriter(path) as file:
            file.write(images[0], photometric="rgb", metadata=None)
            file.write(images[0][::2, ::2], photometric="rgb", metadata=None, subfiletype=1)

    yield Case("tifffile", "one page and its smaller version", ".tif", write_pyramid, images[0])


def _pillow(what, ending, image, shown, **how):
    how.pop("alpha", None)
    return Case("Pillow", what, ending, lambda path: image.save(path, **how),
                np.asarray(shown))


def _pillows():
    image = Image.fromarray(pixels())
    palette = image.quantize(200)
    yield _pillow("palette", ".png", palette, palette.convert("RGB"))
    yield _pillow("palette with transparency", ".png", palette, Image.fromarray(np.dstack([
        np.asarray(palette.convert("RGB")), np.where(np.asarray(palette) == 7, 0, 255).astype("u1")
    ])), transparency=7)
    grey_alpha = Image.fromarray(pixels(2), "LA")
    yield Case("Pillow", "grey and alpha", ".png", grey_alpha.save, pixels(2), alpha="UNASSALPHA")
    for count in (1, 2, 4):
        few = image.quantize(2**count - 1)
        yield _pillow(f"palette of {count} bits", ".png", few, few.convert("RGB"), bits=count)
    bits = Image.fromarray(pixels(1)).convert("1")
    yield _pillow("1 bit", ".png", bits, bits.convert("L"))
    yield _pillow("fax", ".tif", bits, bits.convert("L"), compression="group4")
    yield _pillow("palette in TIFF", ".tif", palette, palette.convert("RGB"))
    yield _pillow("16 bits", ".png", Image.fromarray(pixels(1, np.uint16)), pixels(1, np.uint16))
    yield _pillow("LZW", ".tif", image, image, compression="tiff_lzw")
    yield _pillow("PackBits", ".tif", image, image, compression="packbits")
    for what, how in (("progressive", {"progressive": True}), ("plain", {}),
                      ("without less colour", {"subsampling": 0})):
        for mode in ("L", "RGB"):
            encoded = io.BytesIO()
            Image.fromarray(smooth()).convert(mode).save(encoded, "jpeg", **how)
            yield Case("Pillow", f"JPEG {mode} {what}", ".jpg", _bytes(encoded.getvalue()),
                       np.asarray(Image.open(encoded)))
    for orientation in range(1, 9):
        for order in "<>" if orientation == 6 else "<":
            encoded = io.BytesIO()
            Image.fromarray(turned(smooth(), orientation)).save(
                encoded, "jpeg", exif=b"Exif\0\0" + exif(orientation, order), quality=95)
            lying = np.asarray(Image.open(encoded))
            back = {6: 8, 8: 6}.get(orientation, orientation)
            yield Case("Pillow", f"JPEG of EXIF's orientation {orientation} {order}", ".jpg",
                       _bytes(encoded.getvalue()), turned(lying, back))
        webp = io.BytesIO()
        Image.fromarray(turned(pixels(), orientation)).save(
            webp, "webp", lossless=True, quality=1, exif=exif(orientation))
        yield Case("Pillow", f"WebP of EXIF's orientation {orientation}", ".webp",
                   _bytes(webp.getvalue()), pixels())
    inks = Image.fromarray(smooth()).convert("CMYK")
    encoded = io.BytesIO()
    inks.save(encoded, "jpeg", quality=95)
    light = 255 - np.asarray(Image.open(encoded)).astype(float)
    yield Case("Pillow", "JPEG of inks", ".jpg", _bytes(encoded.getvalue()),
               np.rint(light[..., :3] * light[..., 3:] / 255).astype(np.uint8), tolerance=1)


def _bytes(data):
    def write(path):
        with open(path, "wb") as file:
            file.write(data)
    return write


def chunk(kind, content):
    return (struct.pack(">I", len(content)) + kind + content
            + struct.pack(">I", zlib.crc32(kind + content)))


def one_strip(image, stream, compression, more=()):
    """A TIFF of 8 bits, of one strip that holds these bytes. `more`: further tags, by number."""
    tags = {256: [image.shape[1]], 257: [image.shape[0]], 258: [8], 259: [compression], 262: [1],
            273: [8], 277: [1], 278: [image.shape[0]], 279: [len(stream)], **dict(more)}
    entries, values = b"", b""
    first = 8 + len(stream) + len(stream) % 2
    for number, numbers in sorted(tags.items()):
        data = struct.pack(f"<{len(numbers)}H", *numbers)
        if len(data) > 4:
            data, values = struct.pack("<I", first + len(values)), values + data
        entries += struct.pack("<HHI", number, 3, len(numbers)) + data.ljust(4, b"\0")
    return (b"II*\0" + struct.pack("<I", first + len(values)) + stream + bytes(len(stream) % 2)
            + values + struct.pack("<H", len(tags)) + entries + bytes(4))


COLOURS = np.random.default_rng(SEED).integers(0, 256, (256, 3), np.uint8)


def _strips():
    """By hand: TIFFs whose compressed bytes have a check sum."""
    image = pixels(1)
    data = image.tobytes()
    reversed_bits = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
    of_palette = {262: [3], 320: [int(one) * 257 for one in COLOURS.T.ravel()]}
    for what, shown, stream, compression, more in (
            ("TIFF of a strip that is longer than the image", image,
             zlib.compress(data + bytes(100)), 8, {}),
            ("TIFF of a deflated strip with bytes behind it", image,
             zlib.compress(data) + b"1234567", 32946, {}),
            ("TIFF by LZMA", image, lzma.compress(data), 34925, {}),
            ("TIFF deflated, the lowest bit first", image,
             zlib.compress(data).translate(reversed_bits), 8, {266: [2]}),
            ("deflated palette in TIFF", COLOURS[image], zlib.compress(data), 8, of_palette),
            ("TIFF of orientation 0", image, data, 1, {274: [0]}),
            ("TIFF of orientation 9", image, data, 1, {274: [9]}),
            ("palette in TIFF of orientation 9", COLOURS[image], data, 1,
             {**of_palette, 274: [9]})):
        yield Case("by hand", what, ".tif", _bytes(one_strip(image, stream, compression, more)),
                   shown)


def png_of(shape, kind, rows, *chunks):
    """A PNG file of 8 bits of these deflated rows."""
    header = struct.pack(">IIBBBBB", shape[1], shape[0], 8, kind, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunks) + chunk(b"IDAT", rows)
            + chunk(b"IEND", b""))


def _raw_profiles():
    """EXIF data as ImageMagick and ExifTool put them into texts of PNG files."""
    image = pixels()
    data = cv2.imencode(".png", _bgr(turned(image, 6)))[1].tobytes()
    for key, content in (("exif", b"Exif\0\0" + exif(6)), ("APP1", b"Exif\0\0" + exif(6, ">")),
                         ("exif", exif(6))):
        digits = content.hex()
        lines = "\n".join(digits[at:at + 72] for at in range(0, len(digits), 72))
        text = f"\n{key}\n{len(content):8}\n{lines}\n".encode()
        name = f"Raw profile type {key}".encode() + b"\0"
        for kind, part in ((b"tEXt", name + text), (b"zTXt", name + b"\0" + zlib.compress(text))):
            yield Case("ImageMagick", f"PNG of orientation 6 in {kind.decode()} {key}", ".png",
                       _bytes(data[:33] + chunk(kind, part) + data[33:]), image)


def _pnms():
    """Files whose white is another than all of their bits."""
    for white in (15, 100, 1023):
        dtype, stored = (np.uint16, ">u2") if white > 255 else (np.uint8, "u1")
        for kind, count in (("P2", 1), ("P3", 3), ("P5", 1), ("P6", 3), ("P7", 1)):
            numbers = pixels(count, np.uint16) % (white + 1)
            shown = np.rint(numbers * (np.iinfo(dtype).max / white)).astype(dtype)
            head = f"{kind}\n# of a camera\n{COLUMNS} {ROWS}\n{white}\n"
            if kind == "P7":
                head = (f"P7\nWIDTH {COLUMNS}\nHEIGHT {ROWS}\nDEPTH 1\nMAXVAL {white}\n"
                        "TUPLTYPE GRAYSCALE\nENDHDR\n")
            data = (" ".join(map(str, numbers.ravel())).encode() + b"\n" if kind in ("P2", "P3")
                    else numbers.astype(stored).tobytes())
            yield Case("by hand", f"{kind} whose white is {white}", ".pnm",
                       _bytes(head.encode() + data), shown, tolerance=1)
            if kind in ("P2", "P3"):
                yield Case("by hand", f"{kind} whose white is {white}, without a last line's end",
                           ".pnm", _bytes(head.encode() + data.rstrip()), shown, tolerance=1)


def _pngs():
    """By hand: chunks that change how samples are meant, but not what they are."""
    for what, extra in (("gamma 1", chunk(b"gAMA", struct.pack(">I", 100000))),
                        ("orientation 6", chunk(b"eXIf", exif(6)))):
        image = pixels(3, np.uint16)
        is_turned = b"eXIf" in extra
        good, data = cv2.imencode(".png", _bgr(turned(image, 6) if is_turned else image))
        assert good
        data = data.tobytes()
        yield Case("OpenCV", f"PNG with a chunk of {what}", ".png",
                   _bytes(data[:33] + extra + data[33:]), image)


    for dtype, level in ((np.uint8, 200), (np.uint16, 40000)):
        image = pixels(1, dtype)
        image[3, 5] = image[7, 9] = level
        opaque = np.where(image == level, 0, np.iinfo(dtype).max).astype(dtype)
        data = cv2.imencode(".png", image)[1].tobytes()
        yield Case("OpenCV", f"grey PNG of {image.itemsize} bytes whose level {level} is not seen",
                   ".png", _bytes(data[:33] + chunk(b"tRNS", struct.pack(">H", level)) + data[33:]),
                   np.dstack([image, opaque]), alpha="UNASSALPHA")


def has_gstreamer(*elements):
    return shutil.which("gst-inspect-1.0") is not None and all(
        subprocess.run(["gst-inspect-1.0", "--exists", element], check=False).returncode == 0
        for element in elements)


def _gstreamers():
    """GStreamer's own encoders, and FFmpeg's by its elements."""
    raw = pixels()
    for writer, encoder, ending, form in (
            ("GStreamer", "pngenc", ".png", "RGB"), ("GStreamer", "pnmenc", ".ppm", "RGB"),
            ("FFmpeg", "avenc_png", ".png", "RGB"), ("FFmpeg", "avenc_bmp", ".bmp", "BGR"),
            ("FFmpeg", "avenc_tiff", ".tif", "RGB"), ("FFmpeg", "avenc_ppm", ".ppm", "RGB"),
            ("FFmpeg", "avenc_pgm", ".pgm", "GRAY8")):
        if not has_gstreamer(encoder):
            continue
        image = pixels(1) if form == "GRAY8" else raw

        def write(path, encoder=encoder, form=form, image=image):
            width = -COLUMNS % 4 if form == "GRAY8" else 0
            padded = np.pad(image, ((0, 0), (0, width)) + ((0, 0),) * (image.ndim - 2))
            data = padded if form == "GRAY8" else (image if form == "RGB" else image[..., ::-1])
            rows = np.ascontiguousarray(data).reshape(ROWS, -1)
            rows = np.pad(rows, ((0, 0), (0, -rows.shape[1] % 4)))
            source = path + ".raw"
            rows.tofile(source)
            subprocess.run(
                ["gst-launch-1.0", "-q", "filesrc", f"location={source}",
                 f"blocksize={rows.size}", "!",
                 f"video/x-raw,format={form},width={COLUMNS},height={ROWS},framerate=1/1", "!",
                 encoder, "!", "filesink", f"location={path}"], check=True, timeout=60)
            os.remove(source)

        yield Case(writer, f"{encoder} {form}", ending, write, image)


def cases():
    for family in (_opencv, _tiffs, _pages, _pillows, _strips, _raw_profiles, _pnms, _pngs,
                   _gstreamers):
        yield from family()
