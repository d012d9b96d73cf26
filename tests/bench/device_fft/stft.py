#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The power of a short-time Fourier transform: the example of one kernel beside torch.stft and
beside cuFFT with a kernel before and one after it.

  stft.py EXAMPLES.cu --emit PROGRAM [--json FILE]

2^26 samples, 1024 points, 256 apart, Hann's window. Needs CuPy and PyTorch. Medians of replayed
graphs, and of events for torch.stft, in microseconds. Results are compared with each other and, for
some frames, with NumPy in double.
"""
import argparse
import json
import pathlib
import subprocess
import sys

try:
    import cupy
    import numpy
    import torch
except ImportError as missing:
    print(f"SKIP: {missing}")
    sys.exit(77)

from bench import timed

POINTS, HOP, SAMPLES = 1024, 256, 1 << 26
FRAMES = (SAMPLES - POINTS) // HOP + 1
BINS = POINTS // 2 + 1
AROUND_CUFFT = r"""
extern "C" __global__ void windowed(const float* signal, const float* window, float* frames,
                                    unsigned long long count) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i < count * 256) {  // four samples a thread
    const unsigned long long frame = i / 256, first = i % 256 * 4;
    const float4 x = *(const float4*)(signal + frame * 256 + first);
    const float4 w = *(const float4*)(window + first);
    *(float4*)(frames + 4 * i) = make_float4(x.x * w.x, x.y * w.y, x.z * w.z, x.w * w.w);
  }
}
extern "C" __global__ void power(const float2* bins, float* out, unsigned long long count) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i < count) out[i] = bins[i].x * bins[i].x + bins[i].y * bins[i].y;
}
"""


def our_kernel(examples, emit):
    """The example's kernel, with the FFTs that its file names."""
    source = ""
    for name, text in (("forward1024", "block r2c 1024 folded ept=16"),
                       ("inverse1024", "block c2r 1024 folded ept=16"),
                       ("block128", "block c2c 128"), ("block101", "block c2c 101"),
                       ("half256", "block c2c 256 f16"), ("thread8", "thread c2c 8"),
                       ("block64", "block c2c 64")):
        source += subprocess.run([emit, text, "--name", name], check=True, text=True,
                                 stdout=subprocess.PIPE).stdout
    traits = subprocess.run([emit, "--traits", "block r2c 1024 folded ept=16"], check=True,
                            text=True, stdout=subprocess.PIPE).stdout
    threads = next(line for line in traits.splitlines() if "threads of a block" in line)
    x, y = (int(word) for word in threads.split() if word.isdigit())
    shared = next(int(line.split()[2]) for line in traits.splitlines() if "shared memory" in line)
    module = cupy.RawModule(code=source + examples.read_text(encoding="ascii"),
                            options=("-std=c++17",))
    return module.get_function("stft_power"), (x, y), shared


def with_cufft(signal, window, ours):
    """Its figure, once its result is that of ours."""
    around = cupy.RawModule(code=AROUND_CUFFT)
    frames = cupy.empty((FRAMES, POINTS), cupy.float32)
    bins = cupy.empty((FRAMES, BINS), cupy.complex64)
    theirs = cupy.empty((FRAMES, BINS), cupy.float32)
    plan = cupy.cuda.cufft.Plan1d(POINTS, cupy.cuda.cufft.CUFFT_R2C, FRAMES)

    def run():
        around.get_function("windowed")((FRAMES,), (256,),
                                        (signal, window, frames, numpy.uint64(FRAMES)))
        plan.fft(frames, bins, cupy.cuda.cufft.CUFFT_FORWARD)
        around.get_function("power")(((FRAMES * BINS + 255) // 256,), (256,),
                                     (bins, theirs, numpy.uint64(FRAMES * BINS)))

    figure = timed(run)
    assert float(cupy.linalg.norm(theirs - ours) / cupy.linalg.norm(ours)) < 1e-5
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("examples", type=pathlib.Path)
    parser.add_argument("--emit", required=True)
    parser.add_argument("--json")
    options = parser.parse_args()
    signal = cupy.random.default_rng(1).random(SAMPLES, dtype=cupy.float32) - 0.5
    window = cupy.asarray(0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(POINTS) / POINTS),
                          cupy.float32)
    figures = {}

    kernel, (threads, lines), shared = our_kernel(options.examples, options.emit)
    ours = cupy.empty((FRAMES, BINS), cupy.float32)
    count = numpy.uint64(FRAMES)

    def run_ours():
        kernel(((FRAMES + lines - 1) // lines,), (threads, lines), (signal, window, ours, count),
               shared_mem=shared)

    figures["fftcore"] = timed(run_ours)
    for frame in (0, 1, 77777, FRAMES - 1):
        x = signal[frame * HOP:frame * HOP + POINTS].get().astype(float) * window.get()
        wanted = abs(numpy.fft.rfft(x)) ** 2
        error = numpy.linalg.norm(ours[frame].get() - wanted) / numpy.linalg.norm(wanted)
        assert error < 1e-6, error

    figures["cufft with kernels"] = with_cufft(signal, window, ours)
    cupy.get_default_memory_pool().free_all_blocks()

    samples, hann = torch.as_tensor(signal, device="cuda"), torch.as_tensor(window, device="cuda")

    def run_torch():
        return torch.stft(samples, POINTS, HOP, window=hann, center=False,
                          return_complex=True).abs().square()

    found = run_torch()
    assert float(torch.linalg.norm(found.T - torch.as_tensor(ours, device="cuda"))
                 / torch.linalg.norm(found)) < 1e-5
    times = []
    for _ in range(15):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        run_torch()
        end.record()
        end.synchronize()
        times.append(1000 * begin.elapsed_time(end))
    figures["torch.stft"] = sorted(times)[len(times) // 2]

    for name, figure in figures.items():
        print(f"{name:20} {figure:9.1f} us {figure / figures['fftcore']:5.2f}", flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)


if __name__ == "__main__":
    main()
