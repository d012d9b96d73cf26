# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.dask: chunked arrays give what whole ones do, within the bound of whole ones."""
import subprocess
import sys

import bounds
import numpy as np
import pytest
import scipy.ndimage
import scipy.signal

import fftcore

da = pytest.importorskip("dask.array")
import fftcore.dask  # noqa: E402, after Dask was found

EDGES = ("reflect", "mirror", "nearest", "constant", "wrap")
REGIONS = ("full", "same", "valid")
# Image, chunks and taps: odd and even, chunks smaller than taps, one sample, taps beyond the image.
CASES = (((61, 70), (17, 23), (5, 4)), ((61, 70), (61, 7), (12, 9)), ((40, 33), (1, 33), (3, 6)),
         ((1, 90), (1, 13), (1, 8)), ((90, 1), (13, 1), (7, 1)), ((50,), (11,), (6,)),
         ((13, 20, 17), (5, 20, 4), (3, 4, 5)), ((9, 8), (4, 3), (8, 7)), ((1, 1), (1, 1), (1, 1)))


def in_double(array):
    return array.astype("complex128" if array.dtype.kind == "c" else "float64")


@pytest.mark.parametrize("operation", ("convolve", "correlate"))
@pytest.mark.parametrize("mode", EDGES + REGIONS)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_as_scipy(operation, mode, case, numbers):
    shape, chunks, taps_shape = case
    image, taps = numbers(shape), numbers(taps_shape)
    got = getattr(fftcore.dask, operation)(da.from_array(image, chunks), taps, mode)
    if mode in EDGES:
        want = getattr(scipy.ndimage, operation)(in_double(image), in_double(taps), mode=mode)
    else:
        want = getattr(scipy.signal, operation)(in_double(image), in_double(taps), mode, "direct")
    assert got.shape == want.shape and got.dtype == image.dtype
    result = got.compute(scheduler="synchronous")
    assert result.shape == want.shape and result.dtype == image.dtype
    assert np.linalg.norm(result - want) <= bounds.of_convolution("float32", image, taps)


@pytest.mark.parametrize("mode", EDGES)
def test_taps_beyond_the_image(mode, numbers):
    image, taps = numbers((5, 6)), numbers((14, 17))
    want = scipy.ndimage.convolve(in_double(image), in_double(taps), mode=mode)
    got = fftcore.dask.convolve(da.from_array(image, (2, 3)), taps, mode).compute()
    assert np.linalg.norm(got - want) <= bounds.of_convolution("float32", image, taps)


@pytest.mark.parametrize("dtype", ("uint8", "uint16", "float64", "complex64"))
def test_types(dtype, numbers):
    image, taps = numbers((40, 50), dtype), np.array([[0, 1, 0], [1, -2.5, 1.5]])
    chunked = da.from_array(image, (13, 17))
    for mode in ("mirror", "same"):
        whole = fftcore.convolve(image, taps, mode)
        got = fftcore.dask.convolve(chunked, taps, mode)
        assert got.dtype == whole.dtype
        if mode == "mirror" and np.dtype(dtype).kind == "u":
            exact = scipy.ndimage.convolve(image.astype(float), taps, mode=mode)
            exact = np.clip(np.rint(exact), 0, np.iinfo(dtype).max)
            assert np.abs(got.compute() - exact).max() <= 1
        else:
            difference = np.linalg.norm(got.compute() - whole)
            assert difference <= 2 * bounds.of_convolution(whole.dtype, image, taps)


def test_cval_and_channels(numbers):
    image, taps = numbers((41, 37, 3)), numbers((4, 5))
    want = np.stack([scipy.ndimage.convolve(in_double(image[..., c]), in_double(taps),
                                            mode="constant", cval=2.5) for c in range(3)], -1)
    got = fftcore.dask.convolve(da.from_array(image, (10, 11, 2)), taps, "constant", cval=2.5,
                                channel_axis=-1).compute()
    bound = sum(bounds.of_convolution("float32", np.abs(image[..., c]) + 2.5, taps)
                for c in range(3))
    assert np.linalg.norm(got - want) <= bound


def test_match_template(numbers):
    image = scipy.ndimage.gaussian_filter(numbers((90, 101), "float64"), 1).astype("float32")
    template = image[30:43, 20:36]
    got = fftcore.dask.match_template(da.from_array(image, (31, 17)), template).compute()
    # 1e-4 is what the library promises of a score.
    assert np.abs(got - fftcore.match_template(image, template)).max() <= 2e-4
    assert np.unravel_index(got.argmax(), got.shape) == (30, 20)


