# SPDX-License-Identifier: LGPL-2.1-or-later
"""Several frames and several filters at once: what each frame gives by itself with each filter."""
import bounds
import numpy as np
import pytest

import fftcore

SHAPES = (((17,), (4,)), ((19, 23), (4, 5)), ((7, 9, 8), (2, 3, 4)))


def check(got, one, pairs):
    """Results are those of one(frame, taps) for all pairs, but for what both are rounded by."""
    pairs = list(pairs)
    want = np.stack([one(frame, taps) for frame, taps in pairs])
    assert got.shape == want.shape
    assert got.dtype == want.dtype
    bound = np.linalg.norm([bounds.of_convolution(got.dtype, *pair) for pair in pairs])
    assert np.linalg.norm(got - want) <= 2 * bound


@pytest.mark.parametrize("operation", ("convolve", "correlate"))
@pytest.mark.parametrize("mode", ("full", "same", "valid", "nearest"))
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_frames_and_filters(operation, mode, shapes, numbers):
    function = getattr(fftcore, operation)
    frames, filters = numbers((3,) + shapes[0]), numbers((3,) + shapes[1])

    def one(frame, taps):
        return function(frame, taps, mode)

    check(function(frames, filters[0], mode, frames=True), one,
          [(frame, filters[0]) for frame in frames])
    check(function(frames[0], filters, mode, filters=True), one,
          [(frames[0], taps) for taps in filters])
    check(function(frames, filters, mode, frames=True, filters=True), one, zip(frames, filters))
    check(function(frames[:2], filters, mode, frames=True, filters=True, crossed=True), one,
          [(frame, taps) for frame in frames[:2] for taps in filters])


@pytest.mark.parametrize("channel_axis", (0, -3, -1))
def test_of_channels_with_a_level_outside(channel_axis, numbers):
    shape = (19, 23, 3) if channel_axis == -1 else (3, 19, 23)
    frames, filters = numbers((2,) + shape), numbers((2, 4, 5))
    got = fftcore.convolve(frames, filters, "constant", cval=0.5, channel_axis=channel_axis,
                           frames=True, filters=True)
    want = np.stack([fftcore.convolve(frame, taps, "constant", cval=0.5,
                                      channel_axis=channel_axis)
                     for frame, taps in zip(frames, filters)])
    assert got.shape == want.shape
    assert np.abs(got - want).max() < 1e-5  # of sums of 20 products of numbers about 1


def test_of_frames_that_lie_apart(numbers):
    frames, taps = numbers((6, 40))[::2, 3:30], numbers((3,))
    check(fftcore.convolve(frames, taps, "same", frames=True),
          lambda frame, taps: fftcore.convolve(frame, taps, "same"),
          [(frame, taps) for frame in frames])


def test_plan(numbers):
    frames, filters = numbers((4, 20, 24)), numbers((4, 3, 3))
    value = fftcore.Convolution((20, 24), (3, 3), mode="wrap", frames=4, filters=4)
    assert value.out_shape == (4, 20, 24)
    plan = value.compile(filters)
    assert plan.text == "conv2d f32 20x24 k3x3 wrap same frames=4 filters=4"
    check(plan.run(frames), lambda frame, taps: fftcore.convolve(frame, taps, "wrap"),
          zip(frames, filters))
    with pytest.raises(ValueError, match=r"taps have shape \(3, 3\); \(4, 3, 3\) is expected"):
        plan.set_taps(filters[0])


def test_what_cannot_be(numbers):
    frames, filters = numbers((3, 9, 9)), numbers((2, 3, 3))
    with pytest.raises(ValueError, match="2 filters do not go with 3 frames"):
        fftcore.convolve(frames, filters, "same", frames=True, filters=True)
    with pytest.raises(ValueError, match="taps have 3 axes, and image has 2; as many"):
        fftcore.convolve(frames, filters, "same", frames=True)
    with pytest.raises(ValueError, match="image has 0 axes"):
        fftcore.convolve(numbers((9,)), numbers((3,)), frames=True)
    with pytest.raises(ValueError, match="frames"):
        fftcore.convolve(frames[:0], filters[0], "same", frames=True)
