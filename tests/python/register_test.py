# SPDX-License-Identifier: LGPL-2.1-or-later
"""register of fftcore: maps between images that lie far apart."""
import numpy as np
import pytest
import scenes

import fftcore

MODELS = ("translation", "similarity", "affine", "projective")
SHAPE = (180, 220)
REFERENCE = scenes.view(scenes.about_middle(SHAPE), SHAPE)


def pair(shape=SHAPE, seed=2, **how):
    """An image, and the map that is to be found."""
    to_scene = scenes.about_middle(shape, **how)
    want = np.linalg.inv(to_scene) @ scenes.about_middle(SHAPE)
    return scenes.view(to_scene, shape, seed=seed), want / want[2, 2]


@pytest.mark.parametrize("x, y", ((0, 0), (3.3, -2.6), (-60.4, 41.7), (105.2, -12.5),
                                  (14.5, 88.9)))
@pytest.mark.parametrize("model", ("translation", "similarity"))
def test_shifts_up_to_half_of_the_image(model, x, y):
    image, want = pair(x=x, y=y)
    found = fftcore.register(image, REFERENCE, model)
    assert found.known, found.reason
    assert scenes.distance(found.matrix, want, SHAPE) < 0.05
    assert found.confidence > 0.6 and found.agreeing > 0.6 and found.rms < 0.3
    seen = (SHAPE[0] - abs(y)) * (SHAPE[1] - abs(x)) / np.prod(SHAPE)
    assert abs(found.overlap - seen) < 0.03


@pytest.mark.parametrize("degrees, scale", ((5, 1), (90, 1), (-137, 1.3), (180, 0.8), (40, 0.55),
                                            (-20, 1.9)))
def test_turns_and_scales(degrees, scale):
    image, want = pair(x=11.3, y=-7.6, degrees=degrees, scale=1 / scale)
    found = fftcore.register(image, REFERENCE)
    assert found.known, found.reason
    assert scenes.distance(found.matrix, want, SHAPE) < 0.1 * max(scale, 1)
    turned = np.degrees(np.arctan2(found.matrix[1, 0], found.matrix[0, 0]))
    assert abs((turned + degrees + 180) % 360 - 180) < 0.02
    assert abs(np.hypot(*found.matrix[:, 0]) / scale - 1) < 4e-4


def test_the_map_aligns_by_warp():
    image, _ = pair(x=11.3, y=-7.6, degrees=30, scale=0.8)
    found = fftcore.register(image, REFERENCE)
    aligned = fftcore.warp(image, found.matrix, REFERENCE.shape)
    inner = np.s_[60:120, 70:150]
    assert np.abs(aligned[inner].astype(float) - REFERENCE[inner]).mean() < 2


@pytest.mark.parametrize("model, bend", (("affine", [[0.05, 0.03, 0], [-0.02, -0.04, 0],
                                                     [0, 0, 0]]),
                                         ("projective", [[0.03, 0.02, 0], [0, -0.03, 0],
                                                         [2e-4, -1e-4, 0]])))
def test_models(model, bend):
    shape = SHAPE
    to_scene = scenes.about_middle(shape, 20, -10, 35, 1.1) @ (np.eye(3) + bend)
    want = np.linalg.inv(to_scene) @ scenes.about_middle(SHAPE)
    found = fftcore.register(scenes.view(to_scene, shape, seed=2), REFERENCE, model)
    assert found.known, found.reason
    assert found.matrix.shape == ((3, 3) if model == "projective" else (2, 3))
    assert scenes.distance(found.matrix, want / want[2, 2], SHAPE) < 0.2


@pytest.mark.parametrize("shape", ((150, 260), (300, 120), (96, 96)), ids=str)
def test_other_sizes(shape):
    image, want = pair(shape, x=8.4, y=-5.2, degrees=-15)
    found = fftcore.register(image, REFERENCE)
    assert found.known, found.reason
    assert scenes.distance(found.matrix, want, SHAPE) < 0.2


def test_large_images_are_guessed_when_reduced():
    shape = (420, 610)
    reference = scenes.view(scenes.about_middle(shape), shape)
    to_scene = scenes.about_middle(shape, 60.3, -41.2, 70, 0.9)
    want = np.linalg.inv(to_scene) @ scenes.about_middle(shape)
    found = fftcore.register(scenes.view(to_scene, shape, seed=2), reference)
    assert found.known, found.reason
    assert scenes.distance(found.matrix, want, shape) < 0.05


def test_unrelated_images_are_refused():
    numbers = np.random.default_rng(5)
    others = [scenes.view(scenes.about_middle(SHAPE, *place, degrees=numbers.uniform(0, 360)),
                          SHAPE) for place in ((-290, -290), (290, 290), (290, -290))]
    others.append(numbers.integers(0, 256, SHAPE).astype("uint8"))
    for other in others:
        for model in MODELS:
            found = fftcore.register(other, REFERENCE, model)
            assert not found.known and "nothing was found" in found.reason, found
            assert found.confidence == 0
            assert np.array_equal(found.matrix, np.eye(3)[:3 if model == "projective" else 2])


