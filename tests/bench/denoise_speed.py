#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""denoise_speed.py [--on cpu|cuda] [--threads N]: the package fftcore beside VapourSynth's
dfttest2, of 1, 3 and 5 frames, in one process.

Frames are 1920x1088 of u8 in system memory; blocks of 16, step 4, Wiener. The two take turns, and a
turn's frames a second are printed as their median. On a GPU both have a stream a thread; the
times of kernels alone, of one stream, are PyTorch's profiler's, if it is there. Results are
compared first: it fails where they differ by more than 1 level. Exit status 77 says that one of the
two is not there."""
import argparse
import statistics
import sys
import threading
import time

import numpy as np

from denoise_peers import dfttest2_clip, vapoursynth_clip, vapoursynth_plugin

ROWS, COLUMNS, NOISE = 1088, 1920, 8
AT = {"strength": 1, "method": "wiener", "step": 4, "window": "hann", "time_window": "rectangle",
      "beta": 1}
PLUGINS = {"cpu": "dfttest2_cpu", "cuda": "dfttest2_nvrtc"}


class Ours:
    """A plan for each thread, since a plan has one run at a time."""

    def __init__(self, backend, threads, radius, frames):
        import fftcore
        text = (f"denoise u8 {ROWS}x{COLUMNS} b16 step4 before={radius} after={radius} wiener "
                f"sigma={NOISE}")
        callers = 1 if backend == "cpu" else threads
        self.plans = [fftcore.Plan(text, backend=backend,
                                   threads=threads if backend == "cpu" else 0)
                      for _ in range(callers)]
        self.outs = [np.empty_like(frames[0]) for _ in self.plans]
        self.frames, self.radius = frames, radius

    def frame(self, i, caller=0):
        """Frame i of a clip that goes round."""
        around = [self.frames[(i + j) % len(self.frames)]
                  for j in range(-self.radius, self.radius + 1)]
        self.plans[caller].run(around if self.radius else around[0], self.outs[caller])
        return self.outs[caller]

    def run(self, count):
        def work(caller):
            for i in range(caller, count, len(self.plans)):
                self.frame(i, caller)

        callers = [threading.Thread(target=work, args=(i,)) for i in range(len(self.plans))]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()


class Theirs:
    def __init__(self, backend, radius, source, streams):
        import vapoursynth
        self.core = vapoursynth.core
        plugin = vapoursynth_plugin([PLUGINS[backend]])
        more = {} if backend == "cpu" else {"num_streams": streams}
        self.clip = dfttest2_clip(plugin, source, NOISE, {**AT, "frames": 2 * radius + 1}, **more)
        # Else later turns would find the results of the first.
        self.core.std.SetVideoCache(self.clip, mode=0)

    def frame(self, i):
        return np.array(self.clip.get_frame(i)[0])

    def run(self, count):
        for _ in self.clip[:count].frames(prefetch=self.core.num_threads, close=True):
            pass


def frames_a_second(run, count):
    begin = time.perf_counter()
    run(count)
    return count / (time.perf_counter() - begin)


def kernel_us(run, count):
    """Microseconds of kernels a frame, without copies; None without PyTorch."""
    try:
        import torch
        from torch.profiler import ProfilerActivity, profile
    except ImportError:
        return None
    with profile(activities=[ProfilerActivity.CUDA], acc_events=True) as profiled:
        run(count)
        torch.cuda.synchronize()
    kernels = [event.time_range.elapsed_us() for event in profiled.events()
               if event.device_type == torch.autograd.DeviceType.CUDA
               and not event.name.lower().startswith(("mem", "[mem"))]
    return sum(kernels) / count


def kernels_alone(radius, frames, source, count):
    """Of ours and theirs, of one stream: kernels beside others take longer."""
    return [kernel_us(one.run, count) for one in (Ours("cuda", 1, radius, frames),
                                                  Theirs("cuda", radius, source, streams=1))]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--on", choices=PLUGINS, default="cpu")
    parser.add_argument("--threads", type=int, help="of everybody; 2 on a CPU, 4 on a GPU")
    parser.add_argument("--count", type=int, help="of frames in a turn; 24 on a CPU, 400 on a GPU")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--radius", type=int, nargs="*", default=[0, 1, 2])
    options = parser.parse_args()
    threads = options.threads or (2 if options.on == "cpu" else 4)
    count = options.count or (24 if options.on == "cpu" else 400)
    try:
        import vapoursynth
        vapoursynth_plugin([PLUGINS[options.on]])
        import fftcore  # noqa: F401 pylint: disable=unused-import
    except ImportError as error:
        print(f"skipped: {error}")
        sys.exit(77)
    core = vapoursynth.core
    core.num_threads = threads
    frames = np.random.default_rng(1).integers(0, 256, (8, ROWS, COLUMNS), np.uint8)
    clip = vapoursynth_clip(frames)
    core.std.SetVideoCache(clip, mode=1, fixedsize=len(frames), maxsize=len(frames))
    source = core.std.Loop(clip, times=count // len(frames) + 2)
    print(f"{COLUMNS}x{ROWS} u8, {threads} threads, turns of {count} frames, frames/s")
    print("| frames | fftcore | dfttest2 | ratio | kernels, us | dfttest2's | ratio |")
    print("|---|---|---|---|---|---|---|")
    for radius in options.radius:
        ours = Ours(options.on, threads, radius, frames)
        theirs = Theirs(options.on, radius, source, threads)
        # Not the first frames, which have others around them in a clip that ends.
        difference = np.max(np.abs(ours.frame(5).astype(int) - theirs.frame(5)))
        if difference > 1:
            sys.exit(f"FAILED: {2 * radius + 1} frames: results differ by {difference} levels")
        for run in (ours.run, theirs.run):
            run(max(count // 8, 2))
        rates = [[frames_a_second(run, count) for run in (ours.run, theirs.run)]
                 for _ in range(options.turns)]
        mine, others = (statistics.median(rate) for rate in zip(*rates))
        line = f"| {2 * radius + 1} | {mine:.1f} | {others:.1f} | {mine / others:.2f} |"
        alone = [None]
        if options.on == "cuda":
            alone = kernels_alone(radius, frames, source, count // 4)
        if None not in alone and min(alone) > 0:
            line += f" {alone[0]:.1f} | {alone[1]:.1f} | {alone[1] / alone[0]:.2f} |"
        else:
            line += " | | |"
        print(line, flush=True)


if __name__ == "__main__":
    main()
