# SPDX-License-Identifier: LGPL-2.1-or-later
"""Samples that no score counts: not finite, or marks such as for "no data", beside which rounding
hides all others. They are told of, and an image without any score is refused."""
import json
import warnings

import numpy as np
import pytest
import scipy.ndimage

import fftcore
from fftcore import dask as chunked

HOLES = ((3, 4), (3, 5), (100, 90))
NO_SCORE = np.float32(-3.4028234663852886e38)


@pytest.fixture
def picture(numbers):
    return scipy.ndimage.gaussian_filter(numbers((120, 140), "float64"), 2).astype("float32")


def with_holes(image, bad, dtype="float32"):
    image = image.astype(dtype)
    for place in HOLES:
        image[place] = bad
    return image


def searches(image, template):
    """The ways to search, each with the whole shapes of its image and template."""
    def by_plan():
        plan = fftcore.TemplateMatching(image.shape, template.shape)
        plan.set_template(template)
        return plan.find(image)

    yield lambda: fftcore.match_template(image, template)
    yield lambda: fftcore.match_template(image, template, True)
    yield lambda: fftcore.find_template(image, template)
    if image.dtype == np.float32:
        yield by_plan


@pytest.mark.parametrize("bad, dtype", ((np.nan, "float32"), (-np.inf, "float32"),
                                        (3e38, "float32"), (-1.1e15, "float32"),
                                        (-99999, "float32"), (1e9, "float32"), (1e20, "float64"),
                                        (np.nan, "float64"), (np.inf, "float64")))
def test_a_warning_counts_them(picture, bad, dtype):
    template = picture[40:56, 30:46]
    for search in searches(with_holes(picture, bad, dtype), template):
        words = "^image: 3 of 16800 samples are not finite, or so much larger .* first is .* at row"
        with pytest.warns(RuntimeWarning, match=words) as told:
            found = search()
        assert [one.filename for one in told] == [__file__]
        best = (found[0].score if isinstance(found, list) else found.max())
        assert best == pytest.approx(1, abs=1e-3)


def test_nothing_is_said_of_others(picture):
    template = picture[40:56, 30:46]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for image in (picture, with_holes(picture, 1, "float64"), with_holes(picture, 1000),
                      with_holes(picture, 1e9, "float64")):
            for search in searches(image, template):
                search()
        # A border that was asked for is no sample of the image.
        scores = fftcore.match_template(picture, template, True, constant_values=np.nan)
        assert (scores == NO_SCORE).any() and scores.max() > 0.99
        whole = (255 * picture).astype("uint8")
        fftcore.find_template(whole, whole[40:56, 30:46])


def with_flat_template(dtype, numbers):
    """An image and a part of it that counts as flat beside the rest."""
    image = numbers((120, 140), "uint8").astype("float64")
    image[30:70, 20:70] = 40 if dtype.startswith("u") else 1e-7 * image[30:70, 20:70]
    image[50, 40] = 41 if dtype.startswith("u") else 2e-5
    if dtype == "float64":
        image[30:70, 20:70] *= 1e-10
    return image.astype(dtype), image[40:56, 30:46].astype(dtype)


@pytest.mark.parametrize("dtype", ("uint8", "uint16", "float32", "float64"))
def test_a_flat_template_is_told_of(numbers, dtype):
    image, template = with_flat_template(dtype, numbers)
    with pytest.warns(RuntimeWarning, match="^the template's standard deviation is .* less than "
                      ".* counts as flat: its own place has no score$") as told:
        fftcore.find_template(image, template)
    assert [one.filename for one in told] == [__file__]
    with pytest.warns(RuntimeWarning, match="counts as flat"):
        fftcore.find_template(image, template.astype(template.dtype.newbyteorder()))
    with pytest.warns(RuntimeWarning, match="less than 150 counts as flat"):
        fftcore.find_template(image, image[:30, 100:], flat=150)
    with warnings.catch_warnings():  # of another type, it may be of other units
        warnings.simplefilter("error")
        fftcore.find_template(image, template.astype("float64" if dtype != "float64" else
                                                     "float32"))


@pytest.mark.parametrize("dtype, level", (("float32", 300), ("uint16", 40000), ("float64", -1e6),
                                          ("float32", 3)))
def test_a_level_that_hides_the_template_is_told_of(numbers, dtype, level):
    image = (level + 40 * numbers((120, 140), "float64") / (40 if dtype[0] == "f" else 1)
             ).astype(dtype)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        fftcore.find_template(image, image[40:56, 30:46], score="ccorr_normed")
        fftcore.find_template(image, image[40:56, 30:46])
    assert ["ccorr_normed cannot tell from a level alone" in str(one.message) for one in told] == [
        True] * (level != 3)


@pytest.mark.parametrize("score", ("ccoeff_normed", "ccorr_normed", "ccorr"))
@pytest.mark.parametrize("bad, dtype", ((np.nan, "float32"), (1e20, "float32"), (np.inf, "float64"),
                                        (np.nan, "float64")))
def test_an_image_without_a_score_is_refused(picture, bad, dtype, score):
    template = picture[40:56, 30:46]
    sparse = picture.astype(dtype)
    sparse[::16, ::16] = bad  # one under the template everywhere
    for image in (sparse,) if np.isfinite(bad) else (np.full(picture.shape, bad, dtype), sparse):
        count = (image == bad).sum() if np.isfinite(bad) else (~np.isfinite(image)).sum()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for function in (fftcore.match_template, fftcore.find_template):
                with pytest.raises(ValueError, match=f"^image: no place has a score: {count} of "):
                    function(image, template, score=score)


