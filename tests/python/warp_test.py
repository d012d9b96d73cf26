# SPDX-License-Identifier: LGPL-2.1-or-later
"""Warps, beside scipy.ndimage and sums by the definition."""
import numpy as np
import pytest
import scipy.ndimage

import fftcore


@pytest.fixture
def numbers():
    return np.random.default_rng(5)


TURN = np.array([[0.875, -0.3125, 7.25], [0.3125, 0.8125, -4.5]])  # as single precision has them


def weights(part):
    """Keys's kernel with a = -1/2, of the four samples around a place."""
    d = np.abs(part[..., None] - np.arange(-1, 3))
    near, far = 1.5 * d**3 - 2.5 * d**2 + 1, -0.5 * d**3 + 2.5 * d**2 - 4 * d + 2
    return np.where(d < 1, near, np.where(d < 2, far, 0))


def by_definition(image, matrix, shape):
    y, x = np.mgrid[:shape[0], :shape[1]]
    places = np.einsum("ij,jyx->iyx", matrix, np.array([x, y, np.ones_like(x)], float))
    across, down = places[0] / places[2], places[1] / places[2]
    left, top = np.floor(across).astype(int), np.floor(down).astype(int)
    of_x, of_y = weights(across - left), weights(down - top)
    result = np.zeros(shape)
    for i in range(4):
        rows = np.clip(top + i - 1, 0, image.shape[0] - 1)
        for j in range(4):
            columns = np.clip(left + j - 1, 0, image.shape[1] - 1)
            result += of_y[..., i] * of_x[..., j] * image[rows, columns]
    return result


@pytest.mark.parametrize("dtype", ("uint8", "uint16", "float16", "float32", "float64", "int16",
                                   "int32", "uint64"))
def test_types(dtype, numbers):
    image = 100 + 50 * numbers.standard_normal((40, 61))
    image = np.clip(image, 0, 250).astype(dtype)
    got = fftcore.warp(image, TURN, (50, 30))
    want = by_definition(image.astype(float), np.vstack([TURN, [0, 0, 1]]), (50, 30))
    assert got.dtype == image.dtype and got.shape == (50, 30)
    if image.dtype.kind in "ui":
        assert np.abs(got - np.clip(want, max(np.iinfo(dtype).min, -2**31), 2**31)).max() < 0.52
    else:
        bound = {"float16": 0.2, "float32": 5e-3, "float64": 1e-10}[dtype]
        assert np.abs(got - want).max() < bound


@pytest.mark.parametrize("dtype", ("uint8", "float32", "float64", "int16", "uint64", ">i4"))
def test_transparent_keeps_out(dtype, numbers):
    image = np.rint(100 + 50 * numbers.random((40, 61))).astype(dtype)
    out = np.full((50, 70), np.array(7).astype(dtype))
    if dtype == "uint64":
        out[:] = 2**63 + 1
    before = out.copy()
    assert fftcore.warp(image, [[1, 0, -5], [0, 1, 8]], (50, 70), edge="transparent",
                        out=out) is out
    want = before.copy()
    want[:32, 5:66] = image[8:]
    np.testing.assert_array_equal(out, want)
    with pytest.raises(ValueError, match="out is None"):
        fftcore.warp(image, TURN, edge="transparent")


def test_bilinear_is_scipys(numbers):
    image = numbers.standard_normal((40, 61))
    got = fftcore.warp(image, TURN, interpolation="bilinear", edge="reflect-101")
    swapped = TURN[::-1, [1, 0, 2]]
    want = scipy.ndimage.affine_transform(image, swapped[:, :2], swapped[:, 2], order=1,
                                          mode="mirror")
    assert np.allclose(got, want, atol=1e-6)


