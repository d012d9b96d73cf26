#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Many files in one call: where their results go, what they are, and in which order they are told.
bad_files_test.py has what is wrong with files."""
import os
import re
import unittest

from sample_tools import SampleTest, cv2, np, picture

BLUR = "--gaussian=2"


class ManyFiles(SampleTest):
    def pictures(self):
        """Of several sizes and depths, some alike, so that plans are kept and made anew."""
        fruits, building = picture("fruits.jpg"), picture("building.jpg")
        images = [fruits, fruits[::-1], building[:97, :131], building, fruits[..., 0],
                  building.astype(np.uint16) * 257, fruits[:, ::-1]]
        return [self.write(f"{i}.png", image) for i, image in enumerate(images)], images

    def test_each_result_is_its_own_image_s(self):
        files, images = self.pictures()
        taps = np.random.default_rng(1).random((31, 31))
        np.savetxt(self.path("taps.txt"), taps)
        _, errors = self.run_sample("filter_image", "--taps", self.path("taps.txt"), "--normalize",
                                    "--correlate", "--output", self.path("out"), *files)
        for file, image in zip(files, images):
            expected = cv2.filter2D(image.astype(float), -1, taps / taps.sum())
            off = np.abs(self.read(f"out/{os.path.basename(file)}") - expected).max()
            self.assertLessEqual(off, 1)
        self.assertEqual(sorted(re.findall(r"\d\.png", errors)),
                         [os.path.basename(file) for file in files])
        self.assertIn("[7/7]", errors)

    def test_lines_come_in_the_order_of_the_files(self):
        files, _ = self.pictures()
        large = self.write("large.png", cv2.resize(picture("fruits.jpg"), (2000, 2000)))
        files = [large, *files, self.path("none.png"), files[0]]
        files[-1] = self.write("last.png", picture("fruits.jpg"))
        out, _ = self.run_sample("denoise_image", "--output", self.path("out"), *files, status=1)
        self.assertEqual([line.split(": sigma")[0] for line in out.splitlines()],
                         [file for file in files if "none" not in file])

    def test_names(self):
        image = picture("fruits.jpg")[:40, :50]
        first, second = self.write("a.jpg", image), self.write("b.b.png", image)
        for program in ("filter_image", "deblur"):
            self.run_sample(program, BLUR, "--output", self.path(program + "/{}/s_{}.tiff"), first,
                            second)
            self.assertEqual(self.read(program + "/a/s_a.tiff").shape, image.shape)
            self.assertEqual(self.read(program + "/b.b/s_b.b.tiff").shape, image.shape)
        self.run_sample("filter_image", BLUR, "--output", self.path("one/"), second)
        self.read("one/b.b.png")
        self.run_sample("filter_image", BLUR, "--output", self.path("{}_one.png"), first)
        self.read("a_one.png")

    def test_names_that_are_wrong(self):
        image = picture("fruits.jpg")[:40, :50]
        first, second = self.write("a.jpg", image), self.write("a.png", image)
        before = sorted(os.listdir(self.folder))
        for status, words, *arguments in (
                (2, ["a.jpg", "a.png", "would both be", "o/a.png"], "--output",
                 self.path("o/{}.png"), first, second),
                (2, ["would replace", "a.jpg"], "--output", self.path("{}.jpg"), first),
                (1, ["must be a folder", "{}"], "--output", second, first, second),
                (2, ["3 operands", "INPUT OUTPUT, or IMAGE... --output PATH"], first, second,
                 self.path("c.png")),
                (2, ["1 operand is", "--output PATH"], first)):
            self.expect_refusal(status, words, "filter_image", BLUR, *arguments)
            self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_formats_that_are_read_alone(self):
        image = picture("fruits.jpg")[:41, :53]
        bits = (image[..., 0] > 128).astype(np.uint8) * 255
        radiance = self.path("r.hdr")
        self.assertTrue(cv2.imwrite(radiance, image.astype(np.float32) / 255))
        bitmap = self.write("b.pbm", bits)
        self.run_sample("filter_image", BLUR, radiance, self.path("r.tiff"))
        self.run_sample("filter_image", BLUR, bitmap, self.path("b.png"))
        self.assertEqual(self.read("r.tiff").dtype, np.float32)
        np.testing.assert_allclose(cv2.blur(self.read("r.tiff"), (5, 5)),
                                   cv2.blur(cv2.GaussianBlur(image / 255, (0, 0), 2), (5, 5)),
                                   atol=0.02)
        self.assertLessEqual(
            np.abs(self.read("b.png") - cv2.GaussianBlur(bits.astype(float), (0, 0), 2)).max(), 2)
        for name, holds in (("r.hdr", ".tiff .pfm"), ("b.pbm", ".png .tiff")):
            self.expect_refusal(1, ["is no format that is written", holds], "filter_image", BLUR,
                                "--output", self.path("o/"), self.path(name))


unittest.main()
