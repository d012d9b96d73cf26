# SPDX-License-Identifier: LGPL-2.1-or-later
"""Filters and blurs by their definitions, and noise."""
import bounds
import numpy as np
import pytest
import scipy.ndimage
import skimage.restoration

import fftcore


def test_lowpass_and_highpass_make_the_image(numbers):
    image = numbers((60, 70))
    low, high = fftcore.lowpass(image, 0.1), fftcore.highpass(image, 0.1)
    taps = fftcore.filter_taps("lowpass", 0.1)
    assert np.abs(low + high - image).max() < 1e-5
    want = scipy.ndimage.convolve(image.astype(float), taps, mode="mirror")
    assert np.linalg.norm(low - want) <= bounds.of_convolution("float32", image, taps)


@pytest.mark.parametrize("frequency", (0.03, 0.1, 0.25))
def test_response(frequency):
    """A wave is multiplied by H, away from the image's edges."""
    wave = np.cos(2 * np.pi * frequency * np.arange(256))[None].repeat(200, 0).astype("float32")
    middle = np.s_[80:120, 80:176]
    low = fftcore.lowpass(wave, 0.1)
    assert np.abs(low - np.exp(-(frequency / 0.1)**2 / 2) * wave)[middle].max() < 1e-3
    high = fftcore.highpass(wave, 0.1, shape="butterworth", order=3)
    assert np.abs(high - wave / np.sqrt(1 + (0.1 / frequency)**6))[middle].max() < 5e-3
    band = fftcore.bandpass(wave, 0.05, 0.2)
    factor = (1 - np.exp(-(frequency / 0.05)**2 / 2)) * np.exp(-(frequency / 0.2)**2 / 2)
    assert np.abs(band - factor * wave)[middle].max() < 2e-3
    assert np.abs(band + fftcore.bandstop(wave, 0.05, 0.2) - wave)[middle].max() < 1e-4


def test_response_taps():
    assert np.allclose(fftcore.response_taps("1 + 0 * fx", (3, 3)), np.pad([[1]], 1), atol=1e-12)
    assert fftcore.response_taps("i * abs(fx)", (4, 4)).dtype == "complex128"


def test_gaussian_blur_is_scipys(numbers):
    image = numbers((40, 50))
    want = scipy.ndimage.gaussian_filter(image.astype(float), 1.5)
    taps = fftcore.gaussian_blur(1.5)
    got = fftcore.convolve(image, taps, "reflect")
    assert np.linalg.norm(got - want) <= bounds.of_convolution("float32", image, taps)


