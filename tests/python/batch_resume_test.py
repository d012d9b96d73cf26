# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.batch: results that are there already, and links in their place."""
import os

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")
pytest.importorskip("tqdm")

from fftcore.batch.cli import main  # noqa: E402, after what is optional was found
from fftcore.batch.files import whole  # noqa: E402

BLUR = ("filter", "--gaussian", "2")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder `in` with images, one of them in a folder below, and an empty folder `out`."""
    monkeypatch.chdir(tmp_path)
    os.makedirs("in/below")
    os.mkdir("out")
    for name, side in (("a.png", 21), ("b.png", 22), ("below/c.png", 23), ("d.png", 24)):
        cv2.imwrite(f"in/{name}", np.zeros((side, side), "uint8"))
    return tmp_path


def side_of(path):
    return len(cv2.imread(path, cv2.IMREAD_UNCHANGED))


def run(*words):
    return main(["--scheduler", "none", "--no-progress", *words])


def test_what_links_point_to_counts(folder, capsys):
    os.mkdir("out/below")
    (folder / "out" / "kept.png").write_bytes(b"done before")
    links = {"a.png": "kept.png", "b.png": "none/b.png", "below/c.png": "../c.png",
             "d.png": "d.png"}
    for name, behind in links.items():
        os.symlink(behind, f"out/{name}")
    assert run("--resume", *BLUR, "in", "out") == 1
    said = capsys.readouterr().err
    assert "2 done, 1 skipped, 1 failed" in said and "symbolic links" in said
    assert (folder / "out" / "kept.png").read_bytes() == b"done before"
    assert {name: os.readlink(f"out/{name}") for name in links} == links
    assert side_of("out/none/b.png") == 22 and side_of("out/c.png") == 23


@pytest.mark.parametrize("resume", ((), ("--resume",)), ids=str)
def test_a_link_to_nothing_out_of_the_output(folder, resume, capsys):
    os.symlink("../none.png", "out/a.png")
    assert run(*resume, *BLUR, "in", "out") == 2
    assert "which is not in 'out'" in capsys.readouterr().err
    assert not os.path.lexists("none.png") and os.listdir("out") == ["a.png"]


def test_a_folder_is_no_result(folder, capsys):
    os.makedirs("out/a.png/kept")
    assert run("--resume", *BLUR, "in/a.png", "out") == 1
    assert "0 done, 0 skipped, 1 failed" in capsys.readouterr().err
    assert os.listdir("out") == ["a.png"] and os.listdir("out/a.png") == ["kept"]


@pytest.mark.parametrize("is_there", (True, False))
def test_links_that_make_one_of_two_results(folder, is_there, capsys):
    os.symlink("b.png" if is_there else "none.png", "out/a.png")
    if is_there:
        (folder / "out" / "b.png").write_bytes(b"of before")
    else:
        os.symlink("none.png", "out/b.png")
    assert run(*BLUR, "in", "out") == 2
    assert "would both become" in capsys.readouterr().err
    assert sorted(os.listdir("out")) == ["a.png", "b.png"]


def test_a_folder_that_cannot_be_replaced_stays(folder, monkeypatch):
    rename = os.rename

    def refuse(source, target):
        if os.path.basename(target) == "in.zarr" and "old" not in os.listdir(source):
            raise OSError("disk full")
        rename(source, target)

    os.mkdir("out/in.zarr")
    (folder / "out" / "in.zarr" / "old").touch()
    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(OSError, match="disk full"):
        with whole(str(folder / "out" / "in.zarr")) as part:
            os.mkdir(part)
    assert os.listdir("out") == ["in.zarr"] and os.listdir("out/in.zarr") == ["old"]
