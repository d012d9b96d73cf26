#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""filter_image on real pictures against OpenCV's filter2D in double; wrong input."""
import unittest

from sample_tools import SampleTest, cv2, np, picture

TAPS = np.outer([1, 3, 2, 4, 1.5], [2, -1, 5, 1])


class FilterImage(SampleTest):
    def setUp(self):
        super().setUp()
        np.save(self.path("taps.npy"), TAPS)

    def compare(self, image, border, *options, ending="png", tolerance=1.0, white=255):
        self.write(f"in.{ending}", image)
        self.run_sample("filter_image", "--taps", self.path("taps.npy"), "--normalize",
                        "--correlate", *options, self.path(f"in.{ending}"),
                        self.path(f"out.{ending}"))
        out = self.read(f"out.{ending}")
        self.assertEqual((out.shape, out.dtype), (image.shape, image.dtype))
        expected = cv2.filter2D(image.astype(np.float64), -1, TAPS / TAPS.sum(), borderType=border)
        if image.dtype != np.float32:
            expected = np.clip(expected, 0, white)
        colours = slice(None) if image.ndim == 2 else slice(0, 3)
        self.assertLessEqual(np.abs(out[..., colours] - expected[..., colours]).max(), tolerance)
        self.assertGreater(np.abs(out.astype(float) - image).mean(), 0.005 * white,
                           "the filter does something")
        return out

    def test_colours(self):
        self.compare(picture("fruits.jpg"), cv2.BORDER_REFLECT_101)

    def test_grey_and_edges(self):
        image = picture("building.jpg", cv2.IMREAD_GRAYSCALE)[:301, :407]
        for edge, border in (("constant", cv2.BORDER_CONSTANT), ("replicate", cv2.BORDER_REPLICATE),
                             ("reflect", cv2.BORDER_REFLECT),
                             ("reflect-101", cv2.BORDER_REFLECT_101)):
            with self.subTest(edge):
                self.compare(image, border, "--edge", edge)

    def test_sixteen_bits(self):
        image = picture("fruits.jpg").astype(np.uint16) * 257 + np.arange(480, dtype=np.uint16)[
            :, None, None] % 200
        self.compare(image, cv2.BORDER_REFLECT_101, white=65535)

    def test_floats(self):
        self.compare(picture("fruits.jpg").astype(np.float32) / 255 - 0.1, cv2.BORDER_REFLECT_101,
                     ending="tiff", tolerance=1e-5, white=1)

    def test_alpha_is_copied(self):
        image = picture("cards.png")
        image[..., 3] = np.arange(640) % 251
        out = self.compare(image, cv2.BORDER_REFLECT_101)
        np.testing.assert_array_equal(out[..., 3], image[..., 3])

    def test_gain_and_offset(self):
        image = picture("building.jpg", cv2.IMREAD_GRAYSCALE).astype(np.uint16) * 257
        self.run_sample("filter_image", "--filter=highpass", "--cutoff=0.1", "--gain=0.5",
                        "--offset=128", self.write("in.png", image),
                        self.path("out.png"))
        self.assertAlmostEqual(self.read("out.png").mean(), 128 * 257, delta=257)

    def test_blurs_keep_brightness(self):
        image = picture("building.jpg")
        for blur in ("--motion=15@30", "--defocus=4.5", "--gaussian=3"):
            self.run_sample("filter_image", blur, self.write("in.png", image), self.path("out.png"))
            self.assertAlmostEqual(self.read("out.png").mean(), image.mean(), delta=0.5)
            self.assertLess(cv2.Laplacian(self.read("out.png"), cv2.CV_64F).std(),
                            0.5 * cv2.Laplacian(image, cv2.CV_64F).std())

    def test_response_round_the_edges(self):
        image = picture("building.jpg", cv2.IMREAD_GRAYSCALE)[:301, :400].astype(np.float32)
        fy, fx = np.fft.fftfreq(301)[:, None], np.fft.fftfreq(400)[None, :]
        f = np.hypot(fx, fy)
        response = np.exp(-(f / 0.1) ** 2) * np.exp(-2j * np.pi * 3.5 * fy) + 1j * fx
        response[:, 200] = np.exp(-(f[:, 200] / 0.1) ** 2) * np.exp(-2j * np.pi * 3.5 * fy[:, 0])
        expected = np.fft.ifft2(np.fft.fft2(image) * response)
        self.assertLess(np.abs(expected.imag).max(), 1e-9)
        self.run_sample("filter_image", "--circular",
                        "--response=exp(-(f / 0.1)^2) * exp(-2 * pi * i * 3.5 * fy) + i * fx",
                        self.write("in.tiff", image), self.path("out.tiff"))
        self.assertLess(np.abs(self.read("out.tiff") - expected.real).max(), 1e-3)

    def test_response_as_taps(self):
        image = picture("building.jpg", cv2.IMREAD_GRAYSCALE).astype(np.float32)
        self.run_sample("filter_image", "--response=exp(-2 * (pi * 2 * f)^2)",
                        self.write("in.tiff", image), self.path("out.tiff"))
        expected = cv2.GaussianBlur(image, (31, 31), 2, borderType=cv2.BORDER_REFLECT_101)
        self.assertLess(np.abs(self.read("out.tiff") - expected).max(), 0.05)


