# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files of formats of which OpenCV reads some kinds wrong: those that it reads right, with the
pixels that they show, and the others, with words of the refusal. Tests of the samples and of
fftcore.batch read them all."""
import struct
from typing import NamedTuple, Tuple

import numpy as np

import picture_table as table
from raw_files import bmp, dicom, exr, pam, sun_raster

ROWS, COLUMNS = table.ROWS, table.COLUMNS
GREY, RGB, RGBA = table.pixels(1), table.pixels(3), table.pixels(4)
DEEP = table.pixels(1, np.uint16)
FLOATS = table.pixels(4, np.float32)
MASKS = (0xff0000, 0xff00, 0xff, 0xff000000)


# Of every OpenCV. Of other formats a file that it does not read may be of one that it lacks.
OF_ALL = (".pbm", ".pgm", ".ppm", ".pnm", ".pam", ".bmp")


class Right(NamedTuple):
    what: str
    ending: str
    data: bytes
    shown: np.ndarray
    tolerance: float = 0


class Wrong(NamedTuple):
    what: str
    ending: str
    data: bytes
    words: Tuple[str, ...]


def packed(image, masks, dtype=np.uint32):
    """Pixels of 8 bits a channel as masks say they lie."""
    numbers = np.zeros(image.shape[:2], np.uint32)
    for channel, mask in enumerate(masks[:image.shape[2]]):
        low = (mask & -mask).bit_length() - 1
        width = mask.bit_length() - low
        value = image[..., channel].astype(np.uint32)
        numbers |= (value >> (8 - width) if width <= 8 else value << (width - 8)) << low
    return numbers.astype(dtype)


def _bmps():
    for order in ((0, 1, 2, 3), (2, 1, 0, 3), (3, 0, 1, 2)):
        masks = [MASKS[i] for i in order]
        for size in (56, 108, 124):
            yield Right(f"BMP of masks {order}, header {size}", ".bmp",
                        bmp(32, masks, size, packed(RGBA, masks)), RGBA)
    yield Right("BMP of 32 bits without masks", ".bmp",
                bmp(32, (), 40, packed(RGB, MASKS), compression=0), RGB)
    for masks in ((0x7c00, 0x3e0, 0x1f), (0xf800, 0x7e0, 0x1f)):
        yield Right(f"BMP of masks {masks[0]:x}", ".bmp",
                    bmp(16, masks, 40, packed(RGB, masks, np.uint16)), RGB, 8)
    bgr, ten = MASKS[2::-1], (0x3ff00000, 0xffc00, 0x3ff)
    for bits, masks, size in ((32, MASKS[:3], 40), (32, bgr, 40), (32, MASKS[:3], 52),
                              (32, (*MASKS[:3], 0), 108), (32, (*MASKS[:3], 0), 124),
                              (32, (0xff000000, 0xff0000, 0xff00), 40), (32, ten, 40),
                              (32, (*ten, 0), 108), (32, (*MASKS[:3], 0x7f000000), 108),
                              (16, (0x1f, 0x7e0, 0xf800), 40), (16, (0xf00, 0xf0, 0xf), 40)):
        data = bmp(bits, masks, size, packed(RGB, masks, np.uint32 if bits == 32 else np.uint16))
        yield Wrong(f"BMP of {bits} bits, {masks[0]:x}, header {size}", ".bmp", data,
                    (f"a BMP of {bits} bits whose masks are {masks[0]:x}, {masks[1]:x}",
                     "BMP without masks and PNG are read"))
    palette = np.pad(table.COLOURS, ((0, 0), (0, 1))).tobytes()
    rows = b"".join(bytes([8, 5, 0, 0]) for _ in range(4)) + bytes([0, 1])
    yield Wrong("BMP with run lengths", ".bmp", b"BM" + struct.pack(
        "<IIIIIIHHIIIIII", 54 + len(palette) + len(rows), 0, 54 + len(palette), 40, 8, 4, 1, 8, 1,
        len(rows), 0, 0, 256, 0) + palette + rows, ("a BMP with run lengths", "PNG are read"))
    yield Wrong("BMP of OS/2", ".bmp", b"BM" + struct.pack(
        "<IIIIHHHH", 26 + 96, 0, 26, 12, 8, 4, 1, 24) + bytes(range(96)),
                ("a BMP of OS/2", "PNG are read"))


def _sun_rasters():
    yield Right("Sun raster with colours", ".ras", sun_raster(8, table.COLOURS.T.tobytes(), GREY),
                table.COLOURS[GREY])
    yield Right("Sun raster of 24 bits", ".ras", sun_raster(24, b"", RGB[..., ::-1]), RGB)
    for bits, image in ((8, GREY), (1, np.packbits(GREY > 127, axis=1))):
        yield Wrong(f"Sun raster of {bits} bits without colours", ".ras",
                    sun_raster(bits, b"", image),
                    ("without a colour map", "PNG and PGM are read"))


def _channels(names):
    return {name: FLOATS[..., "RGBA".find(name[-1]) % 4] for name in names.split()}


def _exrs():
    yield Right("OpenEXR of colours", ".exr", exr(_channels("R G B")), FLOATS[..., :3])
    yield Right("OpenEXR of colours and alpha", ".exr", exr(_channels("R G B A")), FLOATS)
    yield Right("OpenEXR of grey", ".exr", exr({"Y": FLOATS[..., 0]}), FLOATS[..., 0])
    yield Right("OpenEXR with a long comment", ".exr", exr({"Y": FLOATS[..., 0]}, 1, b"x" * 70000),
                FLOATS[..., 0])
    for names in ("Z", "A Y", "B G R Z", "A B G R Z", "B G R Y", "R Y", "Y Z", "BY RY Y",
                  "diffuse.B diffuse.G diffuse.R", "B G R id\x1b"):
        yield Wrong(f"OpenEXR of {names!r}", ".exr", exr(_channels(names)),
                    (f"with the channels {names}, ".replace("\x1b", "?"), "R G B A or Y are read"))
    yield Wrong("OpenEXR of many channels", ".exr",
                exr(_channels(" ".join(f"layer{i:03}.R" for i in range(50)))),
                ("layer007.R layer", "..., which"))
    yield Wrong("OpenEXR whose comment is too long", ".exr",
                exr(_channels("R G B"), 1, b"x" * (1 << 20)), ("list of channels is not within",))


def _pnms():
    deep = (DEEP % 1024).astype(">u2")
    shown = np.rint((DEEP % 1024) * (65535 / 1023))
    for count, letter in ((65000, "x"), (3000, "#\n# ")):
        head = f"P5 #{letter * (count // len(letter))}\n{COLUMNS} {ROWS} 1023\n"
        yield Right(f"PGM with {len(head)} bytes of comments", ".pgm", head.encode()
                    + deep.tobytes(), shown.astype(np.uint16))
    for kind, image in (("P5", deep), ("P6", RGB)):
        data = f"{kind} #{'x' * 66000}\n{COLUMNS} {ROWS} 1023\n".encode() + image.tobytes()
        yield Wrong(f"{kind} whose comments are too long", ".pnm", data,
                    ("a header that does not end within 65536 bytes", "shorter comments"))
    for kind, data in (("P5", GREY), ("P6", RGB), ("P4", np.packbits(GREY > 99, axis=1))):
        white = "" if kind == "P4" else "255"
        for where in (f"{kind}#c\n{COLUMNS} {ROWS} {white}\n",
                      f"{kind}\n{COLUMNS}#c\n{ROWS} {white}\n",
                      f"{kind}\n{COLUMNS} {ROWS}\n{white}#c\n\n" if white else
                      f"{kind}\n{COLUMNS} {ROWS}#c\n\n"):
            yield Wrong(f"{kind} with a comment right behind a word, {where!r}", ".pnm",
                        where.encode() + data.tobytes(), ("a comment right behind a word",
                                                          "a blank between them is expected"))
    yield Right("P5 with comments behind blanks", ".pgm",
                f"P5 #a# b\n#c\n{COLUMNS} #d\r{ROWS}\n#e\n255\n".encode() + GREY.tobytes(), GREY)
    for kind, data in (("P5", np.maximum(GREY % 100, 101)), ("P6", np.maximum(RGB % 100, 200)),
                       ("P5", np.maximum(DEEP % 1023, 1024).astype(">u2"))):
        white = 1023 if data.dtype.itemsize == 2 else 100
        yield Wrong(f"{kind} of {data.dtype} beyond its white", ".pnm",
                    f"{kind} {COLUMNS} {ROWS} {white}\n".encode() + data.tobytes(),
                    (f"a sample is {data.max()}, and its header says that white is {white}",))
    yield from _pnm_texts()
    yield Right("PAM of grey", ".pam", pam("TUPLTYPE GRAYSCALE\n", 255, GREY), GREY)
    for kind in ("TUPLTYPE BLACKANDWHITE\n", "TUPLTYPE GRAYSCALE\n", ""):
        yield Wrong(f"PAM of bits, {kind}", ".pam", pam(kind, 1, GREY % 2),
                    ("a PAM file in black and white", "PBM and PNG are read"))


def _text(kind, image, white, head="{kind}\n{columns} {rows}\n{white}\n"):
    numbers = "\n".join(" ".join(map(str, row)) for row in image.reshape(image.shape[0], -1))
    return (head.format(kind=kind, columns=COLUMNS, rows=ROWS, white=white) + numbers).encode()


def _pnm_texts():
    bits = GREY % 2
    for what, head in (("behind the kind", "{kind}#c\n{columns} {rows} {white}\n"),
                       ("behind a number", "{kind}\n{columns}#c\n{rows}#c\r{white}#c 77\n")):
        yield Right(f"P2 with a comment {what}", ".pgm", _text("P2", GREY, 255, head), GREY)
        yield Right(f"P3 with a comment {what}", ".ppm", _text("P3", RGB, 255, head), RGB)
        yield Right(f"P1 with a comment {what}", ".pbm",
                    _text("P1", bits, "", head.replace("77", "")), 255 * (1 - bits))
    yield Right("P2 with comments among samples", ".pgm",
                _text("P2", GREY, 255).replace(b" ", b"#mid\n ", 3).replace(b"#mid", b"", 1), GREY)
    yield Right("P1 without blanks", ".pbm",
                _text("P1", bits, "").replace(b"0 ", b"0").replace(b"1 ", b"1").replace(
                    b"P1\n%d" % COLUMNS, b"P1\n%d " % COLUMNS), 255 * (1 - bits))
    good = _text("P2", GREY % 9, 9)
    for what, data, words in (
            ("beyond white", good[:-1] + b"10", ("is '10'", "from 0 to 9 is expected")),
            ("with a fraction", good[:-1] + b"6.5", ("is '6.5'",)),
            ("with a sign", good[:-1] + b"-1", ("is '-1'",)),
            ("of words", good[:-1] + b"x\x1b" * 40, ("is 'x?x?x?x?x?x?x?x?x?x?...'",)),
            ("with too few samples", good[:-2],
             (f"ends after {GREY.size - 1} of the {GREY.size}",)),
            ("with a sample too many", good + b" 7", ("'7' follows the",)),
            ("without a white", b"P2 8 5 0\n" + good[9:], ("has '0' for the white", "1 to 65535")),
            ("of no columns", b"P2 0 5 9 1", ("has '0' for the columns",)),
            ("that ends in its header", b"P2 8", ("has '' for the rows",))):
        yield Wrong(f"P2 {what}", ".pgm", data, ("it is damaged: ", *words))
    yield Wrong("P1 with a digit 2", ".pbm", _text("P1", bits, "")[:-1] + b"2",
                ("is '2'", "from 0 to 1 is expected"))


def several():
    """Files of two images, with the first one's pixels, and what they are said to have."""
    for kind, image, data, white in (
            ("P4", (np.unpackbits(np.packbits(GREY > 99, axis=1), axis=1)[:, :COLUMNS] ^ 1) * 255,
             np.packbits(GREY > 99, axis=1), ""), ("P5", GREY, GREY, " 255"),
            ("P5", DEEP, DEEP.astype(">u2"), " 65535"), ("P6", RGB, RGB, " 255")):
        one = f"{kind} {COLUMNS} {ROWS}{white}\n".encode() + data.tobytes()
        yield Right(f"{kind}{white}", ".pnm", one + one, image), "has several images"
        yield Right(f"{kind}{white}, apart", ".pnm", one + b"\n \n" + one,
                    image), "has several images"
        yield Right(f"{kind}{white} and other bytes", ".pnm", one + b"P5", image), ""
    for kind, image, stored in (("P2", GREY, GREY), ("P3", RGB, RGB),
                                ("P1", 255 * (1 - GREY % 2), GREY % 2)):
        one = _text(kind, stored, "" if kind == "P1" else 255) + b"\n"
        yield Right(kind, ".pnm", one + one, image), "has several images"
    one = pam("TUPLTYPE GRAYSCALE\n", 255, GREY)
    yield Right("PAM", ".pam", one + one, GREY), "has several images"
    yield Right("OpenEXR", ".exr", exr(_channels("R G B"), 2), FLOATS[..., :3]), "has several parts"


