# SPDX-License-Identifier: LGPL-2.1-or-later
"""What fftcore.batch says of files and of packages that are not installed."""
import importlib.util
import os
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("cv2")
pytest.importorskip("tqdm")
tifffile = pytest.importorskip("tifffile")
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "samples"))
table = pytest.importorskip("picture_table")

from fftcore.batch.cli import main  # noqa: E402, after what is optional was found

WORDS = ("--scheduler", "none", "--no-progress")


@pytest.fixture
def image(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tifffile.imwrite("a.tif", table.pixels(1), compression="zlib", metadata=None)
    return "a.tif"


@pytest.mark.parametrize("package, status", (("cv2", 1), ("tqdm", 1), ("tifffile", 1)))
def test_without_a_package(package, status, image, tmp_path):
    (tmp_path / "no").mkdir()
    (tmp_path / "no" / f"{package}.py").write_text("raise ImportError('libGL is not here')\n")
    done = subprocess.run([sys.executable, "-m", "fftcore.batch", *WORDS, "filter", "--gaussian=1",
                           image, "out"], text=True, capture_output=True, check=False,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(
                              [str(tmp_path / "no"), os.environ.get("PYTHONPATH", "")])})
    assert done.returncode == status
    assert "Traceback" not in done.stderr and "ImportError" not in done.stderr
    assert "pip install 'fftcore[batch]'" in done.stderr and "python3-" + {
        "cv2": "opencv"}.get(package, package) in done.stderr
    assert done.stderr.rstrip().endswith("(libGL is not here)")
    if package == "tifffile":
        assert f"failed: {tmp_path / image}: " in done.stderr


@pytest.mark.parametrize("words, said", (
    (("match", "--template", "a.tif", "--template-page", "0"), "--template-page is 0; 1 and more"),
    (("match", "--template", "a.tif", "--template-page=-1"), "--template-page is -1; 1 and more"),
    (("register", "--reference", "a.tif", "--reference-page=-1"), "--reference-page is -1; 1 and"),
    (("match", "--template", "a.tif", "--threshold", "nan"), "'nan' is no finite number"),
    (("match", "--template", "a.tif", "--threshold=-inf"), "'-inf' is no finite number"),
), ids=lambda value: value if isinstance(value, str) else "")
def test_numbers_that_cannot_be_meant(words, said, image, capsys):
    try:
        status = main([*WORDS, *words, image, "out"])
    except SystemExit as ended:  # as argparse does
        status = ended.code
    assert status == 2 and said in capsys.readouterr().err and not os.path.exists("out")


class DeflateError(RuntimeError):
    """As of imagecodecs."""


@pytest.mark.parametrize("memory", (512, 1))
@pytest.mark.parametrize("error, words", (
    (DeflateError("LIBDEFLATE_BAD_DATA"), "it is damaged: LIBDEFLATE_BAD_DATA"),
    (DeflateError(), "it is damaged: DeflateError"),
    (IndexError("9"), "it is damaged: 9")))
def test_errors_of_codecs_name_the_file(memory, error, words, image, monkeypatch, capsys):
    def fail(*_, **__):
        raise error

    if memory == 1:  # by parts
        monkeypatch.setattr("fftcore.batch.task.Task.limit_bytes", 800)
        monkeypatch.setattr(tifffile.TiffPage, "decode", property(lambda page: fail))
    else:
        monkeypatch.setattr(tifffile.TiffPage, "asarray", fail)
    assert main([*WORDS, "filter", "--gaussian=1", image, "out"]) == 1
    path = os.path.abspath(image)
    assert f"failed: {path}: cannot read '{path}': {words}" in capsys.readouterr().err


@pytest.mark.parametrize("memory", (512, 1))
@pytest.mark.parametrize("value", (0, 9))
def test_an_orientation_that_is_none_is_told_once(memory, value, image, monkeypatch, capsys):
    pixels = table.pixels(1)
    with open(image, "wb") as file:
        file.write(table.one_strip(pixels, pixels.tobytes(), 1, {274: [value]}))
    if memory == 1:
        monkeypatch.setattr("fftcore.batch.task.Task.limit_bytes", 500)
    said = f"{os.path.abspath(image)}: its tag Orientation is {value}, where TIFF has 1 to 8"
    for words in (("filter", "--gaussian=1"), ("--page=all", "filter", "--gaussian=1"),
                  ("--page=all", "match", "--threshold=0", "--template", "t.tif")):
        tifffile.imwrite("t.tif", pixels[2:12, 3:15], metadata=None)
        assert main([*WORDS, *words, image, "out"]) == 0
        told = capsys.readouterr().err
        assert told.count("Orientation") == 1
        assert f"warning: {said}" in told.replace("page 1: ", "")
    assert np.array_equal(tifffile.imread("out/a.tif").shape, pixels.shape)


