# SPDX-License-Identifier: LGPL-2.1-or-later
"""The motion of a camera, and fits of maps."""
import pickle

import numpy as np
import pytest

import fftcore

MODELS = ("translation", "similarity", "affine", "projective")
ROWS, COLUMNS = 180, 240


def scene(x, y):
    """Brightness at any places: waves that are bent by other waves."""
    return (128 + 30 * np.sin(x / 3.1 + 2 * np.sin(y / 17)) +
            30 * np.sin(y / 4.3 + 3 * np.sin(x / 23)) +
            30 * np.sin((x + y) / 11 + 2 * np.sin((x - y) / 31)))


def map_of(x, y, degrees=0.0, zoom=1.0):
    """About the middle of the picture."""
    c, s = zoom * np.cos(np.radians(degrees)), zoom * np.sin(np.radians(degrees))
    turn = np.array([[c, -s], [s, c]])
    middle = np.array([(COLUMNS - 1) / 2, (ROWS - 1) / 2])
    return np.column_stack([turn, middle + (x, y) - turn @ middle])


def frame(matrix=None, shape=(ROWS, COLUMNS)):
    """What a camera sees whose image the scene is mapped to."""
    y, x = np.mgrid[:shape[0], :shape[1]].astype(float)
    if matrix is not None:
        back = np.linalg.inv(np.vstack([matrix, [0, 0, 1]]))
        x, y = (row[0] * x + row[1] * y + row[2] for row in back[:2])
    return np.clip(np.rint(scene(x, y)), 0, 255).astype("uint8")


def difference(matrix, want):
    """Root mean square over the picture."""
    y, x = np.mgrid[:ROWS:20, :COLUMNS:20]
    places = np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    return np.sqrt(np.mean(np.sum(((matrix - want) @ places) ** 2, 0)))


@pytest.mark.parametrize("x, y, degrees, zoom", (
    (0, 0, 0, 1), (3.4, -2.2, 0, 1), (-12, 9, 1, 1.01), (2, 1, -3, 0.97)))
def test_a_camera(x, y, degrees, zoom):
    want = map_of(x, y, degrees, zoom)
    motion = fftcore.camera_motion(frame(), frame(want))
    assert motion.known, motion.reason
    assert motion.matrix.shape == (2, 3)
    assert difference(motion.matrix, want) < 0.1
    assert motion.confidence > 0.6 and motion.agreeing > 0.7 and motion.pairs > 20
    turned = np.degrees(np.arctan2(motion.matrix[1, 0], motion.matrix[0, 0]))
    assert abs(turned - degrees) < 0.05


@pytest.mark.parametrize("model", MODELS)
def test_models(model):
    motion = fftcore.camera_motion(frame(), frame(map_of(2, 1)), model)
    assert motion.known
    assert motion.matrix.shape == ((3, 3) if model == "projective" else (2, 3))
    assert abs(motion.matrix[:2] - map_of(2, 1))[:, 2].max() < 0.2


def test_a_part_that_moves_otherwise():
    first, second = frame(), frame(map_of(3, 2))
    part = np.s_[40:140, 60:190]
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 256, (120, 150)).astype("uint8")
    first[part], second[part] = noise[:100, :130], noise[10:110, 8:138]
    motion = fftcore.camera_motion(first, second)
    assert motion.known and difference(motion.matrix, map_of(3, 2)) < 0.1
    box = [(50, 30, 150, 120)]
    without = fftcore.camera_motion(first, second, boxes=box)
    assert without.known and without.agreeing > motion.agreeing
    mask = np.zeros(first.shape, bool)
    mask[30:150, 50:200] = True
    masked = fftcore.camera_motion(first, second, mask=mask)
    assert np.array_equal(masked.matrix, without.matrix)


def test_nothing_is_known():
    for image in (np.zeros((ROWS, COLUMNS), "uint8"), np.full((ROWS, COLUMNS), 7.0)):
        motion = fftcore.camera_motion(image, image)
        assert not motion.known and motion.confidence == 0 and "structure" in motion.reason
        assert np.array_equal(motion.matrix, np.eye(2, 3))
    noise = np.random.default_rng(2).integers(0, 256, (2, ROWS, COLUMNS)).astype("uint8")
    motion = fftcore.camera_motion(*noise)
    assert not motion.known and motion.confidence < 0.1
    assert not fftcore.camera_motion(frame(), frame(), mask=np.ones((ROWS, COLUMNS))).known


@pytest.mark.parametrize("dtype", ("bool", "uint8", "int16", "uint16", "float16", "float32",
                                   "float64"))
def test_types(dtype):
    first, second = ((image > 128 if dtype == "bool" else image).astype(dtype)
                     for image in (frame(), frame(map_of(3, -2))))
    motion = fftcore.camera_motion(first, second)
    assert motion.known and difference(motion.matrix, map_of(3, -2)) < 0.15
    for array in (np.asfortranarray, lambda x: np.repeat(x, 2, 1)[:, ::2]):
        assert np.array_equal(fftcore.camera_motion(array(first), array(second)).matrix,
                              motion.matrix)


