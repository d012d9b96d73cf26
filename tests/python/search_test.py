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


@pytest.mark.parametrize("dtype, white", (("uint8", 255), ("uint16", 65535), ("float64", 1)))
def test_types(picture, dtype, white):
    image = np.clip(picture / 8 + 0.5, 0, 1) * white
    image = image.astype(dtype)
    template = image[40:56, 30:46]
    want = skimage.feature.match_template(image.astype(float), template.astype(float))
    assert np.abs(fftcore.match_template(image, template) - want).max() <= 1e-3
    assert fftcore.find_template(image, template)[0].score == pytest.approx(1, abs=1e-4)


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


IMAGE = np.zeros((16, 16), "float32")


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.match_template(IMAGE, IMAGE[:4, :4]), "alike|structure|flat|same"),
    (lambda: fftcore.match_template(IMAGE, np.eye(17)), "17x17"),
    (lambda: fftcore.match_template(IMAGE, [1, 2]), "template has 1 axes; 2 are allowed"),
    (lambda: fftcore.match_template(IMAGE[0], np.eye(2)), "image has 1 axes; 2 are allowed"),
    (lambda: fftcore.match_template(IMAGE.astype("float16"), np.eye(2)), "f16"),
    (lambda: fftcore.match_template(IMAGE, np.eye(2), score="best"), "score is 'best'; ccoeff"),
    (lambda: fftcore.find_template(IMAGE, np.eye(2), 0), "0.*1 to 64"),
    (lambda: fftcore.match_template(IMAGE, np.eye(2), out=IMAGE), r"out has shape \(16, 16\)"),
    (lambda: fftcore.phase_correlation(IMAGE, IMAGE[1:]), r"reference is \(16, 16\) of float32"),
    (lambda: fftcore.phase_correlation(IMAGE, IMAGE, noise=-1), "noise"),
), ids=str)
def test_bad_values(call, words):
    with pytest.raises(ValueError, match=words):
        call()
