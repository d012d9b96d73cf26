#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""denoise_image on a real picture with noise: what it measures, how much closer to the picture
without noise the result is, and wrong input."""
import os
import unittest

from sample_tools import SampleTest, cv2, np, picture, psnr


def noisy(image, sigma):
    """The same with noise, white being 255, in its own depth."""
    random = np.random.default_rng(1)
    wide = image.astype(float) + random.normal(0, sigma, image.shape)
    return np.clip(np.rint(wide), 0, 255).astype(np.uint8)


class DenoiseImage(SampleTest):
    def denoised(self, image, *arguments):
        """The result, and what was printed."""
        source = self.write("noisy.png", image)
        printed, _ = self.run_sample("denoise_image", source, "--output", self.path("out.png"),
                                     *arguments)
        return self.read("out.png"), printed

    def test_measures_noise_and_takes_it_out(self):
        # Half as large in each direction, where the camera's own noise is little.
        truth = cv2.resize(picture("building.jpg"), None, fx=0.5, fy=0.5,
                           interpolation=cv2.INTER_AREA)
        for sigma in (10, 20):
            before = noisy(truth, sigma)
            after, printed = self.denoised(before)
            measured = np.mean([float(one) for one in printed.split("sigma")[1].split()])
            print(f"sigma {sigma}, measured {measured}: PSNR {psnr(before, truth):.1f} dB before, "
                  f"{psnr(after, truth):.1f} after")
            self.assertTrue(0.9 * sigma < measured < 1.4 * sigma, printed)
            self.assertGreater(psnr(after, truth), psnr(before, truth) + 2)

    def test_each_colour_has_a_noise_of_its_own(self):
        truth = cv2.resize(picture("building.jpg"), None, fx=0.5, fy=0.5,
                           interpolation=cv2.INTER_AREA)
        sigmas = np.array([4, 12, 30])  # of B, G and R
        for alpha in (False, True):
            before = noisy(truth, sigmas)
            if alpha:
                before = np.dstack([before, noisy(truth[..., 0], 3)])
            after, printed = self.denoised(before)
            measured = [float(one) for one in printed.split("sigma")[1].split()]
            for c, sigma in enumerate(sigmas):
                self.assertTrue(0.85 * sigma < measured[2 - c] < 1.2 * sigma + 1, printed)
                alone, _ = self.denoised(np.ascontiguousarray(before[..., c]))
                np.testing.assert_array_equal(after[..., c], alone)
            np.testing.assert_array_equal(after[..., 3:], before[..., 3:])

    def test_floats_of_any_scale(self):
        """Deblurring measures noise too. Powers of 2 change no digit, so results are the same."""
        truth = picture("building.jpg", cv2.IMREAD_GRAYSCALE)[:160, :200]
        image = noisy(truth, 12).astype(np.float32) / 255
        for words in (["denoise_image"], ["deblur", "--gaussian", "1.5"]):
            results = []
            for exponent in (0, -90, -20, 12, 90):
                source = self.write("in.tiff", np.ldexp(image, exponent))
                self.run_sample(words[0], source, "--output", self.path("out.tiff"), *words[1:])
                results.append(np.ldexp(self.read("out.tiff"), -exponent))
            self.assertGreater(np.abs(results[0] - image).mean(), 0.005)
            for result in results[1:]:
                np.testing.assert_allclose(result, results[0], atol=1e-5)

    def test_a_mark_for_no_data_costs_the_others_nothing(self):
        image = noisy(picture("building.jpg", cv2.IMREAD_GRAYSCALE)[:160, :200], 12) / 255
        results = []
        for mark in (0, -9999, -3.4e38, 9.97e36, 1e20):
            marked = image.astype(np.float32)
            marked[5, 7] = mark
            source = self.write("in.tiff", marked)
            _, said = self.run_sample("denoise_image", source, "--output", self.path("out.tiff"),
                                      "--sigma=12")
            self.assertEqual("1 of 32000 samples are not finite, or marks" in said, mark != 0)
            self.assertEqual("at row 5, column 7" in said, mark != 0)
            results.append(self.read("out.tiff")[40:, 40:])  # of blocks without it
        for result in results[1:]:
            np.testing.assert_allclose(result, results[0], atol=1e-5)

    def test_scattered_marks_do_not_count_as_noise(self):
        image = (noisy(picture("building.jpg", cv2.IMREAD_GRAYSCALE)[:320, :400], 12) / 255
                 ).astype(np.float32)
        places = np.random.default_rng(3).choice(image.size, 400, replace=False)

        def words(step, mark, status=0):
            marked = image.copy()
            if step is None:
                marked.flat[places] = mark
            else:
                marked[::step] = mark
            return self.run_sample("denoise_image", self.write("in.tiff", marked), "--output",
                                   self.path("out.tiff"), status=status)

        sigma = lambda printed: float(printed.split("sigma")[1])
        want = sigma(words(None, image.flat[places])[0])
        for mark in (np.nan, -9999, -3.4e38, 2.5):
            self.assertAlmostEqual(sigma(words(None, mark)[0]) / want, 1, delta=0.15)
        for mark in (np.nan, -9999):
            _, said = words(12, mark, 1)
            self.assertIn("in.tiff': each block of 16x16 samples that has structure has one", said)
            self.assertIn("cannot be measured, and has to be given, by --sigma", said)

    def test_a_small_sample_costs_the_others_nothing(self):
        image = noisy(picture("building.jpg", cv2.IMREAD_GRAYSCALE)[:160, :200], 12) * 1e4
        results = []
        for small in (1e5, 1e-10, 1e-20, 1e-38):
            dead = image.astype(np.float32)
            dead[5, 7] = small
            _, said = self.run_sample("denoise_image", self.write("in.tiff", dead), "--output",
                                      self.path("out.tiff"))
            self.assertEqual(said, "")
            results.append(self.read("out.tiff")[40:, 40:])
        for result in results[1:]:
            np.testing.assert_allclose(result, results[0], rtol=1e-3, atol=100)

    def test_stars_on_black_are_no_marks(self):
        """Their rims are 2^-100 of their peaks, without a gap."""
        random = np.random.default_rng(5)
        y, x = np.mgrid[:160, :200]
        stars = sum(peak * np.exp(-((y - row)**2 + (x - column)**2) / 4.5)
                    for peak, row, column in zip(random.uniform(10, 3e4, 60),
                                                 random.uniform(0, 160, 60),
                                                 random.uniform(0, 200, 60))).astype(np.float32)
        results = []
        for exponent in (0, -15):
            source = self.write("in.tiff", np.ldexp(stars, exponent))
            self.run_sample("denoise_image", source, "--output", self.path("out.tiff"))
            results.append(np.ldexp(self.read("out.tiff"), -exponent))
        np.testing.assert_allclose(results[0], results[1], atol=1e-3)
        np.testing.assert_allclose(results[0], stars, rtol=0.05, atol=300)

    def test_without_noise_nothing_changes(self):
        for image in (picture("building.jpg"), picture("building.jpg").astype(np.uint16) * 257):
            after, printed = self.denoised(image, "--sigma", "0", "--block", "32")
            self.assertIn("sigma 0.00", printed)
            self.assertTrue(np.array_equal(after, image))

    def test_alpha_is_copied(self):
        image = noisy(cv2.cvtColor(picture("building.jpg")[:90, :121], cv2.COLOR_BGR2BGRA), 15)
        after, _ = self.denoised(image, "--sigma=15", "--step=8", "--floor=0.1")
        self.assertTrue(np.array_equal(after[..., 3], image[..., 3]))
        self.assertFalse(np.array_equal(after[..., :3], image[..., :3]))

    def test_sharpens_and_weakens_halos(self):
        truth = picture("building.jpg")
        blurred = cv2.GaussianBlur(truth, (0, 0), 0.8)

        def detail(image):
            return np.std(image.astype(float) - cv2.GaussianBlur(image, (0, 0), 2))

        sharp, _ = self.denoised(blurred, "--sigma=0", "--sharpen=1")
        soft, _ = self.denoised(truth, "--sigma=0", "--dehalo=2", "--halo-threshold=10")
        print(f"detail {detail(blurred):.2f}, sharpened {detail(sharp):.2f}; "
              f"{detail(truth):.2f}, without halos {detail(soft):.2f}")
        self.assertGreater(detail(sharp), 1.03 * detail(blurred))
        self.assertLess(detail(soft), 0.95 * detail(truth))
        self.assertGreater(psnr(sharp, truth), psnr(blurred, truth))

    def test_several_images_are_as_each_alone(self):
        truth = picture("building.jpg")[:200, :300]
        files = [self.write(f"{sigma}.png", noisy(truth, sigma)) for sigma in (5, 30, 12)]
        files.append(self.write("deep.png", noisy(truth, 9).astype(np.uint16) * 257))
        printed, _ = self.run_sample("denoise_image", "--output", self.path("all"), *files)
        lines = ""
        for file in files:
            one, _ = self.run_sample("denoise_image", "--output", self.path("one.png"), file)
            lines += one
            np.testing.assert_array_equal(self.read("one.png"),
                                          self.read(os.path.join("all", os.path.basename(file))))
        self.assertEqual(printed, lines)

    def test_what_is_wrong_is_said(self):
        source = self.write("noisy.png", picture("building.jpg")[:20, :20])
        out = self.path("out.png")
        self.expect_refusal(2, ["--output"], "denoise_image", source)
        self.expect_refusal(2, ["64"], "denoise_image", source, "--output", out, "--block", "24")
        self.expect_refusal(2, ["--sigma is -3; 0 to"], "denoise_image", source, "--output", out,
                            "--sigma=-3")
        self.expect_refusal(1, ["0 to 1"], "denoise_image", source, "--output", out,
                            "--sigma=99999")
        self.expect_refusal(1, ["floor", "0 to 1"], "denoise_image", source, "--output", out,
                            "--floor", "2")
        self.expect_refusal(1, ["sharpen", "-1 to 100"], "denoise_image", source, "--output", out,
                            "--sharpen=-2")
        self.expect_refusal(1, ["sharpen_min", "0 to 20"], "denoise_image", source, "--output",
                            out, "--sharpen=1", "--sharpen-min=30")
        self.expect_refusal(1, ["nothing.png"], "denoise_image", self.path("nothing.png"),
                            "--output", out)


if __name__ == "__main__":
    unittest.main(verbosity=2)
