# SPDX-License-Identifier: LGPL-2.1-or-later
"""Particle image velocimetry of fields that are known."""
import numpy as np
import particles
import pytest

import fftcore

SHAPE = 192, 224
REPLACED, OUTLIER, LOW, BORDER, FLAT, OUTSIDE, MASKED = (2**i for i in range(7))


def errors(found, field):
    """Distances of vectors from a field's; x and y are 0.5 at the first sample's middle."""
    u, v = field(found.x - 0.5, found.y - 0.5)
    return np.hypot(found.u - u, found.v - v)


def rms(found, field):
    return float(np.sqrt(np.mean(errors(found, field)**2)))


UNIFORM = particles.uniform(5.3, -3.6)
SHEAR = particles.shear(0.05, 96)
VORTEX = particles.vortex(112, 96, 40, 5)


# Bounds are about 1.4 times what was measured; a window of 16 pixels with 10 particles can be
# placed to 0.035 pixels at best.
@pytest.mark.parametrize("density, bounds", ((0.02, (0.11, 0.12, 0.25)), (0.04, (0.07, 0.07, 0.2)),
                                             (0.08, (0.06, 0.06, 0.2))))
def test_fields_with_five_percent_noise(density, bounds):
    for field, bound in zip((UNIFORM, SHEAR, VORTEX), bounds):
        found = fftcore.piv(*particles.frames(SHAPE, field, density), dt=1)
        assert found.u.shape == (23, 27)
        assert rms(found, field) < bound
        assert np.mean(found.flags != 0) < 0.06


def test_one_pass():
    """The bounds have what a window's mean of a curved field is off."""
    for field, bound in ((UNIFORM, 0.04), (particles.uniform(0.5, 0.5), 0.03)):
        for size in (32, (32,), [32.0]):
            found = fftcore.piv(*particles.frames(SHAPE, field), size)
            assert rms(found, field) < bound


def test_far_and_few():
    """A quarter of the first window, and particles that are in one frame only."""
    field = particles.uniform(15.4, -7.2)
    found = fftcore.piv(*particles.frames(SHAPE, field, 0.02, lost=0.1), (64, 32))
    assert rms(found, field) < 0.3
    assert np.median(errors(found, field)) < 0.06


@pytest.mark.parametrize("words", (dict(subpixel_method="parabolic"), dict(refine=0),
                                   dict(sig2noise_method="peak2mean"), dict(sig2noise_method=None),
                                   dict(interpolation="bicubic"), dict(median_size=2),
                                   dict(search=8), dict(overlap=(48, 24))), ids=str)
def test_words(words):
    found = fftcore.piv(*particles.frames(SHAPE, SHEAR), (64, 32), **words)
    assert rms(found, SHEAR) < 0.1


def test_grid_and_units():
    """As OpenPIV's get_rect_coordinates() has them; v is downwards."""
    a, b = particles.frames((100, 131), particles.uniform(2, 3))
    found = fftcore.piv(a, b, (32, 24), (16, 8))
    assert found.x.shape == found.y.shape == found.u.shape == (5, 7)
    assert found.x[0].tolist() == [12, 28, 44, 60, 76, 92, 108]
    assert found.y[:, 0].tolist() == [12, 28, 44, 60, 76]
    assert np.median(found.u) == pytest.approx(2, abs=0.02)
    assert np.median(found.v) == pytest.approx(3, abs=0.02)
    scaled = fftcore.piv(a, b, (32, 24), (16, 8), dt=0.5, scaling_factor=10)
    assert np.allclose(scaled.u, found.u / 5, atol=1e-6) and np.allclose(scaled.x, found.x / 10)
    x, y, u, v, flags = found
    assert u is found.u and flags is found.flags and flags.dtype == np.uint8


def test_vectors_of_the_first_frame():
    """Digital image correlation: displacements of a sheet that is stretched and sheared."""
    def stretched(x, y):
        return 0.03 * (x - 112) + 0.02 * (y - 96) + 3, -0.01 * (x - 112) + 0.015 * (y - 96)

    a, b = particles.frames(SHAPE, stretched, density=0.06, noise=0.01, is_symmetric=False)
    found = fftcore.piv(a, b, (64, 48), deformation_method="second image")
    assert rms(found, stretched) < 0.03
    for slopes, want in zip(found.gradients(), (0.03, 0.02, -0.01, 0.015)):
        assert np.mean(slopes) == pytest.approx(want, abs=5e-4)
    assert np.mean(found.vorticity()) == pytest.approx(-0.03, abs=1e-3)


