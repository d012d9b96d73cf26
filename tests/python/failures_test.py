# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.batch in the ways of tests/samples to fail."""
import os
import sys

import cv2
import numpy as np
import pytest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "samples"))
import failures  # noqa: E402, after its folder is there
from failing_programs import Program  # noqa: E402

WORDS = ("--scheduler", "none", "--no-progress", "filter", "--gaussian=1.5", "in.png", "{in}/out")
BATCH = Program(
    "fftcore.batch", WORDS, "out/in.png", "in.png",
    command=(sys.executable, "-m", "fftcore.batch"),
    # Python itself fails where memory is short, and it makes a folder for results.
    only=tuple(way for way in failures.WAYS if way not in (
        "memory_is_short", "result_is_a_device", "result_is_a_link", "result_is_a_folder",
        "folder_of_the_result_is_missing", "folder_of_the_result_may_not_be_written",
        "there_are_no_threads")),
    # Of a summary that does not arrive Python makes status 1; results are whole.
    expected={"all_streams_are_closed": (0, 1), "stderr_is_full": (0, 1), "input_is_missing": (2,),
              "input_is_a_folder": (2,), "input_may_not_be_read": (1, 2)},
    environment={"PYTHONDONTWRITEBYTECODE": "1"})


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    cv2.imwrite(str(folder / "in.png"), np.random.default_rng(1).integers(
        0, 256, (60, 80), np.uint8))
    return str(folder)


@pytest.fixture(scope="module")
def right(inputs):
    return failures.usual(BATCH, inputs, "")


@pytest.mark.parametrize("way", BATCH.only)
def test_ways_to_fail(way, inputs, right):
    failures.attempt(BATCH, way, inputs, "", right)
