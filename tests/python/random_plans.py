# SPDX-License-Identifier: LGPL-2.1-or-later
"""A random case of each plan of fftcore, beside SciPy or a definition."""
import pickle

import arrays
import bounds
import numpy as np
import random_functions as functions
import random_reference as reference
import scipy.fft
from reach import finite

import fftcore

ELEMENTS = ("uint8", "uint16") + arrays.FLOATS + arrays.COMPLEX


def run(draw, call, given):
    """The result of `call(array)`. Plans take arrays that lie as the library has them, and refuse
    others with words; those are given again without gaps."""
    try:
        return call(given.array)
    except (ValueError, TypeError) as error:
        assert given.layout not in ("dense", "unaligned", "read-only") or (
            not given.array.dtype.isnative), f"{given.what}: {error}"
        assert any(word in str(error) for word in ("allowed", "expected", "need")), str(error)
        draw.say(refused=True)
        return call(np.array(given.array, given.dtype, order="C"))


def _once_more(draw, plan):
    """The plan itself, or what became of it by pickle."""
    return pickle.loads(pickle.dumps(plan)) if draw.one_in(4) else plan


def _scaled(values, gain, offset):
    """Times a gain, plus an offset. NumPy's product of an infinite part and a real number is a
    complex one, whose other part becomes no number."""
    result = np.array(values)
    with np.errstate(invalid="ignore"):  # 0 times infinity is no number
        for part in (result.real, result.imag) if result.dtype.kind == "c" else (result,):
            part *= gain
    return result + offset


def convolution(draw):
    axes = draw.number(1, 3)
    operation = draw.one_of(("convolve", "correlate"), operation=1)
    mode = draw.one_of(functions.MODES, mode=1)
    shape = draw.sides(axes, functions.SMALL[axes - 1])
    sides = draw.sides(axes, (40, 13, 4)[axes - 1])
    if mode == "valid":
        sides = tuple(map(min, shape, sides))
    channel_axis, channels = draw.one_of(functions.CHANNELS, channel_axis=1), draw.number(1, 5)
    whole = functions._places(channel_axis, shape, channels)
    image = draw.image(whole, ELEMENTS, layouts=functions.TYPED)
    out = image.dtype.name
    if image.dtype.kind != "c" and draw.one_in(2):
        out = draw.one_of(("uint8", "uint16", "float16", "float32", "float64"), out=1)
    taps = draw.taps(sides, image.dtype.kind == "c" and draw.one_in(3))
    if taps.exact.dtype.kind == "c" and not np.isfinite(image.exact).all():
        return
    value = fftcore.Convolution(whole, sides, image.dtype.name, out, operation, mode, channel_axis)
    assert value.out_shape
    plan = value.compile(taps.array)
    gain, offset = draw.one_of(((1.0, 0.0), (0.375, 0.0), (-1.25, 3.0), (0.0, 40.0)))
    if (gain, offset) != (1.0, 0.0):
        plan.set_gain(gain, offset)
    draw.say(gain=gain, offset=offset, plan=plan.text)
    plan = _once_more(draw, plan)
    got = run(draw, plan.run, image)
    plan.wait()
    parts = functions._apart(image.exact, channel_axis, channels)
    want = [_scaled(reference.filtered(operation, part, taps.exact, mode), gain, offset)
            for part in parts]
    is_single = image.is_single and out not in ("float64", "complex128")
    bound = abs(gain) * sum(reference.bound_of(is_single, part, taps.exact, mode=mode)
                            for part in parts)
    bound += 2.0**(-24 if is_single else -53) * np.sqrt(got.size) * (
        offset + np.abs(finite(np.array(want))).max(initial=0))
    want = want[0] if channel_axis is None else np.stack(want, channel_axis)
    reference.compare(got, want, bound, out)


def plan(draw):
    """A plan of a text, that of a Convolution of one filter."""
    shape, sides = draw.sides(2, 40), tuple(side | 1 for side in draw.sides(2, 9))
    mode = draw.one_of(reference.EDGES, mode=1)
    image, taps = draw.image(shape, ELEMENTS, False, layouts=functions.TYPED), draw.taps(sides)
    made = fftcore.Plan(fftcore.Convolution(shape, sides, image.dtype.name, mode=mode).text,
                        backend="cpu", threads=draw.number(0, 2))
    assert made.backend == "cpu" and made.plan_text
    made.set_taps(taps.array)
    made = _once_more(draw, made)
    out = np.empty(shape, image.dtype)
    got = run(draw, lambda array: made.run(array, out), image)
    made.wait()
    assert got is out
    want = reference.filtered("convolve", image.exact, taps.exact, mode)
    bound = reference.bound_of(image.is_single, image.exact, taps.exact, mode=mode)
    reference.compare(got, want, bound, image.dtype)


