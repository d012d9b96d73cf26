# SPDX-License-Identifier: LGPL-2.1-or-later
"""Transforms beside scipy.fft in double precision."""
import math

import bounds
import numpy as np
import pytest
import scipy.fft

import fftcore

NORMS = ("backward", "ortho", "forward")
SHAPES = ((1,), (2,), (5,), (8,), (67,), (4, 6), (5, 3), (1, 9), (3, 4, 5), (6, 5, 4, 3))


def check(got, want, points, single):
    assert got.shape == want.shape
    assert got.dtype == {"f": "float32" if single else "float64",
                         "c": "complex64" if single else "complex128"}[want.dtype.kind]
    assert np.linalg.norm(got - want) <= bounds.of_transform(got.dtype, want, points)


@pytest.mark.parametrize("single", (True, False))
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_fourier(single, norm, shape, numbers):
    wave = numbers(shape, "complex64" if single else "complex128")
    exact = wave.astype("complex128")
    points = math.prod(shape)
    for name in ("fft", "ifft", "fftn", "ifftn"):
        want = getattr(scipy.fft, name)(exact, norm=norm)
        check(getattr(fftcore, name)(wave, norm=norm), want, points, single)
    for name in ("rfft", "ihfft", "rfftn", "ihfftn"):
        want = getattr(scipy.fft, name)(exact.real, norm=norm)
        check(getattr(fftcore, name)(wave.real.copy(), norm=norm), want, points, single)


@pytest.mark.parametrize("single", (True, False))
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("last", (8, 9, 67))
def test_back_to_real(single, norm, last, numbers):
    real = numbers((5, 6, last), "float64")
    for name, bins in (("irfft", scipy.fft.rfft(real)), ("irfftn", scipy.fft.rfftn(real)),
                       ("hfft", scipy.fft.rfft(real)), ("hfftn", scipy.fft.rfftn(real))):
        lengths = (5, 6, last) if name.endswith("n") else last
        given = bins.astype("complex64") if single else bins
        want = getattr(scipy.fft, name)(bins, lengths, norm=norm)
        check(getattr(fftcore, name)(given, lengths, norm=norm), want, 30 * last, single)


@pytest.mark.parametrize("single", (True, False))
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("type", (1, 2, 3, 4))
@pytest.mark.parametrize("kind", ("dct", "idct", "dst", "idst"))
def test_cosines_and_sines(single, norm, type, kind, numbers):
    real = numbers((6, 7, 9), "float32" if single else "float64")
    exact = real.astype("float64")
    # SciPy's own dst of types 2 and 3 scales the wrong end, and is no orthonormal matrix.
    orthogonal = (False,) if kind.endswith("dst") and type in (2, 3) else (False, True)
    for orthogonalize in orthogonal:
        words = dict(norm=norm, orthogonalize=orthogonalize)
        want = getattr(scipy.fft, kind)(exact, type, axis=1, **words)
        check(getattr(fftcore, kind)(real, type, axis=1, **words), want, 16, single)
        want = getattr(scipy.fft, kind + "n")(exact, type, axes=(0, 2), **words)
        check(getattr(fftcore, kind + "n")(real, type, axes=(0, 2), **words), want, 400, single)


@pytest.mark.parametrize("type", (1, 2, 3, 4))
@pytest.mark.parametrize("kind", (fftcore.dct, fftcore.dst))
def test_orthonormal(kind, type):
    matrix = kind(np.eye(8), type, norm="ortho")
    assert np.allclose(matrix @ matrix.T, np.eye(8), atol=1e-14)


@pytest.mark.parametrize("axes", ((0,), (1,), (3,), (0, 2), (3, 0), (1, 2, 3), (2, 1)), ids=str)
def test_axes_and_strides(axes, numbers):
    dense = numbers((4, 6, 5, 8), "float64")
    wide = np.full((9, 6, 5, 20), np.nan)
    wide[::2, :, :, 1:17:2][:4] = dense
    layouts = (dense, np.asfortranarray(dense), wide[:8:2, :, :, 1:17:2],
               np.ascontiguousarray(dense[:, ::-1])[:, ::-1], dense.astype(">f8"))
    for x in layouts:
        want = scipy.fft.rfftn(dense, axes=axes)
        check(fftcore.rfftn(x, axes=axes), want, 240, False)
        check(fftcore.fftn(x + 1j * x, axes=axes), scipy.fft.fftn(dense + 1j * dense, axes=axes),
              240, False)


def test_lengths(numbers):
    x = numbers((6, 7), "float64")
    for n in (1, 3, 7, 12):
        check(fftcore.fft(x, n, 0), scipy.fft.fft(x, n, 0), n, False)
        check(fftcore.rfft(x, n), scipy.fft.rfft(x, n), n, False)
        check(fftcore.irfft(x, n), scipy.fft.irfft(x, n), n, False)
        check(fftcore.dct(x, 2, n), scipy.fft.dct(x, 2, n), 2 * n, False)
    check(fftcore.fft2(x, (4, 9)), scipy.fft.fft2(x, (4, 9)), 36, False)
    assert fftcore.fft(np.zeros((0, 4))).shape == (0, 4)


def test_types():
    for given, result in (("float16", "complex64"), ("int32", "complex128"), ("bool", "complex128"),
                          ("float32", "complex64")):
        assert fftcore.fft(np.ones(8, given)).dtype == result
        assert fftcore.rfft(np.ones(8, given)).dtype == result


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.fft("abc"), "x is of <U3; real and complex"),
    (lambda: fftcore.fft(np.ones(4, "longdouble")), "x is of float128; single and double"),
    (lambda: fftcore.fft([1, 2], 0), r"invalid number of data points \(\(0,\)\) specified; 1 or"),
    (lambda: fftcore.fft([1, 2], axis=3), r"axes are \(3,\); x has 1 axes"),
    (lambda: fftcore.fftn(np.ones((2, 2)), axes=(0, 0)), "all axes must be unique"),
    (lambda: fftcore.fftn(np.ones((2, 2)), (2,), (0, 1)), "s has 1 lengths, and there are 2"),
    (lambda: fftcore.fft([1, 2], norm="forth"), "norm is 'forth'; \"backward\""),
    (lambda: fftcore.dct([1, 2], 5), "type is 5; 1, 2, 3 and 4 are allowed"),
    (lambda: fftcore.dct([1], 1), "2 or more are allowed"),
    (lambda: fftcore.rfft([1, 2], workers=0), "workers must not be zero"),
), ids=str)
def test_bad_values(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_plan(numbers):
    x = numbers((64, 48))
    plan = fftcore.Transform("r2c", (64, 48)).compile()
    out = np.empty((64, 25), "complex64")
    assert plan.run(x, out) is out
    check(out, np.fft.rfft2(x), 64 * 48, True)
    assert np.array_equal(plan.run(x), out)
    back = fftcore.Transform("c2r", (64, 25), points=48, dtype="complex64", normalized=True)
    check(back.compile().run(out), x.astype(float), 64 * 48 * 4, True)
    with pytest.raises(ValueError, match="x has shape|x has strides"):
        plan.run(x[:32], out)
    with pytest.raises(ValueError, match="x is float64; float32 is expected"):
        plan.run(x.astype(float), out)
