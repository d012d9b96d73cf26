#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""find_template on real pictures against OpenCV's matchTemplate; wrong input."""
import json
import unittest

from sample_tools import SampleTest, cv2, np, picture

METHODS = {"ccoeff-normed": cv2.TM_CCOEFF_NORMED, "ccorr-normed": cv2.TM_CCORR_NORMED,
           "ccorr": cv2.TM_CCORR}


def luma(image):
    return (image[..., :3].astype(np.float32) @ np.float32([0.114, 0.587, 0.299])).astype(
        np.float32)


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
            self.assertAlmostEqual(best["x"], x, delta=0.2)
            self.assertAlmostEqual(best["y"], y, delta=0.2)
            self.assertAlmostEqual(best["score"], 1, delta=1e-4)

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

    def test_text(self):
        image = picture("building.jpg", cv2.IMREAD_GRAYSCALE)
        out, _ = self.run_sample("find_template", "--max-peaks=1",
                                 self.write("t.png", image[90:150, 70:120]),
                                 self.write("i.png", image))
        self.assertRegex(out, r"^x=(70\.[01]|69\.[89])\d y=(90\.[01]|89\.[89])\d score=1 "
                              r"confidence=0\.\d+\n$")

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
        refused(2, ["--method is 'sqdiff'", "ccoeff-normed"], "--method=sqdiff", pattern, image)


unittest.main()
