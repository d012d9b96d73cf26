#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""register_images on a real picture that was moved by parts of pixels: taken every fourth pixel,
from places that differ by single ones."""
import json
import unittest

from sample_tools import SampleTest, cv2, np, picture

MARGIN = 60  # of the large picture


def view(right, down):
    """The small picture, its content moved by quarters of a pixel to the right and down."""
    large = cv2.GaussianBlur(picture("building.jpg"), (0, 0), 1.8)
    rows, columns = large.shape[:2]
    return large[MARGIN - down:rows - MARGIN - down:4, MARGIN - right:columns - MARGIN - right:4]


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

    def test_alpha_and_sixteen_bits(self):
        deep = [np.dstack([view(*move), np.full(view(0, 0).shape[:2], 255, np.uint8)]).astype(
            np.uint16) * 257 for move in ((0, 0), (6, 2))]
        (found,) = self.shifts("--difference", self.path("difference.png"),
                               self.write("a.png", deep[0]), self.write("b.png", deep[1]))
        self.assertAlmostEqual(found["dx"], 1.5, delta=0.1)
        self.assertEqual(self.read("difference.png").shape[2], 3)

    def test_different_things(self):
        a, b = self.write("a.png", picture("building.jpg")[:256, :256]), self.write(
            "b.png", picture("fruits.jpg")[:256, :256])
        out, errors = self.run_sample("register_images", a, b, status=3)
        self.assertIn("confidence=0.", out)
        self.assertIn("different things", errors)

    def test_tiny_images_and_black_ones(self):
        for side in (1, 5):
            image = self.write("a.png", picture("fruits.jpg")[:side, :side])
            self.run_sample("register_images", "--confidence=0", image, image)
        black = self.write("black.png", np.zeros((64, 64), np.uint8))
        self.run_sample("register_images", black, black, status=3)

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