def test_deconvolve_by_its_definition(numbers):
    """On an image that goes round the regularised inverse is exact but for the taps' outer rows."""
    image = scipy.ndimage.gaussian_filter(numbers((128, 128), "float64"), 1.5, mode="wrap")
    psf = fftcore.motion_blur(7, 30)
    blurred = scipy.ndimage.convolve(image, psf, mode="wrap")
    grid = np.zeros(image.shape)
    grid[:psf.shape[0], :psf.shape[1]] = psf
    response = np.fft.fft2(np.roll(grid, [-(side // 2) for side in psf.shape], (0, 1)))
    fy, fx = np.meshgrid(*[np.fft.fftfreq(128)] * 2, indexing="ij")
    penalty = 4 - 2 * np.cos(2 * np.pi * fx) - 2 * np.cos(2 * np.pi * fy)
    inverse = response.conj() / (np.abs(response)**2 + 0.01 * penalty)
    want = np.fft.ifft2(np.fft.fft2(blurred) * inverse).real
    got = fftcore.deconvolve(blurred, psf, 0.01, mode="wrap")
    assert np.linalg.norm(got - want) < 5e-3 * np.linalg.norm(want)
    assert np.linalg.norm(got - image) < 0.5 * np.linalg.norm(blurred - image)


def error_of(blurred, image, psf, *balance, **words):
    return np.std((fftcore.deconvolve(blurred, psf, *balance, **words) - image)[40:-40, 40:-40])


@pytest.mark.parametrize("sigma", (2, 6, 20))
@pytest.mark.parametrize("scale, dtype", ((255, "uint8"), (1, "float32"), (1e6, "float64")))
def test_balance_is_found_by_the_noise(numbers, sigma, scale, dtype):
    """On a photograph, by a blur whose taps have any sum."""
    image = skimage.data.camera()[100:356, 100:356].astype(float)
    noise = sigma * numbers(image.shape, "float64")
    for psf in (fftcore.motion_blur(9, 30), 3 * fftcore.defocus_blur(2.5)):
        seen = scipy.ndimage.convolve(image, psf, mode="mirror") / psf.sum() + noise
        seen = np.clip(seen * scale / 255, 0, scale)
        seen = (np.rint(seen) if dtype == "uint8" else seen).astype(dtype)
        truth = image * scale / 255 / psf.sum()
        found = error_of(seen.astype("float64"), truth, psf)
        if dtype == "uint8":
            same = fftcore.deconvolve(seen, psf).astype(float)
            want = np.clip(fftcore.deconvolve(seen.astype("float64"), psf), 0, 255)
            assert np.abs(same - want).max() <= 1
        best = min(error_of(seen.astype("float64"), truth, psf, psf.sum()**2 * balance)
                   for balance in 10.0 ** np.arange(-3, 1, 0.25))
        assert found < 1.06 * best


def test_balance_of_channels_and_of_other_penalties(numbers):
    image = scipy.ndimage.gaussian_filter(numbers((96, 90, 3), "float64"), (2, 2, 0))
    image += 0.02 * numbers(image.shape, "float64")
    psf = fftcore.motion_blur(5, 30)
    assert np.array_equal(
        fftcore.deconvolve(image, psf, channel_axis=-1),
        np.moveaxis(fftcore.deconvolve(np.ascontiguousarray(np.moveaxis(image, -1, 0)), psf,
                                       channel_axis=0), 0, -1))
    plane = image[..., 0].copy()
    for penalty in ("flat", "laplacian"):
        assert np.array_equal(fftcore.deconvolve(plane, psf, penalty=penalty),
                              fftcore.deconvolve(plane, psf, 0.01, penalty=penalty))
    # Without noise, and of nothing but noise.
    for other in (np.ones((40, 50)), np.zeros((1, 60)), numbers((64, 64), "float64"),
                  plane + 1j * plane):
        assert np.isfinite(fftcore.deconvolve(other, psf)).all()
    assert np.std(fftcore.deconvolve(numbers((64, 64), "float64"), psf)) < 0.2


def test_laplacian_is_scikit_images(numbers):
    image = scipy.ndimage.gaussian_filter(numbers((96, 96), "float64"), 2, mode="wrap")
    psf = fftcore.gaussian_blur(1.2)
    blurred = scipy.ndimage.convolve(image, psf, mode="wrap")
    want = skimage.restoration.wiener(blurred, psf, 0.05, clip=False)
    got = fftcore.deconvolve(blurred, psf, 0.05, penalty="laplacian", mode="wrap")
    assert np.linalg.norm(got - want) < 1e-2 * np.linalg.norm(want)


@pytest.mark.parametrize("dtype, white", (("uint8", 255), ("uint16", 65535), ("float32", 1)))
def test_denoise_in_the_images_units(dtype, white, numbers):
    clean = scipy.ndimage.gaussian_filter(numbers((160, 170), "float64"), 6)
    clean = 0.5 + 0.1 * clean / clean.std()
    noisy = np.clip((clean + 0.04 * numbers(clean.shape, "float64")) * white, 0, white)
    noisy = (np.rint(noisy) if white > 1 else noisy).astype(dtype)
    assert fftcore.estimate_sigma(noisy) == pytest.approx(0.04 * white, rel=0.1)
    for sigma in (None, 0.04 * white):
        result = fftcore.denoise(noisy, sigma)
        assert result.dtype == dtype
        assert np.std(result / white - clean) < 0.02  # half of the noise
    assert np.array_equal(fftcore.denoise(noisy, 0), noisy) or np.allclose(
        fftcore.denoise(noisy, 0), noisy, atol=1e-5)


def test_denoise_with_neighbours(numbers):
    clean = np.full((96, 96), 0.5, "float32")
    frames = [clean + np.float32(0.04) * numbers(clean.shape) for _ in range(3)]
    alone = fftcore.denoise(frames[1], 0.04)
    together = fftcore.denoise(frames[1], 0.04, before=frames[:1], after=frames[2:])
    assert np.std(together - clean) < np.std(alone - clean)
    stacked = np.stack(frames, -1)
    result = fftcore.denoise(stacked, 0.04, channel_axis=-1)
    assert np.array_equal(result[..., 1], alone)
    planes = fftcore.denoise(np.stack(frames), 0.04, channel_axis=0)
    assert np.array_equal(planes[1], alone)


def noisy_picture(numbers):
    clean = scipy.ndimage.gaussian_filter(numbers((80, 90), "float64"), 6)
    return 0.5 + 0.1 * clean / clean.std() + 0.04 * numbers(clean.shape, "float64")


@pytest.mark.parametrize("dtype, scale, level", (
    ("float32", 1e-30, 0), ("float32", 1e-6, 0), ("float32", 255, 0), ("float32", 65535, 0),
    ("float32", 1e30, 0), ("float16", 1e3, 0), ("float64", 1, 0), ("float64", 1e-6, 300),
    ("float64", 1, 1e6), ("float64", 1e6, -1e12), ("float64", 1e200, 0), ("float64", 1e-200, 0)))
def test_denoise_of_any_scale(dtype, scale, level, numbers):
    """Results go with the image's units, whatever these are."""
    noisy = noisy_picture(numbers)
    image = (noisy * scale + level).astype(dtype)
    words = dict(sharpen=0.5, dehalo=0.5)
    levels = dict(sharpen_min=0.01, sharpen_max=0.1, halo_threshold=0.2)
    want = fftcore.denoise(noisy.astype("float32"), 0.04, **words, **levels)
    got = fftcore.denoise(image, 0.04 * scale, **words,
                          **{name: value * scale for name, value in levels.items()})
    assert got.dtype == dtype
    near = {"float16": 2e-3}.get(dtype, 1e-5)
    assert np.abs((got.astype(float) - level) / scale - want).max() < near
    assert fftcore.estimate_sigma(image) == pytest.approx(0.04 * scale, rel=0.1)
    assert np.std(fftcore.denoise(image).astype(float) / scale - level / scale) < 0.11


def test_strong_denoising(numbers):
    """A sigma far above the image leaves its mean, and one of 0 leaves the image."""
    noisy = noisy_picture(numbers)
    for image in (noisy.astype("float32"), noisy * 1e-9, noisy * 1e9):
        flat = fftcore.denoise(image, 1e6 * float(image.mean()))
        assert np.abs(flat - image).max() < 0.5 * image.max() and np.std(flat) < np.std(image)
        assert np.allclose(fftcore.denoise(image, 0), image, atol=1e-5 * image.max())


@pytest.mark.parametrize("dtype", ("int8", "int16", "int32", "uint32", "int64", "uint64"))
def test_denoise_whole_numbers(dtype, numbers):
    limits = np.iinfo(dtype)
    white = limits.max // 2
    image = np.rint(noisy_picture(numbers) * white).astype(dtype)
    got = fftcore.denoise(image, 0.04 * white)
    want = fftcore.denoise(image.astype(float), 0.04 * white)
    assert got.dtype == dtype
    # 64 bits lose another level than double precision, before both become single precision.
    step = 2**-23 if dtype in ("int64", "uint64") else 1e-15
    assert np.abs(got - want).max() <= 0.5 + step * white
    out = np.empty(image.shape, dtype)
    assert fftcore.denoise(image, 0.04 * white, out=out) is out and np.array_equal(out, got)


@pytest.mark.parametrize("axis", (0, -1))
def test_noise_of_channels(axis, numbers):
    planes = [noisy_picture(numbers) + more * numbers((80, 90), "float64")
              for more in (0, 0.05, 0.1)]
    for dtype in ("float32", "uint8", "float64"):
        image = np.stack(planes, axis) if dtype != "uint8" else np.clip(
            np.stack(planes, axis) * 255, 0, 255)
        image = image.astype(dtype)
        each = [np.ascontiguousarray(one) for one in np.moveaxis(image, axis, 0)]
        sigmas = [fftcore.estimate_sigma(plane) for plane in each]
        assert fftcore.estimate_sigma(image, channel_axis=axis) == sigmas
        assert sigmas[0] < sigmas[1] < sigmas[2]
        want = np.stack([fftcore.denoise(plane) for plane in each], axis)
        out = np.empty_like(image)
        assert np.array_equal(fftcore.denoise(image, channel_axis=axis), want)
        assert fftcore.denoise(image, channel_axis=axis, out=out) is out
        assert np.array_equal(out, want)


def detail(image):
    return np.std(image - scipy.ndimage.gaussian_filter(image, 2))


@pytest.mark.parametrize("dtype, white", (("uint8", 255), ("uint16", 65535), ("float32", 1)))
def test_denoise_sharpens_in_the_images_units(dtype, white, numbers):
    image = scipy.ndimage.gaussian_filter(numbers((96, 96), "float64"), 1)
    image = (0.5 + 0.05 * image / image.std()) * white
    image = (np.rint(image) if white > 1 else image).astype(dtype)
    before, levels = detail(image / white), white / 255
    assert detail(fftcore.denoise(image, 0, sharpen=1) / white) > 1.2 * before
    as_usual = fftcore.denoise(image, 0, sharpen=1, sharpen_min=4 * levels, sharpen_max=20 * levels)
    assert np.allclose(as_usual, fftcore.denoise(image, 0, sharpen=1), atol=1e-6 * white)
    assert detail(fftcore.denoise(image, 0, sharpen=1, sharpen_min=19 * levels) / white) < detail(
        as_usual / white)
    assert detail(fftcore.denoise(image, 0, dehalo=2, halo_threshold=5 * levels) / white) < before
    assert np.allclose(fftcore.denoise(image, 0, dehalo=2, halo_threshold=9000 * levels), image,
                       atol=1 if white > 1 else 0.01)


IMAGE = np.zeros((32, 32), "float32")


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.lowpass(IMAGE, 2), "0 to 0.7"),
    (lambda: fftcore.lowpass(IMAGE, 0.1, shape="round"), "shape is 'round'; gaussian, butterworth"),
    (lambda: fftcore.filter_taps("all", 0.1), "band is 'all'; lowpass, highpass"),
    (lambda: fftcore.motion_blur(0.5), "1 to 1000"),
    (lambda: fftcore.deconvolve(IMAGE, np.ones((2, 2, 2))), "slices"),
    (lambda: fftcore.deconvolve(IMAGE, np.ones((3, 3)), -1), "1e-06"),
    (lambda: fftcore.deconvolve(IMAGE, np.ones((3, 3)), penalty="much"), "penalty is 'much'"),
    (lambda: fftcore.response_taps("1 +"), "column|end"),
    (lambda: fftcore.denoise(IMAGE[0]), "image has 1 axes; 2 are allowed"),
    (lambda: fftcore.denoise(IMAGE[None]), "image has 3 axes; 2 are allowed.*channel_axis=-1 or 0"),
    (lambda: fftcore.denoise(IMAGE * 1j, 1), "image is of complex64; real numbers are allowed"),
    (lambda: fftcore.estimate_sigma(IMAGE * 1j), "image is of complex64; real numbers"),
    (lambda: fftcore.denoise(IMAGE.astype("uint8"), 20000), "sigma is 20000.0; 0 to 10000 are all"),
    (lambda: fftcore.denoise(IMAGE, np.nan), "sigma is nan; 0 or more is allowed"),
    (lambda: fftcore.denoise(IMAGE.astype("int16"), 3, sharpen=1), "sharpen_min is needed for an"),
    (lambda: fftcore.denoise(IMAGE.astype(float), 1, out=IMAGE), "out is of float32; .*float64"),
    (lambda: fftcore.denoise(IMAGE, 0.1, block=10), "10.*8, 16, 32"),
    (lambda: fftcore.denoise(IMAGE, 0.1, kind="soft"), "kind is 'soft'; firm, wiener and hard"),
    (lambda: fftcore.denoise(IMAGE, -1), "-"),
    (lambda: fftcore.denoise(IMAGE, 0, sharpen=-2), "sharpen is -2; -1 to 100"),
    (lambda: fftcore.denoise(IMAGE, 0, sharpen=1, sharpen_min=1),
     "sharpen_min is 1; 0 to sharpen_max"),
    (lambda: fftcore.denoise(IMAGE, 0, dehalo=1, halo_threshold=-2), "halo_threshold is -2; 0 or"),
    (lambda: fftcore.denoise(IMAGE, 0, dehalo=1, halo_radius=0), "halo_radius is 0"),
    (lambda: fftcore.denoise(IMAGE, 1, before=[IMAGE[1:]]), r"a frame of before is \(31, 32\)"),
    (lambda: fftcore.denoise(IMAGE, 1, out=IMAGE), "overlap"),
), ids=str)
def test_bad_values(call, words):
    with pytest.raises(ValueError, match=words):
        call()
