# SPDX-License-Identifier: LGPL-2.1-or-later
"""Whole numbers, numbers and flags of all functions: others are refused with the argument's name,
and none is cut or taken for another one."""
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import fftcore

try:
    import dask.array as da

    import fftcore.dask
except ImportError:
    da = None

IMAGE = np.random.default_rng(3).random((24, 24)).astype("float32")
COLOURS = np.stack([IMAGE] * 3, -1)
TAPS, PART = np.ones((3, 3)), IMAGE[4:12, 4:12]
FFTS = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
SEVERAL = ("fft2", "ifft2", "fftn", "ifftn", "rfft2", "irfft2", "rfftn", "irfftn", "hfft2",
           "hfftn", "ihfft2", "ihfftn")
COSINES = ("dct", "idct", "dst", "idst")


def _plan(**where):
    return fftcore.Plan("conv2d f32 8x8 k3x3 wrap same", backend="cpu", **where)


def _compiled(value):
    """A function that compiles a value with one word more."""
    return lambda **where: value.compile(backend="cpu", **where)


def _filters():
    yield "filter_taps", "order", 2, lambda n: fftcore.filter_taps("lowpass", .2, order=n)
    for name, cutoffs in (("lowpass", (.2,)), ("highpass", (.2,)), ("bandpass", (.1, .2)),
                          ("bandstop", (.1, .2))):
        function = getattr(fftcore, name)
        yield name, "order", 2, lambda n, f=function, c=cutoffs: f(IMAGE, *c, order=n)
        yield name, "channel_axis", 2, (
            lambda n, f=function, c=cutoffs: f(COLOURS, *c, channel_axis=n))
    yield "response_taps", "shape", 9, lambda n: fftcore.response_taps("f", (n, 9))
    yield "response_taps", "shape", 9, lambda n: fftcore.response_taps("f", (9, n))
    yield "deconvolve", "channel_axis", 2, (
        lambda n: fftcore.deconvolve(COLOURS, TAPS, .1, channel_axis=n))


def _convolutions():
    for name in ("convolve", "correlate"):
        function = getattr(fftcore, name)
        yield name, "channel_axis", 2, (
            lambda n, f=function: f(COLOURS, TAPS, "wrap", channel_axis=n))
        yield name, "channel_axis", 1, (
            lambda n, f=function: f(IMAGE, TAPS[0], "wrap", channel_axis=n))
    of = fftcore.Convolution
    yield "Convolution", "shape", 8, lambda n: of((n, 8), (3, 3)).text
    yield "Convolution", "taps_shape", 3, lambda n: of((8, 8), (3, n)).text
    yield "Convolution", "channel_axis", 2, lambda n: of((8, 8, 3), (3, 3), channel_axis=n).text
    yield "Convolution", "frames", 4, lambda n: of((8, 8), (3, 3), frames=n).text
    yield "Convolution", "filters", 4, lambda n: of((8, 8), (3, 3), filters=n).text


def _plans():
    makes = (("Plan", _plan),
             ("Convolution.compile", _compiled(fftcore.Convolution((8, 8), (3, 3)))),
             ("Transform.compile", _compiled(fftcore.Transform("c2c", (8,)))),
             ("TemplateMatching", lambda **where: fftcore.TemplateMatching(
                 (24, 24), (8, 8), backend="cpu", **where)),
             ("PhaseCorrelation", lambda **where: fftcore.PhaseCorrelation(
                 (24, 24), backend="cpu", **where)))
    for name, make in makes:
        yield name, "threads", 2, lambda n, make=make: make(threads=n).text
        yield name, "device", -1, lambda n, make=make: make(device=n).text
        # Backend cpu ignores it.
        yield name, "stream", 4096, lambda n, make=make: make(stream=n).text


