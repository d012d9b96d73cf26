# SPDX-License-Identifier: LGPL-2.1-or-later
"""Images of particles that move by a field that is known."""
import numpy as np


def _picture(shape, x, y, light, diameter):
    """Gaussian particles, in pixels from the first sample's middle; the diameter is that of
    exp(-2)."""
    across, down = (np.exp(-8 * ((np.arange(side)[:, None] - place) / diameter)**2)
                    for side, place in ((shape[1], x), (shape[0], y)))
    return (down * light) @ across.T


def frames(shape, field, density=0.04, noise=0.05, seed=0, diameter=2.8, lost=0.0,
           dtype="uint8", is_symmetric=True):
    """Two frames. field(x, y) gives u and v where a particle is half the time, or, not symmetric,
    at first. `density`: particles a pixel. `noise`: its deviation, of the brightest particle.
    `lost`: which part of the particles is in one frame only."""
    random = np.random.default_rng(seed)
    margin = 40
    count = int(density * (shape[0] + 2 * margin) * (shape[1] + 2 * margin))
    x, y = (random.uniform(-margin, side + margin, count) for side in (shape[1], shape[0]))
    light = random.uniform(0.4, 1, count)
    u, v = field(x, y)
    result = []
    for time in (-0.5, 0.5) if is_symmetric else (0, 1):
        seen = random.random(count) >= lost
        image = _picture(shape, (x + time * u)[seen], (y + time * v)[seen], light[seen], diameter)
        image = 20 + 200 * (image + noise * random.standard_normal(shape))
        result.append(np.clip(np.rint(image), 0, 255).astype(dtype))
    return result


def uniform(u, v):
    return lambda x, y: (np.full_like(x, u), np.full_like(x, v))


def shear(slope, middle):
    return lambda x, y: (slope * (y - middle), np.zeros_like(x))


def vortex(x, y, radius, speed):
    """Rankine's: it turns as a whole up to a radius, where it is fastest."""
    def field(at_x, at_y):
        right, down = at_x - x, at_y - y
        away = np.maximum(np.hypot(right, down), 1e-9)
        turn = speed * np.minimum(1 / radius, radius / away**2)
        return -turn * down, turn * right
    return field
