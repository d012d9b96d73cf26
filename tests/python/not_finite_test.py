# SPDX-License-Identifier: LGPL-2.1-or-later
"""Samples that are not finite reach as far as in SciPy, whatever the plan; what cannot keep them
from the rest of an image refuses them with the first one's place."""
import numpy as np
import pytest
import scipy.ndimage
import scipy.signal
from reach import finite, in_double, region

import fftcore

EDGES = ("reflect", "mirror", "nearest", "constant", "wrap")
PLANS = (None, "direct", "separable", "tile", "partitions", "three-pass", "five-pass")
DIGITS = {"float16": 2e-3, "float32": 1e-6, "float64": 1e-13, "complex64": 1e-6,
          "complex128": 1e-13}
CASES_AT_ONCE, CHUNKS = 50, 10


def hurt(image, share, kinds, random):
    """The image with so many samples that are not finite, in each part of complex ones."""
    image = image.copy()
    parts = [image.real, image.imag] if image.dtype.kind == "c" else [image]
    for part in parts:
        bad = random.random(part.shape) < share
        part[bad] = random.choice(kinds, bad.sum())
    return image


def check(got, want, image, taps, what):
    """The same numbers where they are finite, and the same others elsewhere."""
    assert got.shape == want.shape, what
    scale = np.abs(taps).sum() * max(np.abs(finite(in_double(image))).max(initial=0), 1)
    if got.dtype.kind == "c":
        pairs = ((got.real, want.real), (got.imag, want.imag))
    else:
        pairs = ((got, want),)
    for ours, theirs in pairs:
        assert np.array_equal(np.isfinite(ours), np.isfinite(theirs)), what
        others = ~np.isfinite(theirs)
        assert np.array_equal(ours[others].astype(float), theirs[others].astype(float),
                              equal_nan=True), what
        difference = np.abs(ours[~others].astype(float) - theirs[~others])
        assert difference.max(initial=0) <= 20 * DIGITS[got.dtype.name] * scale, what


def planned(plan, value, taps, monkeypatch):
    """A plan by that rule, or by any where it has none."""
    if plan is not None:
        monkeypatch.setenv("FFTCORE_PLAN", plan)
        try:
            return value.compile(taps, threads=2)
        except (RuntimeError, ValueError, NotImplementedError):
            pass
    monkeypatch.delenv("FFTCORE_PLAN", raising=False)
    return value.compile(taps, threads=2)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_reach_is_that_of_scipy(chunk, monkeypatch):
    random = np.random.default_rng(chunk)
    for case in range(CASES_AT_ONCE):
        axes = random.integers(1, 4)
        most = (400, 70, 12)[axes - 1]
        shape = tuple(random.integers(1, most, axes))
        sides = tuple(random.integers(1, (90, 20, 5)[axes - 1], axes))
        dtype = random.choice(list(DIGITS))
        mode, operation = random.choice(EDGES), random.choice(["convolve", "correlate"])
        image = random.standard_normal(shape)
        if dtype.startswith("complex"):
            image = image + 1j * random.standard_normal(shape)
        image = hurt(image.astype(dtype), random.choice([1e-3, 0.02, 0.5]),
                     [(np.nan,), (np.inf,), (np.nan, np.inf, -np.inf)][random.integers(3)], random)
        taps = random.standard_normal(sides)
        if random.random() < 0.5:
            taps[random.random(sides) < 0.4] = 0
        value = fftcore.Convolution(shape, sides, dtype, mode=mode, operation=operation)
        plan = planned(PLANS[random.integers(len(PLANS))], value, taps, monkeypatch)
        with np.errstate(invalid="ignore", over="ignore"):
            want = getattr(scipy.ndimage, operation)(in_double(image), taps, mode=mode)
        check(plan.run(image), want, image, taps, f"case {case}: {value.text}")


@pytest.mark.parametrize("dtype", ("float32", "float64"))
@pytest.mark.parametrize("mode", ("full", "same", "valid"))
@pytest.mark.parametrize("shapes", (((20, 20), (3, 3)), ((150, 160), (41, 40)), ((300,), (101,)),
                                    ((9, 12), (30, 31))), ids=str)
def test_regions_of_scipy_signal(dtype, mode, shapes):
    random = np.random.default_rng(5)
    image = random.standard_normal(shapes[0]).astype(dtype)
    image[(0,) * image.ndim], image[(-3,) * image.ndim] = np.nan, np.inf
    taps = random.standard_normal(shapes[1]).astype(dtype)
    taps[(1,) * taps.ndim] = 0
    for operation in ("convolve", "correlate"):
        exact = region(finite(in_double(image)), in_double(taps), operation, mode)
        assert np.allclose(exact, getattr(scipy.signal, operation)(
            finite(in_double(image)), in_double(taps), mode, "direct"))
        with np.errstate(invalid="ignore"):
            want = region(in_double(image), in_double(taps), operation, mode)
        check(getattr(fftcore, operation)(image, taps, mode), want, image, taps, operation)


