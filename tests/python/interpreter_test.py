# SPDX-License-Identifier: LGPL-2.1-or-later
"""Interpreters that end while a thread is in a call, and calls that Ctrl-C ends."""
import subprocess
import sys

import pytest

SECONDS = 120
DAEMON = """
import threading, time
import numpy as np
import fftcore
image, taps = np.zeros((800, 800), "f4"), np.ones((51, 51))
{plan}
def work():
    while True:
        {call}
for _ in range({threads}):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.3)
"""


def run(program):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          timeout=SECONDS, check=False)


@pytest.mark.parametrize("threads", (1, 3))
@pytest.mark.parametrize("plan, call", (
    ("", "fftcore.convolve(image, taps)"),
    ("", "fftcore.Convolution((801, 803), (9, 9)).compile()"),
    ("plan = fftcore.Convolution(image.shape, taps.shape).compile(taps)", "plan.run(image)"),
), ids=("function", "compile", "plan"))
def test_a_daemon_thread_in_a_call(threads, plan, call):
    for _ in range(3):
        ended = run(DAEMON.format(threads=threads, plan=plan, call=call))
        assert ended.returncode == 0, ended.stderr
        assert "terminate" not in ended.stderr  # builds that check themselves name what is left


INTERRUPTED = """
import os, signal, threading, time
import numpy as np
import fftcore
plan = fftcore.Convolution((4000, 4000), (301, 301), dtype="float64").compile(
    np.ones((301, 301)), backend="cpu", threads={threads})
image, out = np.ones((4000, 4000)), np.empty((4300, 4300))
start = time.process_time()
plan.run(image, out)
whole = time.process_time() - start
threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.process_time()
try:
    plan.run(image, out)
    raise SystemExit("it was not interrupted")
except KeyboardInterrupt:
    seconds = time.process_time() - start
assert seconds < 0.3 + whole / 2, (seconds, whole)  # of the processor
plan.run(image, out)
assert abs(out[2000, 2000] - 301 * 301) < 1e-6, "the plan goes on"
"""


@pytest.mark.parametrize("threads", (1, 2))
def test_control_c_ends_a_long_call(threads):
    ended = run(INTERRUPTED.format(threads=threads))
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_signal_whose_handler_returns_ends_no_call():
    ended = run("""
import os, signal, threading
import numpy as np
import fftcore
signal.signal(signal.SIGUSR1, lambda *_: None)
image = np.ones((3000, 3000), "f4")
threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGUSR1)).start()
assert abs(fftcore.convolve(image, np.ones((101, 101)), "valid") - 101 * 101).max() < 1
""")
    assert (ended.returncode, ended.stderr) == (0, "")