def _dicoms():
    for is_implicit in (False, True):
        how = "implicit" if is_implicit else "explicit"
        for image in (GREY, DEEP):
            yield Right(f"DICOM, {image.dtype}, {how}", ".dcm",
                        dicom(image, is_implicit=is_implicit), image)
        yield Right(f"DICOM with slope 1, {how}", ".dcm",
                    dicom(DEEP, b"MONOCHROME2", b"1.000", b"-0.0", is_implicit), DEEP)
        for image, kind in ((RGB, b"RGB"), (GREY, b"MONOCHROME1"), (GREY, b"PALETTE COLOR"),
                            (RGB, b"YBR_FULL")):
            yield Wrong(f"DICOM of {kind.decode()}, {how}", ".dcm",
                        dicom(image, kind, is_implicit=is_implicit),
                        (f"of the kind {kind.decode()}, ", "MONOCHROME2 is read"))
        for slope, intercept, words in ((b"0.5", b"0", "slope 0.5"), (b"1", b"-1024", "intercept"),
                                        (b"1", b"1e-3", "intercept 1e-3"),
                                        (b"1.0.0", b"0", "slope")):
            yield Wrong(f"DICOM of {slope}, {intercept}, {how}", ".dcm",
                        dicom(DEEP, b"MONOCHROME2", slope, intercept, is_implicit),
                        (f"the rescale {words}", "slope 1 and intercept 0"))
    yield Wrong("DICOM of no kind", ".dcm", dicom(GREY, b""), ("no photometric interpretation",))
    yield Wrong("DICOM of a kind that comes late", ".dcm", dicom(GREY, comment=18),
                ("first 1048576 bytes no photometric interpretation",))


def files():
    for family in (_bmps, _sun_rasters, _exrs, _pnms, _dicoms):
        yield from family()
