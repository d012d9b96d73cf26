# SPDX-License-Identifier: LGPL-2.1-or-later
"""Samples that are much larger than all others, such as marks for "no data", disturb what their
taps reach and no more, whatever the plan; what cannot keep them from the rest of an image refuses
them with the first one's place."""
import numpy as np
import pytest
import scipy.ndimage
from reach import in_double

import fftcore

EDGES = ("reflect", "mirror", "nearest", "constant", "wrap")
PLANS = (None, "direct", "separable", "tile", "partitions", "three-pass", "five-pass")
MARKS = {"float32": (1e9, 1e20, 9.97e36, -3.4e38), "complex64": (1e9, -3.4e38),
         "float64": (1e20, 9.97e36, -3.4e38, 1e300), "complex128": (1e20, 1e300)}
DIGITS = {"float32": 1e-6, "float64": 1e-13, "complex64": 1e-6, "complex128": 1e-13}
CASES_AT_ONCE, CHUNKS = 40, 8


def places_in(shape, random):
    """Corners and the middle, some anywhere, or a block of most of the image."""
    places = np.zeros(shape, bool)
    kind = random.integers(4)
    if kind == 0:
        for place in (0, -1):
            places[(place,) * len(shape)] = True
        places[tuple(side // 2 for side in shape)] = True
    elif kind == 1:
        places[:] = random.random(shape) < random.choice([0.001, 0.05, 0.3])
    else:
        places.reshape(-1)[:int(places.size * (0.3 if kind == 2 else 0.8))] = True
    return places


def check(got, image, places, taps, operation, mode, what):
    """Outputs that no mark reaches are as exact as without marks, and others as marks let them
    be."""
    exact = getattr(scipy.ndimage, operation)
    without, with_nan = in_double(image), in_double(image)
    without[places] = 0
    with_nan[places] = np.nan
    with np.errstate(all="ignore"):
        reach = np.isnan(exact(with_nan, taps, mode=mode))
        want_all = exact(in_double(image), taps, mode=mode)
        weight = np.abs(taps).sum()
        others = np.abs(got - exact(without, taps, mode=mode))[~reach]
        bound = 20 * DIGITS[got.dtype.name] * weight * max(np.abs(without).max(initial=0), 1e-300)
        assert (others <= bound).all(), f"{what}: not reached, off by {others.max()}, not {bound}"
        mark = np.abs(in_double(image)).max()
        if weight * mark > np.finfo(got.dtype).max:
            return  # direct sums overflow on the way
        off = np.abs(got.astype(want_all.dtype) - want_all)[reach]
        bound = 20 * DIGITS[got.dtype.name] * weight * mark
        assert (off <= bound).all(), f"{what}: reached, off by {off.max()}, not {bound}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_marks_reach_what_their_taps_reach(chunk, monkeypatch):
    random = np.random.default_rng(chunk)
    for case in range(CASES_AT_ONCE):
        axes = random.integers(1, 4)
        shape = tuple(random.integers(1, (400, 70, 12)[axes - 1], axes))
        sides = tuple(random.integers(1, (90, 20, 5)[axes - 1], axes))
        dtype = random.choice(list(MARKS))
        mode, operation = random.choice(EDGES), random.choice(["convolve", "correlate"])
        image = random.standard_normal(shape)
        if dtype.startswith("complex"):
            image = image + 1j * random.standard_normal(shape)
        image = image.astype(dtype)
        places = places_in(shape, random)
        mark = random.choice(MARKS[dtype])
        image[places] = mark * (1 + 1j) if dtype.startswith("complex") else mark
        taps = random.standard_normal(sides)
        if random.random() < 0.5:
            taps[random.random(sides) < 0.4] = 0
        value = fftcore.Convolution(shape, sides, dtype, mode=mode, operation=operation)
        plan = PLANS[random.integers(len(PLANS))]
        monkeypatch.delenv("FFTCORE_PLAN", raising=False)
        if plan is not None:
            monkeypatch.setenv("FFTCORE_PLAN", plan)
        try:
            ready = value.compile(taps, threads=2)
        except (RuntimeError, ValueError, NotImplementedError):
            monkeypatch.delenv("FFTCORE_PLAN", raising=False)
            ready = value.compile(taps, threads=2)
        check(ready.run(image), image, places, taps, operation, mode,
              f"case {case}: {value.text}, {plan}, {mark}")


def test_a_level_outside_of_the_image():
    image = np.random.default_rng(3).random((90, 100)).astype("float32")
    taps = np.random.default_rng(4).random((31, 31)) / 480
    inside = fftcore.convolve(image, taps, "valid")
    for cval in (1e9, -3.4e38):
        got = fftcore.convolve(image, taps, "constant", cval=cval)
        np.testing.assert_allclose(got[15:-15, 15:-15], inside, rtol=1e-5)


def test_filters_channels_and_frames():
    random = np.random.default_rng(5)
    image = random.random((3, 80, 90, 2)).astype("float32")
    taps = random.random((2, 21, 21)) / 220
    image[1, 40, 50, 0] = 1e20
    words = {"channel_axis": -1, "frames": True, "filters": True, "crossed": True}
    got = fftcore.convolve(image, taps, "mirror", **words)
    for frame in range(3):
        for one in range(2):
            for channel in range(2):
                want = scipy.ndimage.convolve(image[frame, ..., channel].astype(float), taps[one],
                                              mode="mirror")
                np.testing.assert_allclose(got[2 * frame + one, ..., channel], want, rtol=1e-4)


def test_a_low_pass():
    image = np.random.default_rng(6).random((300, 310)).astype("float32") + 100
    marked = image.copy()
    marked[150, 155] = -3.4e38
    for cutoff in (0.05, 0.2):
        want, got = (fftcore.lowpass(one, cutoff) for one in (image, marked))
        reach = fftcore.filter_taps("lowpass", cutoff).shape[0] // 2
        far = np.ones(image.shape, bool)
        far[150 - reach:151 + reach, 155 - reach:156 + reach] = False
        assert far.sum() > 70000
        np.testing.assert_allclose(got[far], want[far], rtol=1e-5)


def test_chunks_of_dask():
    da = pytest.importorskip("dask.array")
    import fftcore.dask
    marked = np.random.default_rng(10).random((120, 130)).astype("float32")
    marked[60, 65] = 9.97e36
    taps = np.random.default_rng(11).random((9, 14)) / 63
    for mode in EDGES:
        got = fftcore.dask.convolve(da.from_array(marked, (33, 40)), taps, mode).compute()
        exact = scipy.ndimage.convolve(marked.astype(float), taps, mode=mode)
        np.testing.assert_allclose(got, exact, rtol=1e-4)


GOOD = np.random.default_rng(8).random((64, 64)).astype("float32")
MARKED = GOOD.copy()
MARKED[12, 34] = -3.4e38
MARKED[30, 2] = -3.4e38
BLOCK = GOOD.copy()
BLOCK[:, :52] = 9.97e36
FAINT = 255 * GOOD
FAINT[20:30, 12:22] = 1e9
WHY = "numbers that stand for none"


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.deconvolve(MARKED, fftcore.motion_blur(5)),
     "image is -3.4e.38 at row 12, column 34; " + WHY),
    (lambda: fftcore.deconvolve(BLOCK, fftcore.motion_blur(5), 0.01), "row 0, column 0; " + WHY),
    (lambda: fftcore.deconvolve(BLOCK.astype(float), fftcore.motion_blur(5)), "row 0, column 0"),
    (lambda: fftcore.deconvolve(np.stack([GOOD, MARKED]), fftcore.motion_blur(5), channel_axis=0),
     "at row 12, column 34, channel 1; "),
    (lambda: fftcore.deconvolve(GOOD + 1j * MARKED, fftcore.motion_blur(5), 0.01), "row 12"),
    (lambda: fftcore.deconvolve(FAINT, fftcore.motion_blur(5)),
     "image is 1000000000.0 at row 20, column 12; " + WHY),
    (lambda: fftcore.deconvolve(FAINT.astype(float), fftcore.motion_blur(5), 0.01), "row 20"),
    (lambda: fftcore.phase_correlation(GOOD, MARKED), "image is -3.4e.38 at row 12, column 34; "),
    (lambda: fftcore.phase_correlation(MARKED.astype(float), GOOD),
     "reference is -3.39.*38 at row 12"),
    (lambda: fftcore.PhaseCorrelation(GOOD.shape).set_reference(MARKED),
     "image is -3.4e.38 at row 12"),
), ids=range(10))
def test_what_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize("image", (
    np.full((40, 40), 3e38, np.float32), np.float32(1e30) * GOOD, GOOD * np.float32(1e-30),
    np.pad(np.ones((1, 1), np.float32), 20), np.pad(np.full((20, 20), 3e38, np.float32), 10),
    np.exp(np.linspace(-80, 80, 1600)).reshape(40, 40).astype("float32"),
    np.where(np.eye(64) > 0, 1, 1e-17)), ids=range(7))
