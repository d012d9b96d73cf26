# SPDX-License-Identifier: LGPL-2.1-or-later
"""A random case of warps, of windows and their filters, and of velocities."""
import os
import tempfile

import numpy as np
import particles
import random_functions as functions
import random_motion as motions
import random_plans as plans

import fftcore

_ELEMENTS = {"uint8": "u8", "uint16": "u16", "float32": "f32"}
_LAYOUTS = tuple(name for name in functions.LAYOUTS if name in functions.TYPED)


def warp(draw):
    """By whole pixels, which changes no sample."""
    size = draw.sides(2, 40)
    image = draw.image(size, functions.REAL, layouts=functions.LAYOUTS)
    away, shape = [draw.number(-9, 9) for _ in size], draw.sides(2, 40)
    method = draw.one_of(("nearest", "bilinear", "bicubic", "lanczos"), method=1)
    draw.say(away=away, shape=shape)
    matrix = np.array([[1, 0, away[1]], [0, 1, away[0]]], draw.one_of(("float32", "int64")))
    rows, columns = (np.clip(np.arange(count) + step, 0, side - 1)
                     for count, step, side in zip(shape, away, size))
    want = image.exact[rows][:, columns]
    got = fftcore.warp(image.array, matrix, shape, method)
    assert got.shape == want.shape
    if method == "nearest" or np.isfinite(image.exact).all():
        assert np.array_equal(np.asarray(got, float), want, equal_nan=True)


def correlate_windows(draw):
    (first, second), want = motions.moved(draw, 4)
    y, x = (np.linspace(24, side - 25, 4) for side in first.exact.shape)
    places = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    found = fftcore.correlate_windows(first.array, second.array, places, window=(32, 32), search=6)
    assert found.shift.shape == places.shape
    good = found.state == 0
    # Windows of few steps of single precision count as flat.
    assert good.any() or np.abs(first.exact).max() > 2**18 * first.exact.std()
    assert not good.any() or np.abs(np.median(found.shift[good], 0) - want[::-1]).max() < 0.3, want


def filters(draw):
    """Filters learn what windows show, and find it where the image is moved."""
    sides = draw.number(70, 90), draw.number(70, 90)
    dtype, channels = draw.one_of(tuple(_ELEMENTS), dtype=1), draw.number(1, 3)
    shape = (*sides, channels) if channels > 1 else sides
    values = draw.values(shape, dtype, functions.levels_of(dtype), 8,
                         functions.picture(draw, shape))
    if np.abs(values).max() > 2**16 * values.std(dtype=float):
        return  # too few steps of single precision
    away = [draw.number(-2, 2) for _ in sides]
    stored = draw.one_of(("f32", "f16"), stored=1)
    made = fftcore.Plan(f"filters {_ELEMENTS[dtype]} {'x'.join(map(str, shape))} w32x32 filters=1 "
                        f"stored={stored}")
    draw.say(away=away, plan=made.text)
    state = np.zeros((1, 32 * (2 * channels + 1), 17), "float16" if stored == "f16" else "float32")
    place = np.array([[sides[1] / 2, sides[0] / 2, 0, 1, 1, 0, 0, 1]], np.float32)
    found = np.full((1, 8), np.nan, np.float32)

    def look(name, image):
        given = draw.given(name, image, _LAYOUTS)
        return plans.run(draw, lambda array: made.run_with_state((array, place), found, state),
                         given)

    assert look("first", values) is found and found[0, 7] == 4  # it knew nothing
    learned, place[0, 3] = state.copy(), 0
    moved = np.roll(values, away, (0, 1))
    look("second", moved)
    assert np.array_equal(state, learned) and found[0, 7] == 0
    place[0, :2] += found[0, :2].round()  # the taper draws the peak back, less so from nearby
    look("third", moved)
    at = place[0, :2] + found[0, :2] - (sides[1] / 2, sides[0] / 2)
    assert np.abs(at - away[::-1]).max() < 0.5, at


def piv(draw):
    shift = draw.random.uniform(-4, 4, 2)
    frames = particles.frames((96, 112), particles.uniform(*shift), seed=draw.number(0, 99))
    dtype = np.dtype(draw.one_of(("uint8", "int16", "float16", "float32", "float64")))
    scale = draw.scale() if dtype.kind == "f" and dtype.itemsize > 2 else 1
    draw.say(shift=shift, scale=scale)
    given = [draw.given(name, (scale * frame.astype(float)).astype(dtype), _LAYOUTS)
             for name, frame in zip("ab", frames)]
    sizes = draw.one_of(((32, 16), 32, (48, 24)), sizes=1)
    field = fftcore.piv(given[0].array, given[1].array, sizes, dt=0.5)
    assert abs(np.nanmedian(field.u) - 2 * shift[0]) < 0.2
    assert abs(np.nanmedian(field.v) - 2 * shift[1]) < 0.2
    assert all(slope.shape == field.u.shape for slope in (*field.gradients(), field.vorticity()))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "field" + draw.one_of((".npz", ".csv", ".txt"), ending=1))
        field.save(path)
        assert os.path.getsize(path) > 0
    axes = field.plot()
    assert axes is not None
    from matplotlib import pyplot  # not everybody has it
    pyplot.close(axes.figure)
