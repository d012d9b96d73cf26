# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plans that threads share: each gets what its own call found, and none waits for ever."""
import subprocess
import sys
import threading

import numpy as np
import pytest

import fftcore

THREADS, ROUNDS, SIDE = 4, 30, 128
RANDOM = np.random.default_rng(0)
TEMPLATE = RANDOM.random((16, 16), "f4")


def in_threads(find, images, wanted):
    """What find(image) gave in each thread that is not `wanted`, (y, x) within a pixel."""
    wrong = []

    def work(number):
        for _ in range(ROUNDS):
            peak = find(images[number])[0]
            if np.abs(np.subtract((peak.y, peak.x), wanted[number])).max() > 1:
                wrong.append((number, peak))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


def test_each_thread_gets_its_own_places_of_a_template():
    images, places = [], [(10 + 25 * i, 90 - 20 * i) for i in range(THREADS)]
    for y, x in places:
        image = RANDOM.random((SIDE, SIDE), "f4")
        image[y:y + 16, x:x + 16] = TEMPLATE
        images.append(image)
    plan = fftcore.TemplateMatching((SIDE, SIDE), TEMPLATE.shape)
    plan.set_template(TEMPLATE)
    assert in_threads(plan.find, images, places) == []


@pytest.mark.parametrize("dtype", ("float32", "uint16"))
def test_each_thread_gets_its_own_shift(dtype):
    reference = (RANDOM.random((SIDE, SIDE)) * 1000).astype(dtype)
    shifts = [(3 * i, 5 * i) for i in range(THREADS)]
    plan = fftcore.PhaseCorrelation((SIDE, SIDE), dtype, window=False)
    plan.set_reference(reference)
    images = [np.roll(reference, shift, (0, 1)) for shift in shifts]
    assert in_threads(plan.measure, images, shifts) == []


def test_a_reference_is_kept_beside_a_run_of_the_main_thread():
    # A long run of the main thread asks for signals now and then, which takes the GIL.
    program = """
import threading
import numpy as np, fftcore
plan = fftcore.PhaseCorrelation((3000, 3000), backend="cpu", threads=1)
image = np.random.default_rng(0).random((3000, 3000), "f4")
plan.set_reference(image)
plan.measure(image)
stop = threading.Event()
def keep():
    while not stop.wait(0.003):
        plan.keep_as_reference()
keeper = threading.Thread(target=keep)
keeper.start()
for _ in range(10):
    plan.measure(image)
stop.set()
keeper.join()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