@pytest.mark.parametrize("change", (lambda one: one.astype("uint16") * 257,
                                    lambda one: one.astype("float32") / 255,
                                    lambda one: one.astype("float64") + 1e7,
                                    lambda one: one.astype("int32") - 10**6,
                                    lambda one: one.astype(">u2"),
                                    lambda one: one.T.copy().T, lambda one: one.tolist()))
def test_types(change):
    a, b = particles.frames((96, 100), UNIFORM)
    want = fftcore.piv(a, b, (32, 16))
    found = fftcore.piv(change(a), change(b), (32, 16))
    assert np.abs(found.u - want.u).max() < 0.02


def test_what_is_unlike_its_neighbours_is_replaced():
    a, b = particles.frames(SHAPE, UNIFORM, noise=0.01)
    b[80:112, 80:112] = np.random.default_rng(4).integers(0, 255, (32, 32))
    found = fftcore.piv(a, b)
    bad = found.flags[10:13, 10:13]
    assert (bad & REPLACED != 0).all()
    assert errors(found, UNIFORM).max() < 0.8
    assert (found.flags[:, 17:] == 0).mean() > 0.97
    raw = fftcore.piv(a, b, replace_vectors=False)
    assert np.array_equal(np.isnan(raw.u), raw.flags != 0)
    assert not (raw.flags & REPLACED).any()


def test_what_shows_nothing():
    a, b = particles.frames(SHAPE, UNIFORM)
    a[:, :100] = b[:, :100] = 20
    found = fftcore.piv(a, b, (64, 32))
    assert (found.flags[:, :5] == FLAT | REPLACED).all() and (found.flags[:, 7:] == 0).mean() > 0.9
    assert np.isfinite(found.u).all()
    for frame in (np.zeros(SHAPE, "u1"), np.full(SHAPE, 0.1), np.full(SHAPE, 7, "i4")):
        found = fftcore.piv(frame, frame)
        assert np.isnan(found.u).all() and np.isnan(found.v).all()
        assert (found.flags == FLAT).all()


def test_frames_that_are_equal():
    a, _ = particles.frames(SHAPE, UNIFORM)
    found = fftcore.piv(a, a)
    assert np.abs(found.u).max() < 0.02 and np.abs(found.v).max() < 0.02
    found = fftcore.piv(a, a, subpixel_method="parabolic")
    assert found.score == pytest.approx(1, abs=1e-3)
    assert (found.flags == 0).all() and (found.sig2noise > 1).all()


def test_frames_that_have_nothing_in_common():
    a, b = particles.frames(SHAPE, UNIFORM, lost=1 - 1e-9, noise=0.2)
    assert (fftcore.piv(a, b, 32).flags != 0).mean() > 0.3
    assert (fftcore.piv(a, b, 32, sig2noise_threshold=1.5).flags & LOW != 0).mean() > 0.8


@pytest.mark.parametrize("is_nan", (False, True))
def test_what_is_masked(is_nan):
    """What stands still under the mask, or is not finite, does not hold vectors beside it."""
    a, b = particles.frames(SHAPE, UNIFORM, noise=0.01)
    mask = np.zeros(SHAPE, bool)
    mask[60:130, 80:170] = True
    wall = np.random.default_rng(5).integers(0, 255, SHAPE)
    a, b = (np.where(mask, wall, one).astype("f4") for one in (a, b))
    if is_nan:
        a[mask] = np.nan
    found = fftcore.piv(a, b, mask=None if is_nan else mask)
    hidden = found.flags == MASKED
    inside = mask[found.y.astype(int), found.x.astype(int)]
    assert np.array_equal(hidden, np.isnan(found.u)) and np.mean(hidden == inside) > 0.93
    assert np.nanmax(errors(found, UNIFORM)) < 0.7
    assert np.nanmedian(errors(found, UNIFORM)) < 0.06


