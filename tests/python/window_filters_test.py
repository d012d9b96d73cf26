# SPDX-License-Identifier: LGPL-2.1-or-later
"""Filters of windows by plans: what they learn and find, and messages."""
import numpy as np
import pytest

import fftcore

TEXT = "filters u8 96x110x3 w32x32 count=2 filters=2 stored=f32"
PLACES = np.array([[45.5, 40.5, 0, 1, 1, 0, 0, 1], [60.5, 50.5, 1, 1, 1.1, 0, 0, 1.1]],
                  np.float32)
SHAPE = (2, 7 * 32, 17)


@pytest.fixture(scope="module")
def image():
    noise = np.random.default_rng(3).random((96, 110, 3))
    for axis in (0, 1):
        noise = sum(np.roll(noise, shift, axis) for shift in range(-2, 3)) / 5
    return (noise * 255).astype(np.uint8)


def run(image, places, state, text=TEXT):
    found = np.empty((len(places), 8), np.float32)
    assert fftcore.Plan(text).run_with_state((image, places), found, state) is found
    return found


def still(places):
    places = places.copy()
    places[:, 3] = 0
    return places


@pytest.mark.parametrize("stored", ("f32", "f16"))
def test_what_moved_is_found(image, stored):
    state = np.zeros(SHAPE, "float32" if stored == "f32" else "float16")
    text = TEXT.replace("f32", stored)
    assert (run(image, PLACES, state, text)[:, 7] == 4).all()  # they knew nothing
    learned = state.copy()
    found = run(np.roll(image, (2, -1), (0, 1)), still(PLACES), state, text)
    assert (found[:, 7] == 0).all() and np.abs(found[:, :2] - (-1, 2)).max() < 0.15
    assert (found[:, 2] > 0.5).all()
    assert np.array_equal(state, learned)


def test_filters_are_in_the_order_of_a_dft(image):
    state = np.zeros(SHAPE, np.float32)
    run(image, PLACES, state)
    planes = state.reshape(2, 7, 32, 17)
    window = image[25:57, 30:62].astype(float)
    window -= window.mean((0, 1))
    taper = np.hanning(65)[1::2]
    window *= np.outer(taper, taper)[..., None]
    window /= np.sqrt((window**2).sum(2).mean())
    spectrum = np.fft.rfft2(window, axes=(0, 1)) / 32
    lag = np.minimum(np.arange(32), 32 - np.arange(32))
    wanted = np.fft.fft(np.exp(-lag**2 / 8)).real
    wanted = np.outer(wanted, wanted[:17]) / wanted[0]**2
    for channel in range(3):
        expected = wanted * spectrum[..., channel]
        got = planes[0, 2 * channel] + 1j * planes[0, 2 * channel + 1]
        assert np.allclose(got, expected, atol=1e-5 * np.abs(expected).max())
    assert np.allclose(planes[0, 6], (np.abs(spectrum)**2).sum(2), rtol=1e-4, atol=1e-5)


def test_messages(image):
    state, found = np.zeros(SHAPE, np.float32), np.empty((2, 8), np.float32)
    plan = fftcore.Plan(TEXT)
    with pytest.raises(ValueError, match=r"needs state: run_with_state\(\) takes it"):
        plan.run((image, PLACES), found)
    with pytest.raises(ValueError, match=r"state is float64; float32 is expected"):
        plan.run_with_state((image, PLACES), found, state.astype(float))
    with pytest.raises(ValueError, match=r"state has shape \(2, 224, 16\)"):
        plan.run_with_state((image, PLACES), found, np.zeros((2, 224, 16), np.float32))
    with pytest.raises(ValueError, match="image is 1 arrays; 2 are"):
        plan.run_with_state(image, found, state)
    with pytest.raises(ValueError, match="mask"):
        plan.run_with_state((image, PLACES), found, np.ma.masked_array(state, mask=state == 0))
    state.flags.writeable = False
    with pytest.raises(ValueError, match="read-only|writable"):
        plan.run_with_state((image, PLACES), found, state)
    other = fftcore.Plan("conv2d f32 9x9 k3x3 wrap same")
    other.set_taps(np.ones((3, 3)))
    with pytest.raises(ValueError, match="keeps none"):
        other.run_with_state((np.zeros((9, 9), np.float32),), np.empty((9, 9), np.float32), found)
