# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.batch on the random files of tests/samples: of any format, bits, byte order, layout,
orientation, page, alpha, scale and level. Results are held against SciPy or a definition."""
import json
import os
import sys

import numpy as np
import particles
import pytest
import random_reference as reference
import scipy.ndimage

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "samples"))
files = pytest.importorskip("random_files")
import tifffile  # noqa: E402, after the files found it

import fftcore  # noqa: E402
from fftcore.batch import cli  # noqa: E402
from fftcore.batch.options import EDGES  # noqa: E402


def write(folder, drawn):
    (folder / "in").mkdir(parents=True)
    for number, file in enumerate(drawn):
        file.write(str(folder / "in" / f"{number:02}{file.ending}"))


def run(folder, *words, before=()):
    """The exit status, and results by their numbers."""
    status = cli.main([str(word) for word in (
        "--scheduler", "none", "--no-progress", *before, *words, folder / "in", folder / "out")])
    return status, {int(path.name[:2]): path for path in (folder / "out").iterdir()}


def check(file, path, want, bound):
    with tifffile.TiffFile(path) as opened:
        extras = [one.name for one in opened.pages[0].extrasamples]
        result = opened.pages[0].asarray()
    assert (result.dtype, result.shape) == (file.shown.dtype, file.shown.shape)
    if file.alpha:
        assert extras == [file.alpha]
        assert np.array_equal(result[..., -1], file.shown[..., -1], equal_nan=True), "alpha"
        result = result[..., :-1].reshape(want.shape)
    reference.compare(result, want, bound)


def channels_of(file):
    image = file.colours.astype(float)
    return np.moveaxis(image.reshape(*image.shape[:2], -1), -1, 0), image.shape


def filtered(file, taps, operation, edge):
    parts, shape = channels_of(file)
    want = [reference.filtered(operation, part, taps, EDGES[edge]) for part in parts]
    return (np.stack(want, -1).reshape(shape),
            sum(reference.bound_of(True, part, taps, mode=EDGES[edge]) for part in parts))


def _filter(draw, folder):
    page = draw.number(1, 3) if draw.one_in(4) else 0
    drawn = []
    for _ in range(3):
        image = draw.image(draw.one_of(files.DTYPES))
        if image.dtype.kind == "f" and draw.one_in(3):
            image = draw.hurt(image)
        drawn.append(draw.file(image, page))
    write(folder, drawn)
    taps = draw.random.standard_normal(draw.size(1, 9)) / 30
    np.save(folder / "taps.npy", taps.astype(draw.one_of(("<f8", ">f8"))))
    edge, operation = draw.one_of(tuple(EDGES)), draw.one_of(("convolve", "correlate"))
    status, found = run(folder, "filter", "--taps", folder / "taps.npy", "--edge", edge, "--ending",
                        ".tif", *["--correlate"] * (operation == "correlate"),
                        before=["--page", page] if page else [])
    assert status == cli.DONE
    for number, file in enumerate(drawn):
        check(file, found[number], *filtered(file, taps, operation, edge))


def _deblur(draw, folder):
    drawn = [draw.file(draw.image(draw.one_of(files.DTYPES))) for _ in range(3)]
    bad = draw.file(draw.hurt(draw.image("float32", (20, 20), 1))) if draw.one_in(2) else None
    write(folder, drawn + ([bad] if bad else []))
    is_bad = bad is not None and not np.isfinite(bad.shown).all()
    status, found = run(folder, "deblur", "--gaussian=0.7", "--lambda=0.1", "--ending", ".tif")
    assert status == (cli.FAILED if is_bad else cli.DONE) and (3 in found) <= (not is_bad)
    blur = fftcore.gaussian_blur(0.7)
    taps = fftcore.restoring_taps(blur / blur.sum(), 0.1)
    for number, file in enumerate(drawn):
        check(file, found[number], *filtered(file, taps, "convolve", "reflect-101"))


def _denoise(draw, folder):
    dtype = draw.one_of(files.DTYPES)
    drawn = [draw.file(draw.image(dtype, draw.size(2, 30))) for _ in range(3)]
    write(folder, drawn)
    white = 1 if dtype == "float32" else np.iinfo(dtype).max
    sigma = min(0.5 * min(float(file.shown.std()) for file in drawn) / white * 255, 9999)
    status, found = run(folder, "denoise", "--sigma", repr(sigma), "--block=8", "--ending", ".tif")
    assert status == cli.DONE
    for number, file in enumerate(drawn):
        parts, shape = channels_of(file)
        want = [reference.denoised(part, 8, 2, "firm", sigma * white / 255)[0] for part in parts]
        check(file, found[number], np.stack(want, -1).reshape(shape),
              1e-5 * max(np.abs(part).max() for part in parts) * np.sqrt(file.shown.size))


def _grey(draw, size, dtype):
    grey = scipy.ndimage.gaussian_filter(draw.random.standard_normal(size), 1.2)
    return draw.stored(grey / grey.std(), dtype, 8, levels=(0, 1, 30, 1e4, 1e5), most_digits=28)


def _match(draw, folder):
    dtype = draw.one_of(files.DTYPES)
    size, sides = draw.size(45, 70), draw.size(14, 24)
    image = _grey(draw, size, dtype)
    y, x = (draw.number(0, whole - side) for whole, side in zip(size, sides))
    template = draw.file(image[y:y + sides[0], x:x + sides[1]].copy(), is_tiff=True)
    write(folder, [draw.file(image, is_tiff=dtype == "uint8")])
    template.write(str(folder / "template.tif"))
    status, found = run(folder, "match", "--template", folder / "template.tif")
    assert status == cli.DONE
    best = json.loads(found[0].read_text().splitlines()[0])["peaks"][0]
    assert abs(best["x"] - x) + abs(best["y"] - y) < 0.15 and best["score"] > 0.99, (best, x, y)


def _register(draw, folder):
    dtype, size = draw.one_of(files.DTYPES), draw.size(60, 80)
    large = _grey(draw, (size[0] + 10, size[1] + 10), dtype)
    places = [(draw.number(0, 10), draw.number(0, 10)) for _ in range(2)]
    drawn = [draw.file(large[y:y + size[0], x:x + size[1]].copy(), is_tiff=dtype == "uint8")
             for y, x in places]
    write(folder, drawn[1:])
    path = folder / f"reference{drawn[0].ending}"
    drawn[0].write(str(path))
    status, found = run(folder, "register", "--reference", path)
    assert status == cli.DONE
    best = json.loads(found[0].read_text())
    want = [first - second for first, second in zip(*places)]
    assert abs(best["dy"] - want[0]) < 0.3 and abs(best["dx"] - want[1]) < 0.3, (best, want)


def _piv(draw, folder):
    shift = draw.random.uniform(-3, 3, 2)
    dtype = draw.one_of(files.DTYPES)
    frames = [frame.astype(float) / 255 for frame in particles.frames(
        (80, 96), particles.uniform(*shift), seed=draw.number(0, 99))]
    white = 10 ** draw.random.uniform(-3, 3) if dtype == "float32" else np.iinfo(dtype).max
    write(folder, [draw.file((white * frame).astype(dtype), is_tiff=dtype == "uint8")
                   for frame in frames])
    status, found = run(folder, "piv", "--windowsizes=32,16", "--format=npz")
    assert status == cli.DONE
    with np.load(min(found.values())) as field:
        assert abs(np.nanmedian(field["u"]) - shift[0]) < 0.2
        assert abs(np.nanmedian(field["v"]) - shift[1]) < 0.2


OPERATIONS = {"filter": _filter, "deblur": _deblur, "denoise": _denoise, "match": _match,
              "register": _register, "piv": _piv}


@pytest.mark.parametrize("name", OPERATIONS)
def test_random_files(name, tmp_path):
    for seed in range(files.SEED, files.SEED + files.count(10)):
        draw = files.Draws(seed, name)
        try:
            OPERATIONS[name](draw, tmp_path / str(seed))
        except Exception as error:
            raise AssertionError(
                f"{type(error).__name__}: {error}\nThis case alone:\n"
                f"    FFTCORE_TEST_SEED={seed} FFTCORE_TEST_COUNT=1 tests/lane python "
                f"'tests/python/random_files_test.py::test_random_files[{name}]'") from error


def test_every_operation_is_tried():
    parser = cli._parser()
    choices = next(action.choices for action in parser._actions if isinstance(action.choices, dict))
    assert set(choices) == set(OPERATIONS)
