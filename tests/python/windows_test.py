# SPDX-License-Identifier: LGPL-2.1-or-later
"""Correlation of windows: types, places, states and messages."""
import numpy as np
import particles
import pytest

import fftcore

MOVED = 2.3, -1.4
PLACES = [(x + 0.5, y + 0.5) for y in (31, 47, 60) for x in (30, 52, 75)]


@pytest.fixture(scope="module")
def pair():
    return particles.frames((96, 110), particles.uniform(*MOVED), noise=0.01)


@pytest.mark.parametrize("score, allowed", (("zncc", 0.04), ("plain", 0.04), ("phase", 0.06)))
def test_shifts_of_all_types(pair, score, allowed):
    first, second = pair
    want = None
    for change in (lambda one: one, lambda one: one.astype("uint16") * 200,
                   lambda one: one.astype("int16") * 30 - 5000, lambda one: one.astype(">f4") / 255,
                   lambda one: one.astype("float64") + 1e9, lambda one: one.astype("float16"),
                   lambda one: one.astype("int64") + 2**60,
                   lambda one: np.repeat(one, 2, 1)[:, ::2], lambda one: one[::-1][::-1]):
        found = fftcore.correlate_windows(change(first), change(second), PLACES, score=score)
        assert found.shift.shape == (9, 2) and found.shift.dtype == np.float32
        assert (found.state == 0).all() and found.state.dtype == np.uint8
        assert np.abs(found.shift - MOVED).max() < allowed
        assert (found.score > found.second).all() and (found.score > 0.5).all()
        want = found if want is None else want
        assert np.abs(found.shift - want.shift).max() < 2e-3


def test_deviation_is_in_units_of_the_image(pair):
    for unit in (1, 1e-12, 1e20):
        found = fftcore.correlate_windows(pair[0] * unit, pair[1] * unit, [(31.5, 33.5)],
                                          (16, 20))
        part = pair[0][26:42, 22:42] * unit
        assert found.deviation[0] == pytest.approx(part.std(), rel=1e-4)


def test_places_of_each_image(pair):
    """A shift is from the place in the second image, and maps turn windows back."""
    first, second = pair
    four = [(50.5, 40.5, 52.5, 39.5)]
    shift = fftcore.correlate_windows(first, second, four).shift[0]
    assert np.allclose(shift, np.subtract(MOVED, (2, -1)), atol=0.04)
    turned = np.ascontiguousarray(np.rot90(second, -1))  # (y, x) lies at (x, last - y)
    twelve = [(50.5, 40.5, 95 - 40.5, 50.5, 1, 0, 0, 1, 0, -1, 1, 0)]
    shift = fftcore.correlate_windows(first[:96, :96], turned[:96, :96], twelve).shift[0]
    assert np.allclose(shift, (-MOVED[1], MOVED[0]), atol=0.04)


def test_any_number_of_windows(pair):
    want = fftcore.correlate_windows(*pair, PLACES).shift
    for count in (0, 1, 64, 65, 1000):
        places = np.resize(PLACES, (count, 2))
        found = fftcore.correlate_windows(*pair, places)
        assert found.shift.shape == (count, 2) and found.score.shape == (count,)
        assert np.array_equal(found.shift, np.resize(want, (count, 2)))


def test_states(pair):
    first, second = pair[0].copy(), pair[1]
    first[60:] = 7
    places = [(31.5, 31.5), (31.5, 79.5), (-40, 20), (np.nan, 20), (np.inf, 20)]
    found = fftcore.correlate_windows(first, second, places)
    assert found.state.tolist() == [0, 2, 3, 3, 3]
    assert not found.shift[1:].any()
    moved = np.roll(pair[0], 6, 1)
    assert fftcore.correlate_windows(pair[0], moved, [(50, 50)], search=6).state[0] == 1
    assert fftcore.correlate_windows(pair[0], moved, [(50, 50)], search=12).state[0] == 0


@pytest.mark.parametrize("dtype", ("float32", "float64", "int32"))
def test_a_constant_is_flat(dtype):
    image = np.full((60, 60), 12345.678).astype(dtype)
    assert fftcore.correlate_windows(image, image, [(30.3, 30.2)]).state[0] == 2


def test_flat_is_in_units_of_the_image(pair):
    first, second = (one.astype("int16") * 10 for one in pair)
    deviation = fftcore.correlate_windows(first, second, [(40, 40)]).deviation[0]
    for part, state in ((0.99, 0), (1.01, 2)):
        found = fftcore.correlate_windows(first, second, [(40, 40)], flat=part * float(deviation))
        assert found.state[0] == state


