#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""python_convolve_gpu.py [SECONDS]: times fftcore.convolve of arrays on a GPU beside CuPy's
fftconvolve and oaconvolve and PyTorch's conv2d, in one process, and prints a line a case. Images
are float32, modes "same". Results are checked to be equal first. Two times are given a call: of
the GPU, which is what its kernels and copies take by PyTorch's profiler, and of the wall, of calls
one after another. SECONDS is about what each function of a case gets, 0.2 by default."""
import sys
import time

import cupy
import cupyx.scipy.signal
import numpy as np
import torch
from torch.profiler import ProfilerActivity, profile

import fftcore

SIDES = (512, 1024, 2048, 4096)
TAPS = (3, 7, 15, 31, 63, 127, 255)
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.2
# Products of conv2d that would take long.
MOST_DIRECT = 3e10


def conv2d(image, taps):
    """PyTorch's, which is a correlation, of an image that is PyTorch's already."""
    return torch.nn.functional.conv2d(image[None, None], taps.flip(0, 1)[None, None],
                                      padding="same")[0, 0]


def gpu_time(function, calls):
    """Seconds that kernels and copies of a call take."""
    with profile(activities=[ProfilerActivity.CUDA], acc_events=True) as profiled:
        for _ in range(calls):
            function()
        torch.cuda.synchronize()
    spans = [event.time_range.elapsed_us() for event in profiled.events()
             if event.device_type == torch.autograd.DeviceType.CUDA]
    if not spans:
        sys.exit("the profiler saw nothing on the GPU")
    return sum(spans) / calls * 1e-6


def wall_time(function, calls):
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(calls):
        function()
    torch.cuda.synchronize()
    return (time.perf_counter() - begin) / calls


def calls_of(function):
    for _ in range(2):
        function()
    return max(3, min(200, int(SECONDS / wall_time(function, 2))))


def images():
    generator = np.random.default_rng(20261125)
    ratios, wall_ratios = [], []
    print("side taps | GPU us: fftcore fastest peer ratio | wall us: fftcore fastest peer ratio")
    for side in SIDES:
        on_host = generator.standard_normal((side, side)).astype(np.float32)
        image = cupy.asarray(on_host)
        tensor = torch.from_dlpack(image)
        for count in TAPS:
            taps = generator.standard_normal((count, count)).astype(np.float32)
            taps_there = cupy.asarray(taps)
            taps_tensor = torch.from_dlpack(taps_there)
            functions = {
                "fftconvolve": lambda: cupyx.scipy.signal.fftconvolve(image, taps_there, "same"),
                "oaconvolve": lambda: cupyx.scipy.signal.oaconvolve(image, taps_there, "same")}
            if side**2 * count**2 < MOST_DIRECT:
                functions["conv2d"] = lambda: conv2d(tensor, taps_tensor)
            result = fftcore.convolve(image, taps, "same")
            for name, peer in functions.items():
                other = cupy.asarray(peer())
                error = float(cupy.linalg.norm(result - other) / cupy.linalg.norm(other))
                if not error < 1e-5:
                    sys.exit(f"{name} gives something else: {error}")
            functions["fftcore"] = lambda: fftcore.convolve(image, taps, "same")
            gpu, wall = {}, {}
            for name, function in functions.items():
                calls = calls_of(function)
                gpu[name], wall[name] = gpu_time(function, calls), wall_time(function, calls)
            line = f"{side:4} {count:4} |"
            for times, some in ((gpu, ratios), (wall, wall_ratios)):
                mine = times.pop("fftcore")
                fastest = min(times, key=times.get)
                some.append(times[fastest] / mine)
                line += (f" {1e6 * mine:8.1f} {1e6 * times[fastest]:8.1f} {fastest:11} "
                         f"{some[-1]:6.2f} |")
            print(line, flush=True)
    for name, some in (("GPU", ratios), ("wall", wall_ratios)):
        print(f"{name}: least ratio {min(some):.2f}, geometric mean "
              f"{np.exp(np.log(some).mean()):.2f}, {sum(ratio >= 1 for ratio in some)} of "
              f"{len(some)} at 1 or more")


torch.backends.cudnn.allow_tf32 = False
torch.backends.cudnn.benchmark = True
print(f"fftcore {fftcore.__version__}, CuPy {cupy.__version__}, PyTorch {torch.__version__}, "
      f"{torch.cuda.get_device_name()}")
images()
