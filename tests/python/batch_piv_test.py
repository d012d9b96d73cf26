# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.batch: velocities of sequences."""
import os

import numpy as np
import particles
import pytest

import fftcore

cv2 = pytest.importorskip("cv2")
pytest.importorskip("tqdm")

from fftcore.batch.cli import main  # noqa: E402, after what is optional was found

WORDS = ("--scheduler", "none", "--no-progress")


def run(*words):
    return main([*WORDS, *words])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Four frames, which move 2 pixels to the right, 3, and 4."""
    monkeypatch.chdir(tmp_path)
    os.mkdir("in")
    at = 0
    for number, speed in enumerate((2, 3, 4, 0)):
        first, _ = particles.frames((96, 128), particles.uniform(2 * at, 0), noise=0.01)
        cv2.imwrite(f"in/{number}.png", first[:, ::-1])
        at += speed
    return tmp_path


def speeds(path):
    return np.median(np.loadtxt(path, delimiter=",", skiprows=1)[:, 2])


def test_each_frame_and_the_next_one(folder, capsys):
    assert run("piv", "--windowsizes", "32,16", "in", "out") == 0
    assert sorted(os.listdir("out")) == ["0.csv", "1.csv", "2.csv"]
    for name, speed in (("0", 2), ("1", 3), ("2", 4)):
        assert speeds(f"out/{name}.csv") == pytest.approx(speed, abs=0.03)
    assert "3 done, 0 skipped" in capsys.readouterr().err
    os.remove("out/1.csv")
    assert run("--resume", "piv", "--windowsizes", "32,16", "in", "out") == 0
    assert "1 done, 2 skipped" in capsys.readouterr().err


def test_pairs_and_formats(folder):
    words = ("--windowsizes", "32", "--overlap", "24", "--dt", "0.5", "--scaling-factor", "4")
    assert run("piv", "--pairs", "ab", *words, "--format", "npz", "in", "out") == 0
    assert sorted(os.listdir("out")) == ["0.npz", "2.npz"]
    first, second = (cv2.imread(f"in/{number}.png", 0) for number in (2, 3))
    want = fftcore.piv(first, second, 32, 24, 0.5, scaling_factor=4)
    with np.load("out/2.npz") as found:
        assert np.array_equal(found["u"], want.u) and np.array_equal(found["x"], want.x)
    assert run("piv", *words, "--format", "txt", "in", "out") == 0
    assert np.loadtxt("out/2.txt").shape == (want.u.size, 6)


def test_mask_and_colours(folder):
    mask = np.zeros((96, 128, 3), "u1")
    mask[:, :60] = 255
    cv2.imwrite("mask.png", mask)
    for number in range(4):
        image = cv2.imread(f"in/{number}.png")
        cv2.imwrite(f"in/{number}.png", image)
    assert run("piv", "--windowsizes", "32", "--mask", "mask.png", "in", "out") == 0
    rows = np.loadtxt("out/0.csv", delimiter=",", skiprows=1)
    assert rows[rows[:, 0] < 55, 5].all() and not rows[rows[:, 0] > 70, 5].any()


@pytest.mark.parametrize("words, says", (
    (("--windowsizes", "200"), "windowsizes has 200; 4 to 128"),
    (("--windowsizes", "a"), "--windowsizes is a; whole numbers with commas"),
    (("--overlap", "1.5"), "--overlap is 1.5; whole numbers with commas"),
    (("--overlap", "16"), "overlap has 1 numbers, and windowsizes 3"),
    (("--dt", "0"), "dt is 0.0"),
    (("--search", "99"), "search is 99; 1 to 64"),
    (("--mask", "none.png"), "none.png"),
), ids=str)
def test_words_that_cannot_be_meant(folder, capsys, words, says):
    assert run("piv", *words, "in", "out") == 2
    assert says in capsys.readouterr().err


def test_frames_that_make_no_pairs(folder, capsys):
    assert run("piv", "in/0.png", "out") == 2
    assert "has 1 frame; 2 or more is expected" in capsys.readouterr().err
    assert run("piv", "--pairs", "ab", "in/0.png", "in/1.png", "in/2.png", "out") == 2
    assert "has 3 frames; an even number is expected" in capsys.readouterr().err
    assert run("--page", "all", "piv", "in", "out") == 2
    assert "--page all is given" in capsys.readouterr().err
    cv2.imwrite("in/1.png", np.zeros((96, 100), "u1"))
    assert run("piv", "--windowsizes", "32", "in", "out") == 1
    assert "frame_a is (96, 128)" in capsys.readouterr().err
    assert os.listdir("out") == ["2.csv"]