def test_an_image_without_a_score_is_refused_by_plans(picture):
    plan = fftcore.TemplateMatching((120, 140), (16, 16))
    plan.set_template(picture[:16, :16])
    with pytest.raises(ValueError, match="no place has a score: 16800 of 16800 samples"):
        plan.find(np.full((120, 140), np.nan, "float32"))
    assert plan.find(picture)[0].score > 0.99


@pytest.mark.parametrize("bad", (np.nan, np.inf, -3.4e38, 1.1e15))
@pytest.mark.parametrize("score", ("ccoeff_normed", "ccorr"))
def test_a_template_has_none(picture, bad, score):
    template = picture[40:56, 30:46].copy()
    template[2, 3] = bad
    plan = fftcore.TemplateMatching(picture.shape, template.shape, score=score)
    words = (f"template is {np.float32(bad)!s} at row 2, column 3; rounding" if np.isfinite(bad)
             else f"template is {bad} at row 2, column 3; finite numbers are allowed")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for function in (fftcore.match_template, fftcore.find_template):
            with pytest.raises(ValueError, match=words.replace("+", "[+]")):
                function(picture, template, score=score)
            if not np.isfinite(bad):
                with pytest.raises(ValueError, match=words):
                    function(picture.astype("float64"), template.astype("float64"), score=score)
        with pytest.raises(ValueError, match=words.replace("+", "[+]")):
            plan.set_template(template)


def test_single_precision_of_any_size_is_searched_as_double(picture):
    """As the refusal says."""
    large = picture.astype("float64") * 1e20
    assert fftcore.find_template(large, large[40:56, 30:46])[0][:3] == pytest.approx(
        (30, 40, 1), abs=0.05)


def test_blocks_of_dask(picture):
    da = pytest.importorskip("dask.array")
    image = with_holes(picture, np.nan)
    image[:60, :60] = np.nan  # all of some blocks, which is no error
    lazy = chunked.match_template(da.from_array(image, (30, 30)), picture[80:96, 60:76])
    with pytest.warns(RuntimeWarning, match="samples are not finite"):
        scores = lazy.compute(scheduler="sync")
    assert scores[:60, :60].max() == NO_SCORE and scores.max() > 0.99


class TestBatch:
    """match of fftcore.batch: images whole, by parts, and by pages."""
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path, monkeypatch):
        pytest.importorskip("cv2")
        self.tifffile = pytest.importorskip("tifffile")
        monkeypatch.chdir(tmp_path)
        image = scipy.ndimage.gaussian_filter(np.random.default_rng(3).random((700, 650)), 2)
        self.image = image.astype("float32")
        self.tifffile.imwrite("part.tif", self.image[100:120, 300:330])

    def run(self, *words, scheduler="none"):
        from fftcore.batch.cli import main
        return main(["--scheduler", scheduler, "--no-progress", *words, "out"])

    def match(self, image, *before, name="a.tif", **how):
        self.tifffile.imwrite(name, image, **how)
        return self.run(*before, "match", "--template", "part.tif", name)

    @staticmethod
    def lines(name="a"):
        with open(f"out/{name}.json", encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    @pytest.mark.parametrize("memory", ("512", "1"))
    def test_are_counted(self, memory, capsys):
        for place in ((0, 0), (699, 649), (255, 256), (256, 255), (275, 285), (500, 300)):
            self.image[place] = -3.4e38  # "no data"
        assert self.match(self.image, "--memory", memory) == 0
        said = capsys.readouterr().err
        assert "warning: " in said and "a.tif: 6 of 455000 samples are not finite, or so" in said
        line, = self.lines()
        assert line["unseen"] == 6 and line["peaks"][0]["score"] > 0.99

    @pytest.mark.parametrize("memory", ("512", "1"))
    def test_all_of_them_fail(self, memory, capsys):
        assert self.match(np.full_like(self.image, np.nan), "--memory", memory) == 1
        said = capsys.readouterr().err
        assert "a.tif: no place has a score: 455000 of 455000 samples are not finite" in said
        # All of a part is no error.
        self.image[300:, :] = np.nan
        assert self.match(self.image, "--memory", memory) == 0
        assert self.lines()[0]["unseen"] == 400 * 650

    def test_pages_and_processes(self, capsys):
        pages = np.stack([self.image] * 3)
        pages[1, 5, 5] = np.inf
        assert self.match(pages, "--page", "all", photometric="minisblack") == 0
        assert "a.tif: page 2: 1 of 455000 samples" in capsys.readouterr().err
        assert [line.get("unseen") for line in self.lines()] == [None, 1, None]
        assert self.run("--page", "2", "match", "--template", "part.tif", "a.tif",
                        scheduler="local") == 0
        assert "a.tif: 1 of 455000 samples" in capsys.readouterr().err

    @pytest.mark.parametrize("memory", ("512", "1"))
    def test_a_blank_image_has_no_confidence(self, memory):
        self.tifffile.imwrite("a.tif", np.full_like(self.image, 0.5))
        assert self.run("--memory", memory, "match", "--template", "part.tif", "--threshold=-1",
                        "a.tif") == 0
        for peak in self.lines()[0]["peaks"]:
            assert (peak["score"], peak["confidence"]) == (0, 0)
