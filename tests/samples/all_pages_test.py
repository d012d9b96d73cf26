#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""--page=all: each page of a TIFF is worked on as if it were a file of its own, and the result has
as many pages, each with its tags."""
import os
import sys
import unittest

from sample_tools import SampleTest, cv2, np

try:
    import tifffile
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-tifffile)")
    sys.exit(77)

# Pages of other sizes, types and channels.
PAGES = (((40, 52, 3), "uint8"), ((40, 52), "uint16"), ((64, 33), "float32"),
         ((40, 52, 4), "uint8"), ((48, 48), "uint8"))
PROGRAMS = {"filter_image": ("--taps", "taps.txt", "--edge", "replicate"),
            "denoise_image": ("--sigma", "20"),
            "deblur": ("--gaussian", "0.8")}


def pixels(shape, dtype, seed):
    random = np.random.default_rng(seed)
    if dtype == "float32":
        return random.random(shape, dtype)
    return random.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


class AllPages(SampleTest):
    def setUp(self):
        super().setUp()
        with open(self.path("taps.txt"), "w", encoding="ascii") as file:
            file.write("1 2 1\n0 3 0\n1 0 5\n")

    def written(self, pages=PAGES, **how):
        """A TIFF of several pages, each with tags of its own."""
        with tifffile.TiffWriter(self.path("in.tif"), **how) as file:
            for number, (shape, dtype) in enumerate(pages):
                colours = len(shape) == 3
                file.write(pixels(shape, dtype, number), metadata=None,
                           photometric="rgb" if colours else "minisblack",
                           extrasamples=["unassalpha"] if colours and shape[2] == 4 else None,
                           description=f"page {number}", resolution=(100 + number, 50),
                           resolutionunit="INCH")
        return self.path("in.tif")

    def run_on(self, program, source, result, *options, status=0):
        arguments = [self.path(word) if word == "taps.txt" else word
                     for word in PROGRAMS[program]]
        return self.run_sample(program, *arguments, *options, "--output", self.path(result), source,
                               status=status)

    def test_each_page_is_what_it_is_alone(self):
        source = self.written()
        for program in PROGRAMS:
            with self.subTest(program):
                self.run_on(program, source, "all.tif", "--page", "all")
                with tifffile.TiffFile(self.path("all.tif")) as all_of_them:
                    self.assertEqual(len(all_of_them.pages), len(PAGES))
                    for number, page in enumerate(all_of_them.pages):
                        self.run_on(program, source, "one.tif", "--page", number + 1)
                        with tifffile.TiffFile(self.path("one.tif")) as one:
                            alone = one.pages[0]
                            self.assertEqual(page.dtype, np.dtype(PAGES[number][1]))
                            self.assertTrue(np.array_equal(page.asarray(), alone.asarray()))
                            self.assertEqual(page.description, f"page {number}")
                            for name in ("XResolution", "YResolution", "ResolutionUnit"):
                                self.assertEqual(page.tags[name].value, alone.tags[name].value)
                            self.assertEqual(page.tags["XResolution"].value[0]
                                             / page.tags["XResolution"].value[1], 100 + number)
                            self.assertEqual(page.extrasamples, alone.extrasamples)

    def test_pages_are_filtered_right(self):
        source = self.written()
        self.run_on("filter_image", source, "all.tif", "--page=all")
        # Convolution is cv2's correlation by turned taps.
        taps = np.array([[1, 2, 1], [0, 3, 0], [1, 0, 5]], np.float64)[::-1, ::-1]
        with tifffile.TiffFile(self.path("all.tif")) as result:
            for number, (shape, dtype) in enumerate(PAGES):
                image = pixels(shape, dtype, number)
                wanted = cv2.filter2D(image.astype(float), -1, taps,
                                      borderType=cv2.BORDER_REPLICATE)
                if dtype != "float32":
                    wanted = np.clip(np.rint(wanted), 0, np.iinfo(dtype).max)
                if shape[2:] == (4,):
                    wanted[..., 3] = image[..., 3]
                worst = np.abs(result.pages[number].asarray() - wanted).max()
                self.assertLessEqual(worst, 1e-5 if dtype == "float32" else 1, number)

    def test_big_endian_and_big_tiffs(self):
        pages = PAGES[:2]
        for how in ({"bigtiff": True}, {"byteorder": ">"}):
            source = self.written(pages, **how)
            self.run_on("filter_image", source, "all.tif", "--page", "all")
            with tifffile.TiffFile(self.path("all.tif")) as result:
                self.assertEqual([page.shape for page in result.pages], [one[0] for one in pages])

    def test_one_page_is_a_file_of_one(self):
        source = self.written(PAGES[:1])
        self.run_on("filter_image", source, "all.png", "--page", "all")
        self.run_on("filter_image", source, "one.png")
        self.assertTrue(np.array_equal(self.read("all.png"), self.read("one.png")))

    def test_formats_without_pages_are_refused(self):
        source = self.written()
        for program in PROGRAMS:
            for ending in (".png", ".jpg"):
                _, said = self.run_on(program, source, "all" + ending, "--page", "all", status=1)
                self.assertIn(f"has {len(PAGES)} pages", said)
                self.assertIn(".tif", said)
                self.assertFalse(os.path.exists(self.path("all" + ending)))

    def test_a_damaged_page_leaves_no_result(self):
        source = self.written()
        with tifffile.TiffFile(source) as file:
            last = file.pages[-1].dataoffsets[0]
        with open(source, "r+b") as file:
            file.truncate(last + 100)
        self.run_on("filter_image", source, "all.tif", "--page", "all", status=1)
        self.assertFalse(os.path.exists(self.path("all.tif")))

    def test_other_words(self):
        source = self.written()
        self.run_on("filter_image", source, "out.tif", status=1)
        _, said = self.run_on("filter_image", source, "out.tif", "--page", "every", status=2)
        self.assertIn("or 'all' is expected", said)
        _, said = self.run_on("filter_image", source, "out.tif", "--page", "all", "--pieces", "8",
                              status=2)
        self.assertIn("--pieces works on one page", said)


if __name__ == "__main__":
    unittest.main()
