# SPDX-License-Identifier: LGPL-2.1-or-later
"""convolve and correlate beside scipy.signal and scipy.ndimage."""
import bounds
import numpy as np
import pytest
import scipy.ndimage
import scipy.signal

import fftcore

OPERATIONS = ("convolve", "correlate")
DTYPES = ("float32", "float64", "complex64", "complex128")
# Image and taps: odd and even sides, a row, a column, taps larger than the image.
SHAPES = (((17,), (4,)), ((17,), (5,)), ((1,), (1,)), ((19, 23), (4, 5)), ((19, 23), (3, 6)),
          ((7, 9, 8), (2, 3, 4)), ((1, 40), (1, 3)), ((40, 1), (4, 1)), ((5, 5), (9, 10)),
          ((64, 61), (31, 33)), ((1, 1), (1, 1)))


def in_double(array):
    return array.astype("complex128" if array.dtype.kind == "c" else "float64")


def check(got, want, image, taps):
    assert got.shape == want.shape
    assert got.dtype == np.result_type(image, taps)
    assert np.linalg.norm(got - want) <= bounds.of_convolution(got.dtype, image, taps)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("mode", ("full", "same", "valid"))
def test_as_scipy_signal(operation, dtype, shapes, mode, numbers):
    image, taps = numbers(shapes[0], dtype), numbers(shapes[1], dtype)
    want = getattr(scipy.signal, operation)(in_double(image), in_double(taps), mode, "direct")
    check(getattr(fftcore, operation)(image, taps, mode), want, image, taps)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("mode", ("reflect", "mirror", "nearest", "constant", "wrap"))
def test_as_scipy_ndimage(operation, dtype, shapes, mode, numbers):
    image, taps = numbers(shapes[0], dtype), numbers(shapes[1], dtype)
    want = getattr(scipy.ndimage, operation)(in_double(image), in_double(taps), mode=mode)
    check(getattr(fftcore, operation)(image, taps, mode), want, image, taps)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_cval(operation, shapes, numbers):
    image, taps = numbers(shapes[0]), numbers(shapes[1])
    want = getattr(scipy.ndimage, operation)(in_double(image), in_double(taps), mode="constant",
                                             cval=2.5)
    got = getattr(fftcore, operation)(image, taps, "constant", cval=2.5)
    check(got, want, np.abs(image) + 2.5, taps)


@pytest.mark.parametrize("dtype", ("uint8", "uint16"))
def test_whole_numbers_are_rounded_and_clamped(dtype, numbers):
    image, taps = numbers((40, 50), dtype), np.array([[0, 1, 0], [1, -2.5, 1], [0, 1, 0]])
    exact = scipy.ndimage.convolve(image.astype(float), taps, mode="nearest")
    got = fftcore.convolve(image, taps, "nearest")
    assert got.dtype == dtype
    assert np.abs(got - np.clip(np.rint(exact), 0, np.iinfo(dtype).max)).max() <= 1
    assert (exact < 0).any() and (exact > np.iinfo(dtype).max).any()


def test_types_of_results(numbers):
    taps = numbers((3, 3), "float32")
    for image, result in (("uint8", "float32"), ("uint16", "float32"), ("float16", "float32"),
                          ("float64", "float64"), ("complex64", "complex64")):
        assert fftcore.convolve(numbers((9, 9), image), taps).dtype == result
    assert fftcore.convolve(numbers((9, 9), "uint8"), [[1, 2, 1]]).dtype == "float64"


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("dtypes", (("uint8", "int64"), ("int32", "int8"), ("uint16", "uint16"),
                                    ("bool", "int16"), ("int64", "bool")), ids=str)
@pytest.mark.parametrize("shapes", (((4000,), (701,)), ((64, 61), (31, 33)), ((5, 5), (9, 10))),
                         ids=str)
def test_whole_numbers_give_whole_numbers(operation, dtypes, shapes):
    """As scipy.signal.convolve rounds, whoever makes integers of the result gets the right ones."""
    random = np.random.default_rng(5)
    image, taps = (random.integers(0, 2, shape).astype(dtype) if dtype == "bool" else
                   random.integers(*{"int8": (-128, 128), "uint8": (0, 256)}.get(dtype, (0, 3000)),
                                   shape).astype(dtype)
                   for shape, dtype in zip(shapes, dtypes))
    for mode in ("full", "same", "valid"):
        want = getattr(scipy.signal, operation)(image.astype("int64"), taps.astype("int64"), mode,
                                                "direct")
        got = getattr(fftcore, operation)(image, taps, mode)
        assert got.dtype == "float64"
        assert np.array_equal(got.astype("int64"), want)
        assert not np.signbit(got[got == 0]).any()
        out = np.empty(want.shape)
        getattr(fftcore, operation)(image, taps, mode, out=out)
        assert np.array_equal(out, got)