def transform(draw):
    kind = draw.one_of(("c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2",
                        "dst3", "dst4"), kind=1)
    axes = draw.number(1, 3)
    x = draw.image(draw.sides(axes, (300, 40, 12)[axes - 1], 2 if kind in ("c2r", "dct1") else 1),
                   ("complex64", "complex128") if kind.startswith("c2") else ("float32", "float64"),
                   share=False, name="x", layouts=functions.TYPED)
    chosen = tuple(sorted(int(axis) for axis in
                          draw.random.permutation(axes)[:draw.number(1, axes)]))
    inverse, scale = kind[0] in "cd" and draw.one_in(2), draw.one_of((1.0, -0.125, 3.7), scale=1)
    ortho, normalized = kind[0] == "d" and draw.one_in(3), draw.one_in(3)
    normalized = normalized and not ortho
    value = fftcore.Transform(kind, x.exact.shape, chosen, x.dtype.name, inverse, normalized, ortho,
                              scale)
    draw.say(value=value)
    made = _once_more(draw, value.compile())
    got = run(draw, made.run, x)
    made.wait()
    points = fftcore._transforms.points_of(kind, value._points())
    want = _transformed(kind, x.exact, chosen, inverse, ortho, value._points()) * scale
    if normalized:
        want = want / points
    bound = bounds.of_transform(x.dtype, want, 4 * want.size) + 1e-300
    assert got.shape == value.out_shape == want.shape and got.dtype == value.out_dtype
    error = np.linalg.norm(got.astype(complex) - want)
    assert error <= bound, f"off by {error:.3g}; {bound:.3g} are allowed"


def _transformed(kind, x, axes, inverse, ortho, points):
    """By SciPy, neither way normalized."""
    if kind == "c2c":
        return (scipy.fft.ifftn(x, axes=axes, norm="forward") if inverse
                else scipy.fft.fftn(x, axes=axes))
    if kind == "r2c":
        return scipy.fft.rfftn(x, axes=axes)
    if kind == "c2r":
        return scipy.fft.irfftn(x, points, axes, norm="forward")
    number = int(kind[3])
    if inverse:  # without a scale it is the same sum with types 2 and 3 exchanged
        number = {2: 3, 3: 2}.get(number, number)
    for axis in axes:
        x = _trigonometric(kind[:3], x, number, axis, ortho)
    return x


def _trigonometric(kind, x, number, axis, ortho):
    if not ortho:
        return getattr(scipy.fft, kind)(x, number, axis=axis)
    if kind == "dct" or number in (1, 4):
        return getattr(scipy.fft, kind)(x, number, axis=axis, norm="ortho", orthogonalize=True)
    # SciPy 1.10 scales the first sine of types 2 and 3, and so its matrix is not orthonormal.
    points = x.shape[axis]
    last = np.ones(points)
    last[-1] = 2**-0.5
    last = last.reshape([-1 if one == axis else 1 for one in range(x.ndim)])
    # Type 3's own formula takes half of the last value, where the others count twice.
    x = x / last if number == 3 else x
    x = scipy.fft.dst(x, number, axis=axis, norm="ortho", orthogonalize=False)
    return x * last if number == 2 else x


def _search_image(draw, shape, name, values):
    return draw.given(name, values, ("dense", "rows apart", "unaligned", "read-only"))


def matching(draw):
    """TemplateMatching finds a part of an image where it is."""
    shape, sides = draw.sides(2, 60, 40), draw.sides(2, 20, 12)
    at = [draw.number(0, whole - side) for whole, side in zip(shape, sides)]
    dtype = draw.one_of(("uint8", "uint16", "float32"))
    values = draw.values(shape, dtype, functions.levels_of(dtype), 8,
                         functions.picture(draw, shape))
    template = draw.given("template", values[at[0]:at[0] + sides[0], at[1]:at[1] + sides[1]].copy(),
                          functions.LAYOUTS)
    image = _search_image(draw, shape, "image", values)
    made = fftcore.TemplateMatching(shape, sides, image.dtype.name)
    made.set_template(template.array)
    made = _once_more(draw, made)
    best = run(draw, made.find, image)[0]
    draw.say(at=at)
    functions.check_place(best, image.exact, template.exact, at)


def phase(draw):
    """PhaseCorrelation measures how far an image is moved."""
    shape, most = draw.sides(2, 64, 48), 8
    moves = [draw.number(0, most) for _ in range(2)]
    dtype = draw.one_of(("uint8", "uint16", "float32"))
    large = draw.values([side + most for side in shape], dtype, functions.levels_of(dtype), 32,
                        functions.picture(draw, [side + most for side in shape]))
    before = _search_image(draw, shape, "reference", large[:shape[0], :shape[1]].copy())
    after = _search_image(draw, shape, "image", large[moves[0]:moves[0] + shape[0],
                                                      moves[1]:moves[1] + shape[1]].copy())
    made = fftcore.PhaseCorrelation(shape, before.dtype.name)
    made = _once_more(draw, made)
    run(draw, made.set_reference, before)
    draw.say(moves=moves)
    best = run(draw, made.measure, after)[0]
    assert abs(best.y + moves[0]) < 0.25 and abs(best.x + moves[1]) < 0.25, best
    made.keep_as_reference()
    best = run(draw, made.measure, before)[0]
    assert abs(best.y - moves[0]) < 0.25 and abs(best.x - moves[1]) < 0.25, best
