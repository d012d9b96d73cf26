# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.batch: which files it finds, and where their results go."""
import os
import socket
import stat

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")
pytest.importorskip("tqdm")

from fftcore.batch.cli import main  # noqa: E402, after what is optional was found

BLUR = ("filter", "--gaussian", "2")


def png(path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    cv2.imwrite(path, np.zeros((9, 9), "uint8"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder `in` with an image, and another one in a folder below."""
    monkeypatch.chdir(tmp_path)
    png("in/grey.png")
    png("in/below/deep.png")
    return tmp_path


def files_below(path):
    return sorted(os.path.relpath(os.path.join(place, name), path)
                  for place, _, names in os.walk(path) for name in names)


def run(*words):
    return main(["--scheduler", "none", "--no-progress", *words])


@pytest.mark.parametrize("source", ("in/*/../../other/*.png", "in/*/../../other/o.png"))
def test_results_outside_of_the_output(folder, source, capsys):
    png("other/o.png")
    assert run(*BLUR, source, "deep/out") == 2
    assert "which is not in 'deep/out'" in capsys.readouterr().err
    assert files_below("other") == ["o.png"] and not os.path.exists("deep")


def test_links_that_lead_out_of_the_output(folder, capsys):
    os.mkdir("other")
    os.mkdir("out")
    os.symlink("../other", "out/below")
    assert run(*BLUR, "in", "out") == 2
    assert "which is not in 'out'" in capsys.readouterr().err
    assert files_below("other") == []


def test_a_link_to_a_file_out_of_the_output(folder, capsys):
    png("other/o.png")
    os.mkdir("out")
    os.symlink("../other/o.png", "out/grey.png")
    assert run(*BLUR, "in", "out") == 2
    assert "which is not in 'out'" in capsys.readouterr().err
    assert os.path.islink("out/grey.png") and files_below("out") == ["grey.png"]


@pytest.mark.parametrize("ending", (".png", ".tif"))
@pytest.mark.parametrize("is_link", (True, False))
def test_replaced_files_keep_their_mode(folder, ending, is_link):
    if ending == ".tif":
        pytest.importorskip("tifffile")
    words = ("--page", "1", "filter", "--ending", ending, "--gaussian", "2", "in/grey.png", "out")
    name, file = f"out/grey{ending}", f"out/{'behind' if is_link else 'grey'}{ending}"
    os.mkdir("out")
    if is_link:
        os.symlink(os.path.basename(file), name)
    group = 12345 if os.geteuid() == 0 else os.getgid()
    for mode in (None, 0o600, 0o640, 0o666, 0o400):
        if mode is not None:
            with open(file, "wb") as old:
                old.write(b"old")
            os.chown(file, -1, group)
            os.chmod(file, mode)
        assert run(*words) == 0
        found = os.stat(file)
        assert os.path.islink(name) == is_link and found.st_size > 3
        assert mode is None or (stat.S_IMODE(found.st_mode), found.st_gid) == (mode, group)
        assert len(files_below("out")) == 1 + is_link


def test_a_pipe_in_place_of_a_result(folder, capsys):
    os.mkdir("out")
    os.mkfifo("out/grey.png")
    assert run(*BLUR, "in", "out") == 1
    assert "grey.png': it is there, and no file" in capsys.readouterr().err
    assert files_below("out") == ["below/deep.png", "grey.png"]
    assert stat.S_ISFIFO(os.stat("out/grey.png").st_mode)


@pytest.mark.parametrize("source", ("in", "in/**/*.*"))
def test_links_to_folders_above(folder, source, capsys):
    """Each image once; the link is a failure."""
    os.symlink(".", "in/self")
    os.symlink("..", "in/below/up")
    os.symlink("elsewhere", "in/elsewhere")
    assert run(*BLUR, source, "out") == 1
    said = capsys.readouterr().err
    assert "failed: in/self: a link to a folder that it lies in" in said
    assert "failed: in/below/up: a link to a folder that it lies in" in said
    assert files_below("out") == ["below/deep.png", "grey.png"]


def test_links_to_each_other(folder, capsys):
    png("in/a/1.png")
    png("in/b/2.png")
    os.symlink("../b", "in/a/to_b")
    os.symlink("../a", "in/b/to_a")
    assert run(*BLUR, "in/a", "in/b", "out") == 1
    assert files_below("out") == ["1.png", "2.png", "to_a/1.png", "to_b/2.png"]


@pytest.mark.parametrize("source", ("in", "in/**/*.*", "in/*/*.png"))
@pytest.mark.parametrize("keeps", (True, False))
def test_a_folder_that_cannot_be_read(folder, source, keeps, capsys, monkeypatch):
    """Who runs this may read everything, so the system's answer is made up."""
    png("in/deeper/1.png")
    scan = os.scandir

    def refuse(path="."):
        if os.path.basename(os.path.normpath(os.fspath(path))) == "below":
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    words = () if keeps else ("--no-keep-going",)
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refuse)
        assert run(*words, *BLUR, source, "out") == 1
    assert "failed: in/below: Permission denied" in capsys.readouterr().err
    assert ("deeper/1.png" in files_below("out")) == keeps


@pytest.mark.parametrize("scheduler", ("none", "local"))
def test_pipes_and_devices_are_not_waited_for(folder, scheduler, capsys):
    for ending in (".png", ".tif", ".zarr"):
        os.mkfifo(f"in/pipe{ending}")
        os.symlink("/dev/zero", f"in/zero{ending}")
    os.mkdir("in/folder.png")
    with socket.socket(socket.AF_UNIX) as listens:
        listens.bind("in/socket.png")
        assert run("--scheduler", scheduler, "--page", "all", *BLUR, "in", "out") == 1
    said = capsys.readouterr().err
    assert "2 done, 0 skipped, 8 failed" in said and "Is a directory" in said
    assert said.count("it is a pipe or a device; a file is expected") == 7
    assert files_below("out") == ["below/deep.png", "grey.png"]


@pytest.mark.parametrize("words", (("match", "--template"), ("register", "--reference"),
                                   ("deblur", "--taps")), ids=str)
@pytest.mark.parametrize("target", ("/dev/zero", "pipe"))
def test_pipes_and_devices_of_options(folder, words, target, capsys):
    os.mkfifo("pipe")
    assert run(*words, target, "in", "out") == 2
    assert "it is a pipe or a device" in capsys.readouterr().err
