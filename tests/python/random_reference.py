# SPDX-License-Identifier: LGPL-2.1-or-later
"""What random work is compared with: SciPy, and definitions in double precision."""
import bounds
import numpy as np
import scipy.ndimage
from reach import finite, region

REGIONS = ("full", "same", "valid")
EDGES = ("reflect", "mirror", "nearest", "constant", "wrap")
PADDED = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap"}
"""numpy.pad's words for edges."""


def filtered(operation, image, taps, mode, cval=0.0):
    """A convolution or correlation of arrays in double precision, by scipy.ndimage's rule for
    samples that are not finite."""
    with np.errstate(invalid="ignore", over="ignore"):
        if mode in REGIONS:
            return region(image, taps.conj() if operation == "correlate" else taps, operation, mode)
        if mode == "reflect":  # SciPy 1.10 is wrong where an image is reflected several times
            return _reflected(operation, image, taps)
        return getattr(scipy.ndimage, operation)(image, taps, mode=mode, cval=cval)


def summed(image, taps, mode):
    """A convolution with taps of odd sides, in long double: SciPy adds thousands of products one
    after the other in double, which may err hundreds of times as much as a transform."""
    image = np.pad(image, [(side // 2, side // 2) for side in taps.shape],
                   PADDED.get(mode, "constant"))
    products = windows_of(image.astype(np.longdouble), taps.shape) * np.flip(taps)
    return products.sum(tuple(range(image.ndim, 2 * image.ndim))).astype(float)


def _reflected(operation, image, taps):
    inner = []
    for axis, (extent, reach) in enumerate(zip(image.shape, taps.shape)):
        places = np.arange(-reach, extent + reach) % (2 * extent)
        image = image.take(np.minimum(places, 2 * extent - 1 - places), axis)
        inner.append(slice(reach, reach + extent))
    return getattr(scipy.ndimage, operation)(image, taps, mode="constant")[tuple(inner)]


def dtype_of(image, taps, mode):
    """The type that the page says of a result."""
    if mode in EDGES:
        if taps.kind == "c" and image.kind != "c":
            is_single = image.name in ("uint8", "uint16", "float16", "float32")
            return np.dtype("complex64" if is_single else "complex128")
        return image
    both = np.result_type(image, taps)
    if both.kind == "c":
        return both
    return both if both.name in ("float16", "float32") else np.dtype("float64")


def bound_of(is_single, image, taps, more=0.0, mode="constant"):
    """Of rounding, in the 2-norm, of all numbers that are finite."""
    image, taps = np.abs(finite(image)) + more, np.asarray(taps)
    if image.size == 0 or not taps.any():
        return 0.0
    # In double precision the reference errs as much.
    bound = bounds.of_convolution("float32", image, taps) if is_single else (
        2 * bounds.of_convolution("float64", image, taps))
    norm = np.linalg.norm(image)
    if mode not in PADDED or norm == 0:
        return bound
    # An edge that has much of a small image is repeated more often than the rest of it.
    extended = np.pad(image, [(side - 1 - side // 2, side // 2) for side in taps.shape],
                      PADDED[mode])
    return bound * np.linalg.norm(extended) / (norm * np.sqrt(extended.size / image.size))


def stored(want, dtype):
    """Values as a type stores them, and how far they may be off by that: an array for each."""
    dtype = np.dtype(dtype)
    if dtype.kind in "biu":
        want = np.where(np.isnan(want), 0, want)  # infinity is clamped as large numbers are
    if dtype.kind == "b":
        return np.clip(want, 0, 1), 0.5
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        # uint8 and uint16 are stored by single precision.
        step = 1.0 if dtype.itemsize < 4 and dtype.kind == "u" else 0.5
        return np.clip(want, limits.min, limits.max), step + 2.0**-52 * np.abs(finite(want))
    if dtype.name == "float16":
        with np.errstate(over="ignore"):
            rounded = want.astype(dtype).astype(float)
        return (np.where(np.isinf(rounded), rounded, want),
                2.0**-11 * np.abs(finite(want)) + 2.0**-25)
    return want, 2.0**-24 * np.abs(finite(want)) if dtype.itemsize == 4 else 0.0


def parts(array):
    array = np.asarray(array)
    if array.dtype.kind == "c":
        return array.real, array.imag
    return (array.astype(float),)


def compare(got, want, bound, dtype=None):
    """A result beside what is wanted: its type and shape, the numbers within `bound` in the 2-norm
    and what storing them adds, and everything else at the same places."""
    got = np.asarray(got)
    if dtype is not None:
        assert got.dtype == np.dtype(dtype), f"{got.dtype} for {np.dtype(dtype)}"
    assert got.shape == want.shape, f"{got.shape} for {want.shape}"
    total = 0.0
    for ours, theirs in zip(parts(got), parts(want)):
        theirs, rounding = stored(theirs, ours.dtype if got.dtype.kind == "c" else got.dtype)
        others = ~np.isfinite(theirs)
        assert np.array_equal(~np.isfinite(ours), others), (
            f"{(~np.isfinite(ours)).sum()} are not finite, for {others.sum()}")
        assert np.array_equal(ours[others], theirs[others], equal_nan=True), "NaN and infinity"
        over = np.abs(ours[~others] - theirs[~others])
        over -= np.broadcast_to(rounding, theirs.shape)[~others]
        total += float(np.square(np.maximum(over, 0)).sum())
    assert total**0.5 <= bound, f"off by {total**0.5:.3g}; {bound:.3g} are allowed"


def windows_of(image, shape):
    return np.lib.stride_tricks.sliding_window_view(image, shape)


def scores(image, template, method):
    """OpenCV's scores by their definition, and the standard deviation under the template (of
    ccorr_normed, the root of the mean square)."""
    windows = windows_of(image, template.shape)
    axes = (2, 3)
    if method == "ccoeff_normed":
        windows = windows - windows.mean(axes, keepdims=True)
        template = template - template.mean()
    products = (windows * template).sum(axes)
    if method == "ccorr":
        return products, np.full(products.shape, np.inf)
    power = (windows**2).sum(axes)
    norms = np.sqrt(power * (template**2).sum())
    return (np.divide(products, norms, np.zeros_like(products), where=norms > 0),
            np.sqrt(power / template.size))


def _factors(kind, power, sigma):
    """fftcore/denoise.h's, of one frame and strength 1."""
    f = np.fft.fftfreq(power.shape[-1])
    low = 1 - 0.12 * np.exp(-(np.hypot(f[:, None], f[None]) / 0.22)**2)
    factor = {"firm": 1.96 * low, "hard": 2.2, "wiener": 1.55}[kind]
    share = np.minimum((factor * sigma)**2 / np.maximum(power, 1e-300), 2)
    if kind == "hard":
        return (share <= 1).astype(float)
    return np.maximum(1 - (share**4 if kind == "firm" else share), 0)


def denoised(image, block, step, kind, sigma):
    """An image denoised by its definition; beside it by how much bins may change the result, in the
    2-norm, that are as strong as the threshold of kind hard but for rounding."""
    hann = np.sin(np.pi * (np.arange(block) + 0.5) / block)**2
    a = hann / np.sqrt(np.tile((hann**2).reshape(-1, step).sum(0), block // step))
    w = np.outer(a, a)
    spectrum_of_w = np.fft.fft2(w)
    scale = np.abs(image).max() or 1.0
    lead, (rows, columns) = block - step, image.shape
    padded = np.pad(image / scale, [(lead, block + step)] * 2, mode="reflect")
    level = sigma / scale
    tops, lefts = range(0, rows + lead, step), range(0, columns + lead, step)
    windows = windows_of(padded, w.shape)[::step, ::step][:len(tops), :len(lefts)]
    bins = np.fft.fft2(windows * w)
    mean = bins[..., :1, :1] / spectrum_of_w[0, 0] * spectrum_of_w
    rest = bins - mean
    power = np.abs(rest)**2 / np.sum(w**2)
    made = np.fft.ifft2(_factors(kind, power, level) * rest + mean).real * w
    result = np.zeros(padded.shape)
    for i, top in enumerate(tops):
        for j, left in enumerate(lefts):
            result[top:top + block, left:left + block] += made[i, j]
    doubt = 0.0
    if kind == "hard" and level > 0:
        is_near = np.abs(power / (2.2 * level)**2 - 1) < 1e-3
        doubt = float(np.abs(rest[is_near]).sum()) / block
    return result[lead:lead + rows, lead:lead + columns] * scale, doubt * scale
