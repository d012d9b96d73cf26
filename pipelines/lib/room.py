#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""room.py OUT.npy: a small room as it sounds at 48000 samples a second, (2, 2, 1, taps):
K[ear][loudspeaker] begins with the direct sound, which comes to the other ear later and duller, and
ends in decaying noise.
room.py --check ROOM.npy DRY.wav WET.wav: whether WET is DRY convolved with these; files of F32LE
stereo."""
import sys

import numpy as np

RATE = 48000
TAPS = 8000
DECAY = 0.05  # seconds to 1/e


def make(target):
    random = np.random.default_rng(1)
    kernels = np.zeros((2, 2, 1, TAPS), np.float32)
    tail = np.exp(-np.arange(TAPS) / (DECAY * RATE)) * np.linspace(0, 1, TAPS).clip(0, 0.05) / 0.05
    for ear in range(2):
        for loudspeaker in range(2):
            response = 0.02 * tail * random.standard_normal(TAPS)
            if ear == loudspeaker:
                response[48] += 0.7
            else:
                # the head is in the way
                response[60:76] += 0.4 * np.hanning(16) / np.hanning(16).sum()
            kernels[ear, loudspeaker, 0] = response
    np.save(target, kernels)


def samples(name):
    """Of a file as wavenc writes it."""
    with open(name, "rb") as file:
        content = file.read()
    begin = content.index(b"data") + 8
    size = int.from_bytes(content[begin - 4:begin], "little")
    return np.frombuffer(content[begin:begin + size], "<f4").reshape(-1, 2)


def check(room, dry, wet):
    kernels, before, after = np.load(room).astype(float), samples(dry).astype(float), samples(wet)
    if len(after) < len(before):
        sys.exit(f"room.py: {wet} has {len(after)} samples, {dry} {len(before)}")
    points = 1 << (len(before) + TAPS).bit_length()
    spectra = np.fft.rfft(before, points, axis=0)
    expected = np.zeros_like(before)
    for ear in range(2):
        product = sum(spectra[:, loudspeaker] * np.fft.rfft(kernels[ear, loudspeaker, 0], points)
                      for loudspeaker in range(2))
        expected[:, ear] = np.fft.irfft(product, points)[: len(before)]
    error = np.abs(after[: len(before)] - expected).max()
    print(f"{len(after)} samples, the largest {np.abs(expected).max():.3f}, at most {error:.1e} "
          "off NumPy's convolution")
    return error < 1e-5


def run(to_make, to_check):
    """What the command line asks for."""
    if sys.argv[1] == "--check":
        sys.exit(0 if to_check(*sys.argv[2:]) else 1)
    to_make(sys.argv[1])


if __name__ == "__main__":
    run(make, check)