def _transforms():
    of = fftcore.Transform
    yield "Transform", "shape", 8, lambda n: of("c2c", (n, 8)).text
    yield "Transform", "axes", 1, lambda n: of("c2c", (8, 9), axes=(0, n)).text
    yield "Transform", "points", 9, lambda n: of("c2r", (8, 5), points=n).text
    yield "Transform", "strides", 20, lambda n: of("c2c", (8, 8), strides=(n, 1)).text
    for name in FFTS:
        function = getattr(fftcore, name)
        yield name, "n", 16, lambda n, f=function: f(IMAGE, n)
        yield name, "axis", 1, lambda n, f=function: f(IMAGE, axis=n)
        yield name, "workers", 1, lambda n, f=function: f(IMAGE, workers=n)
    for name in SEVERAL:
        function = getattr(fftcore, name)
        yield name, "s", 16, lambda n, f=function: f(IMAGE, s=(n, 8))
        yield name, "axes", 1, lambda n, f=function: f(IMAGE, axes=(0, n))
        yield name, "workers", 1, lambda n, f=function: f(IMAGE, workers=n)
    for name in COSINES:
        one, several = getattr(fftcore, name), getattr(fftcore, name + "n")
        yield name, "type", 2, lambda n, f=one: f(IMAGE, type=n)
        yield name, "n", 16, lambda n, f=one: f(IMAGE, n=n)
        yield name, "axis", 1, lambda n, f=one: f(IMAGE, axis=n)
        yield name, "workers", 1, lambda n, f=one: f(IMAGE, workers=n)
        yield name + "n", "type", 2, lambda n, f=several: f(IMAGE, type=n)
        yield name + "n", "s", 16, lambda n, f=several: f(IMAGE, s=(n, 8))
        yield name + "n", "axes", 1, lambda n, f=several: f(IMAGE, axes=(0, n))
        yield name + "n", "workers", 1, lambda n, f=several: f(IMAGE, workers=n)


def _searches():
    for name, image, part in (("", IMAGE, PART), (" in double", IMAGE.astype(float), PART)):
        yield f"find_template{name}", "max_peaks", 2, (
            lambda n, i=image, p=part: fftcore.find_template(i, p, n))
        yield f"find_template{name}", "radius", 3, (
            lambda n, i=image, p=part: fftcore.find_template(i, p, radius=n))
    yield "phase_correlation", "max_peaks", 2, lambda n: fftcore.phase_correlation(IMAGE, IMAGE, n)
    yield "phase_correlation", "radius", 3, (
        lambda n: fftcore.phase_correlation(IMAGE, IMAGE, radius=n))
    matching = fftcore.TemplateMatching
    yield "TemplateMatching", "shape", 24, lambda n: matching((24, n), (8, 8)).text
    yield "TemplateMatching", "template_shape", 8, lambda n: matching((24, 24), (n, 8)).text
    yield "TemplateMatching", "max_peaks", 2, lambda n: matching((24, 24), (8, 8), max_peaks=n).text
    yield "TemplateMatching", "radius", 3, lambda n: matching((24, 24), (8, 8), radius=n).text
    phase = fftcore.PhaseCorrelation
    yield "PhaseCorrelation", "shape", 24, lambda n: phase((24, n)).text
    yield "PhaseCorrelation", "max_peaks", 2, lambda n: phase((24, 24), max_peaks=n).text
    yield "PhaseCorrelation", "radius", 3, lambda n: phase((24, 24), radius=n).text


def _denoising():
    yield "denoise", "block", 8, lambda n: fftcore.denoise(IMAGE, .1, block=n)
    yield "denoise", "step", 4, lambda n: fftcore.denoise(IMAGE, .1, step=n)
    yield "denoise", "channel_axis", 2, lambda n: fftcore.denoise(COLOURS, .1, channel_axis=n)
    yield "estimate_sigma", "channel_axis", 2, (
        lambda n: fftcore.estimate_sigma(COLOURS, channel_axis=n))


