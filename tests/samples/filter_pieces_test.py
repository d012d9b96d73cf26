#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""filter_image in pieces: what it gives for the whole image, from TIFFs of all kinds; in bounded
memory, with its progress shown. With the word `huge`: 50000 x 50000 pixels."""
import os
import pty
import signal
import subprocess
import sys
import time
import unittest

import tiff_files
from sample_tools import BACKEND, SampleTest, cv2, np, picture
from tiff_files import DEFLATE, ReadTiff, write_repeated, write_tiff

BLUR = "--gaussian=6"
HUGE = "huge" in sys.argv
PROGRAM = os.path.join(os.environ["FFTCORE_SAMPLES"], "filter_image")


def colours(channels, dtype):
    """868 x 600 pixels, with an alpha of its own."""
    image = picture("building.jpg")
    image = np.dstack([image, np.add.outer(np.arange(600), np.arange(868)) % 251])
    image = image[..., :channels] if channels > 1 else image[..., 0]
    scale = {np.uint8: 1, np.uint16: 257, np.float32: 1 / 255}[dtype]
    return (image * scale).astype(dtype)


def begun(command):
    """A program, once it shows how far it is; its terminal, to be closed, and what it shows."""
    ours, theirs = pty.openpty()
    # pylint: disable=consider-using-with  # its end is what is tested
    program = subprocess.Popen(command, stderr=theirs)
    os.close(theirs)
    shown = os.read(ours, 1000)
    while b"] " not in shown:
        shown += os.read(ours, 1000)
    return program, ours, shown


class Pieces(SampleTest):
    def filtered(self, name, *options):
        out = "of_" + name
        self.run_sample("filter_image", *options, self.path(name), self.path(out))
        return self.read(out)

    def compare(self, image, *options, blur=BLUR, **how):
        """Pieces of a file that is as `how` says, against the whole of the plainest."""
        self.write("whole.tif", image)
        whole = self.filtered("whole.tif", blur, *options)
        rgb = [2, 1, 0, 3][:image.shape[-1]]
        write_tiff(self.path("in.tif"), image if image.ndim == 2 else image[..., rgb], **how)
        out = self.filtered("in.tif", "--pieces=1", blur, *options)
        self.assertEqual((out.shape, out.dtype), (image.shape, image.dtype))
        difference = np.abs(out.astype(float) - whole)
        self.assertLessEqual(difference.max(), 1e-5 if image.dtype == np.float32 else 1)
        self.assertLess(difference.mean(), 0.01)  # ties of 16 bits
        if image.ndim == 3 and image.shape[2] == 4:
            np.testing.assert_array_equal(out[..., 3], image[..., 3])
        return ReadTiff(self.path("of_in.tif")).tags

    def test_edges_types_and_channels(self):
        hows = ({"tile": (64, 80)}, {"strip": 7, "is_big": True, "compression": DEFLATE},
                {"tile": (32, 16), "is_big": True, "byte_order": ">", "planes_apart": True},
                {"strip": 600, "byte_order": ">"},
                {"strip": 50, "planes_apart": True, "compression": DEFLATE})
        edges = ("constant", "replicate", "reflect", "reflect-101", "wrap")
        number = 0
        for channels in (1, 3, 4):
            for dtype in (np.uint8, np.uint16, np.float32):
                for edge in edges[::1 if dtype == np.uint8 else 3]:
                    how = hows[number % len(hows)]
                    number += 1
                    with self.subTest(f"{channels} {dtype.__name__} {edge} {how}"):
                        self.compare(colours(channels, dtype), "--edge", edge, "--gain=1.5",
                                     "--offset=-20", **how)

    def test_marks_for_no_data_disturb_what_is_near_them(self):
        image = colours(1, np.float32) + 100
        far = np.ones(image.shape, bool)
        for y, x in ((0, 0), (300, 400), (599, 867)):
            far[max(y - 20, 0):y + 21, max(x - 20, 0):x + 21] = False
        for share in ("--pieces=1", "--edge=reflect"):
            self.write("clean.tif", image)
            clean = self.filtered("clean.tif", "--defocus=19", share)
            for mark in (1e9, 1e20, 9.97e36, -3.4e38):
                marked = image.copy()
                marked[0, 0] = marked[300, 400] = marked[599, 867] = mark
                self.write("marked.tif", marked)
                out = self.filtered("marked.tif", "--defocus=19", share)
                np.testing.assert_allclose(out[far], clean[far], rtol=1e-5)
                self.assertGreater(abs(out[300, 400]), abs(mark) / 2000)

    def test_tiles_and_compression_are_kept(self):
        image = colours(1, np.uint8)
        tags = self.compare(image, tile=(64, 80), compression=DEFLATE)
        self.assertEqual([tags[tag][0] for tag in (
            tiff_files.TILE_HEIGHT, tiff_files.TILE_WIDTH, tiff_files.COMPRESSION)],
                         [64, 80, DEFLATE])
        # of no multiple of 16, as they are read but not written
        tags = self.compare(image, tile=(65, 90), )
        self.assertEqual([tags[tag][0] for tag in (
            tiff_files.TILE_HEIGHT, tiff_files.TILE_WIDTH, tiff_files.COMPRESSION)],
                         [80, 96, tiff_files.NONE])
        tags = self.compare(image, strip=9)
        self.assertEqual([tags[tag][0] for tag in (tiff_files.TILE_HEIGHT, tiff_files.TILE_WIDTH)],
                         [256, 256])

    def test_compressions_of_libtiff(self):
        image = colours(3, np.uint8)[:, :340]  # in strips of 8 rows, which JPEG needs
        for method, written in ((5, 5), (7, 5), (32773, 32773)):  # LZW, JPEG, PackBits
            self.assertTrue(cv2.imwrite(self.path("in.tif"), image,
                                        [cv2.IMWRITE_TIFF_COMPRESSION, method]))
            whole = self.filtered("in.tif", BLUR)
            out = self.filtered("in.tif", BLUR, "--pieces=1")
            self.assertLessEqual(np.abs(out.astype(int) - whole).max(), 1)
            tags = ReadTiff(self.path("of_in.tif")).tags
            self.assertEqual(tags[tiff_files.COMPRESSION], (written,))

    def test_orientation_is_kept(self):
        image = colours(1, np.uint8)
        tiles = []
        for orientation in (1, 3):
            write_tiff(self.path("in.tif"), image, tile=(64, 80),
                       changed={tiff_files.ORIENTATION: orientation})
            self.filtered("in.tif", "--pieces=1", BLUR)
            found = ReadTiff(self.path("of_in.tif"))
            self.assertEqual(found.tags[tiff_files.ORIENTATION], (orientation,))
            tiles.append(found.tile(2, 3))
        np.testing.assert_array_equal(*tiles)

    def test_sizes(self):
        image = colours(3, np.uint8)
        for rows, columns in ((1, 868), (600, 1), (1, 1), (63, 65), (600, 17), (257, 512)):
            with self.subTest(f"{rows} x {columns}"):
                self.compare(image[:rows, :columns], tile=(64, 64))
                self.compare(image[:rows, :columns], strip=5)

    def test_taps_larger_than_the_image(self):
        image = colours(1, np.uint16)[:40, :50]
        for edge in ("reflect", "wrap", "constant"):
            self.compare(image, "--edge", edge, blur="--gaussian=30", tile=(16, 16))

    def test_correlation_with_taps_of_even_size(self):
        np.save(self.path("taps.npy"), np.outer([1, 3, 2, 4.5], [2, -1, 5, 1, 3, 0]))
        for more in ([], ["--correlate"]):
            self.compare(colours(1, np.uint8), "--normalize", *more, tile=(48, 64),
                         blur=f"--taps={self.path('taps.npy')}")


class Shrinking(SampleTest):
    """A file that another process makes shorter while its pieces are read."""

    def test_fails_with_words_and_no_result(self):
        image = np.random.default_rng(4).integers(0, 256, (4000, 4000), np.uint8)
        source = self.path("in.tif")
        for how in ({"strip": 16}, {"tile": (256, 256)},
                    {"tile": (256, 256), "compression": DEFLATE},
                    {"strip": 16, "compression": DEFLATE, "is_big": True}):
            with self.subTest(how):
                write_tiff(source, image, **how)
                program, ours, shown = begun([PROGRAM, "--backend", BACKEND, BLUR, "--pieces=1",
                                              source, self.path("out.tif")])
                os.truncate(source, os.path.getsize(source) // 2)
                try:
                    while more := os.read(ours, 1000):
                        shown += more
                except OSError:  # the program has closed its terminal
                    pass
                os.close(ours)
                self.assertEqual(program.wait(), 1, shown)
                self.assertIn(f"filter_image: cannot read '{source}': ".encode(), shown)
                self.assertEqual(os.listdir(self.folder), ["in.tif"])


class Large(SampleTest):
    """A file of more samples than are filtered as a whole."""

    SIDE, TILE, MOST_BYTES = (50000, 256, 10**9) if HUGE else (16400, 256, 460 * 10**6)

    def setUp(self):
        super().setUp()
        random = np.random.default_rng(7)
        self.tiles = [cv2.GaussianBlur(random.integers(0, 256, (self.TILE, self.TILE), np.uint8),
                                       (0, 0), 1) for _ in range(7)]
        self.input = write_repeated(self.path("in.tif"), (self.SIDE, self.SIDE), self.tiles)
        self.output = self.path("out.tif")
        self.command = [PROGRAM, "--backend", BACKEND, f"--taps={self.path('taps.txt')}",
                        "--correlate", self.input, self.output]
        self.taps = np.outer(np.hanning(33)[1:-1], np.hanning(33)[1:-1])
        self.taps /= self.taps.sum()
        np.savetxt(self.path("taps.txt"), self.taps)

    def expected(self, row, column):
        """The result's tile, but for what lies outside of the image."""
        def sides(first):
            positions = np.abs(np.arange(first * self.TILE - 15, (first + 1) * self.TILE + 15))
            return np.where(positions >= self.SIDE, 2 * self.SIDE - 2 - positions, positions)
        rows, columns = np.meshgrid(sides(row), sides(column), indexing="ij")
        across = -(-self.SIDE // self.TILE)
        numbers = (rows // self.TILE * across + columns // self.TILE) % len(self.tiles)
        around = np.stack(self.tiles)[numbers, rows % self.TILE, columns % self.TILE]
        return cv2.filter2D(around.astype(float), -1, self.taps)[15:-15, 15:-15]

    @unittest.skipIf("FFTCORE_SANITIZED" in os.environ, "a sanitizer takes more memory")
    def test_memory_is_bounded(self):
        begin = time.monotonic()
        with subprocess.Popen(self.command, stderr=subprocess.PIPE, text=True) as program:
            errors = program.stderr.read()
            _, status, usage = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(program.returncode, 0, errors)
        print(f"{usage.ru_maxrss / 1024:.0f} MiB resident")
        self.assertLess(usage.ru_maxrss * 1024, self.MOST_BYTES)
        if time.monotonic() - begin > 60:
            self.assertRegex(errors, r"(?m)^ *\d+ %, \d+:\d\d:\d\d left$")
        found = ReadTiff(self.output)
        self.assertEqual(found.is_big, HUGE)
        last = self.SIDE // self.TILE
        inside = self.SIDE - last * self.TILE
        random = np.random.default_rng(8).integers(0, last, (60, 2))
        for row, column in [(0, 0), (0, last), (last, 0), (last, last), *random]:
            high, wide = (inside if place == last else self.TILE for place in (row, column))
            difference = found.tile(row, column) - self.expected(row, column)
            self.assertLess(np.abs(difference[:high, :wide]).max(), 0.51, f"tile {row} {column}")

    def test_an_end_on_the_way_leaves_nothing(self):
        before = sorted(os.listdir(self.folder))
        for number in (signal.SIGTERM, signal.SIGKILL):
            program, ours, _ = begun(self.command)
            program.send_signal(number)
            self.assertEqual(program.wait(), -number)
            os.close(ours)
            self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_progress_on_a_terminal(self):
        program, ours, shown = begun(self.command)
        program.kill()
        program.wait()
        os.close(ours)
        self.assertRegex(shown, rb"^\r\[#* +\]  +\d+ %, \d+:\d\d:\d\d left")


unittest.main(argv=[sys.argv[0], "Large.test_memory_is_bounded"] if HUGE else sys.argv)
