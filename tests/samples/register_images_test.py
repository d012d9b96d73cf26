#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""register_images on a real picture that was moved by parts of pixels: taken every fourth pixel,
from places that differ by single ones. On pictures that were turned and scaled by OpenCV."""
import json
import unittest

from sample_tools import SampleTest, cv2, np, picture

MARGIN = 60  # of the large picture


def view(right, down):
    """The small picture, its content moved by quarters of a pixel to the right and down."""
    large = cv2.GaussianBlur(picture("building.jpg"), (0, 0), 1.8)
    rows, columns = large.shape[:2]
    return large[MARGIN - down:rows - MARGIN - down:4, MARGIN - right:columns - MARGIN - right:4]


def turned(large, size, degrees=0, scale=1, right=0, down=0):
    """The middle of the large picture, its content turned counter-clockwise about the middle,
    scaled and moved."""
    angle = np.deg2rad(degrees)
    turn = scale * np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = (np.array(large.shape[1::-1]) - 1) / 2
    rest = (np.array(size) - 1) / 2 + (right, down) - turn @ middle
    return cv2.warpAffine(large, np.hstack([turn, rest[:, None]]), size, flags=cv2.INTER_CUBIC)


class RegisterImages(SampleTest):
    def shifts(self, *arguments, status=0):
        out, _ = self.run_sample("register_images", "--json", *arguments, status=status)
        return [json.loads(line) for line in out.splitlines()]

    def test_parts_of_pixels(self):
        reference = self.write("reference.png", view(0, 0))
        moves = [(1, 0), (-9, 7), (30, -13), (-50, 55), (0, 0)]
        images = [self.write(f"{i}.png", view(*move)) for i, move in enumerate(moves)]
        for (right, down), found in zip(moves, self.shifts(reference, *images)):
            with self.subTest(f"{right / 4} {down / 4}"):
                self.assertAlmostEqual(found["dx"], right / 4, delta=0.1)
                self.assertAlmostEqual(found["dy"], down / 4, delta=0.1)
                self.assertGreater(found["confidence"], 0.5)
                if max(abs(right), abs(down)) > 4:  # pixels and more
                    self.assertLess(found["rms_after"], 0.25 * found["rms_before"])

    def test_maps(self):
        """Sheared, and seen from elsewhere, and turned and moved besides."""
        for name, model in (("building.jpg", "affine"), ("aloeL.jpg", "projective"),
                            ("home.jpg", "similarity")):
            image = cv2.resize(picture(name), (420, 300), interpolation=cv2.INTER_AREA)
            size = image.shape[1::-1]
            truth = np.vstack([cv2.getRotationMatrix2D((209.5, 149.5), 25, 1.1), [0, 0, 1]])
            truth[:2, 2] += 9.25, -4.5
            if model != "similarity":
                truth = truth @ [[1.02, 0.04, 0], [-0.02, 0.99, 0], [0, 0, 1]]
            if model == "projective":
                truth = truth @ [[1, 0, 0], [0, 1, 0], [4e-5, -5e-5, 1]]
            moved = cv2.warpPerspective(image, truth, size, flags=cv2.INTER_LANCZOS4)
            corners = np.float64([[[0, 0], [419, 0], [0, 299], [419, 299]]])
            for scale, dtype in ((1, np.uint8), (257, np.uint16)):
                with self.subTest(f"{name} {model} {dtype.__name__}"):
                    (found,) = self.shifts(
                        "--model", model, self.write("r.png", image.astype(dtype) * scale),
                        self.write("i.png", moved.astype(dtype) * scale),
                        "--aligned", self.path("aligned.png"))
                    got, want = (cv2.perspectiveTransform(corners, np.float64(one))
                                 for one in (found["matrix"], truth))
                    self.assertLess(np.abs(got - want).max(), 0.05)
                    self.assertGreater(found["confidence"], 0.7)
                    self.assertLess(found["rms_after"], 0.1 * found["rms_before"])

    def test_maps_between_other_things(self):
        files = [self.write(f"{name}.png", cv2.resize(picture(name), (420, 300)))
                 for name in ("building.jpg", "aloeL.jpg")]
        (found,) = self.shifts("--model", "projective", *files, status=3)
        self.assertEqual(found["confidence"], 0)
        self.run_sample("register_images", "--model", "linear", *files, status=2)

    def test_shifts_of_more_than_half_the_size(self):
        """Which phase correlation knows modulo the size."""
        large = picture("building.jpg")
        rows, columns = 200, 300
        top, left = 200, 300
        reference = self.write("r.png", large[top:top + rows, left:left + columns])
        for right, down in ((-180, 0), (200, 9), (0, 130), (-35, -125), (165, -115), (-150, 100)):
            with self.subTest(f"{right} {down}"):
                (found,) = self.shifts(reference, self.write("i.png", large[
                    top - down:top - down + rows, left - right:left - right + columns]))
                self.assertAlmostEqual(found["dx"], right, delta=0.3)
                self.assertAlmostEqual(found["dy"], down, delta=0.3)
                self.assertLess(found["rms_after"], 0.5 * found["rms_before"])

    def test_a_quarter_in_common(self):
        """At the border of both, where a window hides it."""
        large = cv2.cvtColor(picture("board.jpg"), cv2.COLOR_BGR2GRAY)
        rows, columns = 100, 130
        for top, left, right, down in ((9, 5, -91, -18), (294, 273, -78, 38), (199, 340, -93, 11),
                                       (251, 330, -90, -19), (295, 224, -12, -72),
                                       (28, 100, 81, -34)):
            with self.subTest(f"{top} {left}"):
                files = [self.write(f"{i}.png", large[top - down * i:top - down * i + rows,
                                                      left - right * i:left - right * i + columns])
                         for i in range(2)]
                (found,) = self.shifts(*files)
                self.assertAlmostEqual(found["dx"], right, delta=0.5)
                self.assertAlmostEqual(found["dy"], down, delta=0.5)
                self.assertGreater(found["confidence"], 0.5)

    def test_a_negative_and_greys_are_other_things(self):
        image = view(0, 0)
        files = [self.write("r.png", image), self.write("n.png", 255 - view(30, -13)),
                 self.write("g.png", np.full_like(image, 90)),
                 self.write("h.png", np.full_like(image, 128))]
        for one, other in ((0, 1), (1, 0), (2, 3), (3, 3), (0, 2), (2, 0)):
            out, errors = self.run_sample("register_images", "--json", files[one], files[other],
                                          status=3)
            self.assertEqual(json.loads(out)["confidence"], 0)
            self.assertIn("different things", errors)

    def test_any_scale(self):
        """Shifts and confidence are those of the picture, whatever its levels are."""
        random = np.random.default_rng(38)
        views = [view(*move).mean(2) / 255 for move in ((0, 0), (-9, 7))]
        (want,) = self.shifts(*(self.write(f"{i}.png", np.round(one * 255).astype(np.uint8))
                                for i, one in enumerate(views)))
        pairs = [[np.round(one * (2**bits - 1)).astype(np.uint16) for one in views]
                 for bits in (8, 10, 12, 14, 16)]
        for scale in (1e-6, 10**random.uniform(-6, 6), 1e6):
            for level in (0, 300):
                pairs.append([((one + level) * scale).astype(np.float32) for one in views])
        for pair in pairs:
            with self.subTest(f"{pair[0].dtype} up to {pair[0].max()}"):
                (found,) = self.shifts(*(self.write(f"{i}.tif", one)
                                         for i, one in enumerate(pair)))
                self.assertAlmostEqual(found["dx"], want["dx"], delta=0.02)
                self.assertAlmostEqual(found["dy"], want["dy"], delta=0.02)
                self.assertAlmostEqual(found["confidence"], want["confidence"], delta=0.05)

    def test_no_worse_than_phase_correlate(self):
        def luma(image):
            return (image.astype(np.float64) @ [0.114, 0.587, 0.299])
        ours = theirs = 0
        for right, down in ((3, -6), (-9, 7), (22, 15)):
            (found,) = self.shifts(self.write("a.png", view(0, 0)),
                                   self.write("b.png", view(right, down)))
            a, b = luma(view(0, 0)), luma(view(right, down))
            (dx, dy), _ = cv2.phaseCorrelate(a, b,
                                             cv2.createHanningWindow(a.shape[::-1], cv2.CV_64F))
            ours += np.hypot(found["dx"] - right / 4, found["dy"] - down / 4)
            theirs += np.hypot(dx - right / 4, dy - down / 4)
        print(f"sum of errors {ours:.3f} pixels, cv2.phaseCorrelate {theirs:.3f}")
        self.assertLess(ours, theirs + 0.02)

    def test_pictures(self):
        reference, image = view(0, 0), view(-50, 55)
        self.run_sample("register_images", "--aligned", self.path("aligned.png"), "--difference",
                        self.path("difference.png"),
                        self.write("a.png", reference), self.write("b.png", image))
        inner = (slice(20, -20), slice(20, -20))
        aligned, difference = self.read("aligned.png"), self.read("difference.png")
        self.assertLess(np.abs(aligned[inner].astype(int) - reference[inner]).mean(), 3)
        np.testing.assert_array_equal(difference[inner], cv2.absdiff(aligned, reference)[inner])
        self.assertTrue((aligned[-10:] == 0).all() and (aligned[:, :9] == 0).all(),
                        "what was not seen is black")
        self.assertFalse((aligned[0, 20:] == 0).any())

    def test_several_pictures_are_moved_back_each_its_way(self):
        reference, moves = view(0, 0), [(0, 0), (-50, 55), (3, 40), (-13, -22)]
        self.run_sample("register_images", "--aligned", self.path("aligned"),
                        self.write("r.png", reference),
                        *(self.write(f"{i}.png", view(*move)) for i, move in enumerate(moves)))
        inner = (slice(20, -20), slice(20, -20))
        for i in range(len(moves)):
            off = np.abs(self.read(f"aligned/{i}.png")[inner].astype(int) - reference[inner])
            self.assertLess(off.mean(), 3)

    def test_alpha_and_sixteen_bits(self):
        deep = [np.dstack([view(*move), np.full(view(0, 0).shape[:2], 255, np.uint8)]).astype(
            np.uint16) * 257 for move in ((0, 0), (6, 2))]
        (found,) = self.shifts("--difference", self.path("difference.png"),
                               self.write("a.png", deep[0]), self.write("b.png", deep[1]))
        self.assertAlmostEqual(found["dx"], 1.5, delta=0.1)
        self.assertEqual(self.read("difference.png").shape[2], 3)

    def test_turned_and_scaled(self):
        moves = [(0, 1, 3, -5), (10, 1, 0, 0), (-33.3, 1.1, 7.5, -4.25), (90, 1, 10, 5),
                 (172, 0.8, -12, 9), (-120.7, 1.3, 5, 5), (45, 1.5, 0, 0), (0, 1.8, 2, 1),
                 (20, 2, 0, 0), (-7, 0.6, 4, 4)]
        for name, size in (("building.jpg", (401, 301)), ("board.jpg", (333, 431)),
                           ("home.jpg", (250, 187)), ("baboon.jpg", (255, 255))):
            large, worst = picture(name), np.zeros(4)
            reference = self.write("r.png", turned(large, size))
            images = [self.write(f"{i}.png", turned(large, size, *move))
                      for i, move in enumerate(moves)]
            found = self.shifts("--rotation", "--scale", reference, *images)
            for (degrees, scale, right, down), place in zip(moves, found):
                errors = np.abs([(place["angle"] - degrees + 180) % 360 - 180,
                                 place["scale"] / scale - 1, place["dx"] - right,
                                 place["dy"] - down])
                worst = np.maximum(worst, errors)
                with self.subTest(f"{name} {degrees} {scale}"):
                    self.assertTrue((errors < (0.3, 0.005, 0.3, 0.3)).all(), errors)
                    self.assertGreater(place["confidence"], 0.8)
                    self.assertLess(place["rms_after"], 0.2 * place["rms_before"] + 2)
            print(f"{name}: worst errors {worst[0]:.3f} degrees, {100 * worst[1]:.2f} %, "
                  f"{worst[2:].max():.2f} pixels")

    def test_what_is_not_searched_stays(self):
        large, size = picture("building.jpg"), (401, 301)
        reference = self.write("r.png", turned(large, size))
        for option, move, fixed in (("--rotation", (-140, 1, 9, 3), ("scale", 1)),
                                    ("--scale", (0, 1.3, 9, 3), ("angle", 0))):
            (found,) = self.shifts(option, reference,
                                   self.write("i.png", turned(large, size, *move)))
            self.assertEqual(found[fixed[0]], fixed[1])
            self.assertLess(np.hypot(found["dx"] - 9, found["dy"] - 3), 0.3)

    def test_turned_pictures_and_text(self):
        large, size = picture("building.jpg"), (401, 301)
        self.write("r.png", turned(large, size))
        out, _ = self.run_sample("register_images", "--rotation", "--scale", "--aligned",
                                 self.path("aligned.png"), "--difference", self.path("d.png"),
                                 self.path("r.png"),
                                 self.write("i.png", turned(large, size, 30, 1.2, 5, 5)))
        self.assertRegex(out, r"^dx=[45]\.\d+ dy=[45]\.\d+ angle=(29.9|30.0)\d+ "
                              r"scale=1\.(19|20)\d+ confidence=0.9\d+ rms-before=")
        middle = (slice(110, 190), slice(150, 250))
        aligned, difference = self.read("aligned.png"), self.read("d.png")
        self.assertLess(np.abs(aligned[middle].astype(int) - self.read("r.png")[middle]).mean(), 2)
        np.testing.assert_array_equal(difference[middle],
                                      cv2.absdiff(aligned, self.read("r.png"))[middle])
        self.assertTrue((aligned[0, 0] == 0).all() and (difference[:3] == 0).all(), "not seen")

    def test_different_things_turned(self):
        a, b = (self.write(f"{name}.png", turned(picture(name), (301, 251)))
                for name in ("aloeL.jpg", "board.jpg"))
        _, errors = self.run_sample("register_images", "--rotation", "--scale", a, b, status=3)
        self.assertIn("below 0.5", errors)

    def test_different_things(self):
        a, b = self.write("a.png", picture("building.jpg")[:256, :256]), self.write(
            "b.png", picture("fruits.jpg")[:256, :256])
        out, errors = self.run_sample("register_images", a, b, status=3)
        self.assertIn("confidence=0.", out)
        self.assertIn("different things", errors)

    def test_little_contrast_on_a_level(self):
        grey = picture("building.jpg").mean(2) / 255
        for level, contrast in ((300, 0.001), (1e6, 3), (-1e20, 1e15), (0, 1e-25), (0, 1e30),
                                (0, 3e38)):
            image = (grey * contrast + level).astype(np.float32)
            files = [self.write("a.tiff", image[3:403, 5:505]),
                     self.write("b.tiff", image[:400, :500])]
            for options in ([], ["--rotation"]):
                with self.subTest(f"{level} + {contrast} {options}"):
                    (found,) = self.shifts(*options, *files)
                    self.assertLess(np.hypot(found["dx"] - 5, found["dy"] - 3), 0.1)

    def test_rounding_around_a_mask_is_no_data(self):
        """It came out of a transform, which leaves 1e-17 where there is 0. Ones are no marks."""
        mask = np.random.default_rng(5).normal(0, 1e-17, (200, 240)).astype(np.float32)
        mask[60:100, 80:150] += 1
        (found,) = self.shifts(self.write("a.tiff", mask),
                               self.write("b.tiff", np.roll(mask, (3, 5), (0, 1))))
        self.assertLess(np.hypot(found["dx"] - 5, found["dy"] - 3), 0.1)

    def test_tiny_images_and_black_ones(self):
        for side in (1, 5):
            image = self.write("a.png", picture("fruits.jpg")[:side, :side])
            for options in ([], ["--rotation", "--scale"]):
                self.run_sample("register_images", "--confidence=0", *options, image, image)
        lines = picture("fruits.jpg")[100:101, :300], picture("fruits.jpg")[:301, 100:101]
        for image in lines:
            image = self.write("line.png", image)
            (found,) = self.shifts("--rotation", "--scale", image, image)
            self.assertLess(np.hypot(found["dx"], found["dy"]), 0.1)
        holes = picture("fruits.jpg")[:200, :200].astype(np.float32) / 255
        for hole, word in ((np.nan, "nan"), (-3.4e38, "-3.4e+38"), (1e20, "1e+20")):
            holes[50, 60] = hole
            path = self.write("holes.tiff", holes)
            for options in ([], ["--rotation"], ["--json"]):
                self.expect_refusal(1, ["holes.tiff", f"{word} at row 50, column 60 of B"],
                                    "register_images", *options, path, path)
        for mark, side in (1e9, 20), (-99999, 20), (-9999, 3):
            marked = picture("fruits.jpg")[:200, :200].astype(np.float32) / 255
            whole = self.write("whole.tiff", marked)
            marked[10:10 + side, 20:20 + side] = mark
            marked = self.write("marked.tiff", marked)
            for pair in ((whole, marked), (marked, whole)):
                self.expect_refusal(1, ["marked.tiff", f"is {mark:g} at row 10, column 20 of B; "
                                        "samples that stand"], "register_images", *pair)
        black = self.write("black.png", np.zeros((64, 64), np.uint8))
        for options in ([], ["--rotation", "--scale"]):
            self.run_sample("register_images", *options, black, black, status=3)

    def test_two_pixels_in_common(self):
        """So few another shift of the same peak has. Their likeness is 1 or -1, and rounding brings
        one of twenty beyond."""
        random = np.random.default_rng(3)
        large = cv2.GaussianBlur(random.standard_normal((86, 71)), (0, 0), 1.2)
        large = large / large.std() * 1000 + 30000
        part = lambda down, right: large[5 - down:81 - down, 5 - right:66 - right]
        deep = lambda image: np.rint(image).astype(np.uint16)
        moves = [(down, right) for down in (-5, 5) for right in (-5, 5) for _ in range(75)]
        images = [self.write(f"{i}.png", deep(part(*move) + 100 * random.standard_normal((76, 61))))
                  for i, move in enumerate(moves)]
        found = self.shifts(self.write("r.png", deep(part(0, 0))), *images)
        errors = [max(abs(one["dy"] - down), abs(one["dx"] - right))
                  for (down, right), one in zip(moves, found)]
        self.assertLess(max(errors), 0.3)

    def test_no_difference_where_nothing_is_seen(self):
        """0 would say that both images are the same."""
        random = np.random.default_rng(1)
        images = [self.write(f"{i}.png", random.integers(0, 256, (4, 5), np.uint8))
                  for i in range(2)]
        for found in self.shifts("--confidence=0", *images):
            self.assertIsNone(found["rms_before"])
            self.assertIsNone(found["rms_after"])
        out, _ = self.run_sample("register_images", "--confidence=0", *images)
        self.assertIn("rms-before=nan rms-after=nan", out)

    def test_bad_input(self):
        image = self.write("a.png", picture("building.jpg"))
        refused = lambda status, words, *arguments: self.expect_refusal(
            status, words, "register_images", *arguments)
        refused(1, ["868x600", "512x480", "must be alike"], image,
                self.write("b.png", picture("fruits.jpg")))
        refused(1, ["CV_8UC1", "CV_8UC3"], image,
                self.write("c.png", picture("building.jpg", cv2.IMREAD_GRAYSCALE)))
        refused(1, ["noise is 0"], "--noise=0", image, image)
        refused(1, ["/no/such.png"], "/no/such.png", image)
        refused(2, ["1 operand is given", "REFERENCE IMAGE..."], image)
        refused(2, ["--confidence is 'sure'"], "--confidence=sure", image, image)


unittest.main()