def _of_dask():
    if da is None:
        return
    image, colours = da.from_array(IMAGE), da.from_array(COLOURS)
    for name in ("convolve", "correlate"):
        function = getattr(fftcore.dask, name)
        yield f"dask.{name}", "channel_axis", 2, (
            lambda n, f=function: f(colours, TAPS, "wrap", channel_axis=n).compute())
    of = fftcore.dask.denoise
    yield "dask.denoise", "block", 8, lambda n: of(image, .1, block=n).compute()
    yield "dask.denoise", "step", 4, lambda n: of(image, .1, step=n).compute()
    yield "dask.denoise", "channel_axis", 2, lambda n: of(colours, .1, channel_axis=n).compute()


TABLE = [row for rows in (_filters, _convolutions, _plans, _transforms, _searches, _denoising,
                          _of_dask) for row in rows()]
IDS = [f"{function}-{argument}" for function, argument, _, _ in TABLE]
MAY_BE_NONE = ("channel_axis", "frames", "filters", "stream", "points", "n", "workers", "radius",
               "step")


@pytest.mark.parametrize("function, argument, good, call", TABLE, ids=IDS)
def test_no_whole_numbers(function, argument, good, call):
    bad = [good + 0.7, str(good), str(good).encode(), good + 0j, float("nan"), float("inf"),
           np.float32(good + 0.5), np.float64("nan"), Decimal(good) + Decimal("0.1"),
           Fraction(2 * good + 1, 2), [good], np.array([good]), object(), True, False, np.True_]
    if argument not in MAY_BE_NONE:
        bad.append(None)
    for value in bad:
        with pytest.raises((TypeError, ValueError), match=rf"\b{argument} (is|are) .*"
                           "(whole number|rows, columns)"):
            call(value)


@pytest.mark.parametrize("function, argument, good, call", TABLE, ids=IDS)
def test_whole_numbers_of_any_type(function, argument, good, call):
    want = call(good)
    for value in (float(good), np.int64(good), np.int16(good), np.float32(good), np.array(good),
                  Decimal(good), Fraction(good)):
        got = call(value)
        if isinstance(want, np.ndarray):
            assert got.dtype == want.dtype and np.array_equal(got, want)
        else:
            assert got == want


