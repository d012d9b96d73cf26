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
    assert abs(taps.sum() - 1) < 1e-6
    # Each tap is the share of the line in its pixel: of many points on it, all but two where the
    # line comes and goes are counted there.
    points, turn = 100_000, np.deg2rad(angle)
    along = length * ((np.arange(points) + 0.5) / points - 0.5)
    rows, columns = (np.rint(step * along).astype(int) + side // 2
                     for step, side in zip((-np.sin(turn), np.cos(turn)), taps.shape))
    want = np.zeros(taps.shape)
    np.add.at(want, (rows, columns), 1 / points)
    assert np.abs(taps - want).max() <= 2 / points


def _kept(energy):
    """The last place from the middle of lines that stay: those beyond hold a millionth at most."""
    middle = len(energy) // 2
    folded = energy[middle:].copy()
    folded[1:] += energy[middle - 1:0:-1]
    beyond = np.append(energy[0] + np.cumsum(folded[::-1])[::-1][1:], 0)  # place n / 2 never stays
    return int(np.argmax(beyond <= 1e-6 * energy.sum()))


def _restoring(psf, balance, penalty):
    """fftcore/restoration.h's."""
    for points in (256, 512, 1024, 2048):
        placed = np.zeros((points, points))
        placed[:psf.shape[0], :psf.shape[1]] = psf
        blur = np.fft.fft2(np.roll(placed, [-(side // 2) for side in psf.shape], (0, 1)))
        slope = 2 - 2 * np.cos(2 * np.pi * np.fft.fftfreq(points))
        slopes = slope[:, None] + slope
        power = {"flat": 1, "gradient": slopes, "laplacian": slopes**2}[penalty]
        inverse = blur.conj() / (np.abs(blur)**2 + balance * power)
        taps = np.fft.fftshift(np.fft.ifft2(inverse).real)
        kept = [_kept((taps**2).sum(axis)) for axis in (1, 0)]
        if max(kept) <= points // 4:
            break
    taps = taps[tuple(slice(points // 2 - reach, points // 2 + reach + 1) for reach in kept)]
    return taps + (inverse[0, 0].real - taps.sum()) / taps.size


def restoring_taps(draw):
    """The regularised inverse, by its definition."""
    sigma, balance = float(draw.random.uniform(0.4, 1)), draw.one_of((0.05, 0.3), balance=1)
    penalty = draw.one_of(("flat", "gradient", "laplacian"), penalty=1)
    draw.say(sigma=sigma)
    psf = draw.given("psf", fftcore.gaussian_blur(sigma))
    taps = fftcore.restoring_taps(psf.array, balance, penalty=penalty)
    want = _restoring(psf.exact, balance, penalty)
    assert taps.shape == want.shape, f"{taps.shape} for {want.shape}"
    error = np.abs(taps - want).max()
    assert error <= 1e-12 * np.abs(want).sum(), f"off by {error:.3g}"


def load_taps(draw):
    values = draw.values(draw.sides(2, 9), draw.one_of(REAL), (0, 1))
    with tempfile.TemporaryDirectory() as folder:
        if draw.one_in(3):
            path = os.path.join(folder, "taps.txt")
            values = values.astype(float) if values.dtype.kind != "f" else values
            np.savetxt(path, values, delimiter=draw.one_of((" ", ",", "\t"), delimiter=1))
            want = np.asarray(values, float)
        else:
            path = os.path.join(folder, "taps.npy")
            given = draw.given("taps", values, ("dense", "fortran", "reversed"))
            np.save(path, given.array)
            want = given.exact
        got = fftcore.load_taps(path)
    assert got.shape == want.shape and np.allclose(got, want, rtol=1e-12, atol=0)