def test_what_shows_nothing():
    for flat in (np.zeros(SHAPE), np.full(SHAPE, 7, "uint16"), np.full(SHAPE, np.nan)):
        assert fftcore.register(flat, REFERENCE).reason == "the image shows nothing"
        assert fftcore.register(REFERENCE, flat).reason == "the reference shows nothing"


def test_patterns_that_fit_at_many_places():
    y, x = np.mgrid[:192, :192]
    board = (x // 16 + y // 16) % 2 * 200.0
    numbers = np.random.default_rng(6)
    noisy = [board + numbers.normal(0, 3, board.shape) for _ in range(2)]
    found = fftcore.register(np.roll(noisy[0], 5, 1), noisy[1], "translation")
    assert not found.known and "several maps" in found.reason


@pytest.mark.parametrize("dtype", ("bool", "int8", "int16", "uint16", "int64", "float16", "float32",
                                   "float64", ">f4"))
def test_types(dtype):
    image, want = pair(x=30.5, y=-12.25, degrees=25)
    level = 2**60 if dtype == "int64" else 0
    images = [(one > 128 if dtype == "bool" else one // 2 if dtype == "int8" else
               level + one.astype("int64") if level else one).astype(dtype)
              for one in (image, REFERENCE)]
    found = fftcore.register(*images)
    assert found.known, found.reason
    assert scenes.distance(found.matrix, want, SHAPE) < 0.1
    for array in (np.asfortranarray, lambda one: np.repeat(one, 2, 1)[:, ::2]):
        assert np.array_equal(fftcore.register(*map(array, images)).matrix, found.matrix)


@pytest.mark.parametrize("scale, level", ((1e-30, 0), (1e30, 0), (1, 1e6), (1e300, 0)))
def test_scales_and_levels(scale, level):
    image, want = pair(x=30.5, y=-12.25, degrees=25)
    found = fftcore.register(scale * image.astype(float) + level, REFERENCE)
    assert found.known and scenes.distance(found.matrix, want, SHAPE) < 0.05


def test_channels():
    image, _ = pair(x=30.5, y=-12.25, degrees=25)
    grey = fftcore.register(image, REFERENCE)
    for channels in (1, 3):
        colour = [np.repeat(one[..., None], channels, 2) for one in (image, REFERENCE)]
        assert np.allclose(fftcore.register(*colour).matrix, grey.matrix, atol=1e-3)
    alpha = np.random.default_rng(1).integers(0, 256, SHAPE).astype("uint8")
    with_alpha = np.dstack([image] * 3 + [alpha])
    assert np.allclose(fftcore.register(with_alpha, REFERENCE).matrix, grey.matrix, atol=1e-3)


def test_samples_that_do_not_count():
    image, want = pair(x=30.5, y=-12.25, degrees=25)
    changed, mask = image.copy(), np.zeros(SHAPE, bool)
    changed[20:90, 100:180] = np.random.default_rng(3).integers(0, 256, (70, 80))
    mask[20:90, 100:180] = True
    numbers = np.where(mask, np.nan, image)
    marked = np.where(mask, np.float32(-3.4e38), image.astype("float32"))
    for found in (fftcore.register(changed, REFERENCE, mask=mask),
                  fftcore.register(numbers, REFERENCE), fftcore.register(marked, REFERENCE)):
        assert found.known and scenes.distance(found.matrix, want, SHAPE) < 0.05
        assert found.overlap < 0.75
    back = fftcore.register(REFERENCE, changed, reference_mask=mask)
    assert scenes.distance(back.matrix, np.linalg.inv(want), SHAPE) < 0.05


IMAGE = np.zeros((64, 64), "uint8")


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.register(IMAGE, IMAGE, "rigid"), "model is 'rigid'; translation, similarity"),
    (lambda: fftcore.register(IMAGE[0], IMAGE), r"image has shape \(64,\); \(rows, columns\) and"),
    (lambda: fftcore.register(IMAGE, IMAGE + 1j), "reference is of complex128; real numbers"),
    (lambda: fftcore.register(IMAGE, "a.png"), "reference has shape|reference is of"),
    (lambda: fftcore.register(IMAGE[:20], IMAGE), "image has 20x64 samples; 32 or more a side"),
    (lambda: fftcore.register(IMAGE, IMAGE[:, :0]), "reference has 64x0 samples; 32 or more"),
    (lambda: fftcore.register(IMAGE, IMAGE, mask=IMAGE[1:]), r"mask has shape \(63, 64\); \(64, 6"),
    (lambda: fftcore.register(IMAGE, IMAGE, reference_mask="x"), "reference_mask is no array"),
), ids=lambda value: value[:20] if isinstance(value, str) else "")
def test_wrong_calls_are_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
