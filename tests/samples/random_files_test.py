#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The programs for images on random files: of any format, bits, byte order, layout, orientation,
page, alpha, scale and level, with samples that are not finite. Each result is held against SciPy or
a definition. A message says how to draw its case alone."""
import json
import os
import sys
import unittest

from sample_tools import SampleTest, np

try:
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../python"))
    import random_files as files
    import random_reference as reference
    import scipy.ndimage
    import tifffile
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-tifffile, python3-pil, python3-scipy)")
    sys.exit(77)

EDGES = {"reflect-101": "mirror", "constant": "constant", "replicate": "nearest",
         "reflect": "reflect", "wrap": "wrap"}


def white_of(dtype):
    return 1 if dtype.kind == "f" else np.iinfo(dtype).max


def each_channel(function, image):
    if image.ndim == 2:
        return function(image)
    return np.stack([function(image[..., c]) for c in range(image.shape[2])], -1)


class Random(SampleTest):
    def each(self, name, usual, case):
        """Runs a case of each seed, with a draw of its own."""
        for seed in range(files.SEED, files.SEED + files.count(usual)):
            with self.subTest(repeat=f"FFTCORE_TEST_SEED={seed} FFTCORE_TEST_COUNT=1 tests/lane "
                              f"release random_files 'Random.test_{name}'"):
                folder = f"{name}{seed}"
                os.mkdir(self.path(folder))
                case(files.Draws(seed, name), self.path(folder))

    def written(self, folder, drawn):
        paths = [os.path.join(folder, f"{number:02}{file.ending}")
                 for number, file in enumerate(drawn)]
        for path, file in zip(paths, drawn):
            file.write(path)
        return paths

    def results(self, program, folder, paths, *words, status=0):
        _, errors = self.run_sample(program, *words, "--output", folder + "/out/{}.tif", *paths,
                                    status=status)
        found = {}
        for number, path in enumerate(paths):
            out = os.path.join(folder, f"out/{number:02}.tif")
            if os.path.exists(out):
                with tifffile.TiffFile(out) as file:
                    extras = [one.name for one in file.pages[0].extrasamples]
                    found[number] = file.pages[0].asarray(), extras
        return found, errors

    def check(self, file, found, want, bound, what):
        """A result of TIFF beside what is wanted of its colours."""
        result, extras = found
        what = f"{what}\n{file.what} {file.shown.dtype} {file.shown.shape}"
        self.assertEqual((result.dtype, result.shape), (file.shown.dtype, file.shown.shape), what)
        if file.alpha:
            self.assertEqual(extras, [file.alpha], what)
            np.testing.assert_array_equal(result[..., -1], file.shown[..., -1], what)
            result = result[..., :-1].reshape(want.shape)
        try:
            reference.compare(result, want, bound)
        except AssertionError as error:
            self.fail(f"{error}\n{what}")

    def drawn(self, draw, dtypes, may_hurt=True, **how):
        page = draw.number(1, 3) if draw.one_in(4) else 0
        drawn = []
        for _ in range(4):
            image = draw.image(draw.one_of(dtypes), **how)
            if may_hurt and image.dtype.kind == "f" and draw.one_in(3):
                image = draw.hurt(image)
            drawn.append(draw.file(image, page))
        return drawn, ["--page", page] if page else []

    def test_filter_image(self):
        def case(draw, folder):
            drawn, words = self.drawn(draw, files.DTYPES)
            taps = draw.random.standard_normal(draw.size(1, 9))
            taps[draw.random.random(taps.shape) < 0.3] = 0
            if not taps.any():
                taps[0, 0] = 1
            taps = (taps / max(np.abs(taps).sum(), 1)).astype(draw.one_of(("<f4", ">f4", ">f8")))
            np.save(folder + "/taps.npy", draw.one_of((taps, np.asfortranarray(taps))))
            edge, operation = draw.one_of(tuple(EDGES)), draw.one_of(("convolve", "correlate"))
            gain, offset = draw.one_of(((1, 0), (0.5, 0), (-1.5, 20), (1, -3.5)))
            if any(file.shown.dtype.kind == "f" for file in drawn):
                offset = 0
            words += ["--taps", folder + "/taps.npy", "--edge", edge, f"--gain={gain}",
                      f"--offset={offset}"] + ["--correlate"] * (operation == "correlate")
            found, _ = self.results("filter_image", folder, self.written(folder, drawn), *words)
            for number, file in enumerate(drawn):
                image = file.colours.astype(float)
                white = white_of(file.shown.dtype)
                want = each_channel(lambda channel: reference.filtered(
                    operation, channel, taps.astype(float), EDGES[edge]), image)
                want = want * gain + offset / 255 * white
                bound = abs(gain) * sum(
                    reference.bound_of(True, channel, taps, mode=EDGES[edge]) for channel in (
                        np.moveaxis(image.reshape(*image.shape[:2], -1), -1, 0)))
                self.check(file, found[number], want, bound, f"{words} {taps.shape}")
        self.each("filter_image", 14, case)

    def test_denoise_image(self):
        def case(draw, folder):
            dtype = draw.one_of(files.DTYPES)
            drawn, words = self.drawn(draw, (dtype,), False, size=draw.size(2, 30))
            block, step = draw.one_of(((8, 2), (16, 4), (8, 4)))
            contrast = min(float(file.shown.std()) for file in drawn)
            white = white_of(drawn[0].shown.dtype)
            sigma = min(draw.one_of((0.2, 0.6)) * contrast / white * 255, 9999)
            words += ["--sigma", repr(sigma), "--block", block, "--step", step]
            found, _ = self.results("denoise_image", folder, self.written(folder, drawn), *words)
            for number, file in enumerate(drawn):
                image = file.colours.astype(float)
                want = each_channel(lambda channel: reference.denoised(
                    channel, block, step, "firm", sigma * white / 255)[0], image)
                bound = 1e-5 * np.abs(image).max() * np.sqrt(image.size)
                self.check(file, found[number], want, bound, f"{words}")
        self.each("denoise_image", 10, case)

    def test_deblur(self):
        """It is linear: a plain file of floats says what others give."""
        def case(draw, folder):
            drawn, words = self.drawn(draw, files.DTYPES, size=draw.size(6, 40))
            words += ["--gaussian=0.8", "--lambda=0.05"]
            bad = [not np.isfinite(file.colours).all() for file in drawn]
            paths = self.written(folder, drawn)
            found, errors = self.results("deblur", folder, paths, *words, status=int(any(bad)))
            os.mkdir(folder + "/plain")
            plain, scales = [], []
            for number, file in enumerate(drawn):
                image = file.colours.astype(float)
                image = image.reshape(*image.shape[:2], -1)[..., :1]  # of one channel is enough
                if bad[number]:
                    self.assertNotIn(number, found, errors)
                    self.assertIn(paths[number], errors)
                    image = np.zeros_like(image)
                scales.append(max(np.abs(image).max(), 1e-30))
                plain.append(os.path.join(folder, f"plain/{number:02}.tif"))
                tifffile.imwrite(plain[-1], (image[..., 0] / scales[-1]).astype(np.float32),
                                 photometric="minisblack", metadata=None)
            self.run_sample("deblur", *words[-2:], "--output", folder + "/plain/out/{}.tif", *plain)
            for number, file in enumerate(drawn):
                if bad[number]:
                    continue
                want = tifffile.imread(folder + f"/plain/out/{number:02}.tif").astype(float)
                result, _ = found[number]
                self.assertEqual(result.shape, file.shown.shape, file.what)
                first = result if result.ndim == 2 else result[..., 0]
                bound = 1e-4 * scales[number] * np.sqrt(want.size)
                try:
                    reference.compare(first, want * scales[number], bound)
                except AssertionError as error:
                    self.fail(f"{error}\n{file.what}\n{words}")
        self.each("deblur", 8, case)

    def picture(self, draw, size, dtype, channels):
        """Noise that is alike in the channels, as pictures are, of 8 steps or more."""
        grey = scipy.ndimage.gaussian_filter(draw.random.standard_normal(size), 1.2)
        grey /= grey.std()
        if channels > 1:
            grey = np.dstack([grey] * channels) + 0.05 * draw.random.standard_normal(
                (*size, channels))
        return draw.stored(grey, dtype, 8, levels=(0, 1, 30, 1e4, 1e5), most_digits=28)

    def test_find_template(self):
        def case(draw, folder):
            dtype, channels = draw.one_of(files.DTYPES), draw.one_of((1, 1, 3))
            size, sides = draw.size(45, 70), draw.size(14, 24)
            image = self.picture(draw, size, dtype, channels)
            y, x = (draw.number(0, whole - side) for whole, side in zip(size, sides))
            template = image[y:y + sides[0], x:x + sides[1]].copy()
            if dtype == "float32" and draw.one_in(3):
                bad = draw.hurt(image)
                if draw.one_in(2):  # a mark for "no data"
                    bad[~np.isfinite(bad)] = np.abs(image).max() * draw.one_of((-1e7, 1e9))
                bad[y:y + sides[0], x:x + sides[1]] = template
                image = bad
            drawn = [draw.file(one, is_tiff=dtype == "uint8") for one in (template, image)]
            paths = self.written(folder, drawn)
            output, _ = self.run_sample("find_template", "--json", *paths)
            best = json.loads(output.splitlines()[0])
            what = f"{best} for {x} {y}\n{[file.what for file in drawn]} {dtype}"
            self.assertLess(abs(best["x"] - x) + abs(best["y"] - y), 0.15, what)
            self.assertGreater(best["score"], 0.99, what)
        self.each("find_template", 20, case)

    def test_register_images(self):
        def case(draw, folder):
            dtype, channels = draw.one_of(files.DTYPES), draw.one_of((1, 1, 3))
            size = draw.size(60, 80)
            large = self.picture(draw, (size[0] + 10, size[1] + 10), dtype, channels)
            places = [(draw.number(0, 10), draw.number(0, 10)) for _ in range(2)]
            images = [large[y:y + size[0], x:x + size[1]].copy() for y, x in places]
            drawn = [draw.file(one, is_tiff=dtype == "uint8") for one in images]
            paths = self.written(folder, drawn)
            output, _ = self.run_sample("register_images", "--json", *paths)
            found = json.loads(output)
            want = [first - second for first, second in zip(*places)]
            what = f"{found} for {want}\n{[file.what for file in drawn]} {dtype}"
            self.assertLess(abs(found["dy"] - want[0]), 0.3, what)
            self.assertLess(abs(found["dx"] - want[1]), 0.3, what)
            if dtype == "float32":
                bad = self.path("bad.tif")
                tifffile.imwrite(bad, np.where(images[0] == images[0].max(), np.nan, images[0]),
                                 photometric="rgb" if channels == 3 else "minisblack")
                self.expect_refusal(1, ["nan"], "register_images", paths[0], bad)
        self.each("register_images", 16, case)


if __name__ == "__main__":
    unittest.main()
