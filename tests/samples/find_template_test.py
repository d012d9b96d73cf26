#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""find_template on real pictures against OpenCV's matchTemplate, as they are, with masks, turned
and scaled; wrong input."""
import json
import os
import unittest

from sample_tools import PICTURES, SampleTest, cv2, np, picture

METHODS = {"ccoeff-normed": cv2.TM_CCOEFF_NORMED, "ccorr-normed": cv2.TM_CCORR_NORMED,
           "ccorr": cv2.TM_CCORR}


def luma(image):
    return (image[..., :3].astype(np.float32) @ np.float32([0.114, 0.587, 0.299])).astype(
        np.float32)


def allowed_beside(scores, peak):
    """How far a place may be from a peak (search.h). Scores are known to 1e-4."""
    if peak in (0, len(scores) - 1):
        return 0
    before, at, after = scores[peak - 1:peak + 2].astype(float)
    near, far = (np.sqrt(max(0, 1 - score) + 1e-4) for score in (at, max(before, after)))
    return near / (near + far)


class FindTemplate(SampleTest):
    def places(self, *arguments, status=0):
        out, _ = self.run_sample("find_template", "--json", *arguments, status=status)
        return [json.loads(line) for line in out.splitlines()]

    def test_scores_are_those_of_opencv(self):
        image = picture("building.jpg")
        pattern = image[200:248, 300:364]
        for method, code in METHODS.items():
            with self.subTest(method):
                found = self.places(f"--method={method}", "--max-peaks=5", "--threshold=0.5",
                                    self.write("t.png", pattern),
                                    self.write("i.png", image))
                surface = cv2.matchTemplate(luma(image), luma(pattern), code)
                self.assertEqual(len(found), 5)
                self.assertAlmostEqual(found[0]["score"] / surface.max(), 1, delta=1e-4)
                for place in found:
                    x, y = round(place["x"]), round(place["y"])
                    at = surface[max(0, y - 1):y + 2, max(0, x - 1):x + 2].max()
                    self.assertAlmostEqual(place["score"] / at, 1, delta=1e-4)
                    self.assertEqual((place["width"], place["height"]), (64, 48))

    def test_the_place_it_was_cut_from(self):
        for deep, y, x in ((False, 200, 300), (True, 17, 411), (False, 0, 0), (False, 552, 804)):
            image = picture("building.jpg")
            if deep:
                image = image.astype(np.uint16) * 257
            best = self.places(self.write("t.png", image[y:y + 48, x:x + 64]),
                               self.write("i.png", image))[0]
            scores = cv2.matchTemplate(luma(image), luma(image)[y:y + 48, x:x + 64],
                                       cv2.TM_CCOEFF_NORMED)
            self.assertAlmostEqual(best["x"], x, delta=allowed_beside(scores[y], x) + 1e-6)
            self.assertAlmostEqual(best["y"], y, delta=allowed_beside(scores[:, x], y) + 1e-6)
            self.assertAlmostEqual(best["score"], 1, delta=1e-4)

    def test_narrow_copies_lie_at_whole_pixels(self):
        """What lies beside them has little to do with them, and bends the parabola most."""
        pixels = picture("building.jpg")
        image = self.write("i.png", pixels)
        for rows, columns in ((40, 1), (1, 60), (2, 30), (60, 40)):
            template = self.write("t.png", pixels[100:100 + rows, 200:200 + columns])
            # Scores of ccorr-normed are all near 1, so that rounding counts more.
            for method, most in (("ccoeff-normed", 0.03), ("ccorr-normed", 0.1), ("sqdiff", 1e-3),
                                 ("sqdiff-normed", 1e-3)):
                with self.subTest(f"{rows}x{columns} {method}"):
                    best = self.places(f"--method={method}", template, image)[0]
                    self.assertLess(np.hypot(best["x"] - 200, best["y"] - 100), most)

    def test_levels_that_are_not_full_scale(self):
        """Few bits of 16, floats of any scale, a level far above the contrast: each with a part
        that shows nothing."""
        random = np.random.default_rng(38)
        grey = picture("building.jpg")[100:300, 100:400].mean(2) / 255
        grey[:, :60] = grey[0, 0]
        cases = [(np.round(grey * (2**bits - 1)).astype(np.uint16), "png")
                 for bits in (8, 10, 12, 14)]
        for scale in (1e-6, 1e-3, 10**random.uniform(-6, 6), 300, 1e6):
            cases += [((grey * scale).astype(np.float32), "tif"),
                      (((grey + 300) * scale).astype(np.float32), "tif")]
        cases += [((grey * contrast + level).astype(np.float32), "tif")
                  for level, contrast in ((300, 0.01), (1e6, 10), (-1e9, 1e4), (1e25, 1e21),
                                          (0, 1e-20), (1e-25, 1e-29), (0, 1e37))]
        for image, ending in cases:
            y, x = int(random.integers(0, 160)), int(random.integers(60, 250))
            files = [self.write(f"t.{ending}", image[y:y + 40, x:x + 50].copy()),
                     self.write(f"i.{ending}", image)]
            # Both ways: by the library, and by the search for poses.
            for options in ([], ["--rotation=0"]):
                with self.subTest(f"{image.dtype} up to {image.max()} {options}"):
                    best = self.places(*options, *files)[0]
                    self.assertAlmostEqual(best["x"], x, delta=0.15)
                    self.assertAlmostEqual(best["y"], y, delta=0.15)
                    self.assertAlmostEqual(best["score"], 1, delta=2e-3)

    def test_samples_that_no_score_counts(self):
        """Marks for "no data", which may be of any size, are counted on standard error."""
        image = (picture("building.jpg")[:300, :400] / 255).astype(np.float32)
        part = self.write("t.tiff", image[100:140, 200:250].copy())
        find = lambda status, *words: self.run_sample("find_template", "--max-peaks=1", *words,
                                                      status=status)
        out, said = find(0, part, self.write("i.tiff", image))
        self.assertEqual(said, "")
        for mark in (np.nan, -np.inf, -3.4e38, 1.1e15, 1e9, -99999):
            holed = image.copy()
            holed[:50, :30] = holed[299, 399] = mark
            marked, said = find(0, part, self.write("i.tiff", holed))
            self.assertIn("i.tiff': 1501 of 120000 samples are not finite, or so much larger than "
                          "the others that rounding hides those; the first is "
                          f"{mark:.6g} at row 0, column 0; nothing is found where", said)
            self.assertEqual(marked.split()[:2], out.split()[:2])
            sparse, full = image.copy(), np.full_like(image, mark)
            sparse[::40, ::40] = mark  # one under the template everywhere
            for name, bad, count in (("s.tiff", sparse, 80), ("f.tiff", full, 120000)):
                if name == "f.tiff" and np.isfinite(mark):  # which is just flat
                    self.assertIn("was not found", find(3, part, self.write(name, bad))[1])
                    continue
                out_of_none, said = find(1, part, self.write(name, bad))
                self.assertEqual(out_of_none, "")
                self.assertIn(f"{name}' has no score at any place: {count} of 120000 samples", said)
            # And a template has none.
            bad = self.write("bt.tiff", holed[40:80, 20:70].copy())
            for options in ((), ("--rotation=0",))[:1 if mark in (-99999,) else 2]:
                _, said = find(1, *options, bad, part)
                self.assertIn("bt.tiff'", said)
                self.assertIn("100 of 2000 samples are not finite, or so much larger", said)
        # Alpha does not count.
        alpha = np.dstack([image, np.full(image.shape[:2], np.nan, np.float32)])
        self.write("a.tiff", alpha)
        self.write("ta.tiff", alpha[100:140, 200:250].copy())
        for options in ((), ("--rotation=0",)):
            seen, said = find(0, *options, self.path("ta.tiff"), self.path("a.tiff"))
            self.assertEqual(said, "")
            self.assertIn("x=200.", seen.replace("x=199.99", "x=200.00"))

    def test_a_sun_that_hides_the_template(self):
        """Nothing is found, and why is said: rounding hides it."""
        image = (picture("building.jpg")[:300, :400] / 255).astype(np.float32)
        part = self.write("t.tiff", image[100:140, 200:250].copy())
        y, x = np.mgrid[:300, :400]
        for peak, is_found in ((1e3, True), (1e9, False)):
            sun = peak * np.exp(-((y - 40)**2 + (x - 60)**2) / 200)
            path = self.write("i.tiff", image + sun[..., None].astype(np.float32))
            for options in ((), ("--rotation=0",)):
                _, said = self.run_sample("find_template", *options, part, path,
                                          status=0 if is_found else 3)
                self.assertEqual("counts as flat beside samples of up to 1e+09; clip" in said,
                                 not is_found)

    def test_a_level_that_hides_the_template(self):
        """ccorr-normed counts levels, so it says where they are nearly all that it sees."""
        grain = np.random.default_rng(4).normal(0, 0.3, (200, 240))
        for level, dtype, is_certain in ((300, np.float32, False), (40000, np.uint16, False),
                                         (0, np.float32, True), (5, np.float32, True)):
            image = np.rint(level + 60 * grain) if dtype == np.uint16 else level + grain
            ending = "png" if dtype == np.uint16 else "tiff"
            part = self.write(f"t.{ending}", image[100:140, 120:180].astype(dtype))
            path = self.write(f"i.{ending}", image.astype(dtype))
            for method in "ccorr-normed", "ccoeff-normed":
                out, said = self.run_sample("find_template", f"--method={method}", "--max-peaks=1",
                                            part, path)
                is_sure = is_certain or method == "ccoeff-normed"
                self.assertEqual("the place is not certain" in said, not is_sure, said)
                if is_sure:
                    self.assertIn("x=120.00 y=100.00", out)

    def test_rounding_around_a_mask_is_no_data(self):
        mask = np.random.default_rng(5).normal(0, 1e-17, (200, 240)).astype(np.float32)
        mask[60:100, 80:150] += 1
        out, said = self.run_sample("find_template", self.write("t.tiff", mask[50:110, 70:160]),
                                    self.write("i.tiff", mask), "--max-peaks=1")
        self.assertEqual(said, "")
        self.assertIn("x=70.00 y=50.00 score=1 ", out)

    def test_flat_as_given(self):
        image = (picture("building.jpg")[:200, :200] // 4).astype(np.uint16)
        files = self.write("t.png", image[50:80, 60:90].copy()), self.write("i.png", image)
        for options in ([], ["--rotation=0"]):
            self.assertEqual(self.places(*options, "--flat=1000", *files, status=3), [])
            self.assertGreater(len(self.places(*options, "--flat=1", *files)), 0)
        self.expect_refusal(2, ["--flat is -1"], "find_template", "--flat=-1", *files)

    def test_a_template_that_is_flat(self):
        """Its own place has no score, so no other place is it."""
        image = (picture("building.jpg")[:200, :200] // 4).astype(np.uint8)
        image[20:60, 20:70] = 30
        image[40, 45] = 31
        files = self.write("t.png", image[25:55, 25:65].copy()), self.write("i.png", image)
        mask = self.write("m.png", np.full((30, 40), 255, np.uint8))
        for options, words in (((), "0.0289, and less than 0.5"), (("--rotation=0",), "than 0.5"),
                               ((f"--mask={mask}",), "than 0.5"), (("--flat=7",), "than 7")):
            out, said = self.run_sample("find_template", "--threshold=0.01", *options, *files,
                                        status=3)
            self.assertEqual(out, "")
            self.assertIn(f"{words} counts as flat", said)
        # As a picture of floats the dot is no rounding.
        floats = [self.write(name, image.astype(np.float32)[part]) for name, part in (
            ("t.tiff", np.s_[25:55, 25:65]), ("i.tiff", np.s_[:, :]))]
        self.assertIn("x=25.00 y=25.00", self.run_sample("find_template", *floats)[0])

    def test_pasted_copies_several_images_and_boxes(self):
        image = picture("fruits.jpg")
        pattern = picture("building.jpg")[100:140, 200:250]
        for x, y in ((30, 40), (300, 200), (400, 430)):
            image[y:y + 40, x:x + 50] = pattern
        found = self.places("--output", self.path("boxes"), self.write("t.png", pattern),
                            self.write("with.png", image),
                            self.write("without.png", picture("fruits.jpg")))
        self.assertEqual(sorted((round(p["x"]), round(p["y"])) for p in found),
                         [(30, 40), (300, 200), (400, 430)])
        self.assertTrue(all(p["image"].endswith("with.png") for p in found))
        np.testing.assert_array_equal(self.read("boxes/with.png")[200, 320], (0, 255, 0))
        np.testing.assert_array_equal(self.read("boxes/without.png"), picture("fruits.jpg"))
        self.assertEqual(
            len(self.places("--max-peaks=2", self.path("t.png"), self.path("with.png"))), 2)
        self.assertEqual(
            len(self.places("--distance=240", self.path("t.png"), self.path("with.png"))), 2,
                         "two are near each other")

    def test_masked_scores_are_those_of_opencv(self):
        image = picture("fruits.jpg")
        for rows, columns, y, x in ((61, 47, 200, 300), (40, 64, 0, 0), (33, 90, 447, 422)):
            pattern = image[y:y + rows, x:x + columns].copy()
            mask = np.zeros((rows, columns), np.uint8)
            cv2.ellipse(mask, (columns // 2, rows // 2), (columns // 2 - 3, rows // 3), 20, 0, 360,
                        255, -1)
            noise = np.random.default_rng(1).integers(0, 256, pattern.shape)
            pattern[mask == 0] = noise[mask == 0]  # does not count
            for method, code in {**METHODS, "sqdiff": cv2.TM_SQDIFF,
                                 "sqdiff-normed": cv2.TM_SQDIFF_NORMED}.items():
                for options in ([], ["--mask", self.write("m.png", mask)]):
                    with self.subTest(f"{method} {options}"):
                        found = self.places(f"--method={method}", "--threshold=1e12" if "sqdiff" in
                                            method else "--threshold=-1e12", "--max-peaks=3",
                                            *options, self.write("t.png", pattern),
                                            self.write("i.png", image))
                        surface = cv2.matchTemplate(luma(image), luma(pattern), code,
                                                    mask=(mask > 0).astype(np.float32)
                                                    if options else None)
                        best = surface.min() if "sqdiff" in method else surface.max()
                        off = 1e-4 * max(1, surface.max())
                        self.assertAlmostEqual(found[0]["score"], best, delta=off)
                        for place in found:
                            left, top = int(place["x"]), int(place["y"])  # or the next ones
                            around = surface[top:top + 2, left:left + 2]
                            # What does not count may lie outside of the image, but for OpenCV.
                            if min(left, top) >= 0 and around.size > 0:
                                self.assertLess(np.abs(around - place["score"]).min(), off)
                        if options and method not in ("ccorr", "ccorr-normed"):
                            self.assertLess(np.hypot(found[0]["x"] - x, found[0]["y"] - y), 0.2)

    def test_masks_of_any_white(self):
        image = picture("fruits.jpg")[:200, :260, 0]
        pattern = image[40:90, 60:130].copy()
        counts = np.zeros(pattern.shape, np.uint8)
        counts[5:40, 9:60] = 1
        pattern[counts == 0] = 77
        found = []
        for name, mask in (("8.png", counts * 255), ("1.png", counts), ("200.png", counts * 200),
                           ("16.png", counts.astype(np.uint16) * 65535),
                           ("255.png", counts.astype(np.uint16) * 255),
                           ("f.tif", counts.astype(np.float32)),
                           ("f255.tif", counts * np.float32(255))):
            found.append(self.places("--mask", self.write(name, mask), self.write("t.png", pattern),
                                     self.write("i.png", image))[:1])
            self.assertEqual((found[0], round(found[0][0]["x"]), round(found[0][0]["y"])),
                             (found[-1], 60, 40), name)
        self.expect_refusal(1, ["mask has NaN or infinite samples"], "find_template", "--mask",
                            self.write("nan.tif", counts * np.float32(np.nan)), self.path("t.png"),
                            self.path("i.png"))

    def test_an_exact_copy_is_sure(self):
        image = picture("fruits.jpg")[:90, :101]
        found = self.places("--method=sqdiff", self.write("t.png", image[30:46, 40:56]),
                            self.write("i.png", image))[0]
        self.assertLess(found["score"], 1e-3)
        self.assertGreater(found["confidence"], 0.99)
        self.assertEqual((round(found["x"]), round(found["y"])), (40, 30))

    def test_turned_and_scaled(self):
        scene, pattern = picture("fruits.jpg"), picture("building.jpg")[200:321, 300:457]
        for degrees, scale, x, y in ((0, 1, 200, 200), (37, 1, 250, 240), (-111.5, 0.8, 333, 150),
                                     (90, 1.25, 256, 220), (178, 0.63, 100, 400)):
            angle, (rows, columns) = np.deg2rad(degrees), pattern.shape[:2]
            turn = scale * np.array([[np.cos(angle), np.sin(angle)],
                                     [-np.sin(angle), np.cos(angle)]])
            rest = np.array([x, y]) - turn @ [(columns - 1) / 2, (rows - 1) / 2]
            matrix = np.hstack([turn, rest[:, None]])
            image = scene.copy()
            there = cv2.warpAffine(np.full((rows, columns), 255, np.uint8), matrix, (512, 480)) > 0
            image[there] = cv2.warpAffine(cv2.GaussianBlur(pattern, (0, 0), max(0.3, 0.5 / scale)),
                                          matrix, (512, 480), flags=cv2.INTER_CUBIC)[there]
            corners = [matrix @ [*corner, 1] for corner in (
                (0, 0), (columns - 1, 0), (columns - 1, rows - 1), (0, rows - 1))]
            for method in ("ccoeff-normed", "sqdiff-normed")[:1 + (degrees == 37)]:
                with self.subTest(f"{method} {degrees} {scale}"):
                    found = self.places(f"--method={method}", "--max-peaks=1",
                                        "--rotation=-180..180:10", "--scale=0.6..1.4:0.2",
                                        self.write("t.png", pattern), self.write("i.png", image))[0]
                    self.assertLess(np.abs(np.subtract(found["corners"], corners)).max(), 2)
                    self.assertLess(abs((found["angle"] - degrees + 180) % 360 - 180), 1.1)
                    self.assertAlmostEqual(found["scale"], scale, delta=0.025 * scale)
                    if method == "ccoeff-normed":
                        self.assertGreater(found["score"], 0.9)

    def test_box_in_scene(self):
        # What SIFT's places and cv2.findHomography make of the template's corners.
        corners = [(118.8, 160.9), (284.2, 175.1), (267.5, 297.9), (89.6, 272.1)]
        for method, threshold in (("ccoeff-normed", 0.55), ("sqdiff-normed", 0.14)):
            found = self.places(f"--method={method}", f"--threshold={threshold}",
                                "--rotation=-180..180:6", "--scale=0.4..0.7:0.05",
                                "--output", self.path("found.png"), "--max-peaks=2",
                                os.path.join(PICTURES, "box.png"),
                                os.path.join(PICTURES, "box_in_scene.png"))
            self.assertEqual(len(found), 1)
            off = np.subtract(np.mean(found[0]["corners"], 0), np.mean(corners, 0))
            print(f"box.png: {np.hypot(*off):.1f} pixels off")
            self.assertLess(np.hypot(*off), 15)
            self.assertLess(np.abs(np.subtract(found[0]["corners"], corners)).max(), 20)
            x, y = np.round(found[0]["corners"][0]).astype(int)
            self.assertEqual(tuple(self.read("found.png")[y, x]), (0, 255, 0))

    def test_text(self):
        image = picture("building.jpg", cv2.IMREAD_GRAYSCALE)
        out, _ = self.run_sample("find_template", "--max-peaks=1",
                                 self.write("t.png", image[90:150, 70:120]),
                                 self.write("i.png", image))
        self.assertRegex(out, r"^x=(70\.[01]|69\.[89])\d y=(90\.[01]|89\.[89])\d score=1 "
                              r"confidence=0\.\d+\n$")
        out, _ = self.run_sample("find_template", "--max-peaks=1", "--rotation=0", "--scale=1",
                                 self.path("t.png"), self.path("i.png"))
        self.assertRegex(out, r"^x=(70\.[01]|69\.[89])\d y=(90\.[01]|89\.[89])\d angle=0\.00 "
                              r"scale=1\.000 score=1 confidence=0\.\d+\n$")

    def test_not_there(self):
        pattern = self.write("t.png", picture("building.jpg")[200:248, 300:364])
        out, errors = self.run_sample("find_template", pattern,
                                      self.write("i.png", picture("fruits.jpg")), status=3)
        self.assertEqual(out, "")
        self.assertIn("was not found", errors)

    def test_bad_input(self):
        image, pattern = self.write("i.png", picture("building.jpg")), self.write(
            "t.png", picture("building.jpg")[:50, :60])
        refused = lambda status, words, *arguments: self.expect_refusal(status, words,
                                                                        "find_template", *arguments)
        refused(1, ["is larger than", "868x600", "60x50"], image, pattern)
        refused(1, ["flat.png", "77", "no structure"],
                self.write("flat.png", np.full((20, 30, 3), 77, np.uint8)), image)
        refused(1, ["differ in bits"], pattern,
                self.write("deep.png", picture("building.jpg").astype(np.uint16)))
        refused(1, ["/no/such.png"], pattern, "/no/such.png")
        refused(2, ["1 operand is given", "TEMPLATE IMAGE..."], pattern)
        refused(2, ["--max-peaks is '65'", "1 to 64"], "--max-peaks=65", pattern, image)
        refused(2, ["--threshold is 'high'"], "--threshold=high", pattern, image)
        refused(2, ["--method is 'best'", "ccoeff-normed"], "--method=best", pattern, image)
        for option, limit in (("--rotation", "-400"), ("--scale", "0.01")):
            for words in ("1..2", "1:2", "2..1:1", "1..2:0", "1..2:-1", "1..900:1", "1..2:1e-5",
                          "x..2:1", limit):
                refused(2, [f"{option} is '"], option, words, pattern, image)
        refused(2, ["721 angles and 101 scales", "20000"], "--rotation=-360..360:1",
                "--scale=1..2:0.01", pattern, image)
        refused(1, ["is larger than", "60x50", "1302x900"], "--scale=1.5", image, pattern)
        refused(1, ["flat.png", "77", "no structure"], "--rotation=3", self.path("flat.png"), image)
        refused(1, ["differ in bits"], "--rotation=3", pattern, self.path("deep.png"))
        holes = picture("building.jpg").astype(np.float32)
        holes[300, 400] = np.nan
        holes[10, 10] = -3.4e38
        refused(1, ["2 of 520800 samples are not finite, or so much larger", "holes.tiff"],
                "--rotation=3", self.write("whole.tiff", holes[20:50, :60]),
                self.write("holes.tiff", holes))
        mask = lambda *shape: self.write("m.png", np.zeros(shape, np.uint8))
        refused(1, ["mask has no sample above 0"], "--mask", mask(50, 60), pattern, image)
        refused(1, ["50x60 pixels", "60x50"], "--mask", mask(60, 50), pattern, image)
        refused(1, ["mask has 3 channels"], "--mask", mask(50, 60, 3), pattern, image)
        refused(1, ["/no/mask.png"], "--mask=/no/mask.png", pattern, image)
        refused(2, ["would replace", "m.png"], "--mask", mask(50, 60), pattern, image, "--output",
                self.path("m.png"))


unittest.main()