def test_channels():
    first, second = frame(), frame(map_of(3, -2))
    for channels in (1, 3, 4):
        colour = [np.repeat(image[..., None], channels, 2) for image in (first, second)]
        motion = fftcore.camera_motion(*colour)
        assert motion.known and difference(motion.matrix, map_of(3, -2)) < 0.1


def test_a_video():
    camera = fftcore.CameraMotion(threads=2)
    before = None
    for i in range(4):
        now = map_of(2.0 * i, 1.5 * i, 0.2 * i)
        motion = camera.update(frame(now))
        if before is None:
            assert not motion.known and "before" in motion.reason
        else:
            both = [np.vstack([one, [0, 0, 1]]) for one in (now, before)]
            want = (both[0] @ np.linalg.inv(both[1]))[:2]
            assert motion.known and difference(motion.matrix, want) < 0.1
        before = now
    with pytest.raises(ValueError, match=r"\(90, 240\) of uint8, and the image before is"):
        camera.update(frame(shape=(90, 240)))
    camera.reset()
    assert not camera.update(frame(shape=(90, 240))).known
    again = pickle.loads(pickle.dumps(camera))
    again.update(frame())
    assert again.update(frame(map_of(1, 1))).known


@pytest.mark.parametrize("model", MODELS)
def test_fits(model):
    rng = np.random.default_rng(3)
    points = rng.uniform(0, 600, (200, 2))
    want = np.array([[1, 0, 7.5], [0, 1, -3.25]]) if model == "translation" else map_of(5, 3, 2,
                                                                                        1.02)
    moved = points @ want[:, :2].T + want[:, 2] + rng.normal(0, 0.05, points.shape)
    moved[:80] += (25, -10)
    fit = fftcore.fit_motion(points, moved, model)
    assert fit.known and abs(fit.agreeing - 0.6) < 0.05 and fit.pairs == 120
    assert difference(fit.matrix[:2], want) < (2 if model == "projective" else 0.1)
    assert 0.03 < fit.rms < 0.12 and fit.deviation < 0.1
    opencvs = fftcore.fit_motion(points[:, None].astype("float32"), moved[:, None], model)
    assert np.allclose(opencvs.matrix, fit.matrix, atol=1e-3)
    weights = np.where(np.arange(200) < 80, 10, 1)
    other = fftcore.fit_motion(points, moved, model, weights=weights)
    assert other.known and other.pairs == 80


def test_fits_that_are_not_known():
    few = fftcore.fit_motion([(1, 2)], [(3, 4)])
    assert not few.known and "fewer" in few.reason
    assert not fftcore.fit_motion([], []).known
    line = np.arange(20)[:, None] * [3.0, 1]
    assert not fftcore.fit_motion(line, line + 1, "affine").known
    assert fftcore.fit_motion(line, line + 1).known
    rng = np.random.default_rng(4)
    strewn = fftcore.fit_motion(*rng.uniform(0, 500, (2, 100, 2)))
    assert not strewn.known and "agree" in strewn.reason
    bad = line.copy()
    bad[3] = np.nan
    assert fftcore.fit_motion(bad, line + 1).pairs == 19


IMAGE = np.zeros((64, 64), "uint8")


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.CameraMotion("rigid"), "model is 'rigid'; translation, similarity"),
    (lambda: fftcore.CameraMotion(windows=3), "windows is 3; numbers of rows and columns"),
    (lambda: fftcore.CameraMotion(windows=(1, 5)).update(IMAGE), "windows is 1x5; 2 to 64"),
    (lambda: fftcore.CameraMotion(least_agreeing=2).update(IMAGE), "least_agreeing is 2"),
    (lambda: fftcore.CameraMotion(seed=-1), "seed is -1; 0 to"),
    (lambda: fftcore.CameraMotion().update(IMAGE[:20]), "20x64; 32 or more"),
    (lambda: fftcore.CameraMotion().update(IMAGE[0]), r"image has shape \(64,\)"),
    (lambda: fftcore.CameraMotion().update(IMAGE + 1j), "image is of complex128"),
    (lambda: fftcore.CameraMotion().update(IMAGE, [1, 2, 3, 4]), r"boxes have shape \(4,\)"),
    (lambda: fftcore.CameraMotion().update(IMAGE, [(1, 2, np.nan, 4)]), "a box is 1 2 nan 4"),
    (lambda: fftcore.CameraMotion().update(IMAGE, mask=IMAGE[1:]), "mask has not the shape"),
    (lambda: fftcore.camera_motion(IMAGE, IMAGE[1:]), "the same is expected"),
    (lambda: fftcore.fit_motion([(1, 2)], []), "1 points and points2 0"),
    (lambda: fftcore.fit_motion([1, 2], [1, 2]), r"points1 have shape \(2,\)"),
    (lambda: fftcore.fit_motion([(1, 2)], [(1, 2)], tolerance=0), "tolerance is 0"),
    (lambda: fftcore.fit_motion([(1, 2)], [(1, 2)], weights=[1, 2]), "weights are no array of 1"),
), ids=lambda value: value[:20] if isinstance(value, str) else "")
def test_wrong_calls_are_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
