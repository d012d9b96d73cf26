# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each function that takes arrays, with what it is compared with, for the table of arrays."""
from typing import Any, Callable, NamedTuple, Tuple

import arrays
import bounds
import numpy as np
import scipy.fft
import scipy.ndimage
import scipy.signal

import fftcore
from fftcore._arrays import in_double, taps_of

REAL = arrays.WHOLE + arrays.FLOATS
NUMBERS = REAL + arrays.COMPLEX
SHAPE, TAPS = (12, 14), (3, 4)
_generator = np.random.default_rng(5)
IMAGE = _generator.standard_normal(SHAPE)
_VARIED = tuple(layout for layout in arrays.LAYOUTS if layout not in ("repeated", "windows"))
FILTER = _generator.standard_normal(TAPS)


class Case(NamedTuple):
    """A function of one array, and what it is for arrays in double precision."""
    name: str
    taken: Tuple[str, ...]
    """Types that have to be taken; others are taken, or refused with words."""
    got: Callable[[Any], Any]
    want: Callable[[np.ndarray], Any]
    bound: Callable[[np.ndarray, np.ndarray, Any], float]
    """The largest error by the array, in double, the result that is wanted, and the type that the
    array has."""
    shape: Tuple[int, ...] = SHAPE
    values: Callable = arrays.drawn
    dtype: Callable[[np.dtype], Any] = lambda dtype: None
    """The result's type, if it is said."""
    layouts: Tuple[str, ...] = tuple(arrays.LAYOUTS)
    plain: Tuple[str, ...] = ()
    """Types that have to be taken where the array has no gaps and this machine's byte order."""


def _single(dtype):
    """Whether results are of single precision."""
    return np.dtype(dtype).name in ("float16", "float32", "complex64")


def rounding(dtype, want):
    """What a result's type rounds by: SciPy's modes of ndimage keep the image's."""
    dtype = np.dtype(dtype)
    if dtype.kind in "biu":
        return 1.0 if dtype.name in ("uint8", "uint16") else 0.5 + 2**-53 * np.abs(want).max()
    return 2.0**-11 * np.abs(want).max() if dtype.name == "float16" else 0


