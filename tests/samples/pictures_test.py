#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Image files as many programs write them, through the samples: every result is the whole, right
one, with its tags, or there is an error and no result."""
import os
import sys
import unittest

from sample_tools import SampleTest, cv2, np

try:
    import picture_damages
    import picture_table as table
    import tifffile
    from PIL import Image
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-tifffile, python3-pil)")
    sys.exit(77)

# y[n] = x[n - 1] along rows: exact, and not the same the other way round.
TAPS = "0 0 1\n"


def moved(image):
    return np.concatenate([image[:, :1], image[:, :-1]], 1)


class Files(SampleTest):
    def setUp(self):
        super().setUp()
        with open(self.path("taps.txt"), "w", encoding="ascii") as file:
            file.write(TAPS)

    def filtered(self, path, result, *options):
        self.run_sample("filter_image", "--taps", self.path("taps.txt"), "--edge", "replicate",
                        *options, path, self.path(result))
        return self.path(result)


class Pictures(Files):
    def check(self, case, found, alpha):
        shown = case.shown
        if case.alpha == "none" or shown.ndim == 2 or shown.shape[2] in (2, 4) and alpha is None:
            expected = moved(shown)
        elif shown.shape[2] in (2, 4):
            expected = np.concatenate([moved(shown[..., :-1]), shown[..., -1:]], -1)
        else:
            expected = moved(shown)
        self.assertEqual(found.dtype, shown.dtype)
        self.assertEqual(found.shape, expected.shape)
        worst = np.abs(found.astype(float) - expected).max()
        limit = max(1e-6 if found.dtype.kind == "f" else 0, case.tolerance)
        self.assertLessEqual(worst, limit)

    def written(self, cases):
        """The files of a table's rows in a folder, by number."""
        os.mkdir(self.path("in"))
        paths = [self.path(f"in/{number:03}{case.ending}") for number, case in enumerate(cases)]
        for path, case in zip(paths, cases):
            case.write(path)
        return paths

    def results(self, paths, folder, *options, status=0):
        """What comes of files, in one run: by the files' numbers, and what was said."""
        _, errors = self.run_sample("filter_image", "--taps", self.path("taps.txt"), "--edge",
                                    "replicate", *options, "--output",
                                    self.path(folder + "/{}.tif"), *paths, status=status)
        return {name[:-4]: os.path.join(self.path(folder), name)
                for name in os.listdir(self.path(folder))}, errors

    def test_all_of_the_table(self):
        cases = list(table.cases())
        self.assertGreaterEqual(len(cases), 90)
        paths = self.written(cases)
        found = {}
        for page in sorted({case.page for case in cases}):
            of_page = [path for path, case in zip(paths, cases) if case.page == page]
            some, _ = self.results(of_page, f"out{page}", *(["--page", page] if page else []))
            found |= some
        for number, case in enumerate(cases):
            with self.subTest(case.name), tifffile.TiffFile(found[f"{number:03}"]) as file:
                page = file.pages[0]
                extras = [one.name for one in page.extrasamples]
                if case.alpha:
                    self.assertEqual(extras, ["UNSPECIFIED" if case.alpha == "none"
                                              else case.alpha])
                self.check(case, page.asarray(),
                           None if case.alpha == "none" else extras or None)

    def test_pieces_show_the_same(self):
        """Pixels stay as they lie there, and taps are turned."""
        cases = [case for case in table.cases() if case.ending == ".tif" and case.page == 0
                 and case.what != "fax" and "palette" not in case.what]
        self.assertGreaterEqual(len(cases), 40)
        paths = self.written(cases)
        pieces, _ = self.results(paths, "pieces", "--pieces=1")
        whole, _ = self.results(paths, "whole")
        # Once more, so that what lies otherwise is turned.
        pieces, _ = self.results(sorted(pieces.values()), "pieces-again")
        whole, _ = self.results(sorted(whole.values()), "whole-again")
        for number, case in enumerate(cases):
            with self.subTest(case.name):
                left, right = (tifffile.imread(files[f"{number:03}"]) for files in (pieces, whole))
                self.assertTrue(np.array_equal(left, right))

    def test_what_is_damaged_has_no_result(self):
        damages = list(picture_damages.damages())
        paths = [self.path(f"{number:03}{damage.ending}") for number, damage in enumerate(damages)]
        for path, damage in zip(paths, damages):
            with open(path, "wb") as file:
                file.write(damage.data)
        found, errors = self.results(paths, "none", status=1)
        for number, (path, damage) in enumerate(zip(paths, damages)):
            with self.subTest(damage.what):
                self.assertNotIn(f"{number:03}", found)
                # The line of progress, and that of the reason.
                self.assertEqual(sum(path in line for line in errors.splitlines()), 2)
        # Nothing is said but by us.
        self.assertEqual(len(errors.splitlines()), 2 * len(damages) + 1, errors)

    def test_an_orientation_that_is_none_is_told_once(self):
        image = table.pixels(1)
        path = self.path("odd.tif")
        for value in (0, 9):
            with open(path, "wb") as file:
                file.write(table.one_strip(image, image.tobytes(), 1, {274: [value]}))
            said = f"warning: '{path}': its tag Orientation is {value}, where TIFF has 1 to 8;"
            for program, *words in (("filter_image", "--gaussian=1", path, self.path("o.tif")),
                                    ("filter_image", "--gaussian=1", "--pieces=1", path,
                                     self.path("o.tif")),
                                    ("denoise_image", path, "--output", self.path("o.tif")),
                                    ("find_template", self.path("t.png"), path)):
                cv2.imwrite(self.path("t.png"), image[2:12, 3:15])
                _, errors = self.run_sample(program, *words)
                self.assertEqual(errors.count(said), 1, errors)
            for orientation in (3, 1):  # what is turned is not told
                tifffile.imwrite(path, image, extratags=[(274, 3, 1, orientation, True)])
                _, errors = self.run_sample("filter_image", "--gaussian=1", path,
                                            self.path("o.tif"))
                self.assertNotIn("warning", errors)

    def test_several_pages_are_named(self):
        case = next(case for case in table.cases() if case.what == "page 2 of three")
        case.write(self.path("stack.tif"))
        stack, out = self.path("stack.tif"), self.path("o.tif")
        grey = Image.fromarray(table.smooth()).convert("L")
        grey.save(self.path("moving.png"), save_all=True, append_images=[grey.rotate(90)])
        grey.save(self.path("grey.png"))
        any_of, one_of = "--page N says which one is meant, 1 to 3, and --page all means each", (
            "{} N says which one is meant, 1 to 3").format
        for what, program, *arguments in (
                (any_of, "filter_image", "--gaussian=1", stack, out),
                (any_of, "denoise_image", stack, "--output", out),
                (any_of, "deblur", "--gaussian=1", stack, "--output", out),
                (one_of("--page"), "filter_image", "--gaussian=1", "--pieces=1", stack, out),
                (one_of("--template-page"), "find_template", stack, stack),
                (one_of("--page"), "find_template", "--template-page=1", stack, stack),
                (one_of("--reference-page"), "register_images", stack, stack),
                (one_of("--page"), "register_images", "--reference-page=1", stack, stack),
                ("a file of one page is expected", "filter_image", "--taps", stack, stack, out),
                ("a file of one page is expected", "find_template", "--mask", stack, stack, stack)):
            words = "it has 3 pages; " + what + "\n"
            self.expect_refusal(1, ["stack.tif", words], program, *arguments)
            self.assertFalse(os.path.exists(out))
        moving = self.path("moving.png")
        for what, program, *arguments in (
                ("with --page 1 the", "filter_image", "--gaussian=1", moving, out),
                ("with --page 1 the", "filter_image", "--page=all", "--gaussian=1", moving, out),
                ("with --template-page 1 the", "find_template", moving, moving),
                ("a file of one picture", "filter_image", "--taps", moving, moving, out)):
            self.expect_refusal(1, ["moving.png", "an animation of 2 pictures; " + what], program,
                                *arguments)
        self.expect_refusal(1, ["has 3 pages, and page 4"], "filter_image", "--gaussian=1",
                            "--page=4", self.path("stack.tif"), self.path("o.tif"))
        found, _ = self.run_sample("register_images", "--page=2", "--reference-page=2",
                                   self.path("stack.tif"), self.path("stack.tif"))
        self.assertIn("dx=0.000", found.replace("-0.000", "0.000"))


