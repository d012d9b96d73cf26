# SPDX-License-Identifier: LGPL-2.1-or-later
"""A scene, and views of it through maps."""
import functools

import numpy as np

import fftcore

SIDE = 900
"""Of the scene, whose middle has the place (0, 0)."""


@functools.lru_cache(1)
def _scene():
    """Rectangles of any size over each other, whose edges are a little soft."""
    numbers = np.random.default_rng(7)
    scene = np.full((SIDE, SIDE), 128.0)
    for _ in range(4000):
        top, left = numbers.integers(-40, SIDE, 2)
        high, wide = numbers.integers(3, 50, 2)
        scene[max(top, 0):max(top + high, 0), max(left, 0):max(left + wide, 0)] = numbers.uniform(
            20, 235)
    return scene


def view(matrix, shape, noise=1.0, seed=1):
    """What an image shows whose places a map of (3, 3) takes to those of the scene; uint8."""
    scale = max(1.0, np.sqrt(abs(np.linalg.det(matrix[:2, :2]))))
    soft = fftcore.convolve(_scene(), fftcore.gaussian_blur(0.8 * scale), mode="mirror")
    place = np.array([[1, 0, (SIDE - 1) / 2], [0, 1, (SIDE - 1) / 2], [0, 0, 1]])
    values = fftcore.warp(soft, place @ matrix, shape, "lanczos")
    values += noise * np.random.default_rng(seed).standard_normal(values.shape)
    return np.clip(np.rint(values), 0, 255).astype("uint8")


def about_middle(shape, x=0.0, y=0.0, degrees=0.0, scale=1.0):
    """The map that turns and scales an image about its middle, and moves that to (x, y)."""
    c, s = scale * np.cos(np.radians(degrees)), scale * np.sin(np.radians(degrees))
    across, along = (shape[1] - 1) / 2, (shape[0] - 1) / 2
    return np.array([[c, -s, x - c * across + s * along], [s, c, y - s * across - c * along],
                     [0, 0, 1]])


def full(matrix):
    """A map of (3, 3)."""
    return matrix if len(matrix) == 3 else np.vstack([matrix, (0, 0, 1)])


def distance(matrix, want, shape):
    """Root mean square of distances in an image between where two maps take it."""
    y, x = np.mgrid[:shape[0]:9j, :shape[1]:9j]
    places = np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    first, second = (full(one) @ places for one in (matrix, want))
    return float(np.sqrt(np.mean(np.sum((first[:2] / first[2] - second[:2] / second[2])**2, 0))))
