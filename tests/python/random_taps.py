# SPDX-License-Identifier: LGPL-2.1-or-later
"""A random case of each function of fftcore that makes or reads taps, beside its definition."""
import os
import tempfile

import numpy as np
import scipy.ndimage
from random_draws import REAL

import fftcore


def response(taps, fy, fx):
    """That of taps whose middle is at (n - 1) / 2 along odd sides."""
    y, x = (np.arange(side) - side // 2 for side in taps.shape)
    return (taps * np.exp(-2j * np.pi * (fy * y[:, None] + fx * x))).sum()


def filter_taps(draw):
    name = draw.one_of(("lowpass", "highpass", "bandpass", "bandstop"), band=1)
    low, high = draw.random.uniform(0.05, 0.2), draw.random.uniform(0.25, 0.4)
    taps = fftcore.filter_taps(name, low, high)
    draw.say(cutoffs=(low, high))
    for _ in range(5):
        fy, fx = draw.random.uniform(0, 0.35, 2)
        below, above = (np.exp(-(fy**2 + fx**2) / 2 / cutoff**2) for cutoff in (low, high))
        band = (1 - below) * above
        want = {"lowpass": below, "highpass": 1 - below, "bandpass": band,
                "bandstop": 1 - band}[name]
        got = response(taps, fy, fx)
        assert abs(got - want) < 5e-3, f"H is {got} at {fy} {fx}; {want} is wanted"


def response_taps(draw):
    cutoff, turn = draw.random.uniform(0.08, 0.3), draw.random.uniform(-2, 2)
    draw.say(cutoff=cutoff, turn=turn)
    taps = fftcore.response_taps(
        f"exp(-((fx^2 + 2 * fy^2) / {cutoff!r}^2)) * (1 + {turn!r} * fy^2)", (63, 65))
    assert taps.shape == (63, 65)
    for _ in range(5):
        fy, fx = draw.random.uniform(0, 0.4, 2)
        want = np.exp(-((fx**2 + 2 * fy**2) / cutoff**2)) * (1 + turn * fy**2)
        assert abs(response(taps, fy, fx) - want) < 5e-3, (fy, fx)


def gaussian_blur(draw):
    sigma = float(draw.random.uniform(0.3, 6))
    draw.say(sigma=sigma)
    taps = fftcore.gaussian_blur(sigma)
    impulse = np.zeros(taps.shape)
    impulse[taps.shape[0] // 2, taps.shape[1] // 2] = 1
    want = scipy.ndimage.gaussian_filter(impulse, sigma, mode="constant")
    assert np.abs(taps - want).max() < 1e-9 * want.max() + 1e-15


def defocus_blur(draw):
    radius = float(draw.random.uniform(0.6, 9))
    draw.say(radius=radius)
    taps = fftcore.defocus_blur(radius)
    fine = 32
    middle = (np.arange(taps.shape[0] * fine) + 0.5) / fine - taps.shape[0] / 2
    disc = (middle[:, None]**2 + middle**2 <= radius**2).astype(float)
    want = disc.reshape(taps.shape[0], fine, taps.shape[1], fine).mean((1, 3))
    assert np.abs(taps - want / want.sum()).max() < 0.03 * want.max() / want.sum()
    assert abs(taps.sum() - 1) < 1e-6


def motion_blur(draw):
    length, angle = float(draw.random.uniform(3, 25)), float(draw.random.uniform(-180, 360))
    draw.say(length=length, angle=angle)
    taps = fftcore.motion_blur(length, angle)
    y, x = (np.arange(side) - (side - 1) / 2 for side in taps.shape)
    x, y = np.broadcast_to(x, taps.shape), -y[:, None]
    assert abs(taps.sum() - 1) < 1e-6
    assert np.allclose(taps, taps[::-1, ::-1], atol=1e-6)
    # Turned back, all of it lies along the rows, and is as long as was asked.
    turn = np.deg2rad(angle)
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    assert (taps * across**2).sum() < 0.5
    assert abs(np.sqrt(12 * (taps * along**2).sum()) / length - 1) < 0.1


def restoring_taps(draw):
    """The regularised inverse of its definition, on a grid that is large beside the taps."""
    sigma, balance = float(draw.random.uniform(0.4, 1)), draw.one_of((0.05, 0.3), balance=1)
    penalty = draw.one_of(("flat", "gradient", "laplacian"), penalty=1)
    draw.say(sigma=sigma)
    psf = draw.given("psf", fftcore.gaussian_blur(sigma))
    taps = fftcore.restoring_taps(psf.array, balance, penalty=penalty)
    psf = psf.exact
    for _ in range(5):
        fy, fx = draw.random.uniform(0, 0.5, 2)
        blur = response(psf, fy, fx)
        slopes = 4 - 2 * np.cos(2 * np.pi * fx) - 2 * np.cos(2 * np.pi * fy)
        power = {"flat": 1, "gradient": slopes, "laplacian": slopes**2}[penalty]
        want = np.conj(blur) / (abs(blur)**2 + balance * power)
        assert abs(response(taps, fy, fx) - want) < 5e-3 * max(1, abs(want)), (fy, fx)


def load_taps(draw):
    values = draw.values(draw.sides(2, 9), draw.one_of(REAL), (0, 1))
    with tempfile.TemporaryDirectory() as folder:
        if draw.one_in(3):
            path = os.path.join(folder, "taps.txt")
            values = values.astype(float) if values.dtype.kind != "f" else values
            np.savetxt(path, values, delimiter=draw.one_of((" ", ",", "\t"), delimiter=1))
            want = np.float64(values)
        else:
            path = os.path.join(folder, "taps.npy")
            given = draw.given("taps", values, ("dense", "fortran", "reversed"))
            np.save(path, given.array)
            want = given.exact
        got = fftcore.load_taps(path)
    assert got.shape == want.shape and np.allclose(got, want, rtol=1e-12, atol=0)
