# SPDX-License-Identifier: LGPL-2.1-or-later
"""Image files as many programs write them (the table of tests/samples), through fftcore.batch:
every result is the whole, right one, or the file is named as failed and has none."""
import json
import os
import sys

import numpy as np
import pytest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "samples"))
table = pytest.importorskip("picture_table")
import picture_damages  # noqa: E402
import tifffile  # noqa: E402, after the table found it
from PIL import Image  # noqa: E402

from fftcore.batch import cli  # noqa: E402
from fftcore.batch.tags import orientation_of  # noqa: E402


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "taps.txt").write_text("0 0 1\n")
    (tmp_path / "in").mkdir()
    return tmp_path


def run(folder, *words, out="out"):
    return cli.main(["--scheduler", "none", "--no-progress", *map(str, words),
                     str(folder / "in"), str(folder / out)])


def filtered(folder, *before, out="out", ending=".tif"):
    return run(folder, *before, "filter", "--taps", folder / "taps.txt", "--edge", "replicate",
               "--ending", ending, out=out)


def moved(image):
    return np.concatenate([image[:, :1], image[:, :-1]], 1)


def expected(case, extras):
    shown = case.shown
    if extras and case.alpha != "none":
        return np.concatenate([moved(shown[..., :-1]), shown[..., -1:]], -1)
    return moved(shown)


@pytest.mark.parametrize("memory", (512, 1))
def test_all_of_the_table(folder, memory, capsys, monkeypatch):
    if memory == 1:  # by parts
        monkeypatch.setattr("fftcore.batch.task.Task.limit_bytes", 1100)
    cases = [case for case in table.cases() if memory > 1 or case.ending == ".tif"]
    for page in sorted({case.page for case in cases}):
        for path in (folder / "in").iterdir():
            path.unlink()
        some = {f"{number:03}": case for number, case in enumerate(cases) if case.page == page}
        for name, case in some.items():
            case.write(str(folder / "in" / (name + case.ending)))
        filtered(folder, *(["--page", page] if page else []), out=f"out{page}")
        failed = {line.split(":")[1].strip(): line
                  for line in capsys.readouterr().err.splitlines() if line.startswith("failed: ")}
        for name, case in some.items():
            reason = failed.get(str(folder / "in" / (name + case.ending)))
            if reason is not None:
                # imagecodecs takes no strip that is longer than the image.
                if "longer than the image" in case.what and "LIBDEFLATE" in reason:
                    continue
                # Of what Debian's tifffile does not decode; by parts, of large strips.
                assert case.writer != "tifffile" and "imagecodecs" in reason or (
                    memory == 1 and any(word in reason for word in (
                        "--memory", "photometric", "not supported", "imagecodecs"))), (
                            case.name, reason)
                continue
            with tifffile.TiffFile(folder / f"out{page}" / (name + ".tif")) as file:
                extras = [one.name for one in file.pages[0].extrasamples]
                found, want = file.pages[0].asarray(), expected(case, extras)
            if case.alpha:
                assert extras == ["UNSPECIFIED" if case.alpha == "none" else case.alpha], case.name
            assert found.dtype == want.dtype and found.shape == want.shape, case.name
            limit = max(1e-6 if found.dtype.kind == "f" else 0, case.tolerance)
            if case.what == "JPEG of inks":  # OpenCV's own formula
                limit = 2
            assert np.abs(found.astype(float) - want).max() <= limit, case.name
        assert len(failed) <= len(some) // 3


def test_what_is_damaged_has_no_result(folder, capsys):
    damages = list(picture_damages.damages())
    for number, damage in enumerate(damages):
        (folder / "in" / f"{number:03}{damage.ending}").write_bytes(damage.data)
    assert filtered(folder) == cli.FAILED
    said = capsys.readouterr().err
    done = [damages[int(name[:3])].what for name in os.listdir(folder / "out")]
    assert done == []
    assert said.count("failed: ") == len(damages)


def test_several_pages_are_named(folder, capsys):
    case = next(case for case in table.cases() if case.what == "page 2 of three")
    case.write(str(folder / "in" / "a.tif"))
    assert filtered(folder) == cli.FAILED
    said = capsys.readouterr().err
    assert "3 pages" in said and "--page N" in said
    assert filtered(folder, "--page", 4) == cli.FAILED
    assert "page 4 is asked for" in capsys.readouterr().err
    assert run(folder, "--page", 2, "register", "--reference", folder / "in" / "a.tif",
               "--reference-page", 2) == cli.DONE
    found = json.loads((folder / "out" / "a.json").read_text())
    assert abs(found["dx"]) < 0.01 and found["confidence"] > 0.9


@pytest.mark.parametrize("result", (".jpg", ".png", ".tif"))
@pytest.mark.parametrize("ending", (".jpg", ".png"))
def test_profile_exif_and_resolution(folder, ending, result):
    image = Image.fromarray(table.smooth())
    image.save(folder / "in" / ("a" + ending), exif=b"Exif\0\0" + table.exif(6),
               icc_profile=table.profile(), dpi=(300, 150), quality=95)
    assert filtered(folder, ending=result) == cli.DONE
    done = Image.open(folder / "out" / ("a" + result))
    assert done.size == image.size[::-1]
    assert done.info["icc_profile"] == table.profile()
    assert [float(one) for one in done.info["dpi"]] == pytest.approx([150, 300], abs=0.02)
    if result != ".tif":
        assert done.getexif()[0x112] == 1 and done.getexif()[0x10f] == "maker"


def test_pictures_are_taps(folder):
    kernel = np.array([[1, 2, 3], [0, 7, 0]], np.uint8)
    tifffile.imwrite(folder / "in" / "a.tif", table.pixels(1))
    Image.fromarray(kernel).save(folder / "k.png")
    tifffile.imwrite(folder / "k.tif", kernel.astype("f4"))
    np.save(folder / "k.npy", kernel.astype("f8"))
    results = []
    for name in ("k.npy", "k.png", "k.tif"):
        assert run(folder, "filter", "--normalize", "--taps", folder / name,
                   out="with-" + name) == cli.DONE
        results.append(tifffile.imread(folder / ("with-" + name) / "a.tif"))
    assert np.array_equal(results[0], results[1]) and np.array_equal(results[0], results[2])


def test_orientations_of_damaged_exif():
    """Whatever is in it."""
    data = table.exif(6)
    assert orientation_of(data) == 6
    random = np.random.default_rng(table.SEED)
    for size in range(len(data)):
        orientation_of(data[:size])
        broken = np.frombuffer(data, np.uint8).copy()
        broken[random.integers(0, len(data), 4)] = random.integers(0, 256, 4)
        assert 1 <= orientation_of(broken.tobytes()) <= 8
