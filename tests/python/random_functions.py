# SPDX-License-Identifier: LGPL-2.1-or-later
"""A random case of each function of fftcore, beside SciPy or a definition. The functions here have
the names of fftcore's; a function of fftcore that has none here fails the test."""
import arrays
import bounds
import numpy as np
import pytest
import random_reference as reference
import scipy.fft
import scipy.ndimage
from random_draws import NUMBERS, REAL
from reach import finite

import fftcore

CHANNELS = (None, None, None, 0, -1)
MODES = reference.REGIONS + reference.EDGES
SMALL = (120, 40, 12)
"""The most samples along an axis, of one to three axes."""


def _places(axis, sides, number):
    """A shape with an axis of so many besides."""
    return sides if axis is None else (number,) + sides if axis == 0 else sides + (number,)


def _apart(array, axis, number):
    """Parts of an array along an axis, or itself."""
    return [array] if axis is None else [array.take(i, axis) for i in range(number)]


def filtered(draw, operation, call):
    """`call(image, taps, mode, words)` beside SciPy."""
    axes = draw.number(1, 3)
    mode = draw.one_of(MODES, mode=1)
    shape, sides = draw.sides(axes, SMALL[axes - 1]), draw.sides(axes, (40, 13, 4)[axes - 1])
    if mode == "valid":
        sides = tuple(map(min, shape, sides))
    channel_axis, channels = draw.one_of(CHANNELS, channel_axis=1), draw.number(1, 5)
    frames, filters = (draw.number(1, 3) if draw.one_in(4) else None for _ in range(2))
    crossed = frames is not None and filters is not None
    draw.say(frames=frames, filters=filters)
    is_complex = draw.one_in(6)
    taps = draw.taps(sides if filters is None else (filters,) + sides, is_complex)
    whole = _places(channel_axis, shape, channels)
    image = draw.image(whole if frames is None else (frames,) + whole, share=not is_complex)
    words = dict(channel_axis=channel_axis, frames=frames is not None, filters=filters is not None,
                 crossed=crossed)
    if mode == "constant" and draw.one_in(2):
        words["cval"] = draw.one_of((1.5, -300.0, np.nan if not is_complex else 2.0), cval=1)
    level = words.get("cval", 0.0)
    dtype = reference.dtype_of(image.dtype, taps.dtype, mode)
    got = call(image, taps, mode, words)
    results, bound = [], 0.0
    is_single = image.is_single and dtype.name not in ("float64", "complex128")
    for frame in _apart(image.exact, None if frames is None else 0, frames):
        for one in _apart(taps.exact, None if filters is None else 0, filters):
            parts = [reference.filtered(operation, part, one, mode, level)
                     for part in _apart(frame, channel_axis, channels)]
            bound += sum(reference.bound_of(is_single, part, one, abs(finite(np.float64(level))),
                                            mode)
                         for part in _apart(frame, channel_axis, channels))
            results.append(parts[0] if channel_axis is None else np.stack(parts, channel_axis))
    want = results[0] if frames is None and filters is None else np.stack(results)
    reference.compare(got, want, bound, dtype)


def convolve(draw):
    filtered(draw, "convolve", lambda image, taps, mode, words: fftcore.convolve(
        image.array, taps.array, mode, **words))


def correlate(draw):
    filtered(draw, "correlate", lambda image, taps, mode, words: fftcore.correlate(
        image.array, taps.array, mode, **words))


def _by_frequency(draw, name, *cutoffs):
    taps = fftcore.filter_taps(name, *cutoffs)
    image = draw.image(draw.sides(2, 24), REAL, share=False)
    mode = draw.one_of(reference.EDGES, mode=1)
    got = getattr(fftcore, name)(image.array, *cutoffs, mode=mode)
    want = reference.summed(image.exact, taps, mode)
    reference.compare(got, want, reference.bound_of(image.is_single, image.exact, taps, mode=mode),
                      image.dtype)


def lowpass(draw):
    _by_frequency(draw, "lowpass", draw.one_of((0.1, 0.2, 0.37), cutoff=1))


def highpass(draw):
    _by_frequency(draw, "highpass", draw.one_of((0.1, 0.2, 0.37), cutoff=1))


def bandpass(draw):
    _by_frequency(draw, "bandpass", 0.1, draw.one_of((0.2, 0.37), cutoff=1))


def bandstop(draw):
    _by_frequency(draw, "bandstop", 0.1, draw.one_of((0.2, 0.37), cutoff=1))


