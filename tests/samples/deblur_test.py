#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""deblur on real pictures: blurred by known kernels, what comes back beside others' Wiener filters
of the same kernel and lambda; wrong input.

The blurred pictures are the inner part of a larger one's blur, with noise of 2 grey levels, in
whole grey levels: as a camera gives them.
"""
import os
import subprocess
import unittest
import unittest.mock

from sample_tools import SampleTest, cv2, np, picture, psnr

MARGIN = 40


def motion(length, angle):
    """Points of a line, counted."""
    taps = np.zeros((length, length))
    t = np.linspace(-length / 2, length / 2, 20001)
    c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    np.add.at(taps, (np.rint(-t * s).astype(int) + length // 2,
                     np.rint(t * c).astype(int) + length // 2), 1 / len(t))
    return taps


def disc(radius):
    half, fine = int(np.ceil(radius - 0.5)), 32
    at = (np.arange((2 * half + 1) * fine) + 0.5) / fine - half - 0.5
    inside = (at[:, None] ** 2 + at**2 <= radius**2).reshape(2 * half + 1, fine, 2 * half + 1,
                                                             fine).mean((1, 3))
    return inside / inside.sum()


BLURS = {"motion=15@30": motion(15, 30), "defocus=5": disc(5)}


def blurred_and_truth(taps, sigma=2):
    image = picture("building.jpg", cv2.IMREAD_GRAYSCALE).astype(float)
    inner = slice(MARGIN, -MARGIN)
    blurred = cv2.filter2D(image, -1, taps[::-1, ::-1])[inner, inner]
    noise = np.random.default_rng(1).normal(0, sigma, blurred.shape)
    return np.clip(np.rint(blurred + noise), 0, 255).astype(np.uint8), image[inner, inner]


def tutorial_wiener(blurred, taps, nsr):
    """As OpenCV's out-of-focus and motion deblurring tutorials do it: tapered edges, Re(H) / (|H|^2
    + nsr), on the image's own grid."""
    def profile(n):
        x = np.linspace(-np.pi, np.pi, n, endpoint=False)
        return 0.5 * (np.tanh((x + 2.5) / 0.2) - np.tanh((x - 2.5) / 0.2))

    rows, columns = blurred.shape
    tapered = blurred * np.outer(profile(rows), profile(columns))
    kernel = np.zeros((rows, columns))
    kernel[: taps.shape[0], : taps.shape[1]] = taps
    kernel = np.roll(kernel, (-(taps.shape[0] // 2), -(taps.shape[1] // 2)), (0, 1))
    h = cv2.dft(kernel, flags=cv2.DFT_COMPLEX_OUTPUT)[..., 0]
    spectrum = cv2.dft(tapered, flags=cv2.DFT_COMPLEX_OUTPUT) * (h / (h**2 + nsr))[..., None]
    return np.clip(cv2.idft(spectrum, flags=cv2.DFT_SCALE)[..., 0], 0, 255)


def skimage_wiener(blurred, taps, balance):
    import skimage.restoration  # not among tests/setup's packages
    return np.clip(skimage.restoration.wiener(blurred / 255, taps, balance) * 255, 0, 255)


# What skimage_wiener() gives, in dB, measured with scikit-image 0.19.3 (`deblur_test.py
# --skimage`).
SKIMAGE = {("motion=15@30", 0.03): 23.83, ("motion=15@30", 0.1): 25.24, ("defocus=5", 0.03): 24.55,
           ("defocus=5", 0.1): 25.02}


class Quality(SampleTest):
    def restored(self, blurred, *options):
        self.run_sample("deblur", *options, "--output", self.path("out.png"),
                        self.write("in.png", blurred))
        return self.read("out.png")

    def test_better_than_the_tutorials(self):
        for option, taps in BLURS.items():
            blurred, truth = blurred_and_truth(taps)
            for nsr in (0.01, 0.03):
                ours = self.restored(blurred, "--" + option, "--penalty=flat", f"--lambda={nsr}")
                theirs = tutorial_wiener(blurred, taps, nsr)
                self.assertGreater(psnr(ours, truth), psnr(theirs, truth))
                inner = (slice(120, -120), slice(120, -120))  # theirs fades to black outside
                middle = psnr(ours[inner], truth[inner]), psnr(theirs[inner], truth[inner])
                print(f"{option} flat {nsr}: {psnr(ours, truth):.2f} dB, tutorial "
                      f"{psnr(theirs, truth):.2f} dB; "
                      f"in the middle {middle[0]:.2f}, {middle[1]:.2f} dB")
                self.assertGreater(middle[0], middle[1])

    def test_better_than_scikit_image(self):
        for (option, balance), theirs in SKIMAGE.items():
            blurred, truth = blurred_and_truth(BLURS[option])
            ours = psnr(self.restored(blurred, "--" + option, "--penalty=laplacian",
                                      f"--lambda={balance}"), truth)
            print(f"{option} laplacian {balance}: {ours:.2f} dB, scikit-image {theirs:.2f} dB")
            self.assertGreater(ours, theirs)

    def test_defaults_are_better_than_the_blurred(self):
        for option, least in (("motion=15@30", 28.5), ("defocus=5", 28.2)):
            blurred, truth = blurred_and_truth(BLURS[option])
            found = psnr(self.restored(blurred, "--" + option), truth)
            print(f"{option}: blurred {psnr(blurred, truth):.2f} dB, restored {found:.2f} dB")
            self.assertGreater(found, least)

    def test_lambda_is_found_by_the_noise(self):
        for option, taps in BLURS.items():
            for sigma in (2, 15):
                blurred, truth = blurred_and_truth(taps, sigma)
                found = psnr(self.restored(blurred, "--" + option), truth)
                given = {one: psnr(self.restored(blurred, "--" + option, f"--lambda={one}"), truth)
                         for one in (0.01, 0.03, 0.1, 0.3)}
                print(f"{option}, noise of {sigma}: {found:.2f} dB, by lambda "
                      + ", ".join(f"{one}: {value:.2f}" for one, value in given.items()))
                self.assertGreater(found, max(given.values()) - 0.3)
        # The same image in other depths, and in colour.
        for same in (blurred.astype(np.uint16) * 257, np.dstack([blurred] * 3)):
            other = self.restored(same, "--" + option).astype(float)
            other = other if same.ndim == 2 else other[..., 0]
            self.assertLess(abs(psnr(other / (257 if same.dtype == np.uint16 else 1), truth)
                                - found), 0.05)

    def test_rounds_help_at_the_edges(self):
        blurred, truth = blurred_and_truth(BLURS["motion=15@30"])
        none, two = (psnr(self.restored(blurred, "--motion=15@30", f"--rounds={n}"), truth)
                     for n in (0, 2))
        self.assertGreater(two, none + 0.5)


class Images(SampleTest):
    def test_colours_are_done_one_by_one(self):
        image = picture("licenseplate_motion.jpg")
        options = "--motion=22@45", "--lambda=0.01", "--output"
        self.run_sample("deblur", *options, self.path("out.png"), self.write("in.png", image))
        for c in range(3):
            self.run_sample("deblur", *options, self.path("one.png"),
                            self.write("c.png", image[..., c]))
            self.assertLessEqual(
                np.abs(self.read("out.png")[..., c].astype(int) - self.read("one.png")).max(), 1)

    def test_sixteen_bits_alpha_and_brightness(self):
        image = cv2.cvtColor(picture("text_defocus.jpg"),
                             cv2.COLOR_BGR2BGRA).astype(np.uint16) * 257
        image[..., 3] = np.arange(image.shape[1]) * 60
        self.run_sample("deblur", "--defocus=9.5", "--penalty=flat", "--lambda=0.1", "--output",
                        self.path("out.png"),
                        self.write("in.png", image))
        out = self.read("out.png")
        self.assertEqual(out.dtype, np.uint16)
        np.testing.assert_array_equal(out[..., 3], image[..., 3])
        self.assertAlmostEqual(out[..., :3].mean() / image[..., :3].mean(), 1, delta=0.01)

    def test_taps_from_a_file_and_a_batch(self):
        blurred, truth = blurred_and_truth(BLURS["defocus=5"])
        np.savetxt(self.path("disc.txt"), BLURS["defocus=5"] * 7)  # brought to the sum 1
        _, errors = self.run_sample("deblur", "--taps", self.path("disc.txt"), "--output",
                                    self.path("done"), self.write("a.png", blurred),
                                    self.write("b.png", blurred[::-1]),
                                    self.write("c.png", blurred[:, :300]))
        self.assertIn("[3/3]", errors)
        self.assertGreater(psnr(self.read("done/a.png"), truth), 28)
        self.assertGreater(psnr(self.read("done/b.png"), truth[::-1]), 28)
        self.assertEqual(self.read("done/c.png").shape[1], 300)


    def test_images_of_another_noise_are_not_planned_for_anew(self):
        alone, files = [], []
        for sigma in (3, 4, 3):
            files.append(self.write(f"{len(files)}.png",
                                    blurred_and_truth(BLURS["motion=15@30"], sigma)[0]))
            self.run_sample("deblur", "--motion=15@30", "--output", self.path("one.png"), files[-1])
            alone.append(self.read("one.png").astype(int))
        with unittest.mock.patch.dict(os.environ, {"FFTCORE_LOG": "work"}):
            _, errors = self.run_sample("deblur", "--motion=15@30", "--output", self.path("all"),
                                        *files)
        self.assertEqual(errors.count("fftcore[work]"), 2, "one that restores, one that blurs")
        for i, one in enumerate(alone):
            off = np.abs(self.read(f"all/{i}.png") - one)
            self.assertLessEqual(off.max(), 1)
            self.assertLess((off > 0).mean(), 1e-3)
        self.assertGreater(np.abs(alone[0] - alone[1]).max(), 10)


class Windows(SampleTest):
    """Images that are restored window by window."""

    def large(self, rows, columns):
        return cv2.resize(picture("building.jpg"), (columns, rows), interpolation=cv2.INTER_CUBIC)

    @unittest.skipIf("FFTCORE_SANITIZED" in os.environ, "it takes long")
    def test_corners_are_as_those_of_smaller_images(self):
        image = self.large(2701, 2850)[..., 1]
        options = "--defocus=5", "--lambda=0.03", "--output"
        self.run_sample("deblur", *options, self.path("whole.png"), self.write("in.png", image))
        whole, side, reach = self.read("whole.png").astype(int), 2200, 200
        for down in (slice(None), slice(None, None, -1)):
            for across in (slice(None), slice(None, None, -1)):
                corner = image[down, across][:side, :side]
                self.run_sample("deblur", *options, self.path("corner.png"),
                                self.write("corner_in.png", corner))
                off = np.abs(self.read("corner.png") - whole[down, across][:side, :side])
                self.assertLessEqual(off[:-reach, :-reach].max(), 1)
                self.assertLess((off[:-reach, :-reach] > 0).mean(), 1e-3)

    @unittest.skipIf("FFTCORE_SANITIZED" in os.environ, "a sanitizer takes more memory")
    def test_memory_is_bounded(self):
        image = self.write("in.jpg", self.large(6000, 8000))
        command = [os.path.join(os.environ["FFTCORE_SAMPLES"], "deblur"), "--backend=cpu",
                   "--motion=22@45", "--output", self.path("out.png"), image]
        with subprocess.Popen(command) as program:
            _, status, usage = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(program.returncode, 0)
        print(f"48 megapixels: {usage.ru_maxrss / 1024:.0f} MiB resident, "
              f"{usage.ru_utime:.1f} s of the processor")
        self.assertLess(usage.ru_maxrss * 1024, 600e6)
        self.assertEqual(self.read("out.png").shape, (6000, 8000, 3))


class BadInput(SampleTest):
    def test_what_is_wrong_is_said(self):
        image, out = self.write("in.png",
                                picture("text_motion.jpg")), "--output=" + self.path("out.png")
        self.expect_refusal(2, ["0 operands", "IMAGE..."], "deblur", "--motion=22@45", out)
        self.expect_refusal(2, ["a blur is expected"], "deblur", image, out)
        self.expect_refusal(2, ["--output is expected"], "deblur", "--motion=22@45", image)
        self.expect_refusal(2, ["--rounds is '-1'", "0 to 100"], "deblur", "--motion=22@45",
                            "--rounds=-1", image, out)
        self.expect_refusal(2, ["--penalty is 'none'", "flat, gradient, laplacian"], "deblur",
                            "--penalty=none", image, out)
        self.expect_refusal(1, ["lambda is 0", "1e-06 to 1000"], "deblur", "--motion=22@45",
                            "--lambda=0", image, out)
        self.expect_refusal(1, ["length is 2000", "1 to 1000"], "deblur", "--motion=2000@45", image,
                            out)
        self.expect_refusal(1, ["/no/such.png"], "deblur", "--motion=22@45", "/no/such.png", out)
        self.expect_refusal(1, ["must be a folder"], "deblur", "--motion=22@45", image, image,
                            "--output=" + image)
        holes = picture("text_motion.jpg").astype(np.float32)
        for hole, word in ((np.inf, "inf"), (-3.4e38, "-3.4e+38"), (9.97e36, "9.97e+36"),
                           (1e9, "1e+09")):
            holes[30, 40] = hole
            self.expect_refusal(1, ["holes.tiff", f"{word} at row 30, column 40"], "deblur",
                                "--motion=22@45", self.write("holes.tiff", holes),
                                "--output=" + self.path("out.tiff"))
        reflectance = picture("text_motion.jpg").astype(np.float32) / 255
        reflectance[30:33, 40:43] = -9999
        self.expect_refusal(1, ["-9999 at row 30, column 40"], "deblur", "--motion=22@45",
                            self.write("holes.tiff", reflectance),
                            "--output=" + self.path("out.tiff"))
        # Rounding around a mask is no data, so ones are no marks.
        holes = np.random.default_rng(5).normal(0, 1e-17, (60, 80)).astype(np.float32)
        holes[20:40, 30:60] += 1
        self.run_sample("deblur", "--gaussian=1", self.write("holes.tiff", holes),
                        "--output=" + self.path("out.tiff"))
        np.savetxt(self.path("edge.txt"), [[1, 0, -1]])
        self.expect_refusal(1, ["add up to 0"], "deblur", "--taps", self.path("edge.txt"), image,
                            out)


def measure_skimage():
    for option, balance in SKIMAGE:
        blurred, truth = blurred_and_truth(BLURS[option])
        print(f'("{option}", {balance}): '
              f'{psnr(skimage_wiener(blurred, BLURS[option], balance), truth):.2f}')


if __name__ == "__main__":
    import sys
    if "--skimage" in sys.argv:
        measure_skimage()
    else:
        unittest.main()