@pytest.mark.parametrize("dtype", ("float32", "float64"))
@pytest.mark.parametrize("side", (3, 15, 63, 101))
def test_one_sample_of_a_large_image(dtype, side):
    image = np.ones((300, 300), dtype)
    image[150, 150] = np.nan
    taps = np.ones((side, side))
    for mode in EDGES:
        assert np.isnan(fftcore.convolve(image, taps, mode)).sum() == side**2


@pytest.mark.parametrize("level", (np.nan, np.inf, -np.inf))
@pytest.mark.parametrize("operation", ("convolve", "correlate"))
@pytest.mark.parametrize("sides", ((3, 3), (4, 7), (50, 61)), ids=str)
def test_a_border_that_is_not_finite(level, operation, sides):
    random = np.random.default_rng(2)
    image, taps = random.random((80, 90)), random.standard_normal(sides)
    taps[0, 0] = 0
    for dtype in ("float32", "float64", "uint8"):
        given = (255 * image).astype(dtype) if dtype == "uint8" else image.astype(dtype)
        out = np.empty(given.shape, "float32" if dtype == "uint8" else dtype)
        got = getattr(fftcore, operation)(given, taps, "constant", cval=level, out=out)
        with np.errstate(invalid="ignore"):
            want = getattr(scipy.ndimage, operation)(in_double(given), taps, mode="constant",
                                                     cval=level)
        check(got, want, given, taps, dtype)


def test_whole_numbers_and_other_frames():
    random = np.random.default_rng(3)
    image = random.random((3, 40, 50, 2), np.float32)
    image[1, 20, 25, 0] = np.nan
    taps = random.random((2, 7, 5), np.float32)
    got = fftcore.convolve(image, taps, "mirror", channel_axis=-1, frames=True, filters=True,
                           crossed=True)
    assert np.isnan(got).sum() == 2 * 35
    for frame, filtered in ((1, 2), (1, 3)):
        assert np.isnan(got[filtered][17:24, 23:28, 0]).all(), frame
    out = np.empty((40, 50), np.uint8)
    fftcore.convolve(image[1, ..., 0], np.full((3, 3), 20.0), "mirror", out=out)
    assert (out[19:22, 24:27] == 0).all() and (out > 0).sum() == out.size - 9


def test_low_pass_and_its_neighbours():
    image = np.random.default_rng(4).random((600, 868))
    image[300, 400] = np.nan
    for cutoff in (0.05, 0.2):
        reach = (fftcore.filter_taps("lowpass", cutoff) != 0).sum()
        assert np.isnan(fftcore.lowpass(image, cutoff)).sum() == reach < image.size


def test_chunks_of_dask():
    da = pytest.importorskip("dask.array")
    import fftcore.dask
    image = np.random.default_rng(6).random((100, 110)).astype("float32")
    image[50, 33], image[0, 99] = np.nan, np.inf
    taps = np.random.default_rng(7).random((9, 14))
    for mode in EDGES:
        got = fftcore.dask.convolve(da.from_array(image, (33, 40)), taps, mode).compute()
        check(got, fftcore.convolve(image, taps, mode), image, taps, mode)


BAD = np.ones((40, 50), np.float32)
BAD[12, 34] = np.nan
BAD[30, 2] = -np.inf
GOOD = np.random.default_rng(8).random(BAD.shape).astype("float32")


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.deconvolve(BAD, fftcore.motion_blur(5)), "image is nan at row 12, column 34"),
    (lambda: fftcore.deconvolve(BAD.T.astype(float), fftcore.motion_blur(5)),
     "image is -inf at row 2, column 30"),
    (lambda: fftcore.deconvolve(np.stack([GOOD, GOOD, BAD], -1), fftcore.motion_blur(5),
                                channel_axis=-1), "image is nan at row 12, column 34, channel 2"),
    (lambda: fftcore.deconvolve(np.stack([GOOD, BAD]), fftcore.motion_blur(5), channel_axis=0),
     "image is nan at row 12, column 34, channel 1"),
    (lambda: fftcore.phase_correlation(GOOD, BAD), "image is nan at row 12, column 34"),
    (lambda: fftcore.phase_correlation(BAD, GOOD), "reference is nan at row 12, column 34"),
    (lambda: fftcore.phase_correlation(BAD.astype(float), GOOD), "reference is nan at row 12"),
    (lambda: fftcore.PhaseCorrelation(BAD.shape).set_reference(BAD), "image is nan at row 12"),
), ids=range(8))
def test_what_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_large_samples_are_not_refused():
    image = np.full((30, 30), 3e38, np.float32)
    assert fftcore.deconvolve(image, fftcore.motion_blur(3)).shape == image.shape
    halves = np.full((300, 300), 60000, np.float16)
    fftcore.deconvolve(halves, fftcore.motion_blur(3))


def test_a_measure_of_motion_names_the_sample():
    plan = fftcore.PhaseCorrelation(BAD.shape)
    plan.set_reference(GOOD)
    with pytest.raises(ValueError, match="image is nan at row 12, column 34"):
        plan.measure(BAD)
    assert plan.measure(GOOD)[0].score > 0.9
