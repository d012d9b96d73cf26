# SPDX-License-Identifier: LGPL-2.1-or-later
"""samples/measure_velocities: two pictures become vectors and a picture."""
import os
import subprocess
import sys

import numpy as np
import particles
import pytest

cv2 = pytest.importorskip("cv2")
pytest.importorskip("matplotlib")

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "../../samples/measure_velocities")


def run(*words):
    return subprocess.run([sys.executable, PROGRAM, *words], capture_output=True, text=True,
                          timeout=300, check=False)


def test_a_vortex(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frames = particles.frames((192, 224), particles.vortex(112, 96, 40, 5))
    for name, frame in zip("ab", frames):
        cv2.imwrite(f"{name}.png", frame)
    ended = run("a.png", "b.png", "vortex.csv", "vortex.png", "--windowsizes", "48,24")
    assert ended.returncode == 0, ended.stderr
    rows = np.loadtxt("vortex.csv", delimiter=",", skiprows=1)
    assert ended.stdout.startswith(f"{len(rows)} vectors, ")
    assert 4 < np.hypot(rows[:, 2], rows[:, 3]).max() < 5.5
    picture = cv2.imread("vortex.png")
    assert picture.shape[1] == 800 and picture.std() > 10


def test_pictures_that_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("a.png", np.zeros((64, 64), "u1"))
    for words, says in ((("a.png", "none.png", "o.csv"), "cannot read 'none.png'"),
                        (("a.png", "a.png", "o.csv", "--windowsizes", "99"), "windowsizes has 99"),
                        (("a.png", "a.png", "none/o.csv", "--windowsizes", "32"), "none/o.csv"),
                        (("a.png", "a.png", "o.xyz", "--windowsizes", "32"), ".csv, .txt, .npz"),
                        (("a.png", "a.png", "o.csv", "--windowsizes", "32"), "has no vectors")):
        ended = run(*words)
        assert ended.returncode == 1 and says in ended.stderr and "Warning" not in ended.stderr
        assert "Traceback" not in ended.stderr


def test_sizes_that_are_no_numbers():
    ended = run("a.png", "b.png", "o.csv", "--windowsizes", "x")
    assert ended.returncode == 2 and "--windowsizes is x; whole numbers" in ended.stderr