class Tags(Files):
    def test_profile_exif_and_resolution(self):
        image = Image.fromarray(table.smooth())
        icc, exif = table.profile(), b"Exif\0\0" + table.exif(6)
        for ending in (".jpg", ".png"):
            image.save(self.path("in" + ending), exif=exif, icc_profile=icc, dpi=(300, 150),
                       quality=95)
            for result in (".jpg", ".png", ".tif"):
                done = Image.open(self.filtered(self.path("in" + ending), "out" + result))
                self.assertEqual(done.size, image.size[::-1])  # it is upright
                self.assertEqual(done.info["icc_profile"], icc)
                x, y = done.info["dpi"]
                self.assertAlmostEqual(float(x), 150, delta=0.02)
                self.assertAlmostEqual(float(y), 300, delta=0.02)
                if result != ".tif":
                    self.assertEqual(done.getexif()[0x112], 1)
                    self.assertEqual(done.getexif()[0x10f], "maker")

    def test_tiff_to_tiff(self):
        place = (33922, 12, 6, (0.0, 0.0, 0.0, 5.0, 6.0, 7.0), True)
        tifffile.imwrite(self.path("in.tif"), table.pixels(1), description="scan 7",
                         resolution=(10, 20), resolutionunit="CENTIMETER", metadata=None,
                         extratags=[table.icc_tag(table.profile("GRAY")), place,
                                    (42112, 2, 6, "<GDAL>", True), (65000, 3, 3, (1, 2, 3), True)])
        for options in ([], ["--pieces=1"]):
            done = self.filtered(self.path("in.tif"), "out.tif", *options)
            with tifffile.TiffFile(done) as file:
                tags = {tag.code: tag.value for tag in file.pages[0].tags}
            self.assertEqual(tags[270], "scan 7")
            self.assertEqual(tags[34675], table.profile("GRAY"))
            self.assertEqual(tags[33922], place[3])
            self.assertEqual(tags[42112], "<GDAL>")
            self.assertEqual(tags[65000], (1, 2, 3))
            self.assertEqual((tags[282][0] / tags[282][1], tags[296]), (10, 3))

    def test_alpha_is_as_the_format_has_it(self):
        image = table.pixels(4)
        image[..., 3] |= 64
        image[..., :3] = (image[..., :3] * (image[..., 3:] / 255)).astype(np.uint8)
        tifffile.imwrite(self.path("in.tif"), image, photometric="rgb",
                         extrasamples=["assocalpha"], metadata=None)
        found = cv2.imread(self.filtered(self.path("in.tif"), "out.png"), cv2.IMREAD_UNCHANGED)
        expected = moved(image[..., :3]) * 255.0 / image[..., 3:]
        expected = np.clip(expected, 0, 255)
        self.assertLessEqual(np.abs(found[..., 2::-1] - expected).max(), 0.51)


    def test_texts_of_exif_are_no_longer_there(self):
        """They would turn the result once more."""
        case = next(case for case in table.cases() if case.what.startswith("PNG of orientation 6"))
        case.write(self.path("in.png"))
        done = Image.open(self.filtered(self.path("in.png"), "out.png"))
        self.assertEqual(done.getexif()[0x112], 1)
        self.assertEqual(done.getexif()[0x10f], "maker")
        self.assertFalse([key for key in done.info if key.startswith("Raw profile")])