@pytest.mark.parametrize("chunks", ((37, 50), (16, 90), (5, 5)), ids=str)
@pytest.mark.parametrize("block, step", ((16, 4), (8, 4), (32, 4)))
def test_denoise(chunks, block, step, numbers):
    image = (0.5 + 0.1 * numbers((111, 90))).astype("float32")
    whole = fftcore.denoise(image, 0.1, block=block, step=step)
    got = fftcore.dask.denoise(da.from_array(image, chunks), 0.1, block=block, step=step)
    assert got.shape == image.shape and got.dtype == image.dtype
    # The bound that the library's own tests have, of two results.
    bound = 2 * 12 * 2**-24 * np.sqrt(np.log2(block * block)) * np.linalg.norm(image) * (
        block / step)
    assert np.linalg.norm(got.compute() - whole) <= bound


def test_denoise_sharpens(numbers):
    image = (0.5 + 0.1 * numbers((70, 90))).astype("float32")
    words = {"sharpen": 0.7, "dehalo": 0.5, "halo_threshold": 0.1}
    got = fftcore.dask.denoise(da.from_array(image, (37, 50)), 0.05, **words).compute()
    want = fftcore.denoise(image, 0.05, **words)
    assert np.abs(got - want).max() <= 1e-5
    assert np.abs(want - fftcore.denoise(image, 0.05)).max() > 0.01
    with pytest.raises(ValueError, match="sharp is no word of denoise; sharpen, "):
        fftcore.dask.denoise(da.from_array(image, (37, 50)), 0.05, sharp=1)


def test_planes_are_denoised(numbers):
    image = (0.5 + 0.1 * numbers((3, 50, 61))).astype("float32")
    got = fftcore.dask.denoise(da.from_array(image, (2, 20, 20)), 0.1, channel_axis=0).compute()
    assert np.abs(got - fftcore.denoise(image, 0.1, channel_axis=0)).max() <= 1e-5


@pytest.mark.parametrize("call, words", (
    (lambda image: fftcore.dask.convolve(np.ones((3, 3)), np.ones((3, 3))), "of Dask's is allowed"),
    (lambda image: fftcore.dask.convolve(image, np.ones(3)), "taps has 1 axes, and image 2"),
    (lambda image: fftcore.dask.convolve(image, np.ones((3, 3)), "edge"), "full, same, valid"),
    (lambda image: fftcore.dask.convolve(image, np.ones((3, 3)), "wrap", cval=1), "0 is allowed"),
    (lambda image: fftcore.dask.convolve(image, np.ones((3, 30)), "valid"), "no more are allowed"),
    (lambda image: fftcore.dask.convolve(image, np.ones((3, 3)), channel_axis=7), "None, 0"),
    (lambda image: fftcore.dask.convolve(image[image > 2], np.ones(3)), "unknown sizes"),
    (lambda image: fftcore.dask.convolve(image[:0], np.ones((3, 3))), "at least one sample"),
    (lambda image: fftcore.dask.convolve(image.astype("longdouble"), np.ones((3, 3)), "mirror"),
     "image is of float128; bool, int8"),
    (lambda image: fftcore.dask.match_template(image, np.ones((30, 3))), "no larger ones"),
    (lambda image: fftcore.dask.denoise(image, None), "a number is allowed"),
), ids=str)
def test_bad_values(call, words):
    with pytest.raises(ValueError, match=words):
        call(da.ones((20, 20), chunks=7, dtype="float32"))


def test_noise_of_small_images(numbers):
    """Smaller than a block."""
    image = numbers((3, 40))
    got = fftcore.dask.denoise(da.from_array(image, (2, 9)), 0.5).compute(scheduler="synchronous")
    assert np.allclose(got, fftcore.denoise(image, 0.5), atol=1e-5)


def test_without_dask():
    """The package needs no Dask, and fftcore.dask says what is missing."""
    program = ("import sys; sys.modules['dask'] = sys.modules['dask.array'] = None\n"
               "import fftcore\n"
               "try:\n    import fftcore.dask\n"
               "except ImportError as error:\n    print(error)\n")
    said = subprocess.run([sys.executable, "-c", program], text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    assert "pip install 'fftcore[dask]'" in said