@pytest.mark.parametrize("number, call", (
    ("order", lambda n: fftcore.filter_taps("lowpass", .2, order=n)),
    ("threads", lambda n: _plan(threads=n)), ("device", lambda n: _plan(device=n)),
    ("stream", lambda n: _plan(stream=n)), ("shape", lambda n: fftcore.response_taps("f", (n, 9))),
), ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.parametrize("value", (2**70, -2**70))
def test_whole_numbers_beyond_all_limits(number, call, value):
    with pytest.raises(ValueError, match=f"{number} is .*allowed"):
        call(value)


@pytest.mark.parametrize("values", (8, "88", None, object()), ids=str)
@pytest.mark.parametrize("argument, call", (
    ("shape", lambda v: fftcore.Convolution(v, (3, 3))),
    ("taps_shape", lambda v: fftcore.Convolution((8, 8), v)),
    ("shape", lambda v: fftcore.Transform("c2c", v)),
    ("shape", lambda v: fftcore.PhaseCorrelation(v)),
    ("template_shape", lambda v: fftcore.TemplateMatching((24, 24), v)),
), ids=lambda value: value if isinstance(value, str) else "")
def test_shapes_that_are_none(argument, call, values):
    with pytest.raises(TypeError, match=f"{argument} is .*whole numbers are expected"):
        call(values)


@pytest.mark.parametrize("argument, call", (
    ("frames", lambda v: fftcore.convolve(COLOURS, TAPS, frames=v)),
    ("filters", lambda v: fftcore.convolve(IMAGE, COLOURS, filters=v)),
    ("crossed", lambda v: fftcore.correlate(COLOURS, TAPS, frames=True, crossed=v)),
    ("crossed", lambda v: fftcore.Convolution((8, 8), (3, 3), crossed=v)),
    ("inverse", lambda v: fftcore.Transform("c2c", (8,), inverse=v)),
    ("normalized", lambda v: fftcore.Transform("c2c", (8,), normalized=v)),
    ("ortho", lambda v: fftcore.Transform("dct2", (8,), ortho=v)),
    ("orthogonalize", lambda v: fftcore.dct(IMAGE, orthogonalize=v)),
    ("pad_input", lambda v: fftcore.match_template(IMAGE, PART, v)),
    ("window", lambda v: fftcore.phase_correlation(IMAGE, IMAGE, window=v)),
    ("window", lambda v: fftcore.PhaseCorrelation((24, 24), window=v)),
), ids=lambda value: value if isinstance(value, str) else "")
def test_words_are_no_flags(argument, call):
    for value in ("no", "False", "", 2, 0.5, [], np.array([True])):
        with pytest.raises(TypeError, match=f"{argument} is .*True and False are allowed"):
            call(value)
    for value in (True, np.True_, 1, np.int8(1)):
        call(value)


@pytest.mark.parametrize("argument, call", (
    ("cutoff", lambda v: fftcore.lowpass(IMAGE, v)),
    ("balance", lambda v: fftcore.restoring_taps(TAPS, v)),
    ("sigma", lambda v: fftcore.denoise(IMAGE, v)),
    ("strength", lambda v: fftcore.denoise(IMAGE, .1, strength=v)),
    ("flat", lambda v: fftcore.find_template(IMAGE, PART, flat=v)),
    ("noise", lambda v: fftcore.phase_correlation(IMAGE, IMAGE, noise=v)),
    ("scale", lambda v: fftcore.Transform("c2c", (8,), scale=v)),
    ("length", lambda v: fftcore.motion_blur(v)),
), ids=lambda value: value if isinstance(value, str) else "")
def test_numbers_are_neither_texts_nor_flags_nor_complex(argument, call):
    for value in ("0.25", b"0.25", True, np.False_, np.complex64(0.25 + 1j), 0.25j, [0.25]):
        with pytest.raises((TypeError, ValueError), match=f"{argument} is .*number"):
            call(value)


@pytest.mark.parametrize("value", ("1", b"1", None, [1], np.ones(1), np.ones(2), 10**400),
                         ids=str)
def test_levels_outside_of_images(value):
    calls = [lambda: fftcore.convolve(IMAGE, TAPS, "constant", cval=value)]
    if da is not None:
        calls.append(lambda: fftcore.dask.convolve(da.from_array(IMAGE), TAPS, "constant",
                                                   cval=value))
    for call in calls:
        with pytest.raises((TypeError, ValueError), match="cval is .*number"):
            call()


@pytest.mark.parametrize("dtype", ("float16", "int32", "complex256", np.float64, None, "f64"),
                         ids=str)
def test_types_of_transforms(dtype):
    with pytest.raises(ValueError, match="dtype is .*; float32, float64, complex64, complex128"):
        fftcore.Transform("c2c", (8,), dtype=dtype)


def test_axes_of_transforms_from_the_end():
    of = fftcore.Transform
    for axes in ((-1,), (-2, -1), (0, -1)):
        value = of("c2c", (4, 6), axes)
        assert value == of("c2c", (4, 6), tuple(axis % 2 for axis in axes))
        assert value.out_shape == (4, 6)
    assert of("r2c", (4, 6), (-1,)).text == of("r2c", (4, 6), (1,)).text
    x = np.arange(24, dtype="complex64").reshape(4, 6)
    assert np.allclose(of("c2c", (4, 6), (-1,), "complex64").compile().run(x), np.fft.fft(x),
                       atol=1e-4)
    for axes, words in (((2,), "axes are .*2 axes"), ((-3,), "axes are .*2 axes"),
                        ((1, -1), "each axis is transformed once")):
        with pytest.raises(ValueError, match=words):
            of("c2c", (4, 6), axes)


def test_scale_of_numpy():
    scaled = fftcore.Transform("c2c", (8,), scale=np.float64(0.5))
    assert scaled.text == fftcore.Transform("c2c", (8,), scale=0.5).text
    assert "scale=0.5" in scaled.text
