# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plans of a transform's text with arrays whose axes lie in any order: the result is right, or the
array is refused."""
import itertools

import fftcore
import numpy as np
import pytest
import scipy.fft

SIDES = (4, 6, 5)
"""Two batches and the axis that is transformed, in the text's order; (6, 4) lies as (4, 6)."""


def strides_in(order, sides, gap):
    """Strides in elements of an array whose axes lie in memory in an order, the first outermost."""
    strides, next_stride = [0] * len(sides), 1
    for axis in reversed(order):
        strides[axis] = next_stride
        next_stride *= sides[axis]
        next_stride += gap
    return strides


def seen_as(memory, sides, strides, axes):
    """Memory as an array whose axes are those of the text in the order `axes`."""
    return np.lib.stride_tricks.as_strided(
        memory, [sides[axis] for axis in axes],
        [strides[axis] * memory.itemsize for axis in axes])


def memory_of(sides, strides, dtype):
    return np.zeros(1 + sum((side - 1) * stride for side, stride in zip(sides, strides)), dtype)


@pytest.mark.parametrize("gap", (0, 1))
@pytest.mark.parametrize("kind", ("c2c", "r2c"))
def test_every_order_of_axes(kind, gap):
    """Whatever the order of memory and of both arrays' axes: axes mean what the text says."""
    numbers = np.random.default_rng(3)
    bins = SIDES[:2] + ((SIDES[2] // 2 + 1,) if kind == "r2c" else SIDES[2:])
    right = 0
    orders = list(itertools.permutations(range(3)))
    for of_x, of_out in itertools.product(orders, orders):
        x_strides, out_strides = strides_in(of_x, SIDES, gap), strides_in(of_out, bins, gap)
        plan = fftcore.Plan(f"{kind} {SIDES[2]} batch={SIDES[0]}x{SIDES[1]} "
                            f"in={','.join(map(str, x_strides))} "
                            f"out={','.join(map(str, out_strides))}", backend="cpu", threads=1)
        memory = memory_of(SIDES, x_strides, np.complex64 if kind == "c2c" else np.float32)
        memory.real = numbers.normal(size=memory.shape)
        result = memory_of(bins, out_strides, np.complex64)
        plain = seen_as(memory, SIDES, x_strides, range(3))
        want = (scipy.fft.rfft if kind == "r2c" else scipy.fft.fft)(plain)
        for axes, out_axes in itertools.product(orders, orders):
            x = seen_as(memory, SIDES, x_strides, axes)
            out = seen_as(result, bins, out_strides, out_axes)
            result[:] = 0
            try:
                plan.run(x, out)
            except ValueError:
                assert axes != out_axes and not result.any()
                continue
            assert axes == out_axes, (of_x, of_out, axes, out_axes)
            np.testing.assert_allclose(out, want.transpose(axes), atol=1e-4)
            right += 1
    assert right == len(orders) ** 3


def test_an_array_of_another_order_is_refused():
    """What lies as the text says by memory alone, but not by its axes."""
    plan = fftcore.Plan("c2c 6x4", backend="cpu", threads=1)
    x = np.arange(24, dtype=np.complex64).reshape(6, 4)
    out = np.empty_like(x)
    np.testing.assert_allclose(plan.run(x, out), scipy.fft.fft2(x), atol=1e-4)
    np.testing.assert_allclose(plan.run(x.T, out.T), scipy.fft.fft2(x.T), atol=1e-4)
    by_columns, other = np.asfortranarray(x), np.empty_like(x)
    for wrong, words in ((by_columns, "strides"), (x.reshape(4, 6), "strides"),
                         (x.ravel(), "shape"), (x.T, "another order")):
        with pytest.raises(ValueError, match=words):
            plan.run(wrong, other)
    with pytest.raises(ValueError, match="strides"):
        plan.run(x, np.empty_like(by_columns))


def test_batches_may_be_several_axes():
    plan = fftcore.Plan("c2c 8 batch=12", backend="cpu", threads=1)
    x = np.random.default_rng(4).normal(size=(3, 4, 8)).astype(np.complex64)
    np.testing.assert_allclose(plan.run(x, np.empty_like(x)), scipy.fft.fft(x), atol=1e-4)
    turned = np.ascontiguousarray(x.transpose(1, 0, 2)).transpose(1, 0, 2)  # batches by columns
    with pytest.raises(ValueError, match="shape"):
        plan.run(turned, np.empty_like(x))