def test_without_the_texts_of_exif(tmp_path, monkeypatch):
    """They would turn the result once more."""
    from PIL import Image
    monkeypatch.chdir(tmp_path)
    case = next(case for case in table.cases() if case.what.startswith("PNG of orientation 6"))
    case.write("in.png")
    assert main([*WORDS, "filter", "--gaussian=1", "in.png", "out"]) == 0
    done = Image.open("out/in.png")
    assert done.getexif()[0x112] == 1 and done.getexif()[0x10f] == "maker"
    assert not [key for key in done.info if key.startswith("Raw profile")]


@pytest.mark.parametrize("memory", (512, 1))
def test_a_strip_that_is_not_there(memory, image, monkeypatch, capsys):
    if memory == 1:
        monkeypatch.setattr("fftcore.batch.task.Task.limit_bytes", 500)
    tifffile.imwrite(image, table.pixels(1), rowsperstrip=5, compression="zlib", metadata=None)
    with tifffile.TiffFile(image, mode="r+b") as file:
        counts = list(file.pages[0].databytecounts)
        file.pages[0].tags["StripByteCounts"].overwrite(counts[:2] + [0] + counts[3:])
    assert main([*WORDS, "filter", "--gaussian=1", image, "out"]) == 1
    assert "a tile or strip is missing: it is damaged, or sparse" in capsys.readouterr().err


@pytest.mark.parametrize("words, said", (
    (("--ending", ".pbm"), "--ending is '.pbm'; one of .png"),
    (("--ending", ".hdr"), "--ending is '.hdr'; one of .png"),
    (("--offset", "inf"), "--offset: 'inf' is no finite number"),
    (("--gain", "nan"), "--gain: 'nan' is no finite number"),
    (("--gain", "x"), "--gain: 'x' is no finite number")))
def test_words_that_would_spoil_results(words, said, image, capsys):
    try:
        status = main([*WORDS, "filter", "--gaussian=1", *words, image, "out"])
    except SystemExit as error:
        status = error.code
    assert status == 2 and said in capsys.readouterr().err


@pytest.mark.parametrize("ending", (".pbm", ".hdr", ".jp2", ".zarr", ""))
def test_files_of_formats_that_are_not_written(ending, image, capsys):
    os.rename(image, "a" + ending)
    words = ["--ending", ".zarr"] if ending == ".zarr" else []
    if words:
        os.rename("a.zarr", "a.png")
        ending = ".png"
    assert main([*WORDS, "filter", "--gaussian=1", *words, "a" + ending, "out"]) == 1
    assert "is no ending of an image file that is written" in capsys.readouterr().err


@pytest.mark.skipif(importlib.util.find_spec("imagecodecs") is not None, reason="it decodes LZW")
def test_an_opencv_that_is_silent_reads_no_tiff(image, monkeypatch, capsys):
    """Its pixels may be wrong."""
    from PIL import Image

    from fftcore.batch import decoding
    assert decoding.tells_of_damaged_tiffs()
    Image.fromarray(table.pixels(1)).save(image, compression="tiff_lzw")
    monkeypatch.setattr("fftcore.batch.images.tells_of_damaged_tiffs", lambda: False)
    assert main([*WORDS, "filter", "--gaussian=1", image, "out"]) == 1
    assert "pip install imagecodecs" in capsys.readouterr().err
    monkeypatch.setattr(decoding, "_LOG_DEBUG", 0)
    decoding.tells_of_damaged_tiffs.cache_clear()
    assert not decoding.tells_of_damaged_tiffs()
    decoding.tells_of_damaged_tiffs.cache_clear()


def test_match_refuses_a_flat_template(tmp_path, monkeypatch, numbers, capsys):
    """Its own place has no score, as a whole and by parts."""
    monkeypatch.chdir(tmp_path)
    scene = numbers((1100, 1200), "uint8")
    scene[20:70, 30:90] = 40
    scene[45, 60] = 41
    tifffile.imwrite("scene.tiff", scene, tile=(64, 64))
    tifffile.imwrite("part.tiff", scene[30:60, 40:80])
    for more in ((), ("--memory=1",)):
        assert main([*WORDS, *more, "match", "--template", "part.tiff", "scene.tiff", "out"]) == 1
        assert "less than 0.5 counts as flat: its own place has no score" in capsys.readouterr().err