class BadInput(SampleTest):
    def setUp(self):
        super().setUp()
        self.image = self.write("in.png", picture("fruits.jpg"))

    def refused(self, status, words, *arguments):
        self.expect_refusal(status, words, "filter_image", *arguments)

    def test_help(self):
        out, _ = self.run_sample("filter_image", "--help")
        for word in ("usage: filter_image", "--edge", "--backend"):
            self.assertIn(word, out)

    def test_responses(self):
        out = self.path("out.png")
        self.refused(1, ["column 5", "a number, a name"], "--response=exp(", self.image, out)
        self.refused(1, ["complex", "conjugate"], "--response=i", self.image, out)
        self.refused(1, ["infinite", "if(f == 0"], "--response=1/f", self.image, out)
        self.refused(2, ["one filter"], "--response=1", "--gaussian=2", self.image, out)
        holes = picture("fruits.jpg").astype(np.float32)
        holes[3, 4] = -3.4e38
        self.refused(1, ["-3.4e+38 at row 3, column 4 of B", "--circular spreads"], "--circular",
                     "--response=1", self.write("in.tiff", holes), self.path("out.tiff"))
        self.refused(2, ["--circular needs whole images"], "--circular", "--response=1",
                     "--pieces=1", self.write("in.tiff", holes), self.path("out.tiff"))
        for option in "--cutoff=0.02", "--cutoff-high=0.3", "--order=9", "--shape=ideal":
            self.refused(2, ["--order are of --filter"], option, "--gaussian=1", self.image,
                         self.path("out.png"))
        self.refused(2, ["--circular is of --response"], "--circular", "--gaussian=2", self.image,
                     out)

    def test_command_line(self):
        both = (self.image, self.path("out.png"))
        self.refused(2, ["1 operand is given", "INPUT OUTPUT"], self.image)
        self.refused(2, ["no option --blur"], "--blur", "3", *both)
        self.refused(2, ["no option -x"], "-x", *both)
        self.refused(2, ["one filter is expected"], *both)
        self.refused(2, ["one filter is expected"], "--filter=lowpass", "--defocus=3", *both)
        self.refused(2, ["several blurs"], "--gaussian=2", "--defocus=3", *both)
        self.refused(2, ["--filter is 'low'", "lowpass, highpass"], "--filter=low", *both)
        self.refused(2, ["--motion is '3'", "22@45"], "--motion=3", *both)
        self.refused(2, ["angle of --motion is 'up'", "number"], "--motion=3@up", *both)
        self.refused(2, ["--defocus is '3px'"], "--defocus=3px", *both)
        self.refused(2, ["--order is '2.5'", "1 to 16"], "--order=2.5", *both)
        self.refused(2, ["--normalize takes no value"], "--normalize=yes", *both)
        self.refused(2, ["--cutoff needs a value"], *both, "--cutoff")
        self.refused(1, ["cutoff is 0.9", "0 to 0.7072"], "--filter=lowpass", "--cutoff=0.9", *both)
        self.refused(1, ["radius", "0.5 to 500"], "--defocus=0", *both)

    def test_files(self):
        out = self.path("out.png")
        with open(self.path("text.png"), "w", encoding="ascii") as file:
            file.write("no picture")
        self.refused(1, ["/no/such.png", "No such file"], "--gaussian=2", "/no/such.png", out)
        self.refused(1, [self.folder, "folder"], "--gaussian=2", self.folder, out)
        self.refused(1, ["text.png", "no image"], "--gaussian=2", self.path("text.png"), out)
        self.refused(1, ["no folder", "/no/where"], "--gaussian=2", self.image, "/no/where/out.png")
        self.refused(1, ["out.xyz"], "--gaussian=2", self.image, self.path("out.xyz"))
        self.refused(1, ["ending of its name"], "--gaussian=2", self.image, self.path("out"))
        self.refused(1, ["/no/taps.npy"], "--taps=/no/taps.npy", self.image, out)
        deep = self.write("deep.png", picture("fruits.jpg").astype(np.uint16) * 257)
        self.refused(1, [".jpg holds no 16 bits", ".png"], "--gaussian=2", deep,
                     self.path("out.jpg"))
        alpha = self.write("alpha.png", picture("cards.png"))
        self.refused(1, [".jpg holds no alpha", ".png"], "--gaussian=2", alpha,
                     self.path("out.jpg"))


unittest.main()
