# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files of which OpenCV reads some kinds wrong (the table of tests/samples), through fftcore.batch:
every result is right, or there is a refusal that names the kind."""
import os
import sys

import numpy as np
import pytest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "samples"))
pytest.importorskip("picture_table")
import cv2  # noqa: E402, after the table found it
import misread_files  # noqa: E402
import tifffile  # noqa: E402

from fftcore.batch import cli  # noqa: E402

FILES = list(misread_files.files())


@pytest.fixture
def filtered(tmp_path, capsys):
    (tmp_path / "one.txt").write_text("1\n")

    def run(file, *before):
        """The result of a file, or None, and what was said of it."""
        path, out = tmp_path / ("in" + file.ending), tmp_path / "out"
        path.write_bytes(file.data)
        status = cli.main(["--scheduler", "none", "--no-progress", *before, "filter", "--taps",
                           str(tmp_path / "one.txt"), "--ending", ".tif", str(path), str(out)])
        said = capsys.readouterr().err
        assert (status == cli.DONE) == (out / "in.tif").exists(), said
        return tifffile.imread(out / "in.tif") if status == cli.DONE else None, said

    return run


def skip_unless_read(file, folder):
    path = folder / ("tried" + file.ending)
    path.write_bytes(file.data)
    if file.ending not in misread_files.OF_ALL and cv2.imread(str(path), -1) is None:
        pytest.skip("this OpenCV lacks the format")


def check(file, found):
    assert (found.dtype, found.shape) == (file.shown.dtype, file.shown.shape)
    assert np.abs(found.astype(float) - file.shown).max() <= file.tolerance


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.what)
def test_each_is_right_or_refused(file, filtered, tmp_path):
    if isinstance(file, misread_files.Right):
        skip_unless_read(file, tmp_path)
    found, said = filtered(file)
    if isinstance(file, misread_files.Right):
        check(file, found)
    else:
        assert found is None and all(word in said for word in file.words), said


@pytest.mark.parametrize("page", ((), ("--page=1",), ("--page=2",), ("--page=all",)))
@pytest.mark.parametrize("file, words", [
    pytest.param(*case, id=case[0].what) for case in misread_files.several()])
def test_several_images(file, words, page, filtered, tmp_path):
    skip_unless_read(file, tmp_path)
    found, said = filtered(file, *page)
    if page == ("--page=1",) or not words and page != ("--page=2",):
        check(file, found)
    else:
        assert found is None
        assert (f"' {words}; with --page 1 the first is read, and no other" if words
                else "has 1 page, and page 2") in said
