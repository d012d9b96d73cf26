# SPDX-License-Identifier: LGPL-2.1-or-later
"""Forked children of a process that has used the package: they end normally, drop what they
inherit, and compute."""
import subprocess
import sys

import pytest

import fftcore

SECONDS = 60
BEGIN = """
import os, signal, sys, time
import numpy as np
import fftcore
image, taps = np.arange(64 * 64, dtype="f4").reshape(64, 64), np.ones((5, 5))
expected = fftcore.convolve(image, taps)
made = {make}
child = os.fork()
if child == 0:
    {child}
    sys.exit(0)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
MADE = {
    "functions": "None",
    "transforms": "fftcore.fft2(image)",
    "Plan": "fftcore.Plan('conv2d f32 64x64 k5x5 wrap same', backend='cpu', threads=2)",
    "ConvolutionPlan": "fftcore.ConvolutionPlan(fftcore.Convolution((64, 64), (5, 5)), "
                       "backend='cpu', threads=2)",
    "TransformPlan": "fftcore.Transform('c2c', (64, 64), dtype='complex64').compile("
                     "backend='cpu', threads=2)",
    "TemplateMatching": "fftcore.TemplateMatching((64, 64), (8, 8), backend='cpu', threads=2)",
    "PhaseCorrelation": "fftcore.PhaseCorrelation((64, 64), backend='cpu', threads=2)",
    "CameraMotion": "fftcore.CameraMotion(backend='cpu', threads=2).update(image)",
    "Plan on opencl": "fftcore.Plan('conv2d f32 64x64 k5x5 wrap same', backend='opencl')",
}
CHILD = {
    "ends": "pass",
    "drops": "del made",
    # As workers of servers that fork first do.
    "serves": "signal.signal(signal.SIGTERM, lambda *_: sys.exit(0)); "
              "fftcore.convolve(image, taps); os.kill(os.getpid(), signal.SIGTERM); time.sleep(30)",
    "computes": "assert np.array_equal(fftcore.convolve(image, taps), expected)",
}


@pytest.mark.parametrize("child", CHILD)
@pytest.mark.parametrize("made", MADE)
def test_child(made, child):
    if made.endswith("opencl") and fftcore.unavailable_reason("opencl"):
        pytest.skip("no OpenCL here")
    program = BEGIN.format(make=MADE[made], child=CHILD[child])
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                           timeout=SECONDS, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
