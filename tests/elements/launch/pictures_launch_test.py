#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pictures as taps of fftfilter and as templates of fftcorrelate: their samples count, whatever
gamma a file names, as of a .npy array or of 8 bits."""
import os
import re
import struct
import unittest
import zlib

from gst_tools import FolderTest, run_tool

KERNEL = ((1, 2, 3), (0, 7, 0), (4, 0, 9))
SIZE = 64


def png(path, rows, bits=8, extra=b""):
    """A grey PNG file; `extra`: chunks behind its header."""
    def chunk(kind, content):
        return (struct.pack(">I", len(content)) + kind + content
                + struct.pack(">I", zlib.crc32(kind + content)))

    letter = "B" if bits == 8 else "H"
    lines = b"".join(b"\0" + struct.pack(f">{len(row)}{letter}", *row) for row in rows)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(
            ">IIBBBBB", len(rows[0]), len(rows), bits, 0, 0, 0, 0)) + (
                chunk(*extra) if extra else b"")
            + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))
    return path


def tiff(path, rows):
    """Of floats, big-endian."""
    data = b"".join(struct.pack(f">{len(row)}f", *row) for row in rows)
    tags = ((256, 4, len(rows[0])), (257, 4, len(rows)), (258, 3, 32), (259, 3, 1), (262, 3, 1),
            (273, 4, 8), (277, 3, 1), (278, 4, len(rows)), (279, 4, len(data)), (339, 3, 3))
    entries = b"".join(
        struct.pack(">HHI", tag, kind, 1) + (struct.pack(">HH", value, 0) if kind == 3
                                             else struct.pack(">I", value))
        for tag, kind, value in tags)
    with open(path, "wb") as file:
        file.write(b"MM\0*" + struct.pack(">I", 8 + len(data)) + data
                   + struct.pack(">H", len(tags)) + entries + struct.pack(">I", 0))
    return path


class Pictures(FolderTest):
    def launch(self, pipeline, *options, status=0):
        done = run_tool(["gst-launch-1.0", *options, *pipeline.split()], text=True,
                        capture_output=True, timeout=60, check=False)
        said = done.stdout + done.stderr
        if status == 0 or status is None and "is built without" not in said:
            self.assertEqual(done.returncode, 0, said)
        else:
            self.assertGreater(done.returncode, 0)
        return said

    def filtered(self, taps):
        out = self.path("out")
        said = self.launch(
            "videotestsrc num-buffers=1 pattern=ball ! video/x-raw,format=GRAY8,width=64,height=48 "
            f"! fftfilter backend=cpu kernel-location={taps} normalize=true ! "
            f"filesink location={out}", "-q", status=None)
        if "is built without" in said:
            return None
        with open(out, "rb") as file:
            return file.read()

    def test_taps(self):
        with open(self.path("k.txt"), "w", encoding="ascii") as file:
            file.writelines(" ".join(map(str, row)) + "\n" for row in KERNEL)
        expected = self.filtered(self.path("k.txt"))
        self.assertIsNotNone(expected)
        self.assertGreater(len(set(expected)), 10)
        deep = [[257 * tap for tap in row] for row in KERNEL]
        gamma = (b"gAMA", struct.pack(">I", 100000))
        for taps in (png(self.path("k8.png"), KERNEL), png(self.path("k16.png"), deep, 16),
                     png(self.path("gamma.png"), deep, 16, gamma),
                     tiff(self.path("k.tif"), KERNEL)):
            with self.subTest(os.path.basename(taps)):
                found = self.filtered(taps)
                if found is None:
                    self.skipTest("built without the format's library")
                self.assertEqual(found, expected)

    def test_taps_that_are_damaged(self):
        path = png(self.path("k.png"), KERNEL)
        with open(path, "r+b") as file:
            file.truncate(os.path.getsize(path) - 20)
        said = self.launch("videotestsrc num-buffers=1 ! video/x-raw,format=GRAY8 ! fftfilter "
                           f"kernel-location={path} ! fakesink", status=1)
        for word in ("kernel-location", path, "damaged"):
            self.assertIn(word, said)

    def score(self, template, frame):
        said = self.launch(
            f"filesrc location={frame} ! pngdec ! videoconvert ! video/x-raw,format=GRAY8 ! "
            f"fftcorrelate backend=cpu template-location={template} ! fakesink", "-m")
        found = re.search(r"x=\(double\)([\d.]+), y=\(double\)([\d.]+),.*? "
                          r"score=\(double\)([\d.]+)", said)
        self.assertIsNotNone(found, said)
        return [float(one) for one in found.groups()]

    def test_templates_of_16_bits_and_of_any_gamma(self):
        # Steep, so that another gamma shows.
        rows = [[(x * x + 3 * y * y + 17 * (x ^ y)) % 256 for x in range(SIZE)]
                for y in range(SIZE)]
        part = [row[20:44] for row in rows[10:34]]
        frame = png(self.path("frame.png"), rows)
        deep = [[257 * level for level in row] for row in part]
        linear = (b"gAMA", struct.pack(">I", 100000))
        for template in (png(self.path("t8.png"), part), png(self.path("t16.png"), deep, 16),
                         png(self.path("l8.png"), part, 8, linear),
                         png(self.path("l16.png"), deep, 16, linear)):
            x, y, score = self.score(template, frame)
            self.assertGreater(score, 0.9999, template)
            self.assertAlmostEqual(x, 20, delta=0.1)
            self.assertAlmostEqual(y, 10, delta=0.1)


unittest.main()