def deconvolve(draw):
    psf = fftcore.gaussian_blur(draw.one_of((0.5, 0.7), sigma=1))
    taps = fftcore.restoring_taps(psf, 0.1)
    image = draw.image(draw.sides(2, 24), REAL, share=False)
    got = fftcore.deconvolve(image.array, psf, 0.1)
    want = reference.summed(image.exact, taps, "mirror")
    bound = reference.bound_of(image.is_single, image.exact, taps, mode="mirror")
    reference.compare(got, want, bound, image.dtype)


LAYOUTS = tuple(name for name in arrays.LAYOUTS if name not in ("repeated", "windows"))
"""Those of what may not be changed: a picture, and noise."""
TYPED = tuple(name for name in arrays.LAYOUTS if name != "list")
"""Those that keep a type."""


def told(image, has_score, search):
    """What a search gives, which says how many of the image's samples no score counts. None: it is
    refused, as it has to be."""
    count = np.count_nonzero(~np.isfinite(image.exact))
    if count == 0:
        return search()
    if has_score:
        with pytest.warns(RuntimeWarning, match=f"^image: {count} of {image.exact.size} samples"):
            return search()
    with pytest.raises(ValueError, match=f"no place has a score: {count} of {image.exact.size}"):
        search()
    return None


def match_template(draw):
    matched(draw, lambda image, template, words, has_score: told(
        image, has_score, lambda: fftcore.match_template(image.array, template.array, **words)))
    image = draw.random.standard_normal((24, 31))
    check_scale(draw, image, image[3:9, 4:11] * draw.scale(),
                draw.one_of(("ccoeff_normed", "ccorr_normed")))


def levels_of(dtype):
    """Levels for searches, which see contrast on any level that a type has both of."""
    return (0, 1, 30, 1e4, 1e6) if dtype in ("float32", "float64") else (0, 1, 30)


def searched_image(draw, shape, has_marks):
    """An image on any level, some of whose samples may be marks such as for "no data". They are NaN
    in its exact values, since no score counts them."""
    dtype = draw.one_of(REAL)
    values = draw.values(shape, dtype, levels_of(dtype))
    mark = None
    if has_marks and dtype in ("float32", "float64") and values.size >= 64 and draw.one_in(3):
        size = draw.one_of((1e6, -1e9) if dtype == "float32" else (1e16, -1e30))
        mark = values.dtype.type(np.abs(values).max() * size)
        at = draw.random.random(shape) < draw.one_of((0, 0.02, 0.3), marks=1)
        at.flat[draw.number(0, values.size - 1)] = True
        values[at] = mark
    if values.dtype.kind == "f" and draw.one_in(3):
        values = draw.hurt(values, draw.one_of((1e-3, 0.02, 0.3)))
    # A list is of double precision, to which a mark has to be larger.
    image = draw.given("image", values, TYPED if mark is not None else tuple(arrays.LAYOUTS))
    return image if mark is None else image._replace(
        exact=np.where(image.exact == float(mark), np.nan, image.exact))


