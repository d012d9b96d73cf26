# SPDX-License-Identifier: LGPL-2.1-or-later
"""register of fftcore.batch where a window hides what images have in common."""
import json
import os

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")
pytest.importorskip("tqdm")

from fftcore.batch.cli import main  # noqa: E402, after what is optional was found


def test_a_quarter_in_common(tmp_path, monkeypatch):
    """It lies at the border of both, where a window hides it."""
    monkeypatch.chdir(tmp_path)
    numbers = np.random.default_rng(1)
    scene = np.zeros((200, 240), np.uint8)
    for _ in range(400):
        top, left = numbers.integers(-10, 200), numbers.integers(-10, 240)
        high, wide = numbers.integers(3, 30, 2)
        scene[max(top, 0):top + high, max(left, 0):left + wide] = numbers.integers(0, 256)
    cv2.imwrite("reference.png", scene[70:130, 80:160])
    os.mkdir("moved")
    moves = ((-50, -12), (60, 0), (50, 10), (-38, 22))
    for number, (right, down) in enumerate(moves):
        cv2.imwrite(f"moved/{number}.png", scene[70 - down:130 - down, 80 - right:160 - right])
    cv2.imwrite("moved/other.png", np.roll(scene[::-1, ::-1], 60, 1)[:60, :80])
    assert main(["--scheduler", "none", "--no-progress", "register", "--reference",
                 "reference.png", "moved", "out"]) == 0
    for number, (right, down) in enumerate(moves):
        with open(f"out/{number}.json") as file:
            found = json.load(file)
        assert abs(found["dx"] - right) < 0.5 and abs(found["dy"] - down) < 0.5, (right, down)
        assert found["confidence"] > 0.3
    with open("out/other.json") as file:
        assert json.load(file)["confidence"] < 0.2
