#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""TIFFs that filter_image in pieces cannot read or write: each is said with what is allowed, and
nothing half-written stays."""
import os
import resource
import unittest

import tiff_files as tiff
from sample_tools import SampleTest, cv2, np, picture

BLUR, PIECES = "--gaussian=2", "--pieces=1"


class Tiffs(SampleTest):
    def setUp(self):
        super().setUp()
        self.image = picture("fruits.jpg")[:300, :400, 0]
        self.input = self.path("in.tif")

    def refused(self, *words, out="out.tif"):
        """That `in.tif` is, with these words, and leaves the folder as it was."""
        before = self.files()
        self.expect_refusal(1, [self.input, *words], "filter_image", BLUR, PIECES, self.input,
                            self.path(out))
        self.assertEqual(self.files(), before)

    def files(self):
        return {name: os.path.getsize(self.path(name)) for name in os.listdir(self.folder)}

    def made(self, image=None, **how):
        tiff.write_tiff(self.input, self.image if image is None else image,
                        **{"tile": (64, 64), **how})


class Kinds(Tiffs):
    """What is no damage, but not read."""

    def test_samples(self):
        expected = ["8 or 16 bits", "32-bit floats", "are expected"]
        for image, changed, word in (
                (self.image.astype(np.int16), {tiff.FORMAT: 2}, "16 bits and of TIFF's format 2"),
                (self.image.astype(np.uint32), {}, "32 bits and of TIFF's format 1"),
                (self.image.astype(float), {}, "64 bits and of TIFF's format 3"),
                (self.image, {tiff.BITS: 1}, "samples of 1 bits"),
                (self.image, {tiff.BITS: 12}, "samples of 12 bits")):
            self.made(image, changed=changed)
            self.refused(word, *expected)

    def test_samples_as_a_whole(self):
        """libtiff makes colours of some that are not asked for."""
        for image, changed, word in (
                (self.image.astype(np.int8), {tiff.FORMAT: 2}, "8 bits and of TIFF's format 2"),
                (self.image.astype(np.float32), {tiff.PHOTOMETRIC: 0}, "interpretation 0"),
                (self.image, {32997: 4}, "a volume of 4 slices in one page")):
            self.made(image, changed=changed)
            self.expect_refusal(1, [self.input, word], "filter_image", BLUR, self.input,
                                self.path("out.tif"))
            self.refused(word)

    def test_colours(self):
        for channels, changed, words in (
                (2, {}, ["2 channels, R G B among them"]),
                (5, {}, ["5 channels, R G B among them", "or these and alpha"]),
                (4, {tiff.PHOTOMETRIC: 1}, ["4 channels; 1 to 3 without colours"]),
                (1, {tiff.PHOTOMETRIC: 3, 320: [0] * 768}, ["interpretation 3"]),
                (3, {tiff.PHOTOMETRIC: 6}, ["interpretation 6", "R G B (2)"]),
                (4, {tiff.PHOTOMETRIC: 5}, ["interpretation 5"])):
            self.made(np.dstack([self.image] * channels), changed=changed)
            self.refused(*words)

    def test_compression(self):
        self.made(changed={tiff.COMPRESSION: 34712})
        self.refused("method 34712", "this libtiff lacks")

    def test_tiles_larger_than_is_read_at_once(self):
        self.made(strip=300, tile=None, changed={tiff.WIDTH: 1 << 20, tiff.COMPRESSION: 5})
        self.refused("strips are of 300 x 1048576 pixels; up to 256 MiB", "tiffcp -t")

    def test_results_that_are_no_tiff(self):
        self.made()
        self.expect_refusal(1, ["out.png", ".tiff or .tif alone"], "filter_image", BLUR, PIECES,
                            self.input, self.path("out.png"))
        self.expect_refusal(1, ["out.tif", "no folder", "/no/where"], "filter_image", BLUR, PIECES,
                            self.input, "/no/where/out.tif")
        cv2.imwrite(self.path("in.png"), self.image)
        self.expect_refusal(1, ["in.png", "Not a TIFF"], "filter_image", BLUR, PIECES,
                            self.path("in.png"), self.path("out.tif"))
        self.expect_refusal(1, ["none.tif", "No such file"], "filter_image", BLUR, PIECES,
                            self.path("none.tif"), self.path("out.tif"))
        self.expect_refusal(2, ["--pieces is '0'", "from 1 to"], "filter_image", BLUR, "--pieces=0",
                            self.input, self.path("out.tif"))

    def test_large_ones_of_other_kinds_are_told_of_pieces(self):
        self.made(changed={tiff.WIDTH: 60000, tiff.HEIGHT: 60000, tiff.PHOTOMETRIC: 0,
                           tiff.TILE_WIDTH: 60000, tiff.TILE_HEIGHT: 60000})
        self.expect_refusal(1, ["in.tif", "more pixels", "'filter_image --pieces'"], "filter_image",
                            BLUR, self.input, self.path("out.tif"))


class Damage(Tiffs):
    def test_sizes(self):
        for tag in (tiff.WIDTH, tiff.HEIGHT, tiff.TILE_WIDTH, tiff.TILE_HEIGHT):
            self.made(changed={tag: 0})
            self.refused("in.tif': ")
        for tag in (tiff.WIDTH, tiff.HEIGHT):
            for value in (70000, 2**31, 2**32 - 1):
                for big in (False, True):
                    self.made(changed={tag: value}, is_big=big)
                    self.refused("damaged")
        self.made(changed={tiff.WIDTH: 2**32 - 1, tiff.HEIGHT: 2**32 - 1})
        self.refused("damaged")
        self.made(strip=30, tile=None, changed={tiff.ROWS_PER_STRIP: 0})
        self.refused("in.tif': ")

    def test_places(self):
        beyond = (10**9, 2**32 - 1, [2**40] * 35)
        for compression in (tiff.NONE, tiff.DEFLATE):
            for value in (0, None, [5] * 3, *beyond):
                self.made(changed={tiff.TILE_OFFSETS: value}, compression=compression, is_big=True)
                self.refused("damaged")
        for value in (0, None, [5] * 3, [100] * 35, *beyond):  # known without, where not compressed
            self.made(changed={tiff.TILE_COUNTS: value}, compression=tiff.DEFLATE, is_big=True)
            self.refused("damaged")

    def test_cut_at_any_place(self):
        for how in ({"tile": (64, 64)}, {"tile": None, "strip": 20}):
            self.made(compression=tiff.DEFLATE, **how)
            with open(self.input, "rb") as file:
                data = file.read()
            for part in (4, 8, 100, len(data) // 2, len(data) - 200, len(data) - 20):
                with open(self.input, "wb") as file:
                    file.write(data[:part])
                self.refused("in.tif': ")

    def test_bytes_that_are_wrong(self):
        """No crash, whatever it makes of it."""
        self.made(compression=tiff.DEFLATE)
        with open(self.input, "rb") as file:
            data = file.read()
        random = np.random.default_rng(3)
        failed = 0
        for number in range(24):
            broken = np.frombuffer(data, np.uint8).copy()
            place = random.integers(4, len(data), 20) if number % 2 else random.integers(
                len(data) - 200, len(data), 2)
            broken[place] = random.integers(0, 256, len(place))
            broken.tofile(self.input)
            try:
                self.run_sample("filter_image", BLUR, PIECES, self.input, self.path("out.tif"))
                os.remove(self.path("out.tif"))
            except AssertionError:
                failed += 1
                self.refused("in.tif")
        self.assertGreater(failed, 10)


class Writing(Tiffs):
    def test_a_full_disk_leaves_what_was_there(self):
        self.made(np.random.default_rng(1).integers(0, 256, (300, 400), np.uint8))
        with open(self.path("out.tif"), "wb") as file:
            file.write(b"before")
        before = self.files()
        self.addCleanup(resource.setrlimit, resource.RLIMIT_FSIZE,
                        resource.getrlimit(resource.RLIMIT_FSIZE))
        whole = 5 * 7 * 64 * 64
        for limit in (4, 20000, whole, whole + 100):  # header, tiles, directory
            resource.setrlimit(resource.RLIMIT_FSIZE,
                               (limit, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
            self.expect_refusal(1, ["out.tif", "File too large"], "filter_image", BLUR, PIECES,
                                self.input, self.path("out.tif"))
            self.assertEqual(self.files(), before)

    def test_where_no_file_can_be(self):
        self.made()
        os.makedirs(self.path("shut"))
        os.chmod(self.path("shut"), 0o555)
        out = "/sys/out.tif" if os.geteuid() == 0 else self.path("shut/out.tif")
        self.expect_refusal(1, [f"cannot write '{out}'", "denied"], "filter_image", BLUR, PIECES,
                            self.input, out)
        self.expect_refusal(2, ["would replace"], "filter_image", BLUR, PIECES, self.input,
                            self.input)


unittest.main()