def test_what_is_not_refused(image):
    assert fftcore.deconvolve(image, fftcore.motion_blur(5), 0.01).shape == image.shape


@pytest.mark.parametrize("dtype", ("float16", "float32", "float64", "int32", "uint32"))
def test_scattered_marks_do_not_count_as_noise(dtype):
    """As many as there are blocks of 16x16 samples, which leaves a third of the blocks."""
    random = np.random.default_rng(9)
    white = 1 if dtype.startswith("f") else 30000
    image = (white * (0.5 + 0.03 * random.standard_normal((400, 600)))).astype(dtype)
    places = random.choice(image.size, 900, replace=False)
    want = fftcore.estimate_sigma(image)
    marks = {"uint32": (4e9, 1e5), "int32": (-99999, -2.0**31, 2.0**31 - 1)}.get(
        dtype, (-9999, 65504, np.nan, np.inf, 3))
    for mark in marks:
        marked = image.copy()
        marked.flat[places] = mark
        assert fftcore.estimate_sigma(marked) == pytest.approx(want, rel=0.06)
        if mark in (3, 1e5, -99999):  # a picture may have such values everywhere
            continue
        marked[::12] = mark
        with pytest.raises(ValueError, match="the noise cannot be measured, and has to be given"):
            fftcore.estimate_sigma(marked)
        with pytest.raises(ValueError, match="the noise cannot be measured"):
            fftcore.denoise(marked)