def test_what_is_not_whole_is_not_rounded():
    out = np.empty(2)
    assert np.allclose(fftcore.convolve([3, 4], [1, 1, 1], "constant", cval=0.25, out=out),
                       [7.25, 7.25])
    assert np.allclose(fftcore.convolve([3, 4], [0.5, 0.25]), [1.5, 2.75, 1])
    assert np.allclose(fftcore.convolve([0.5, 0.25], [3, 4]), [1.5, 2.75, 1])


def test_out(numbers):
    image, taps = numbers((30, 31)), numbers((5, 4))
    wide = np.full((30, 50), np.nan, "float32")
    out = wide[:, :31]
    assert fftcore.convolve(image, taps, "same", out=out) is out
    check(out, scipy.signal.convolve(in_double(image), in_double(taps), "same"), image, taps)
    assert np.isnan(wide[:, 31:]).all()


def test_layouts_of_images(numbers):
    """Padding that is not a number is not read, whatever the strides are."""
    taps = numbers((3, 4))
    wide = np.full((60, 90), np.nan, "float32")
    wide[:30, :31] = numbers((30, 31))
    dense = wide[:30, :31].copy()
    spread = np.full((60, 62), np.nan, "float32")
    spread[::2, ::2] = dense
    want = fftcore.convolve(dense, taps)
    for image in (wide[:30, :31], spread[::2, ::2], np.asfortranarray(dense), dense.astype(">f4"),
                  np.ascontiguousarray(dense[::-1])[::-1]):
        assert np.array_equal(fftcore.convolve(image, taps), want)


@pytest.mark.parametrize("axis", (0, -1))
def test_channels(axis, numbers):
    image, taps = numbers((3, 30, 31)), numbers((5, 4))
    stacked = np.stack([fftcore.convolve(plane, taps, "same") for plane in image], axis)
    got = fftcore.convolve(np.ascontiguousarray(np.moveaxis(image, 0, axis)), taps, "same",
                           channel_axis=axis)
    assert got.shape == stacked.shape
    assert np.linalg.norm(got - stacked) <= 2 * bounds.of_convolution("float32", image[0], taps) * 2


def test_other_taps_follow(numbers):
    """The plan that is kept does not keep taps."""
    image = numbers((20, 20))
    first, second = numbers((3, 3)), numbers((3, 3))
    for taps in (first, second, second, first):
        check(fftcore.convolve(image, taps), scipy.signal.convolve2d(image, taps), image, taps)
    first[1, 1] += 1  # in place
    check(fftcore.convolve(image, first), scipy.signal.convolve2d(image, first), image, first)


@pytest.mark.parametrize("factor", (3e38, 1e40, 1e81, 1e150, 1e305))
def test_taps_beyond_single_precision(factor, numbers):
    """Double precision is computed: taps of any size that it holds are taken."""
    image, taps = numbers((30, 31), "float64"), numbers((5, 4), "float64")
    for more, mode in ((1, "full"), (1j, "nearest"), (1, "valid")):
        want = fftcore.convolve(image, taps * more, mode)
        got = fftcore.convolve(image, taps * more * factor, mode)
        assert got.dtype == want.dtype
        assert np.linalg.norm(got / factor - want) <= 2 * bounds.of_convolution(
            "float64", image, taps)
    out = np.empty((34, 34), ">f8")
    assert fftcore.convolve(image, taps * factor, out=out) is out
    assert np.allclose(out / factor, fftcore.convolve(image, taps))


def test_dynamic_range():
    """The signal of scipy/scipy#22390 by itself: its largest values are right, without a word."""
    signal = 10.0 ** np.arange(-40, 41)
    with np.errstate(all="raise"):
        got = fftcore.convolve(signal, signal)
    want = scipy.signal.convolve(signal, signal, method="direct")
    assert np.abs(got - want).max() <= 1e-14 * want.max()


@pytest.mark.parametrize("order", ("C", "F"))
@pytest.mark.parametrize("dtype", ("bool", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2",
                                   "f4", "f8", "c8", "c16"))
def test_taps_in_files(dtype, order, numbers, tmp_path):
    values = np.rint(50 * numbers((4, 6), "float64"))
    values = (values + 1j * values.T.reshape(4, 6) if dtype[0] == "c" else
              np.abs(values) if dtype[0] in ("b", "u") else values).astype(dtype)
    for endian in "<>":
        file = tmp_path / "taps.npy"
        np.save(file, np.asarray(values.astype(np.dtype(dtype).newbyteorder(endian)), order=order))
        got = fftcore.load_taps(file)
        assert got.dtype == ("complex128" if dtype[0] == "c" else "float64")
        assert np.array_equal(got, values)
