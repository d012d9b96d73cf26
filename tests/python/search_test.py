# SPDX-License-Identifier: LGPL-2.1-or-later
"""Searches beside scikit-image."""
import numpy as np
import pytest
import scipy.ndimage
import skimage.feature

import fftcore


@pytest.fixture
def picture(numbers):
    image = scipy.ndimage.gaussian_filter(numbers((120, 140), "float64"), 2)
    return (image / image.std()).astype("float32")


# 1e-4 is what the library promises of a score.
@pytest.mark.parametrize("sides", ((16, 16), (7, 9), (8, 21), (120, 140)), ids=str)
@pytest.mark.parametrize("pad", ((False, "constant"), (True, "constant"), (True, "reflect")),
                         ids=str)
def test_as_scikit_image(picture, sides, pad):
    template = picture[:sides[0], :sides[1]] if sides[0] == 120 else picture[
        40:40 + sides[0], 30:30 + sides[1]]
    want = skimage.feature.match_template(picture.astype(float), template.astype(float), *pad)
    got = fftcore.match_template(picture, template, *pad)
    assert got.shape == want.shape and got.dtype == "float32"
    # Where there is little contrast under the template, scores are not compared.
    windows = np.pad(picture, [(s // 2, s - 1 - s // 2) for s in sides], *pad[1:]) if pad[
        0] else picture
    spread = np.lib.stride_tricks.sliding_window_view(windows, sides).std((2, 3))
    assert np.abs(got - want)[spread > 0.2].max() <= 1e-4


@pytest.mark.parametrize("dtype, mark", (("int32", -2**31), ("uint32", 2**32 - 1),
                                         ("int64", -10**9), ("float64", 1e9), ("float64", -1e12)))
@pytest.mark.parametrize("share", (0.03, 0.2, 0.7))
def test_beside_marks_in_double_precision(picture, dtype, mark, share):
    """A mean that marks move would leave no digit of the others."""
    image = np.rint(20 * picture + 500).astype(dtype)
    want = fftcore.find_template(image, image[90:110, 30:60])[0]
    image[:int(120 * share)] = mark
    got = fftcore.find_template(image, image[90:110, 30:60])[0]
    assert want[:2] == pytest.approx((30, 90), abs=0.05)
    assert got[:2] == pytest.approx(want[:2], abs=0.01)
    assert got.score == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("dtype, white", (("uint8", 255), ("uint16", 65535), ("float64", 1)))
def test_types(picture, dtype, white):
    image = np.clip(picture / 8 + 0.5, 0, 1) * white
    image = image.astype(dtype)
    template = image[40:56, 30:46]
    want = skimage.feature.match_template(image.astype(float), template.astype(float))
    assert np.abs(fftcore.match_template(image, template) - want).max() <= 1e-3
    assert fftcore.find_template(image, template)[0].score == pytest.approx(1, abs=1e-4)


def expect_found(image, template, y, x, share, dtype):
    """The template is where it was cut from, and a constant third of the image scores 0. ``share``:
    the level's share of the contrast, which rounding reaches a score by."""
    allowed = 1e-4 + 1e-6 * share * (dtype != "float64")
    peak = fftcore.find_template(image, template)[0]
    assert np.allclose((peak.x, peak.y), (x, y), atol=0.5)
    assert peak.score == pytest.approx(1, abs=allowed)
    scores = fftcore.match_template(image, template)
    assert np.unravel_index(scores.argmax(), scores.shape) == (y, x)
    assert scores.max() == pytest.approx(1, abs=allowed)
    assert not scores[:, :40 - template.shape[1]].any()


@pytest.mark.parametrize("seed", range(8))
def test_any_scale(seed):
    """Few bits of 16, floats of 1e-6 to 1e6, a level of 300 times the contrast."""
    random = np.random.default_rng(seed)
    unit = scipy.ndimage.gaussian_filter(random.random((80, 120)), 2)
    unit = (unit - unit.min()) / np.ptp(unit)
    unit[:, :40] = 0.5  # nothing to see
    y, x = random.integers(0, 64), random.integers(40, 100)
    where = np.s_[y:y + 16, x:x + 20]
    for bits in (8, 10, 12, 14):
        image = np.round(unit * (2**bits - 1)).astype("uint16")
        expect_found(image, image[where], y, x, 100, "uint16")
    for dtype in ("float32", "float64"):
        for scale in (1e-6, 1e6, 10**random.uniform(-6, 6)):
            for level in (0, random.uniform(-300, 300)):
                image = ((unit + level) * scale).astype(dtype)
                expect_found(image, image[where], y, x, 10 * abs(level), dtype)


@pytest.mark.parametrize("seed", range(4))
def test_motion_of_any_scale(seed):
    """The score of the same pictures does not depend on their scale."""
    random = np.random.default_rng(seed)
    large = scipy.ndimage.gaussian_filter(random.random((160, 180)), 1.5)
    large = (large - large.min()) / np.ptp(large)
    before, after = large[20:140, 20:160], large[17:137, 25:165]  # moved by -5, 3
    want = fftcore.phase_correlation(before.astype("float32"), after.astype("float32"))[0]
    assert np.allclose(want[:2], (-5, 3), atol=0.1) and want.score > 0.4
    plan = fftcore.PhaseCorrelation(before.shape)
    pairs = [(np.round(before * white).astype(dtype), np.round(after * white).astype(dtype))
             for dtype, white in (("uint8", 255), ("uint16", 255), ("uint16", 1023),
                                  ("uint16", 4095), ("uint16", 16383), ("uint16", 65535))]
    for scale in (1e-6, 1e6, 10**random.uniform(-6, 6)):
        for level in (0, random.uniform(-300, 300)):
            pairs += [(((before + level) * scale).astype(dtype),
                       ((after + level) * scale).astype(dtype)) for dtype in ("float32", "float64")]
    for one, other in pairs:
        got = [fftcore.phase_correlation(one, other)[0]]
        if one.dtype == "float32":
            plan.set_reference(one)
            got += plan.measure(other)
        for peak in got:
            assert np.allclose(peak[:2], want[:2], atol=0.05)
            # Rounding to whole numbers is noise of its own, that of 8 bits the most.
            allowed = 0.02 if one.dtype.kind == "f" else 0.1
            assert peak.score == pytest.approx(want.score, abs=allowed)


@pytest.mark.parametrize("dtype", ("uint8", "uint16", "float32", "float64"))
def test_motion_of_more_than_half_the_size(dtype):
    """Which phase correlation knows modulo the size; and what is less alike than before is none."""
    random = np.random.default_rng(38)
    large = scipy.ndimage.gaussian_filter(random.random((500, 620)), 2)
    large = ((large - large.min()) / np.ptp(large) * 200).astype(dtype)
    rows, columns, top, left = 150, 200, 170, 200
    reference = large[top:top + rows, left:left + columns]
    for right, down in ((-120, 0), (140, 9), (0, 100), (-25, -90), (115, -80), (-110, 85)):
        image = large[top - down:top - down + rows, left - right:left - right + columns]
        peak = fftcore.phase_correlation(reference, image)[0]
        assert np.allclose(peak[:2], (right, down), atol=0.5) and peak.confidence > 0.2
    negative = large.max() - large[top - 5:top - 5 + rows, left - 9:left - 9 + columns]
    greys = [np.full_like(reference, grey) for grey in (0, 90, 128)]
    pairs = [(reference, negative), (negative, reference), (greys[1], greys[2]),
             (greys[0], greys[0]), (greys[1], reference), (reference, greys[2])]
    for one, other in pairs:
        assert fftcore.phase_correlation(one, other)[0].confidence == 0


def test_peaks(picture):
    template = picture[40:56, 30:46]
    peaks = fftcore.find_template(picture, template, 3)
    assert len(peaks) == 3 and peaks[0].score >= peaks[1].score >= peaks[2].score
    assert np.allclose(peaks[0][:2], (30, 40), atol=0.1)
    surface = fftcore.match_template(picture, template)
    best = np.unravel_index(surface.argmax(), surface.shape)
    assert best == (40, 30) and surface.max() == pytest.approx(peaks[0].score, abs=1e-6)
    plan = fftcore.TemplateMatching(picture.shape, template.shape, max_peaks=3)
    plan.set_template(template)
    assert plan.find(picture) == peaks
    assert plan.find(np.roll(picture, 5, 1))[0].x == pytest.approx(35, abs=0.1)


def test_motion(picture):
    reference = picture[10:110, 10:130]
    image = picture[13:113, 5:125]  # what was at (x, y) is at (x + 5, y - 3)
    peak = fftcore.phase_correlation(reference, image)[0]
    assert np.allclose((peak.x, peak.y), (5, -3), atol=0.1)
    plan = fftcore.PhaseCorrelation(reference.shape)
    with pytest.raises(ValueError, match="reference"):
        plan.measure(np.ascontiguousarray(image))
    plan.set_reference(reference)
    assert np.allclose(plan.measure(image)[0][:2], (5, -3), atol=0.1)
    plan.keep_as_reference()
    assert np.allclose(plan.measure(image)[0][:2], (0, 0), atol=0.1)


@pytest.mark.parametrize("level", (0, 1e4, -1e6, 1e9))
@pytest.mark.parametrize("scale", (1e-30, 0.25, 1e6, 1e100))
def test_contrast_on_a_level_in_double(picture, level, scale):
    """A level that single precision has no contrast on: scores are exact, and places too."""
    exact = picture.astype(float)[:64, :70]
    image, flat = (exact + level) * scale, 1e-3 * scale
    template = image[20:36, 30:46]
    windows = np.lib.stride_tricks.sliding_window_view(exact, (16, 16))
    windows = windows - windows.mean((2, 3), keepdims=True)
    norms = np.sqrt((windows**2).sum((2, 3)))
    want = (windows * windows[20, 30]).sum((2, 3)) / norms / norms[20, 30]
    got = fftcore.match_template(image, template, flat=flat)
    assert got.dtype == "float32" and np.abs(got - want).max() < max(1e-6, 1e-15 * abs(level))
    best = fftcore.find_template(image, template, flat=flat)[0]
    assert np.allclose(best[:3], (30, 20, 1), atol=0.1)


@pytest.mark.parametrize("contrast", (2.0**24, 2.0**30, 2.0**50))
def test_contrast_of_64_bits_on_a_level(picture, contrast):
    """Scores are exact where the means of windows and template have no more bits than contrast."""
    image = (np.rint(picture[:64, :70].astype(float) * contrast) + 2.0**62).astype("uint64")
    exact = image.astype(float) - 2.0**62
    at = np.s_[20:29, 30:38]
    windows = np.lib.stride_tricks.sliding_window_view(exact, (9, 8))
    windows = windows - windows.mean((2, 3), keepdims=True)
    norms = np.sqrt((windows**2).sum((2, 3)))
    want = (windows * windows[20, 30]).sum((2, 3)) / norms / norms[20, 30]
    assert np.abs(fftcore.match_template(image, image[at]) - want).max() < 2e-7


def test_scores_that_single_precision_does_not_hold(picture):
    """A place is found by them, and an array of them would have infinity at several places."""
    image = (picture.astype(float) * 2.0**60).astype("int64")[:64, :70]
    template = image[20:36, 30:46] * 8.0
    products = np.lib.stride_tricks.sliding_window_view(image.astype(float), (16, 16))
    want = (products * template).sum((2, 3))
    assert (want > 3.5e38).sum() > 1
    with pytest.raises(ValueError, match=r"scores are of up to .*e\+3.*allowed"):
        fftcore.match_template(image, template, score="ccorr")
    best = fftcore.find_template(image, template, score="ccorr")[0]
    y, x = np.unravel_index(want.argmax(), want.shape)
    assert np.allclose((best.x, best.y), (x, y), atol=0.6)
    assert best.score == pytest.approx(want.max(), rel=1e-6)
    with pytest.raises(ValueError, match="scores are of up to inf"):
        fftcore.find_template(image * 1e200, template * 1e200, score="ccorr")


@pytest.mark.parametrize("mark", (-99999, 1e9, -3.4e38))
def test_marks_have_no_spectrum(picture, mark):
    image = picture.copy()
    image[20:40, 30:60] = mark
    plan = fftcore.PhaseCorrelation(picture.shape)
    for dtype in ("float32", "float64"):
        for pair in ((picture, image), (image, picture)):
            with pytest.raises(ValueError, match="^(reference|image) "):
                fftcore.phase_correlation(*(one.astype(dtype) for one in pair))
    with pytest.raises(ValueError, match="^image "):
        plan.set_reference(image)
    template = image[35:50, 30:60]
    with pytest.raises(ValueError, match=f"^template is {np.float32(mark)!s} at row 0, column 0; "
                       "rounding hides others".replace("+", "[+]")):
        fftcore.find_template(picture, template)


def test_few_marks_have_no_spectrum(picture):
    image = (picture / np.abs(picture).max()).astype("float32")
    image[20:23, 30:33] = -9999
    for refuse in (lambda: fftcore.phase_correlation(image, image),
                   lambda: fftcore.deconvolve(image, fftcore.motion_blur(5), 0.01)):
        with pytest.raises(ValueError, match="image is -9999.0 at row 20, column 30|reference is"):
            refuse()


@pytest.mark.parametrize("dtype, level", (("int64", 2**60), ("int64", -2**62), ("uint64", 2**63)))
def test_levels_beyond_double_precision(dtype, level):
    """Whole numbers of 64 bits, whose contrast is less than a step of double precision there."""
    random = np.random.default_rng(7)
    values = scipy.ndimage.gaussian_filter(random.standard_normal((90, 100)), 1.5)
    values = np.rint(values / values.std() * 50).astype("int64")
    image = (values.astype("uint64") + np.uint64(level % 2**64)).astype(dtype)
    assert int(image[3, 4]) == int(values[3, 4]) + level
    template = image[40:60, 30:52]
    np.testing.assert_allclose(fftcore.match_template(image, template),
                               fftcore.match_template(values, values[40:60, 30:52]), atol=1e-6)
    assert fftcore.find_template(image, template)[0].score == pytest.approx(1, abs=1e-6)
    found = fftcore.phase_correlation(image[5:85, :90], image[2:82, 6:96])[0]
    assert (found.x, found.y) == pytest.approx((-6, 3), abs=0.1)
    assert fftcore.estimate_sigma(image) == pytest.approx(fftcore.estimate_sigma(values), rel=1e-3)
    off = fftcore.denoise(image, 20.0).astype("uint64") - np.uint64(level % 2**64)
    np.testing.assert_allclose(off.astype("int64"), fftcore.denoise(values, 20.0), atol=1)
    # A fill value says nothing of the level.
    image[0, 0] = np.iinfo(dtype).min
    assert fftcore.estimate_sigma(image) == pytest.approx(fftcore.estimate_sigma(values), rel=0.05)


def test_rounding_is_no_data(picture):
    """Images that are 0 but for what a transform left: the full samples are no marks."""
    noise = np.random.default_rng(5).normal(0, 1e-17, picture.shape)
    mask = noise.copy()
    mask[30:50, 40:70] += 1
    moved = np.roll(mask, (3, -5), (0, 1))
    for dtype in ("float32", "float64"):
        found = fftcore.phase_correlation(mask.astype(dtype), moved.astype(dtype))[0]
        assert (found.x, found.y) == pytest.approx((-5, 3), abs=0.1)
    template = mask[25:55, 35:75].astype("float32")
    best = fftcore.find_template(mask.astype("float32"), template)[0]
    assert (best.x, best.y) == pytest.approx((35, 25), abs=0.1)
    fftcore.deconvolve(mask.astype("float32"), np.ones((3, 3)) / 9)
    # Nor are data beside a sample near 0.
    x = np.arange(128)
    wave = 2 * np.sin(2 * np.pi * x / 64)[None, :] * np.cos(2 * np.pi * x / 32)[:, None]
    found = fftcore.phase_correlation(wave.astype("float32"), wave.astype("float32"))[0]
    assert (found.x, found.y) == pytest.approx((0, 0), abs=0.1)
    # 1e-13, as of physical units, and a fill value are no mask.
    with pytest.raises(ValueError, match="9999"):
        image = np.random.default_rng(5).random((64, 64)) * 1e-13
        image[3, 4] = 9999
        fftcore.phase_correlation(image, image)


@pytest.mark.parametrize("scale", (1e-12, 1e-15, 1e-18, 1e-30))
def test_small_single_precision(picture, scale):
    """Of samples whose squares single precision does not hold, such as fluxes."""
    image = (picture * np.float32(scale))[:64, :70]
    template = image[20:36, 30:46]
    want = fftcore.match_template(picture[:64, :70], picture[20:36, 30:46])
    assert np.abs(fftcore.match_template(image, template) - want).max() < 1e-3
    best = fftcore.find_template(image, template)[0]
    assert np.allclose(best[:3], (30, 20, 1), atol=0.1)


@pytest.mark.parametrize("score", ("ccoeff_normed", "ccorr_normed", "ccorr"))
def test_double_is_as_single(picture, score):
    image = picture[:90, :100]
    image[70:, :20] = 0.25
    image[5, 5] = 1e4  # a star, far from where it is looked for
    template = image[40:56, 30:46]
    double = image.astype(float)
    single, exact = (fftcore.match_template(one, template, score=score) for one in (image, double))
    scale = np.abs(exact[30:, 30:]).max()
    assert np.abs(single - exact)[30:, 30:].max() < 2e-4 * scale
    for radius in (None, 3):
        for a, b in zip(*(fftcore.find_template(one[30:, 25:], template, 4, score=score,
                                                radius=radius) for one in (image, double))):
            assert np.allclose(a[:2], b[:2], atol=0.01) and a.template == b.template
            assert a.score == pytest.approx(b.score, rel=1e-3)
            assert a.confidence == pytest.approx(b.confidence, abs=1e-3)


def test_samples_that_are_no_numbers_in_double(picture):
    image = picture.astype(float)
    image[3, 4], image[100, 90] = np.nan, np.inf
    template = image[40:56, 30:46]
    with pytest.warns(RuntimeWarning, match="2 of 16800 samples"):
        scores = fftcore.match_template(image, template)
    unseen = np.zeros(image.shape)
    unseen[3, 4] = unseen[100, 90] = 1
    windows = np.lib.stride_tricks.sliding_window_view(unseen, (16, 16)).sum((2, 3)) > 0
    assert np.array_equal(scores < -1, windows)
    image[~np.isfinite(image)] = 0
    assert np.abs(scores - fftcore.match_template(image, template))[~windows].max() < 1e-6
    assert fftcore.find_template(image, template)[0].score == pytest.approx(1)


@pytest.mark.parametrize("contrast", (10, 30, 300))
def test_motion_of_16_bits_on_a_level(contrast):
    """A level of thousands of contrasts, as of thermal cameras, is not what is compared."""
    large = scipy.ndimage.gaussian_filter(np.random.default_rng(3).standard_normal((80, 90)), 1.2)
    large = np.rint(large / large.std() * contrast + 32767).astype("uint16")
    before, after = large[4:68, 3:75], large[:64, 8:80]
    plan = fftcore.PhaseCorrelation(before.shape, "uint16")
    plan.set_reference(before)
    with_noise = fftcore.PhaseCorrelation(before.shape, noise=contrast / 100)
    with_noise.set_reference(before.astype("float32"))
    for best in (fftcore.phase_correlation(before, after)[0], plan.measure(after)[0],
                 with_noise.measure(after.astype("float32"))[0]):
        assert abs(best.x + 5) < 0.2 and abs(best.y - 4) < 0.2 and best.confidence > 0.5, best
    plan.keep_as_reference()
    assert abs(plan.measure(before)[0].x - 5) < 0.2


def test_motion_on_a_level(picture):
    for level, scale in ((0, 1), (1e6, 1), (-1e9, 1), (0, 1e30)):
        image = (picture.astype(float) + level) * scale
        peak = fftcore.phase_correlation(image[10:110, 10:130], image[13:113, 5:125])[0]
        assert np.allclose((peak.x, peak.y), (5, -3), atol=0.1), (level, scale)
    peak = fftcore.phase_correlation(picture[10:110, 10:130],
                                     picture.astype(float)[13:113, 5:125])[0]
    assert np.allclose((peak.x, peak.y), (5, -3), atol=0.1)


IMAGE = np.zeros((16, 16), "float32")


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.match_template(IMAGE, IMAGE[:4, :4]), "alike|structure|flat|same"),
    (lambda: fftcore.match_template(IMAGE, np.eye(17)), "17x17"),
    (lambda: fftcore.match_template(IMAGE, [1, 2]), "template has 1 axes; 2 are allowed"),
    (lambda: fftcore.match_template(IMAGE[0], np.eye(2)), "image has 1 axes; 2 are allowed"),
    (lambda: fftcore.match_template(IMAGE * 1j, np.eye(2)), "image is of complex64; real numbers"),
    (lambda: fftcore.match_template(IMAGE, np.eye(2) * 1j), "template is of complex128; real numb"),
    (lambda: fftcore.match_template(IMAGE.astype(float), np.eye(17)), "17x17"),
    (lambda: fftcore.match_template(IMAGE.astype(float), np.ones((2, 2))), "no structure"),
    (lambda: fftcore.match_template(IMAGE.astype(float), np.zeros((2, 2)), score="ccorr_normed"),
     "nothing to look for"),
    (lambda: fftcore.match_template(IMAGE.astype(float), np.eye(2), out=IMAGE.astype(int)),
     "out is of int64; a NumPy array of float32"),
    (lambda: fftcore.find_template(IMAGE.astype(float), np.eye(2), 0), "0.*1 to 64"),
    (lambda: fftcore.find_template(IMAGE.astype(float), np.eye(2), flat=-1), "flat"),
    (lambda: fftcore.TemplateMatching((16, 16), (2, 2), "float64"), "dtype is 'float64'; uint8"),
    (lambda: fftcore.match_template(IMAGE, np.eye(2), score="best"), "score is 'best'; ccoeff"),
    (lambda: fftcore.find_template(IMAGE, np.eye(2), 0), "0.*1 to 64"),
    (lambda: fftcore.match_template(IMAGE, np.eye(2), out=IMAGE), r"out has shape \(16, 16\)"),
    (lambda: fftcore.phase_correlation(IMAGE, IMAGE[1:]), r"reference is \(16, 16\) of float32"),
    (lambda: fftcore.phase_correlation(IMAGE, IMAGE, noise=-1), "noise"),
), ids=str)
def test_bad_values(call, words):
    with pytest.raises(ValueError, match=words):
        call()