@pytest.mark.parametrize("shape", ((16, 16), (17, 40), (33, 16), (64, 65)))
def test_small_frames(shape):
    """As small as a window, and of one row or column of them."""
    field = particles.uniform(1.2, 0.6)
    found = fftcore.piv(*particles.frames(shape, field, density=0.08, noise=0.01), (16, 16))
    assert found.u.shape == ((shape[0] - 16) // 8 + 1, (shape[1] - 16) // 8 + 1)
    assert np.median(errors(found, field)) < 0.2
    if min(found.u.shape) == 1:
        assert np.isnan(found.gradients()[0 if found.u.shape[1] == 1 else 1]).all()


def test_files(tmp_path):
    found = fftcore.piv(*particles.frames((64, 80), UNIFORM), 32)
    found.save(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as kept:
        assert np.array_equal(kept["u"], found.u) and int(kept["windowsize"]) == 32
    for name, separator in (("a.txt", None), ("a.csv", ",")):
        found.save(str(tmp_path / name))
        rows = np.loadtxt(tmp_path / name, delimiter=separator,
                          skiprows=1 if separator else 0)
        assert rows.shape == (found.u.size, 6)
        assert np.allclose(rows[:, 2], found.u.ravel(), rtol=1e-5)
    assert (tmp_path / "a.txt").read_text().startswith("# x\ty\tu\tv\tflags\tmask\n")
    assert (tmp_path / "a.csv").read_text().startswith("x,y,u,v,flags,mask\n")
    with pytest.raises(OSError):
        found.save(tmp_path / "none" / "a.txt")
    with pytest.raises(ValueError, match="'.xyz'; .csv, .txt, .npz are allowed"):
        found.save(tmp_path / "a.xyz")
    assert not (tmp_path / "a.xyz").exists()


def test_plot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    found = fftcore.piv(*particles.frames((64, 80), UNIFORM), 32)
    axes = found.plot()
    assert axes.yaxis_inverted() and found.plot(axes, scale=50) is axes
    assert axes.yaxis_inverted() and len(axes.collections) == 2
    matplotlib.pyplot.close("all")


FRAME = np.zeros((100, 120), "u1")


@pytest.mark.parametrize("change, words", (
    (dict(windowsizes=200), "windowsizes has 200; 4 to 128 are allowed"),
    (dict(windowsizes=(32, 2)), "windowsizes has 2; 4 to 128"),
    (dict(windowsizes=()), r"windowsizes is \(\); a number for each pass"),
    (dict(windowsizes="32"), "windowsizes is '32'; whole numbers"),
    (dict(windowsizes=32.5), "windowsizes is 32.5"),
    (dict(windowsizes=(32, 16), overlap=16), "overlap has 1 numbers, and windowsizes 2"),
    (dict(windowsizes=32, overlap=32), "overlap has 32 of a window of 32; 0 to 31"),
    (dict(windowsizes=32, overlap=-1), "overlap has -1"),
    (dict(windowsizes=128), r"frame_a has shape \(100, 120\), and windowsizes has 128"),
    (dict(subpixel_method="centroid"), "subpixel_method is 'centroid'; gaussian, parabolic are"),
    (dict(sig2noise_method="peak"), "sig2noise_method is 'peak'; peak2peak, peak2mean, None"),
    (dict(sig2noise_threshold=-1), "sig2noise_threshold is -1; 0 or more are allowed"),
    (dict(deformation_method="both"), "deformation_method is 'both'; symmetric, second image"),
    (dict(median_threshold=0), "median_threshold is 0; numbers above 0 are allowed"),
    (dict(median_noise=0), "median_noise is 0"),
    (dict(median_size=4), "median_size is 4; 1 to 3 are allowed"),
    (dict(replace_vectors="no"), "replace_vectors is 'no'; True and False"),
    (dict(scaling_factor=0), "scaling_factor is 0"),
    (dict(dt=0), "dt is 0"),
    (dict(dt="1"), "dt is '1'"),
    (dict(search=0), "search is 0; 1 to 64"),
    (dict(refine=9), "8"),
    (dict(interpolation="spline"), "interpolation is 'spline'"),
    (dict(mask=np.zeros((3, 3), bool)), r"mask has shape \(3, 3\); \(100, 120\)"),
    (dict(mask=np.zeros((100, 120))), "mask is of float64; True where"),
    (dict(frame_a=np.zeros((100, 120, 3), "u1")), "frame_a has 3 axes; 2 are allowed"),
    (dict(frame_b=np.zeros((100, 121), "u1")), "frame_a is .*120.* and frame_b .*121"),
    (dict(frame_b=np.zeros((100, 120))), "frame_a is .*uint8, and frame_b .*float64"),
    (dict(frame_a=np.zeros((100, 120), complex)), "frame_a is of complex128"),
    (dict(frame_a=np.ma.masked_less(FRAME, 1)), "frame_a has 12000 masked samples"),
), ids=str)
def test_messages(change, words):
    with pytest.raises((ValueError, TypeError), match=words):
        fftcore.piv(**{**dict(frame_a=FRAME, frame_b=FRAME), **change})
