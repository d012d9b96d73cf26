#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""python_convolve.py [SECONDS]: times fftcore.convolve of the installed package beside SciPy and
OpenCV, in one process with two threads each, and prints a line a case. Images are float32, modes
"same". Results are checked to be equal first. SECONDS is for each function of a case, 1 by default.
Last come calls of plans for small images beside numpy.fft.rfft2."""
import os
import sys
import time

os.environ["FFTCORE_THREADS"] = os.environ["OMP_NUM_THREADS"] = "2"

import cv2  # noqa: after the environment
import numpy as np  # noqa
import scipy.fft  # noqa
import scipy.ndimage  # noqa
import scipy.signal  # noqa

import fftcore  # noqa

SIDES = (512, 1024, 2048, 4096)
TAPS = (3, 7, 15, 31, 63, 127, 255)
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
# Products of ndimage.convolve and of filter2D that would take tens of seconds.
MOST_DIRECT = 3e9


def filter2d(image, taps):
    return cv2.filter2D(image, cv2.CV_32F, taps[::-1, ::-1], borderType=cv2.BORDER_CONSTANT)


PEERS = {
    "fftconvolve": lambda image, taps: scipy.signal.fftconvolve(image, taps, "same"),
    "oaconvolve": lambda image, taps: scipy.signal.oaconvolve(image, taps, "same"),
    "ndimage": lambda image, taps: scipy.ndimage.convolve(image, taps, mode="constant"),
    "filter2D": filter2d,
}


def ours(image, taps):
    return fftcore.convolve(image, taps, "same")


def measured(functions, seconds):
    """The median time of each function, in seconds; they take turns."""
    times = {name: [] for name in functions}
    for function in functions.values():
        function()
    end = time.perf_counter() + seconds * len(functions)
    while time.perf_counter() < end or len(min(times.values(), key=len)) < 3:
        for name, function in functions.items():
            begin = time.perf_counter()
            function()
            times[name].append(time.perf_counter() - begin)
    return {name: float(np.median(some)) for name, some in times.items()}


def images():
    generator = np.random.default_rng(20261125)
    ratios = []
    print("side taps fftcore/ms fastest/ms peer ratio")
    for side in SIDES:
        image = generator.standard_normal((side, side)).astype(np.float32)
        for count in TAPS:
            taps = generator.standard_normal((count, count)).astype(np.float32)
            result = ours(image, taps)
            functions = {"fftcore": lambda: ours(image, taps)}
            for name, peer in PEERS.items():
                if name == "ndimage" and side**2 * count**2 > MOST_DIRECT:
                    continue
                error = np.linalg.norm(result - peer(image, taps)) / np.linalg.norm(result)
                if not error < 1e-5:
                    sys.exit(f"{name} gives something else: {error}")
                functions[name] = lambda peer=peer: peer(image, taps)
            times = measured(functions, SECONDS)
            mine = times.pop("fftcore")
            fastest = min(times, key=times.get)
            ratios.append(times[fastest] / mine)
            print(f"{side:4} {count:4} {1e3 * mine:10.2f} {1e3 * times[fastest]:10.2f} "
                  f"{fastest:11} {ratios[-1]:5.2f}", flush=True)
    print(f"least ratio {min(ratios):.2f}, geometric mean {np.exp(np.log(ratios).mean()):.2f}, "
          f"{sum(ratio >= 1 for ratio in ratios)} of {len(ratios)} at 1 or more")


def calls():
    """Calls of plans: 64x64 samples, and one sample, which is the call alone."""
    functions = {}
    for dtype in ("float32", "float64"):
        image = np.random.default_rng(1).standard_normal((64, 64)).astype(dtype)
        bins = fftcore.Transform("r2c", (64, 64), dtype=dtype).compile(threads=1)
        if not np.allclose(bins.run(image), np.fft.rfft2(image), atol=1e-3):
            sys.exit("rfft2 gives something else")
        taps = fftcore.Convolution((64, 64), (5, 5), dtype, mode="same").compile(
            np.ones((5, 5)), threads=1)
        functions[f"plan of r2c, {dtype}"] = lambda bins=bins, image=image: bins.run(image)
        functions[f"plan of 5x5 taps, {dtype}"] = lambda taps=taps, image=image: taps.run(image)
        functions[f"numpy.fft.rfft2, {dtype}"] = lambda image=image: np.fft.rfft2(image)
    one = fftcore.Convolution((1, 1), (1, 1), mode="same").compile([[1.0]], threads=1)
    sample, out = np.ones((1, 1), np.float32), np.empty((1, 1), np.float32)
    functions["plan of one sample"] = lambda: one.run(sample, out)
    for name, seconds in measured(functions, 0.2).items():
        print(f"{name:28} {1e6 * seconds:7.2f} us")


cv2.setNumThreads(2)
print(f"fftcore {fftcore.__version__}, SciPy {scipy.__version__}, NumPy {np.__version__}, "
      f"OpenCV {cv2.__version__}")
with scipy.fft.set_workers(2):
    images()
calls()