@pytest.mark.parametrize("dtype", ("float16", "float32", "float64"))
def test_an_image_of_nan_has_no_noise_to_measure(dtype):
    image = np.full((40, 50), np.nan, dtype)
    assert np.isnan(fftcore.denoise(image, sigma=0.1)).all()
    with pytest.raises(ValueError, match="the noise cannot be measured"):
        fftcore.estimate_sigma(image)


@pytest.mark.parametrize("dtype, marks", (
    ("float32", (-3.4e38, 9.97e36, 1e20, 1e12)), ("float64", (-3.4e38, 1e300, 1e20, 1e12)),
    ("int64", (-2**63, 2**62)), ("int32", (-2**31,))), ids=str)
def test_noise_is_that_of_the_others(dtype, marks):
    random = np.random.default_rng(9)
    image = 0.5 + 0.03 * random.standard_normal((160, 200))
    image = (image * (1 if dtype.startswith("f") else 100)).astype(dtype)
    scale, atol = (1, 1e-4) if dtype.startswith("f") else (100, 1)
    want, clean = fftcore.estimate_sigma(image), fftcore.denoise(image, sigma=0.03 * scale)
    for mark in marks:
        marked = image.copy()
        marked[5, 7] = mark
        assert fftcore.estimate_sigma(marked) == pytest.approx(want, rel=0.02)
        got = fftcore.denoise(marked, sigma=0.03 * scale)
        np.testing.assert_allclose(got[40:, 40:], clean[40:, 40:], atol=atol)