def clamped(want, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return np.clip(want, 0, 1)
    if dtype.kind in "iu":
        return np.clip(want, np.iinfo(dtype).min, np.iinfo(dtype).max)
    return want


def _convolutions():
    for name in ("convolve", "correlate"):
        ours, signal = getattr(fftcore, name), getattr(scipy.signal, name)
        ndimage = getattr(scipy.ndimage, name)
        for mode in ("full", "same", "valid"):
            yield Case(f"{name}: image, {mode}", NUMBERS,
                       lambda x, ours=ours, mode=mode: ours(x, FILTER, mode),
                       lambda x, signal=signal, mode=mode: signal(x, FILTER, mode, "direct"),
                       lambda x, want, _: bounds.of_convolution("float64", x, FILTER),
                       dtype=lambda dtype: np.result_type(dtype, float))
            yield Case(f"{name}: taps, {mode}", NUMBERS + arrays.LONG,
                       lambda x, ours=ours, mode=mode: ours(IMAGE, x, mode),
                       lambda x, signal=signal, mode=mode: signal(IMAGE, x, mode, "direct"),
                       lambda x, want, _: bounds.of_convolution("float64", IMAGE, x), TAPS)
        for mode in ("reflect", "mirror", "nearest", "constant", "wrap"):
            words = {"cval": 1.5} if mode == "constant" else {}
            yield Case(f"{name}: image, {mode}", NUMBERS,
                       lambda x, ours=ours, mode=mode, words=words: ours(x, FILTER, mode, **words),
                       lambda x, ndimage=ndimage, mode=mode, words=words: ndimage(
                           x, FILTER, mode=mode, **words),
                       lambda x, want, dtype: bounds.of_convolution(
                           "float32" if _single(dtype) or dtype in ("uint8", "uint16")
                           else "float64", np.abs(x) + 1.5, FILTER),
                       dtype=lambda dtype: dtype)
        yield Case(f"{name}: frames by filters", NUMBERS,
                   lambda x, ours=ours: ours(x, np.stack([FILTER] * 2), frames=True, filters=True),
                   lambda x, signal=signal: np.stack([signal(frame, FILTER, method="direct")
                                                      for frame in x]),
                   lambda x, want, _: 2 * bounds.of_convolution("float64", x[0], FILTER)
                   + 2 * bounds.of_convolution("float64", x[1], FILTER), (2,) + SHAPE)
        yield Case(f"{name}: channels", NUMBERS,
                   lambda x, ours=ours: ours(x, FILTER, "nearest", channel_axis=-1),
                   lambda x, ndimage=ndimage: ndimage(x, FILTER[..., None], mode="nearest"),
                   lambda x, want, dtype: 2 * bounds.of_convolution(
                       "float32" if _single(dtype) or dtype in ("uint8", "uint16") else "float64",
                       x, FILTER[..., None]), SHAPE + (3,), dtype=lambda dtype: dtype)
        yield Case(f"{name}: channels of a signal", NUMBERS,
                   lambda x, ours=ours: ours(x, FILTER[0], "nearest", channel_axis=0),
                   lambda x, ndimage=ndimage: ndimage(x, FILTER[:1], mode="nearest"),
                   lambda x, want, dtype: 2 * bounds.of_convolution(
                       "float32" if _single(dtype) or dtype in ("uint8", "uint16") else "float64",
                       x, FILTER[:1]), dtype=lambda dtype: dtype)
        yield Case(f"{name}: an image within the taps", NUMBERS,
                   lambda x, ours=ours: ours(x, IMAGE, "valid"),
                   lambda x, signal=signal: signal(x, IMAGE, "valid", "direct"),
                   lambda x, want, _: bounds.of_convolution("float64", IMAGE, x), TAPS)


def _of_dask():
    try:
        import dask.array as da

        import fftcore.dask
    except ImportError:
        return
    for mode, words in (("full", {}), ("nearest", {}), ("constant", {"cval": -1.5})):
        yield Case(f"dask: convolve, {mode}", NUMBERS,
                   lambda x, mode=mode, words=words: fftcore.dask.convolve(
                       da.from_array(x, (5, 6)), FILTER, mode, **words).compute(
                           scheduler="synchronous"),
                   lambda x, mode=mode, words=words: scipy.ndimage.convolve(
                       x, FILTER, mode=mode, **words) if mode != "full" else scipy.signal.convolve(
                           x, FILTER, method="direct"),
                   lambda x, want, dtype: 3 * bounds.of_convolution(
                       "float32" if _single(dtype) or dtype in ("uint8", "uint16")
                       else "float64", np.abs(x) + 1.5, FILTER),
                   dtype=lambda dtype, mode=mode: dtype if mode != "full" else np.result_type(
                       dtype, float), layouts=("dense", "spread", "repeated"))


def _filters():
    for name, words in (("lowpass", (0.2,)), ("highpass", (0.2,)), ("bandpass", (0.1, 0.2)),
                        ("bandstop", (0.1, 0.2))):
        taps = fftcore.filter_taps(name, *words)
        yield Case(name, REAL,
                   lambda x, name=name, words=words: getattr(fftcore, name)(x, *words),
                   lambda x, taps=taps: scipy.ndimage.convolve(x, taps, mode="mirror"),
                   lambda x, want, dtype, taps=taps: bounds.of_convolution(
                       "float32" if _single(dtype) or dtype in ("uint8", "uint16") else "float64",
                       x, taps), dtype=lambda dtype: dtype)
    psf = fftcore.gaussian_blur(0.7)
    taps = fftcore.restoring_taps(psf, 0.1)
    yield Case("deconvolve: image", REAL, lambda x: fftcore.deconvolve(x, psf, 0.1),
               lambda x: scipy.ndimage.convolve(x, taps, mode="mirror"),
               lambda x, want, dtype: bounds.of_convolution(
                   "float32" if _single(dtype) or dtype in ("uint8", "uint16") else "float64",
                   x, taps), dtype=lambda dtype: dtype)
    # Each of these takes half a second, so that the numbers that they are given are compared.
    yield Case("blurs", NUMBERS + arrays.LONG, lambda x: in_double(taps_of("psf", x)),
               lambda x: x, lambda x, want, dtype: 0, TAPS)


def places(image, template):
    """ccoeff_normed by its definition; 0 where all samples under the template are alike."""
    windows = np.lib.stride_tricks.sliding_window_view(image, template.shape)
    windows = windows - windows.mean((2, 3), keepdims=True)
    template = template - template.mean()
    norms = np.sqrt((windows**2).sum((2, 3)) * (template**2).sum())
    products = (windows * template).sum((2, 3))
    return np.divide(products, norms, np.zeros_like(products),
                     where=norms > 1e-12 * np.abs(image).max() * np.abs(template).max())


def _best(function):
    """The best place and its score as an array."""
    return lambda x: np.array(function(x)[0][:3])


def of_places(x, want, dtype):
    """1e-4 is what the library promises of a score in single precision."""
    is_single = _single(dtype) or dtype in ("uint8", "uint16")
    return (1e-4 if is_single else 1e-6) * np.sqrt(want.size)


def of_shift(x, want, dtype):
    return 0.1


MOSAIC = scipy.ndimage.gaussian_filter(np.random.default_rng(9).standard_normal((48, 52)), 1.5)
MOSAIC /= np.abs(MOSAIC).max()


def picture(generator, shape, dtype):
    """A picture that takes half of a type's range; of bool, what is above the middle."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return MOSAIC > 0
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return (MOSAIC * (limits.max / 4) + (limits.max / 2 if dtype.kind == "u" else 0)
                ).astype(dtype)
    return MOSAIC.astype(dtype)


def _searches():
    def moved(x):
        return fftcore.phase_correlation(np.roll(x, (2, -3), (0, 1)), x, window=False)

    yield Case("match_template: image", REAL, lambda x: fftcore.match_template(x, FILTER),
               lambda x: places(x, FILTER), of_places, dtype=lambda dtype: "float32")
    yield Case("match_template: template", REAL, lambda x: fftcore.match_template(IMAGE, x),
               lambda x: places(IMAGE, x), of_places, TAPS, dtype=lambda dtype: "float32",
               layouts=_VARIED)
    yield Case("find_template: image", REAL,
               lambda x: np.array(fftcore.find_template(x, np.asarray(x)[9:21, 11:25])[0][:3]),
               lambda x: np.array((11, 9, 1)), of_shift, MOSAIC.shape, picture,
               layouts=_VARIED)
    yield Case("phase_correlation", REAL, lambda x: np.array(moved(x)[0][:2]),
               lambda x: np.array((3, -2)), of_shift, MOSAIC.shape, picture,
               layouts=_VARIED)
    matching = fftcore.TemplateMatching(SHAPE, TAPS)

    def found(x):
        matching.set_template(x)
        return np.array(matching.find(IMAGE.astype("float32"))[0][2])

    yield Case("TemplateMatching.set_template", REAL, found,
               lambda x: places(IMAGE, x).max(), of_places, TAPS,
               layouts=_VARIED)


def _denoising():
    def sigma(x):
        return 0.3 * float(np.std(arrays.exact(x)))

    def near(x, want, dtype):
        """Both are of single precision, and uint8 and uint16 are rounded to the next one or so."""
        return 1e-5 * np.abs(x).max() * np.sqrt(x.size)

    yield Case("denoise: image", REAL, lambda x: fftcore.denoise(x, sigma(x), block=8),
               lambda x: fftcore.denoise(x, sigma(x), block=8), near, dtype=lambda dtype: dtype)
    yield Case("denoise: before", REAL,
               lambda x: fftcore.denoise(np.array(x), sigma(x), block=8, before=[x], after=[x]),
               lambda x: fftcore.denoise(x, sigma(x), block=8, before=[x], after=[x]), near,
               dtype=lambda dtype: dtype)
    yield Case("estimate_sigma", REAL, lambda x: np.array(fftcore.estimate_sigma(x)),
               lambda x: np.array(fftcore.estimate_sigma(x)),
               lambda x, want, dtype: 1e-3 * want + 1e-6 * np.abs(x).max(), (20, 24))


def _warps():
    turn = np.array([[0.8, -0.6, 5], [0.6, 0.8, -2]])

    def near(x, want, dtype):
        """Places are of single precision, and so is a step of 0.5 from one sample to another."""
        return (1e-4 if _single(dtype) or np.dtype(dtype).name in ("uint8", "uint16") else 1e-12
                ) * np.abs(x).max() + 1.01 * rounding(dtype, want)

    def turned(x):
        return fftcore.warp(x, turn, interpolation="bilinear")  # within the samples' range

    yield Case("warp: image", REAL, turned, turned, near, dtype=lambda dtype: dtype)


def of_transform(x, want, dtype):
    return bounds.of_transform("float32" if _single(dtype) else "float64", want, 4 * x.size) + (
        1e-300)


def _transforms():
    precise = {"c": ("complex64", "complex128"), "f": ("float32", "float64")}
    for name in fftcore.__all__:
        ours, scipys = getattr(fftcore, name), getattr(scipy.fft, name, None)
        if scipys is None or name.startswith("__"):
            continue
        is_real = name.lstrip("i").startswith("rfft") and not name.startswith("i") or (
            name.startswith("ihfft"))
        yield Case(name, REAL if is_real else NUMBERS, ours, scipys, of_transform,
                   dtype=lambda dtype, scipys=scipys: precise[scipys(np.ones((2, 2))).dtype.kind
                                                              if np.dtype(dtype).kind != "c" else
                                                              scipys(np.ones((2, 2), complex))
                                                              .dtype.kind][not _single(dtype)])


CASES = (*_convolutions(), *_of_dask(), *_filters(), *_searches(), *_denoising(),
         *_warps(), *_transforms())
