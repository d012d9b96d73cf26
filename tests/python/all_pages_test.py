# SPDX-License-Identifier: LGPL-2.1-or-later
"""`--page all` of fftcore.batch: each page is what it is alone."""
import json

import numpy as np
import pytest
import tifffile
from fftcore.batch import cli


def run(folder, *words, out="out"):
    *before, operation = words
    return cli.main(["--scheduler", "none", "--no-progress", *map(str, before), *operation,
                     str(folder / "in"), str(folder / out)])


@pytest.fixture
def folder(tmp_path):
    """A TIFF of three pages of several kinds, with small versions and tags, and one of one."""
    numbers = np.random.default_rng(6)
    (tmp_path / "in").mkdir()
    with tifffile.TiffWriter(tmp_path / "in" / "three.tif") as file:
        for image, word in ((numbers.integers(0, 256, (60, 80), np.uint8), "first"),
                            (numbers.integers(0, 65536, (70, 50, 3), np.uint16), "second"),
                            (numbers.normal(size=(64, 64)).astype(np.float32), "third")):
            file.write(image, photometric="rgb" if image.ndim == 3 else "minisblack",
                       metadata=None, extratags=[(315, 2, 0, word, True)])
            file.write(image[::2, ::2], photometric="rgb" if image.ndim == 3 else "minisblack",
                       metadata=None, subfiletype=1)
    tifffile.imwrite(tmp_path / "in" / "one.tif", numbers.integers(0, 256, (40, 40), np.uint8))
    return tmp_path


FILTER = ["filter", "--gaussian", "1.5"]


@pytest.mark.parametrize("memory", (512, 1))
def test_each_page_is_filtered_as_if_alone(folder, memory):
    if memory == 1:  # a page that goes by parts
        with tifffile.TiffWriter(folder / "in" / "three.tif", append=True) as file:
            file.write(np.random.default_rng(7).normal(size=(700, 800)).astype(np.float32),
                       metadata=None)
    pages = 4 if memory == 1 else 3
    assert run(folder, "--memory", memory, "--page", "all", FILTER) == cli.DONE
    for number in range(1, pages + 1):
        run(folder, "--memory", memory, "--page", number, FILTER, out=f"out{number}")
    with tifffile.TiffFile(folder / "out" / "three.tif") as file:
        assert len(file.pages) == pages
        for number, page in enumerate(file.pages, 1):
            with tifffile.TiffFile(folder / f"out{number}" / "three.tif") as alone:
                want = alone.pages[0]
                np.testing.assert_array_equal(page.asarray(), want.asarray())
                assert page.dtype == want.dtype and page.photometric == want.photometric
                if number <= 3:
                    assert page.tags[315].value == ("first", "second", "third")[number - 1]
    assert len(tifffile.TiffFile(folder / "out" / "one.tif").pages) == 1


def test_what_is_found_in_each_page(folder):
    image = np.random.default_rng(8).integers(0, 256, (60, 80), np.uint8)
    with tifffile.TiffWriter(folder / "in" / "three.tif") as file:
        for shift in (0, 3, 7):
            file.write(np.roll(image, shift, 1), metadata=None)
    tifffile.imwrite(folder / "template.tif", image[20:36, 30:46])
    (folder / "in" / "one.tif").unlink()
    assert run(folder, "--page", "all",
               ["match", "--template", str(folder / "template.tif")]) == cli.DONE
    lines = [json.loads(line) for line in (folder / "out" / "three.json").read_text()
             .splitlines()]
    assert [line["page"] for line in lines] == [1, 2, 3]
    assert [round(line["peaks"][0]["x"]) for line in lines] == [30, 33, 37]


def test_other_formats_have_no_pages(folder, capsys):
    assert run(folder, "--page", "all", FILTER + ["--ending", ".png"]) == cli.FAILED
    said = capsys.readouterr().err
    assert "1 done" in said and "3 pages, and no format but TIFF has pages here" in said
    assert not (folder / "out" / "three.png").exists()


def test_what_says_that_there_are_pages(folder, capsys):
    assert run(folder, FILTER) == cli.FAILED
    assert "--page N says which one is meant, 1 to 3, and --page all" in capsys.readouterr().err
    for operation, option in (("match", "template"), ("register", "reference")):
        words = [operation, f"--{option}", str(folder / "in" / "three.tif")]
        assert run(folder, words) == cli.USAGE
        assert f"--{option}-page N says which one is meant, 1 to 3\n" in capsys.readouterr().err
    assert run(folder, ["filter", "--taps", str(folder / "in" / "three.tif")]) == cli.USAGE
    assert "has 3 pages; a file of one page is expected\n" in capsys.readouterr().err
    for word in ("0", "-1", "every", "1.5", ""):
        assert run(folder, f"--page={word}", FILTER) == cli.USAGE
        assert "1 and more, and all, are allowed" in capsys.readouterr().err


def test_animations(folder, capsys):
    """Of a PNG's pictures the first alone is read, where it is asked for."""
    image = pytest.importorskip("PIL.Image")
    one, two = (image.fromarray(np.full((20, 30), grey, np.uint8)) for grey in (50, 90))
    path = str(folder / "in" / "moving.png")
    one.save(path, save_all=True, append_images=[two])
    for page in ([], ["--page", "all"], ["--page", "2"]):
        assert run(folder, *page, FILTER) == cli.FAILED
        assert ("moving.png' is an animation of 2 pictures; with --page 1 the first is read, and no"
                " other\n") in capsys.readouterr().err
    assert run(folder, ["match", "--template", path]) == cli.USAGE
    assert "2 pictures; with --template-page 1 the first is read" in capsys.readouterr().err
    assert run(folder, ["filter", "--taps", path]) == cli.USAGE
    assert "2 pictures; a file of one picture is expected\n" in capsys.readouterr().err


def test_a_page_that_fails_leaves_no_result(folder, capsys):
    path = folder / "in" / "three.tif"
    with tifffile.TiffFile(path) as file:
        offset = file.pages[2].dataoffsets[0]
    with open(path, "r+b") as file:  # the strip of the third page is beyond the end
        data = file.read()
        file.seek(data.rindex(offset.to_bytes(4, "little")))
        file.write((len(data) + 10).to_bytes(4, "little"))
    assert run(folder, "--page", "all", FILTER) == cli.FAILED
    assert not (folder / "out" / "three.tif").exists()
    assert "damaged" in capsys.readouterr().err
