#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files that cannot be read or written, one by one and in batches: each is said, none blocks or
ends a batch, and nothing half-written stays."""
import os
import resource
import struct
import unittest
import zlib

from sample_tools import SampleTest, cv2, np, picture

BLUR = "--gaussian=2"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_header(width, height, interlaced=0):
    """A PNG file that claims this size, and has a hundred bytes of pixels."""
    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, interlaced)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(b"\0" * 100))
            + chunk(b"IEND", b""))


def tiff_header(width, height, compression=1, bits=8):
    tags = [(256, 4, width), (257, 4, height), (258, 3, bits), (259, 3, compression), (262, 3, 1),
            (273, 4, 8),
            (277, 3, 1), (278, 4, height), (279, 4, 10)]
    return (b"II*\0" + struct.pack("<I", 20) + b"0123456789ab" + struct.pack("<H", len(tags))
            + b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags)
            + b"\0\0\0\0")


class Files(SampleTest):
    def setUp(self):
        super().setUp()
        self.small = picture("fruits.jpg")[:60, :80]

    def raw(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def folder_of(self, *names):
        os.makedirs(self.path(os.path.join(*names)))
        return self.path(os.path.join(*names))

    def names(self, folder=""):
        return sorted(os.listdir(self.path(folder)))


class Reading(Files):
    def refused(self, path, *words):
        self.expect_refusal(1, [path, *words], "filter_image", BLUR, path, self.path("out.png"))
        self.assertNotIn("out.png", self.names())

    def test_what_is_no_file(self):
        os.mkfifo(self.path("pipe.png"))
        os.symlink("/dev/zero", self.path("zero.png"))
        self.refused(self.path("pipe.png"), "pipe or a device", "a file is expected")
        self.refused(self.path("zero.png"), "pipe or a device")
        self.refused(self.folder_of("folder.png"), "it is a folder")
        self.refused(self.raw("empty.png", b""), "it is empty")
        os.symlink("loop.png", self.path("loop.png"))
        self.refused(self.path("loop.png"), "symbolic links")

    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_what_may_not_be_read(self):
        os.chmod(self.write("mine.png", self.small), 0)
        self.refused(self.path("mine.png"), "Permission denied")

    def test_small_files_that_claim_to_be_huge(self):
        for name, data in (("huge.png", png_header(60000, 60000)),
                           ("huge.tif", tiff_header(60000, 60000)),
                           ("huge.ppm", b"P6 60000 60000 255\n123")):
            self.refused(self.raw(name, data), "more pixels", "2^30")
        for name, data in (("large.png", png_header(30000, 30000)),
                           ("large.tif", tiff_header(30000, 30000)),
                           ("large.ppm", b"P6 30000 30000 255\n123")):
            self.refused(self.raw(name, data), "damaged")

    @unittest.skipIf("FFTCORE_SANITIZED" in os.environ, "a sanitizer takes more memory")
    def test_memory_is_not_taken_for_what_is_only_claimed(self):
        data = bytearray(cv2.imencode(".jpg", self.small)[1].tobytes())
        at = data.index(b"\xff\xc0") + 5
        data[at:at + 4] = struct.pack(">HH", 30000, 30000)
        limit = resource.getrlimit(resource.RLIMIT_DATA)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_DATA, limit)
        resource.setrlimit(resource.RLIMIT_DATA, (400 << 20, limit[1]))
        for name, data in (("wide.png", png_header(0x6f464673, 3, interlaced=1)),
                           ("rows.png", png_header(1 << 20, 1 << 10, interlaced=1)),
                           ("large.jpg", bytes(data)), ("lzw.tif", tiff_header(16000, 16000, 5)),
                           ("deflate.tif", tiff_header(16000, 16000, 8)),
                           ("4_bits.tif", tiff_header(16000, 16000, 5, bits=4))):
            self.refused(self.raw(name, data), "claims")
        for kind in (b"iTXt", b"zTXt", b"eXIf", b"iCCP", b"acTL", b"TXtx"):
            claim = struct.pack(">I4s", 0x70000000, kind) + b"XML:com.adobe.xmp\0\0"
            self.refused(self.raw("chunk.png", png_header(4, 4)[:33] + claim), "claims")

    def test_damaged(self):
        with open(self.write("whole.png", self.small), "rb") as file:
            data = file.read()
        self.refused(self.raw("cut.png", data[:len(data) // 2]), "damaged")
        self.refused(self.raw("text.png", b"1 2 3\n"), "no image")

    def test_pam_with_colours(self):
        for depth, kind in ((3, b"RGB"), (4, b"RGB_ALPHA")):
            head = b"P7\nWIDTH 8\nHEIGHT 4\nDEPTH %d\nMAXVAL 255\nTUPLTYPE %b\nENDHDR\n"
            self.refused(self.raw("in.pam", head % (depth, kind) + bytes(32 * depth)), "PAM")

    def test_content_counts_not_the_name(self):
        self.write("a.jpg", self.small)
        os.rename(self.path("a.jpg"), self.path("a.png"))
        self.run_sample("filter_image", BLUR, self.path("a.png"), self.path("out.png"))
        self.assertEqual(self.read("out.png").shape, self.small.shape)


class Writing(Files):
    def refused(self, image, name, *words):
        out = os.path.join(self.folder, name)  # as it is where absolute
        self.expect_refusal(1, [out, *words], "filter_image", BLUR, image, out)

    def test_formats_that_would_change_the_image(self):
        colour, grey = self.write("c.png", self.small), self.write("g.png", self.small[..., 0])
        deep = self.write("d.png", self.small.astype(np.uint16) * 257)
        alpha = self.write("a.png", cv2.cvtColor(self.small, cv2.COLOR_BGR2BGRA))
        floats = self.write("f.tiff", self.small.astype(np.float32))
        for image, name, words in (
                (colour, "o.hdr", ".hdr is no format that is written"),
                (grey, "o.pbm", ".pbm is no"),
                (floats, "o.hdr", "one of .tiff .pfm .exr is expected"),
                (colour, "o.pgm", ".pgm holds no colour"), (grey, "o.webp", ".webp holds no grey"),
                (deep, "o.bmp", "16 bits; one of .png .tiff .ppm .pnm is expected"),
                (floats, "o.png", "floating-point samples"), (colour, "o.pfm", "8 bits"),
                (alpha, "o.jpg", "alpha; one of .png .tiff .webp is expected"),
                (colour, "o", "ending of its name"), (colour, "o.txt", ".txt is no format")):
            before = self.names()
            self.refused(image, name, words)
            self.assertEqual(self.names(), before)

    def test_formats_that_do_not(self):
        endings = {(3, np.uint8): "png tiff jpg bmp webp ppm pnm",
                   (1, np.uint16): "png tif pgm pnm",
                   (3, np.float32): "tiff pfm", (4, np.uint8): "PNG tiff webp"}
        for (channels, kind), names in endings.items():
            image = np.dstack([self.small, self.small[..., 0]])[..., :channels].astype(kind)
            self.write("in.tiff", image)
            for ending in names.split():
                out = f"o{channels}.{ending}"
                self.run_sample("filter_image", BLUR, self.path("in.tiff"), self.path(out))
                found = self.read(out)
                self.assertEqual((found.dtype, found.size), (image.dtype, image.size), out)

    def test_where_no_file_can_be(self):
        image = self.write("in.png", self.small)
        self.refused(image, "none/out.png", "there is no folder")
        self.folder_of("shut")
        os.chmod(self.path("shut"), 0o555)
        self.refused(image, "/sys/out.png" if os.geteuid() == 0 else "shut/out.png", "denied")
        os.mkfifo(self.path("pipe.png"))
        self.refused(image, "pipe.png", "no file")

    def test_open_streams_and_modes(self):
        """TIFF is written at places of a file, so it would overwrite what a stream has before."""
        image = self.write("in.png", self.small)
        with open(self.path("all"), "wb", buffering=0) as file:
            file.write(b"head")
            for name in ("out.tif", "out.png"):
                os.symlink(f"/proc/{os.getpid()}/fd/{file.fileno()}", self.path(name))
            self.refused(image, "out.tif", "a stream that is open")
            self.run_sample("filter_image", BLUR, image, self.path("out.png"))
        with open(self.path("all"), "rb") as file:
            self.assertEqual(file.read(12), b"head\x89PNG\r\n\x1a\n")
        for name in ("mine.png", "mine.tif"):
            os.chmod(self.raw(name, b"before"), 0o600)
            self.run_sample("filter_image", BLUR, image, self.path(name))
            self.assertEqual(os.stat(self.path(name)).st_mode & 0o777, 0o600, name)

    def test_a_full_disk_leaves_what_was_there(self):
        image = self.write("in.png", np.random.default_rng(1).integers(0, 256, (200, 200, 3)))
        self.raw("out.png", b"before")
        before = self.names()
        self.addCleanup(resource.setrlimit, resource.RLIMIT_FSIZE,
                        resource.getrlimit(resource.RLIMIT_FSIZE))
        resource.setrlimit(resource.RLIMIT_FSIZE,
                           (20000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
        self.refused(image, "out.png", "File too large")
        self.assertEqual(self.names(), before)
        with open(self.path("out.png"), "rb") as file:
            self.assertEqual(file.read(), b"before")


class Names(Files):
    """Results that would replace each other, or what is read."""

    def setUp(self):
        super().setUp()
        self.folder_of("d1")
        self.folder_of("d2")
        self.first, self.second = (self.write(f"{folder}/a.png", self.small)
                                   for folder in ("d1", "d2"))

    def test_two_results_of_one_name(self):
        for program, option, more in (("deblur", "--output", [BLUR]),
                                      ("filter_image", "--output", [BLUR]),
                                      ("denoise_image", "--output", []),
                                      ("find_template", "--output", [self.first]),
                                      ("register_images", "--aligned", [self.first])):
            self.expect_refusal(2, [self.first, self.second, "would both be", "res/a.png"], program,
                                option, self.path("res"), *more, self.first, self.second)
            self.assertNotIn("res", self.names())

    def test_two_kinds_of_results(self):
        self.expect_refusal(2, [self.second, "would both be"], "register_images", self.first,
                            self.second, "--aligned", self.path("o.png"), "--difference",
                            self.path("d1/../o.png"))

    def test_a_result_where_an_input_is(self):
        os.symlink("d1", self.path("link"))
        for out in (self.first, self.path("d1"), self.path("link/a.png"), self.path("d2/../d1")):
            self.expect_refusal(2, [self.first, "would replace"], "deblur", BLUR, self.first,
                                "--output", out)
        self.expect_refusal(2, ["would replace"], "filter_image", BLUR, self.first, self.first)
        self.expect_refusal(2, [self.first, "would replace"], "find_template", self.first,
                            self.second, "--output", self.first)
        np.testing.assert_array_equal(self.read("d1/a.png"), self.small)


class Batches(Files):
    def test_one_broken_file_does_not_end_it(self):
        good = [self.write(name, self.small) for name in ("a.png", "d.png")]
        broken = [self.raw("b.png", b"no image"), self.path("c.png")]
        files = [good[0], *broken, good[1]]
        for program, option, more in (("deblur", "--output", [BLUR]),
                                      ("filter_image", "--output", [BLUR]),
                                      ("denoise_image", "--output", []),
                                      ("find_template", "--output", [self.write("t.png",
                                                                     self.small[10:40, 10:40])]),
                                      ("register_images", "--aligned", [self.write("r.png",
                                                                                   self.small)])):
            out = "of_" + program
            _, errors = self.run_sample(program, option, self.path(out), *more, *files, status=1)
            self.assertEqual(self.names(out), ["a.png", "d.png"])
            last = errors.split(f"{program}: ")[-1]
            self.assertRegex(last, "(?s)^2 of 4 images failed:\n.*b.png.*no image.*\n.*c.png.*"
                                   "No such")
            self.assertNotIn("a.png", last)


    def test_a_full_disk_and_a_folder_do_not_end_it(self):
        noise = np.random.default_rng(1).integers(0, 256, (200, 200, 3))
        files = [self.write("large.png", noise), self.folder_of("folder.png"),
                 self.write("small.png", self.small[:20, :20])]
        self.addCleanup(resource.setrlimit, resource.RLIMIT_FSIZE,
                        resource.getrlimit(resource.RLIMIT_FSIZE))
        resource.setrlimit(resource.RLIMIT_FSIZE,
                           (20000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
        for program, *options in (("filter_image", BLUR), ("deblur", BLUR, "--lambda=0.01"),
                                  ("denoise_image",)):
            out = "of_" + program
            self.expect_refusal(1, ["2 of 3 images failed", "File too large", "it is a folder"],
                                program, *options, "--output", self.path(out), *files)
            self.assertEqual(self.names(out), ["small.png"])


class Numbers(Files):
    def test_beyond_single_precision(self):
        image, out = self.write("in.png", self.small), self.path("out.png")
        for text in ("1e39", "-1e300", "1e999", "1e-300", "1e-320"):
            self.expect_refusal(2, ["--gain", text, "3.4e38"], "filter_image", BLUR,
                                "--gain=" + text, image, out)
        for text in ("nan", "inf", "-infinity", "", "1e"):
            self.expect_refusal(2, ["--gain", "a number is expected"], "filter_image", BLUR,
                                "--gain=" + text, image, out)
        deep = self.write("deep.png", self.small.astype(np.uint16))
        self.expect_refusal(1, ["offset", "3.4e38"], "filter_image", BLUR, "--offset=3e38", deep,
                            out)
        self.expect_refusal(2, ["--threshold", "3.4e38"], "find_template", "--threshold=1e99",
                            image, image)
        self.assertEqual(self.names(), ["deep.png", "in.png"])


unittest.main()