class Taps(Files):
    def test_pictures_are_taps(self):
        kernel = np.array([[1, 2, 3], [0, 7, 0]], np.uint8)
        image = table.pixels(1)
        tifffile.imwrite(self.path("image.tif"), image)
        for name, write in (("k.png", lambda path: cv2.imwrite(path, kernel)),
                            ("k16.png", lambda path: cv2.imwrite(path, kernel.astype("u2") * 257)),
                            ("rgb.png", lambda path: cv2.imwrite(path, np.dstack([kernel] * 3))),
                            ("k.tif", lambda path: tifffile.imwrite(path, kernel.astype("f4"))),
                            ("turned.tif", lambda path: tifffile.imwrite(
                                path, table.turned(kernel, 6), photometric="minisblack",
                                extratags=[(274, 3, 1, 6, True)]))):
            write(self.path(name))
            found = {}
            np.save(self.path("k.npy"), kernel.astype("f8"))
            for taps in (name, "k.npy"):
                self.run_sample("filter_image", "--normalize", "--taps", self.path(taps),
                                self.path("image.tif"), self.path("o.png"))
                found[taps] = self.read("o.png")
            self.assertTrue(np.array_equal(found[name], found["k.npy"]), name)

    def test_what_has_no_meaning_as_taps(self):
        colours, clear = table.pixels(), table.pixels(4)
        clear[..., :3] = clear[..., :1]
        cv2.imwrite(self.path("colours.png"), colours)
        cv2.imwrite(self.path("clear.png"), clear)
        tifffile.imwrite(self.path("image.tif"), table.pixels(1))
        for name, word in (("colours.png", "channels differ"), ("clear.png", "transparent")):
            self.expect_refusal(1, [name, word], "filter_image", "--taps", self.path(name),
                                self.path("image.tif"), self.path("o.png"))


unittest.main()