def search_level(image, method):
    """The level that the scores do not see: in single precision that of fftcore/search.h."""
    seen = np.isfinite(image.exact)
    if method != "ccoeff_normed" or not seen.any():
        return 0.0
    if not image.is_single:
        return image.exact.mean(where=seen)
    rows, columns = image.exact.shape
    places = ((rows // 4, columns // 2), (rows // 2, columns // 4),
              (3 * rows // 4, 3 * columns // 4))
    samples = [image.exact[place] for place in places if seen[place]]
    if len(samples) == 2:
        samples.append(samples[0])
    return np.median(samples) if samples else 0.0


def check_scale(draw, image, template, method):
    """Scores of floats have the same bits at any scale that is a power of 2."""
    # Whole multiples, so that none is too small for its type.
    exact = np.rint(np.clip((image - image.mean()) / (image.std() or 1), -99, 99) * 64)
    exponent = draw.number(-100, 100)
    draw.say(exponent=exponent)
    for dtype in ("float32", "float64"):
        one = exact.astype(dtype) + 1000
        got = [fftcore.match_template(np.ldexp(one, scale), template, score=method)
               for scale in (0, exponent)]
        assert np.array_equal(*got), np.abs(got[1] - got[0]).max()


def matched(draw, call, most=40, has_marks=True):
    """Scores beside their definition, where the deviation under the template is not just that at
    which it counts as flat."""
    sides = draw.sides(2, 9, 2)
    shape = tuple(draw.number(side, most) for side in sides)
    method = draw.one_of(("ccoeff_normed", "ccorr_normed", "ccorr"), score=1)
    image = searched_image(draw, shape, has_marks)
    kind = draw.one_of(("float32", "float64"))
    template = draw.given("template", draw.values(sides, kind, (0, 1)))
    if draw.one_in(2):  # a part of the image, which has one
        at = [draw.number(0, whole - side) for whole, side in zip(shape, sides)]
        part = image.exact[at[0]:at[0] + sides[0], at[1]:at[1] + sides[1]]
        if np.isfinite(part).all() and np.ptp(part) > 0:
            template = draw.given("template", part, LAYOUTS)
    seen = np.isfinite(image.exact)
    hidden = ~reference.windows_of(seen, sides).all((2, 3))
    values = finite(image.exact)
    want, deviation = reference.scores(values, template.exact, method)
    if np.abs(want[~hidden]).max(initial=0) > np.finfo(np.float32).max:
        with pytest.raises(ValueError, match="scores are of up to"):
            call(image, template, {"score": method}, True)
        return
    got = call(image, template, {"score": method}, not hidden.all())
    if got is None:
        return
    assert got.dtype == np.float32 and got.shape == tuple(
        whole - side + 1 for whole, side in zip(shape, sides)), (got.dtype, got.shape)
    assert (got[hidden] == np.finfo(np.float32).min).all(), "scores beside what is not seen"
    unit = 2.0**-16 if image.is_single else 2.0**-45
    level = search_level(image, method)
    about = np.where(seen, values - level, 0)
    least = (0.5 if image.dtype.name in ("uint8", "uint16")
             else unit * np.hypot(np.sqrt(np.mean(about**2)), level / 256))
    if method != "ccorr":
        want = np.where(deviation < least, 0, want)
        hidden |= np.abs(deviation / least - 1) < 0.1 if least else hidden
        if not seen.all():  # single precision may have lost the level before
            hidden |= deviation < 2.0**-23 * abs(level)
        bound = 2e-4 if image.is_single else 2e-7
    else:
        bound = (bounds.of_convolution("float32" if image.is_single else "float64", values,
                                       template.exact) + 2.0**-24 * np.abs(want).max())
    error = np.abs(got - want)[~hidden].max(initial=0)
    assert error <= bound, f"scores are off by {error:.3g}; {bound:.3g} are allowed"


def picture(draw, shape):
    """Smooth noise of contrast 1, as pictures are."""
    made = scipy.ndimage.gaussian_filter(draw.random.standard_normal(shape), 1.2, mode="wrap")
    return made / made.std()


def check_place(best, image, template, at):
    """The best place is `at`, as near as the parabolas have it that rise to 1 (Peak in
    fftcore/search.h). The library knows scores to 1e-4."""
    scores, _ = reference.scores(finite(image), template, "ccoeff_normed")
    is_seen = reference.windows_of(np.isfinite(image), template.shape).all((2, 3))
    for axis, got in enumerate((best.y, best.x)):
        line, has_score = (np.moveaxis(one, axis, -1)[at[1 - axis]] for one in (scores, is_seen))
        near = np.s_[max(at[axis] - 1, 0):at[axis] + 2]
        allowed = 1e-6
        if len(line[near]) == 3 and has_score[near].all():
            before, peak, after = line[near]
            curve = 2 * peak - before - after
            near, far = (np.sqrt(max(0, 1 - score) + 2e-4) for score in (peak, max(before, after)))
            allowed += min(abs(before - after) / 2 / curve + 2e-4 / curve, near / (near + far))
        assert abs(got - at[axis]) < allowed, (best, axis, at, allowed)
    assert best.score > 0.999, best


def find_template(draw):
    shape, sides = draw.sides(2, 70, 40), draw.sides(2, 20, 12)
    at = [draw.number(0, whole - side) for whole, side in zip(shape, sides)]
    dtype = draw.one_of(REAL[1:])
    values = draw.values(shape, dtype, levels_of(dtype), 8, picture(draw, shape))
    part = np.s_[at[0]:at[0] + sides[0], at[1]:at[1] + sides[1]]
    template = draw.given("template", values[part].copy(), LAYOUTS)
    if values.dtype.kind == "f" and draw.one_in(3):
        kept = values[part].copy()
        values = draw.hurt(values, 1e-3)
        values[part] = kept
    image = draw.given("image", values, LAYOUTS)
    draw.say(at=at)
    best = told(image, True, lambda: fftcore.find_template(image.array, template.array))[0]
    check_place(best, image.exact, template.exact, at)


def phase_correlation(draw):
    size, most = draw.sides(2, 70, 48), 9
    reference_at, image_at = ([draw.number(0, most) for _ in size] for _ in range(2))
    dtype = draw.one_of(REAL[1:])
    large = draw.values([side + most for side in size], dtype, levels_of(dtype), 32,
                        picture(draw, [side + most for side in size]))
    parts = [large[y:y + size[0], x:x + size[1]].copy() for y, x in (reference_at, image_at)]
    if draw.one_in(4):
        large = np.roll(parts[0], (3, -7), (0, 1))
        parts, reference_at, image_at = [parts[0], large], (3, -7), (0, 0)
    before, after = (draw.given(name, part, [name for name in LAYOUTS if name in TYPED])
                     for name, part in zip(("reference", "image"), parts))
    best = fftcore.phase_correlation(before.array, after.array)[0]
    want = [first - second for first, second in zip(reference_at, image_at)]
    draw.say(want=want)
    assert abs(best.y - want[0]) < 0.25 and abs(best.x - want[1]) < 0.25, best
    assert best.confidence > 0.1, best


def estimate_sigma(draw):
    """The deviation of white noise. The estimate is a root of the median power of blocks of 16x16,
    and a power has the distribution of chi squared of about 6.6 degrees of freedom, since its
    median is 0.9024 of its mean. So the estimate's own deviation is 0.32 over the root of how many
    blocks there are; five of those are allowed."""
    shape = draw.sides(2, 320, 200)
    image = draw.given("image", draw.values(shape, draw.one_of(REAL[1:]), (0, 1, 30), 8), LAYOUTS)
    got, want = fftcore.estimate_sigma(image.array), image.exact.std()
    allowed = 5 * 0.32 / (shape[0] // 16 * (shape[1] // 16))**0.5
    assert abs(got / want - 1) < allowed, f"{got} for {want}; {allowed:.3g} of it is allowed"


def denoised(draw, call):
    """Beside the definition of fftcore/denoise.h, in double."""
    block, step = draw.one_of(((8, 2), (8, 4), (16, 4), (16, 8)), block=1)
    image = draw.image(draw.sides(2, 30, 2), REAL, share=False)
    sigma = float(image.exact.std() * draw.one_of((0.0, 0.2, 0.5, 1.0)))
    kind = draw.one_of(("firm", "hard", "wiener"), kind=1)
    got = call(image, sigma, dict(block=block, step=step, kind=kind))
    want, doubt = reference.denoised(image.exact, block, step, kind, sigma)
    level = np.abs(image.exact).max()
    # uint8 and uint16 are computed as they are; others less their mean.
    bound = np.sqrt(want.size) * level * 1e-5 + doubt
    reference.compare(got, want, bound, image.dtype)


def denoise(draw):
    denoised(draw, lambda image, sigma, words: fftcore.denoise(image.array, sigma, **words))


def transformed(name):
    """A random case of a transform of scipy.fft."""
    ours, scipys = getattr(fftcore, name), getattr(scipy.fft, name)
    is_real = name.startswith(("rfft", "ihfft"))

    def case(draw):
        axes = draw.number(2 if name.endswith("2") else 1, 4)
        least = 2 if name.startswith(("irfft", "hfft", "dct", "idct")) else 1
        x = draw.image(draw.sides(axes, (300, 30, 12, 6)[axes - 1], least),
                       REAL if is_real else NUMBERS, share=False, name="x")
        words = {"norm": draw.one_of((None, "backward", "ortho", "forward"), norm=1)}
        if name.lstrip("i").startswith(("dct", "dst")):
            words["type"] = draw.number(1, 4)
            if words["type"] in (2, 3) and words["norm"] == "ortho" and "dst" in name:
                words["orthogonalize"] = False  # the page says how SciPy 1.10 differs
            if x.dtype.kind == "c":
                x = draw.image(x.exact.shape, REAL, share=False, name="x")
        if name.endswith(("2", "n")):
            number = 2 if name.endswith("2") else draw.number(1, axes)
            chosen = draw.random.permutation(axes)[:number]
            words["axes"] = tuple(int(axis) - axes * draw.number(0, 1) for axis in chosen)
            if draw.one_in(3):
                words["s"] = draw.sides(len(chosen), 20, 3)
        else:
            words["axis"] = draw.number(-axes, axes - 1)
            if draw.one_in(3):
                words["n"] = draw.number(3, 40)
        draw.say(**words)
        got, want = ours(x.array, **words), scipys(x.exact, **words)
        is_single = x.dtype.name in ("float16", "float32", "complex64")
        bound = bounds.of_transform("float32" if is_single else "float64", want, 4 * got.size)
        kinds = ("complex64", "complex128") if want.dtype.kind == "c" else ("float32", "float64")
        assert got.dtype == kinds[not is_single], got.dtype
        assert got.shape == want.shape, got.shape
        error = np.linalg.norm(got.astype(complex) - want)
        assert error <= bound + 1e-300, f"off by {error:.3g}; {bound:.3g} are allowed"
    return case


TRANSFORMS = tuple(name for name in scipy.fft.__all__ if name in fftcore.__all__)
