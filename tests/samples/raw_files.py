# SPDX-License-Identifier: LGPL-2.1-or-later
"""Image files of picture_table's size, byte by byte, of formats that OpenCV alone reads here."""
import struct

from picture_table import COLUMNS, ROWS


def bmp(bits, masks, header_bytes, numbers, compression=3):
    rows = b"".join(row.tobytes().ljust(-(-row.nbytes // 4) * 4, b"\0") for row in numbers[::-1])
    more = struct.pack(f"<{len(masks)}I", *masks).ljust(header_bytes - 40, b"\0")
    start = 14 + 40 + len(more)
    return (b"BM" + struct.pack("<IIIIIIHHIIIIII", start + len(rows), 0, start, header_bytes,
                                COLUMNS, ROWS, 1, bits, compression, len(rows), 0, 0, 0, 0)
            + more + rows)


def sun_raster(bits, colours, image):
    width = -(-COLUMNS * bits // 8)
    rows = b"".join(row.tobytes().ljust(width + width % 2, b"\0") for row in image)
    return struct.pack(">8I", 0x59a66a95, COLUMNS, ROWS, bits, len(rows), 1, 1 if colours else 0,
                       len(colours)) + colours + rows


def _exr_attribute(name, kind, value):
    return name + b"\0" + kind + b"\0" + struct.pack("<I", len(value)) + value


def exr(channels, parts=1, comment=b""):
    """Channels by their names; every part is the same."""
    names = sorted(channels)
    box = struct.pack("<4i", 0, 0, COLUMNS - 1, ROWS - 1)
    header = _exr_attribute(b"aComment", b"string", comment) if comment else b""
    header += _exr_attribute(b"channels", b"chlist", b"".join(
        name.encode() + b"\0" + struct.pack("<IIII", 2, 0, 1, 1) for name in names) + b"\0")
    for name, kind, value in ((b"compression", b"compression", b"\0"),
                              (b"dataWindow", b"box2i", box), (b"displayWindow", b"box2i", box),
                              (b"lineOrder", b"lineOrder", b"\0"),
                              (b"pixelAspectRatio", b"float", struct.pack("<f", 1)),
                              (b"screenWindowCenter", b"v2f", bytes(8)),
                              (b"screenWindowWidth", b"float", struct.pack("<f", 1))):
        header += _exr_attribute(name, kind, value)
    data = struct.pack("<II", 20000630, 2 if parts == 1 else 0x1002)
    for part in range(parts):
        data += header
        if parts > 1:
            data += (_exr_attribute(b"name", b"string", b"part%d" % part)
                     + _exr_attribute(b"type", b"string", b"scanlineimage")
                     + _exr_attribute(b"chunkCount", b"int", struct.pack("<i", ROWS)))
        data += b"\0"
    data += b"\0" if parts > 1 else b""
    first, offsets, lines = len(data) + 8 * ROWS * parts, [], b""
    for part in range(parts):
        for row in range(ROWS):
            offsets.append(first + len(lines))
            lines += struct.pack("<i", part) if parts > 1 else b""
            lines += struct.pack("<iI", row, 4 * COLUMNS * len(names))
            lines += b"".join(channels[name][row].tobytes() for name in names)
    return data + struct.pack(f"<{len(offsets)}Q", *offsets) + lines


def pam(kind, white, data):
    return (f"P7\nWIDTH {COLUMNS}\nHEIGHT {ROWS}\nDEPTH 1\nMAXVAL {white}\n{kind}ENDHDR\n".encode()
            + data.tobytes())


def _element(group, element, kind, value, is_implicit=False):
    value += (b"\0" if kind in (b"UI", b"OW") else b" ") * (len(value) % 2)
    size = struct.pack("<I", len(value))
    if not is_implicit:
        size = kind + (b"\0\0" + size if kind == b"OW" else size[:2])
    return struct.pack("<HH", group, element) + size + value


def dicom(image, kind=b"MONOCHROME2", slope=None, intercept=None, is_implicit=False, comment=0):
    syntax = b"1.2.840.10008.1.2" + (b"" if is_implicit else b".1")
    meta = (_element(2, 2, b"UI", b"1.2.840.10008.5.1.4.1.1.7") + _element(2, 3, b"UI", b"1.2.3")
            + _element(2, 16, b"UI", syntax))
    bits = 8 * image.itemsize
    numbers = {2: image.size // (ROWS * COLUMNS), 0x10: ROWS, 0x11: COLUMNS, 0x100: bits,
               0x101: bits, 0x102: bits - 1, 0x103: 0}
    parts = {number: (b"US", struct.pack("<H", value)) for number, value in numbers.items()}
    parts |= {number: (b"DS", value) for number, value in ((0x1052, intercept), (0x1053, slope))
              if value is not None}
    if kind:
        parts[4] = (b"CS", kind)
    if image.ndim == 3:
        parts[6] = (b"US", b"\0\0")
    data = _element(8, 0x16, b"UI", b"1.2.840.10008.5.1.4.1.1.7", is_implicit)
    for number in range(comment):
        data += _element(9, 0x1000 + number, b"LT", b"x" * 60000, is_implicit)
    for number, (of, value) in sorted(parts.items()):
        data += _element(0x28, number, of, value, is_implicit)
    return (bytes(128) + b"DICM" + _element(2, 0, b"UL", struct.pack("<I", len(meta))) + meta + data
            + _element(0x7fe0, 0x10, b"OW", image.tobytes(), is_implicit))