def test_projective_maps_and_inverses(numbers):
    image = scipy.ndimage.gaussian_filter(numbers.standard_normal((60, 80)), 4)
    matrix = np.array([[1.1, 0.1, -5], [-0.05, 0.9, 3], [0.001, -0.0005, 1]])
    got = fftcore.warp(image, matrix)
    assert np.allclose(got, by_definition(image, matrix.astype("float32"), image.shape), atol=1e-9)
    back = fftcore.warp(got, matrix, inverse=True)
    assert np.allclose(back[20:40, 25:55], image[20:40, 25:55], atol=1e-3)
    there = fftcore.warp(image, TURN, inverse=True)
    full = np.linalg.inv(np.vstack([TURN, [0, 0, 1]]))
    assert np.array_equal(there, fftcore.warp(image, full[:2]))


def test_channels_and_layouts(numbers):
    image = numbers.integers(0, 256, (30, 41, 3), "uint8")
    each = [fftcore.warp(image[..., c], TURN, (20, 25), "lanczos") for c in range(3)]
    assert np.array_equal(fftcore.warp(image, TURN, (20, 25), "lanczos", channel_axis=-1),
                          np.stack(each, -1))
    planes = np.ascontiguousarray(np.moveaxis(image, -1, 0))
    assert np.array_equal(fftcore.warp(planes, TURN, (20, 25), "lanczos", channel_axis=0),
                          np.stack(each))
    turned = np.asfortranarray(image[..., 0])
    assert np.array_equal(fftcore.warp(turned, TURN, (20, 25), "lanczos"), each[0])
    assert np.array_equal(fftcore.warp(image[..., 1][::-1], TURN, (20, 25), "lanczos"),
                          fftcore.warp(image[::-1, :, 1].copy(), TURN, (20, 25), "lanczos"))
    out = np.empty((20, 25), "uint8")
    assert fftcore.warp(turned, TURN, (20, 25), "lanczos", out=out) is out
    assert np.array_equal(out, each[0])


def test_edges_and_fill():
    image = np.arange(12, dtype="float32").reshape(3, 4)
    shift = [[1, 0, -2], [0, 1, 1]]
    for edge, mode in (("replicate", "edge"), ("reflect", "symmetric"), ("reflect-101", "reflect"),
                       ("wrap", "wrap")):
        want = np.pad(image, ((0, 1), (2, 0)), mode)[1:4, :4]
        assert np.array_equal(fftcore.warp(image, shift, edge=edge), want), edge
    want = np.pad(image, ((0, 1), (2, 0)), constant_values=7)[1:4, :4]
    assert np.array_equal(fftcore.warp(image, shift, edge="constant", fill=7), want)
    assert (fftcore.warp(image, [[1, 0, 2**23], [0, 1, 0]], fill=7) == 7).all()


@pytest.mark.parametrize("call, words", (
    (lambda image: fftcore.warp(image, np.eye(4)), "map has shape"),
    (lambda image: fftcore.warp(image, np.eye(3) * 1j), "real numbers"),
    (lambda image: fftcore.warp(image, np.zeros((2, 3)), inverse=True), "no inverse"),
    (lambda image: fftcore.warp(image, [[np.nan, 0, 0], [0, 1, 0]]), "finite numbers"),
    (lambda image: fftcore.warp(image, np.full((3, 3), np.inf), inverse=True), "finite numbers"),
    (lambda image: fftcore.warp(image, 1e39 * np.eye(3)), "finite numbers"),
    (lambda image: fftcore.warp(image, TURN, 5), "rows and columns"),
    (lambda image: fftcore.warp(image, TURN, (0, 5)), "rows"),
    (lambda image: fftcore.warp(image, TURN, (70000, 5)), "65536"),
    (lambda image: fftcore.warp(image, TURN, interpolation="cubic"), "bicubic"),
    (lambda image: fftcore.warp(image, TURN, edge="mirror"), "reflect-101"),
    (lambda image: fftcore.warp(image, TURN, fill=np.inf), "fill"),
    (lambda image: fftcore.warp(image[0], TURN), "1 axes"),
    (lambda image: fftcore.warp(image * 1j, TURN), "real numbers"),
    (lambda image: fftcore.warp(image, TURN, out=np.empty((3, 3))), "out"),
))
def test_refusals(call, words):
    with pytest.raises(ValueError, match=words):
        call(np.zeros((20, 30)))
