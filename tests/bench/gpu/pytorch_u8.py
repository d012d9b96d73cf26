#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The same work as bench_cuda's "1080p u8 31x31, 32 frames", as one writes it in PyTorch: convert,
extend the edges, rfft2, multiply, irfft2, crop, round, clamp. Run it on the same machine right
before or after bench_cuda. Prints the median in microseconds; fails where the result differs by
more than 1 from a direct sum in double.
"""
import statistics
import sys

try:
    import torch
    import torch.nn.functional as F
except ImportError as missing:
    print(f"SKIP: {missing}")
    sys.exit(77)

FRAMES, ROWS, COLUMNS, TAPS, RUNS = 32, 1080, 1920, 31, 30


def spectrum_of(taps, shape):
    """Of correlation whose result begins at the frame's first pixel, for a frame extended by half
    the taps at each side."""
    return torch.fft.rfft2(taps, s=shape).conj()


def filtered(frames, spectrum, shape):
    half = TAPS // 2
    extended = F.pad(frames[:, None].float(), (half, half, half, half), mode="reflect")[:, 0]
    result = torch.fft.irfft2(torch.fft.rfft2(extended, s=shape) * spectrum, s=shape)
    return result[:, :ROWS, :COLUMNS].round().clamp(0, 255).to(torch.uint8)


def main():
    if not torch.cuda.is_available():
        print("SKIP: PyTorch finds no GPU")
        return 77
    generator = torch.Generator("cuda").manual_seed(1)
    frames = torch.randint(0, 256, (FRAMES, ROWS, COLUMNS), dtype=torch.uint8, device="cuda",
                           generator=generator)
    taps = torch.rand(TAPS, TAPS, device="cuda", generator=generator)
    taps /= taps.sum()
    shape = (1120, 1960)  # smooth, at least the frame's and the taps' less one
    spectrum = spectrum_of(taps, shape)

    ours = filtered(frames, spectrum, shape)
    half = TAPS // 2
    extended = F.pad(frames[:1, None].double(), (half, half, half, half), mode="reflect")
    exact = F.conv2d(extended, taps.double()[None, None])[0, 0]
    worst = (ours[0].double() - exact).abs().max().item()
    if worst > 1:
        print(f"wrong by {worst:.2f}")
        return 1

    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    times = []
    for _ in range(RUNS):
        begin.record()
        filtered(frames, spectrum, shape)
        end.record()
        end.synchronize()
        times.append(1000 * begin.elapsed_time(end))
    print(f"PyTorch {torch.__version__}, {torch.cuda.get_device_name()}: "
          f"{statistics.median(times):.1f} us for {FRAMES} frames, off by {worst:.2f} at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
