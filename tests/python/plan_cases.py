# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plans, and work on Dask's arrays, for the table of arrays. A plan takes arrays of its own type;
others are refused, as are those that do not lie as it takes them, or the result is right."""
import array_cases
import arrays
import bounds
import numpy as np
import scipy.fft
import scipy.ndimage
from array_cases import FILTER, IMAGE, MOSAIC, REAL, SHAPE, Case

import fftcore

TURN = (2, -3)
# The patch at (11, 9) of the mosaic.
PATCH = (slice(9, 21), slice(11, 25))


def _shift(peaks):
    return np.array(peaks[0][:2])


def _searches():
    for dtype in ("uint8", "uint16", "float32"):
        image = array_cases.picture(None, None, dtype)
        matching = fftcore.TemplateMatching(MOSAIC.shape, (12, 14), dtype)
        matching.set_template(image[PATCH])
        yield Case(f"TemplateMatching.find, {dtype}", (),
                   lambda x, matching=matching: np.array(matching.find(x)[0][:3]),
                   lambda x: np.array((11, 9, 1)), array_cases.of_shift, MOSAIC.shape,
                   array_cases.picture, plain=(dtype,),
                   layouts=tuple(one for one in arrays.LAYOUTS
                                 if one not in ("repeated", "windows")))
        measuring = fftcore.PhaseCorrelation(MOSAIC.shape, dtype, window=False)
        turned = np.roll(image, TURN, (0, 1))

        def measured(x, measuring=measuring, turned=turned):
            measuring.set_reference(turned)
            return _shift(measuring.measure(x))

        def referred(x, measuring=measuring, turned=turned):
            measuring.set_reference(x)
            return _shift(measuring.measure(turned))

        for name, function, sign in (("measure", measured, 1), ("set_reference", referred, -1)):
            yield Case(f"PhaseCorrelation.{name}, {dtype}", (), function,
                       lambda x, sign=sign: sign * np.array((3, -2)), array_cases.of_shift,
                       MOSAIC.shape, array_cases.picture, plain=(dtype,),
                       layouts=tuple(one for one in arrays.LAYOUTS
                                     if one not in ("repeated", "windows")))


def _transforms():
    for kind, dtype, function in (
            ("c2c", "complex64", scipy.fft.fftn), ("c2c", "complex128", scipy.fft.fftn),
            ("r2c", "float32", scipy.fft.rfftn), ("r2c", "float64", scipy.fft.rfftn),
            ("c2r", "complex64", scipy.fft.irfftn), ("dct2", "float32", scipy.fft.dctn),
            ("dst3", "float64", lambda x: scipy.fft.dstn(x, 3))):
        value = fftcore.Transform(kind, SHAPE, dtype=dtype, normalized=kind == "c2r")
        yield Case(f"TransformPlan.run, {kind} of {dtype}", (),
                   lambda x, plan=value.compile(): plan.run(x), function,
                   array_cases.of_transform, dtype=lambda _, value=value: value.out_dtype,
                   plain=(dtype,))


def _convolutions():
    for dtype in ("uint8", "uint16", "float16", "float32", "float64", "complex64", "complex128"):
        plan = fftcore.Convolution(SHAPE, FILTER.shape, dtype, mode="nearest").compile(FILTER)
        precise = "float64" if dtype in ("float64", "complex128") else "float32"
        yield Case(f"ConvolutionPlan.run, {dtype}", (), lambda x, plan=plan: plan.run(x),
                   lambda x: scipy.ndimage.convolve(x, FILTER, mode="nearest"),
                   lambda x, want, _, precise=precise: bounds.of_convolution(precise, x, FILTER),
                   dtype=lambda dtype: dtype, plain=(dtype,))
    plan = fftcore.Convolution(SHAPE, FILTER.shape, mode="nearest").compile()

    def of_taps(x):
        plan.set_taps(x)
        return plan.run(IMAGE.astype("float32"))

    yield Case("ConvolutionPlan.set_taps", REAL + ("longdouble",), of_taps,
               lambda x: scipy.ndimage.convolve(IMAGE, x, mode="nearest"),
               lambda x, want, _: bounds.of_convolution("float32", IMAGE, x), FILTER.shape)


def _of_dask():
    try:
        import dask.array as da

        import fftcore.dask
    except ImportError:
        return

    def sigma(x):
        return 0.3 * float(np.std(arrays.exact(x)))

    def computed(function, x, *words, **options):
        return function(da.from_array(x, (16, 20)), *words, **options).compute(
            scheduler="synchronous")

    layouts = ("dense", "reversed", "spread")
    yield Case("dask: match_template, image", REAL,
               lambda x: computed(fftcore.dask.match_template, x, FILTER),
               lambda x: array_cases.places(x, FILTER), array_cases.of_places, (24, 30),
               dtype=lambda dtype: "float32", layouts=layouts)
    yield Case("dask: match_template, template", REAL,
               lambda x: computed(fftcore.dask.match_template, IMAGE, x),
               lambda x: array_cases.places(IMAGE, x), array_cases.of_places, FILTER.shape,
               dtype=lambda dtype: "float32", layouts=layouts)
    yield Case("dask: denoise", REAL,
               lambda x: computed(fftcore.dask.denoise, x, sigma(x), block=8),
               lambda x: fftcore.denoise(x, sigma(x), block=8),
               lambda x, want, dtype: 1e-5 * np.abs(x).max() * np.sqrt(x.size), (32, 40),
               dtype=lambda dtype: dtype, layouts=layouts)


CASES = (*_searches(), *_transforms(), *_convolutions(), *_of_dask())
