# SPDX-License-Identifier: LGPL-2.1-or-later
"""A random case of motions: of a camera, and of pairs of places."""
import numpy as np
import random_functions as functions

import fftcore

MODELS = ("translation", "similarity", "affine", "projective")


def moved(draw, most):
    """Two arrays that show parts of one picture, and how far it is moved."""
    size = draw.sides(2, 160, 72)
    places = [[draw.number(0, most) for _ in size] for _ in range(2)]
    dtype = draw.one_of(functions.REAL[1:])
    large = draw.values([side + most for side in size], dtype, functions.levels_of(dtype), 32,
                        functions.picture(draw, [side + most for side in size]))
    layouts = [name for name in functions.LAYOUTS if name in functions.TYPED]
    given = [draw.given(name, large[y:y + size[0], x:x + size[1]].copy(), layouts)
             for name, (y, x) in zip(("first", "second"), places)]
    want = [first - second for first, second in zip(*places)]
    draw.say(want=want)
    return given, want


def camera_motion(draw):
    (first, second), want = moved(draw, 4)
    model = draw.one_of(MODELS, model=1)
    motion = fftcore.camera_motion(first.array, second.array, model)
    assert motion.known, motion
    y, x = (side / 2 for side in first.exact.shape)
    to = motion.matrix @ (x, y, 1)
    assert abs(to[1] - y - want[0]) < 0.5 and abs(to[0] - x - want[1]) < 0.5, motion


def camera(draw):
    """CameraMotion, from image to image."""
    (first, second), want = moved(draw, 4)
    made = fftcore.CameraMotion("translation", seed=draw.number(0, 9))
    assert not made.update(first.array).known
    motion = made.update(second.array)
    assert np.allclose(motion.matrix[:, 2], want[::-1], atol=0.3), motion
    made.reset()
    assert not made.update(second.array).known


def fit_motion(draw):
    count, model = draw.number(8, 200), draw.one_of(MODELS, model=1)
    matrix = np.eye(2) + 0.05 * draw.random.standard_normal((2, 2))
    if model in ("translation", "similarity"):
        matrix = np.eye(2)
    points = 100 * draw.random.standard_normal((count, 2))
    moved = points @ matrix.T + (7, -5)
    wrong = draw.number(0, count // 4)
    moved[:wrong] += 300 * draw.random.standard_normal((wrong, 2))
    given = [draw.given(name, one, functions.LAYOUTS) for name, one in
             (("points1", points), ("points2", moved))]
    motion = fftcore.fit_motion(given[0].array, given[1].array, model)
    assert motion.known and np.allclose(motion.matrix[:2, :2], matrix, atol=1e-6), motion


def register(draw):
    (image, reference), want = moved(draw, 30)
    model = draw.one_of(MODELS[:2], model=1)
    found = fftcore.register(image.array, reference.array, model)
    # What is not known is the identity, and nothing else is ever wrong.
    assert not found.known or np.abs(found.matrix[:, 2] + want[::-1]).max() < 0.5, found
    assert found.known or np.array_equal(found.matrix, np.eye(2, 3))


def register_tiles(draw):
    (first, second), want = moved(draw, 8)
    found = fftcore.register_tiles([first.array, second.array], [(0, 0), (0, 0)], search=20)
    assert not found.known.any() or np.abs(found.shifts[0] + want[::-1]).max() < 0.5, found