@pytest.mark.parametrize("axis", (0, -1))
def test_channels(pair, axis):
    colours = [np.stack([one, np.zeros_like(one), 255 - one], axis) for one in pair]
    want = fftcore.correlate_windows(*pair, PLACES)
    found = fftcore.correlate_windows(*colours, PLACES, channel_axis=axis, weights=(2, 5, 0))
    assert np.abs(found.shift - want.shift).max() < 1e-3
    assert np.allclose(found.deviation, 2 * want.deviation, rtol=1e-3)
    # The mean of a picture and its negative is nothing.
    assert (fftcore.correlate_windows(*colours, PLACES, channel_axis=axis).deviation < 0.1).all()


def test_samples_that_are_not_finite(pair):
    first, second = (one.astype("float64") + 1e6 for one in pair)
    first[40, 50] = np.nan
    second[43, 52] = np.inf
    found = fftcore.correlate_windows(first, second, PLACES)
    assert np.abs(found.shift - MOVED).max() < 0.15


@pytest.mark.parametrize("change, words", (
    (dict(score="ssd"), "score is 'ssd'; zncc, plain, phase are allowed"),
    (dict(taper="box"), "taper is 'box'"),
    (dict(interpolation="cubic"), "interpolation is 'cubic'; lanczos, bicubic, bilinear, nearest"),
    (dict(window=(3, 32)), "rows of a window|number of rows"),
    (dict(window=(32, 129)), "128"),
    (dict(window=32), "window is 32; several whole numbers are expected"),
    (dict(search=65), "64"),
    (dict(search=0), "search is 0; zncc"),
    (dict(search=0, score="plain", window=(34, 32)), "prime factors above 5"),
    (dict(search=4, score="phase"), "search is 4"),
    (dict(taper="hann"), "taper is hann and search 8"),
    (dict(refine=9), "8"),
    (dict(bandwidth=0.1), "bandwidth is 0.1 and score zncc"),
    (dict(flat=-1), "flat is -1.0; 0 or more is allowed"),
    (dict(places=[1, 2]), r"places has shape \(2,\); \(N, 2\), \(N, 4\) and \(N, 12\)"),
    (dict(places=np.zeros((2, 3))), "places has shape"),
    (dict(places=np.zeros((2, 2), complex)), "places is of complex128"),
    (dict(weights=(1, 2)), "weights is given, and channel_axis is None"),
    (dict(channel_axis=-1), "first has 2 axes; 3 are allowed"),
    (dict(channel_axis=1), "channel_axis is 1"),
    (dict(first=np.zeros((96, 110, 3), "u1")), "first has 3 axes; 2 .* channel_axis=-1 or 0"),
    (dict(first=np.zeros((96, 110), complex)), "first is of complex128; real numbers"),
    (dict(first=np.zeros((96, 111), "u1")), "first is .*96, 111.* and second .*96, 110"),
    (dict(first=np.zeros((96, 110), "f4")), "first is .*float32, and second .*uint8"),
    (dict(first="a.png"), "first is of str"),
    (dict(first=np.zeros((0, 110), "u1"), second=np.zeros((0, 110), "u1")), "no samples"),
), ids=str)
def test_messages(pair, change, words):
    arguments = dict(first=pair[0], second=pair[1], places=[(40, 40)])
    with pytest.raises((ValueError, TypeError), match=words):
        fftcore.correlate_windows(**{**arguments, **change})


def test_weights_are_as_many_as_channels():
    image = np.zeros((40, 40, 3), "u1")
    with pytest.raises(ValueError, match="weights has 2 numbers, and the images 3 channels"):
        fftcore.correlate_windows(image, image, [(20, 20)], channel_axis=-1, weights=(1, 2))
    image = np.zeros((40, 40, 5), "u1")
    with pytest.raises(ValueError, match="5 channels; 1 to 4 are allowed"):
        fftcore.correlate_windows(image, image, [(20, 20)], channel_axis=-1)


def test_images_on_a_device_that_does_not_work(on_device):
    if fftcore.unavailable_reason("cuda"):
        with pytest.raises(ValueError, match="first lies on a CUDA device, and CUDA does not work"):
            fftcore.correlate_windows(on_device((64, 64)), on_device((64, 64)), [(30, 30)])
