#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftdenoise in gst-launch-1.0 beside the definition in fftcore/denoise.h, by NumPy in double: grey
frames with noise, of 8 and of 16 bits, each within half a level of the exact one, and what single
precision errs by. NumPy's transforms and padding are neither the library's nor the oracle's.

Exit status 77 says that it was skipped.
"""
import functools
import os
import sys
import tempfile

from gst_tools import run_tool

BACKEND = os.environ.get("FFTCORE_TEST_BACKEND", "cpu")
FRAMES, ROWS, COLUMNS = 5, 45, 70

try:
    import numpy as np
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-numpy)")
    sys.exit(77)


def window_of(block, step):
    """Hann's, over the root of its overlapped squares."""
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * (np.arange(block) + 0.5) / block)
    squares = (hann**2).reshape(-1, step).sum(axis=0)
    return hann / np.sqrt(np.tile(squares, block // step))


def factors(kind, power, sigma):
    share = sigma**2 / np.maximum(power, 1e-300)
    if kind == "firm":  # sigma is that of the noise, and one frame is looked at
        f = np.fft.fftfreq(power.shape[-1])
        f = np.hypot(f[:, None], f[None])
        return np.maximum(1 - ((1.96 * (1 - 0.12 * np.exp(-(f / 0.22)**2)))**2 * share)**4, 0)
    if kind == "wiener":
        return np.maximum(1 - share, 0)
    return 0.25 + 0 * power  # gain


@functools.cache
def largest_halo():
    u = np.linspace(0, 5, 100001)
    return (np.exp(-0.7 * u) - np.exp(-u)).max()


def sharpening(power, sharpen, dehalo):
    """Factors on the bins of a block of one frame, with limits as they are by default."""
    f = np.fft.fftfreq(len(power))
    f = np.hypot(f[:, None], f[None])
    limited = power * 20**2 / ((power + 4**2) * (power + 20**2))
    u = (2 * f * 2)**2
    halos = (np.exp(-0.7 * u) - np.exp(-u)) / largest_halo()
    strong = power + 50**2
    return ((1 + sharpen * (1 - np.exp(-f**2 / (2 * 0.15**2))) * np.sqrt(limited))
            * strong / (strong + dehalo * halos * power))


def denoised(frames, index, block, step, prev, following, kind, sigma, sharpen, dehalo, level):
    """Frame number `index`; where there are no neighbours, the nearest frame stands in."""
    lead = block - step
    rows, columns = frames[0].shape
    around = [frames[min(max(index + d, 0), len(frames) - 1)] for d in range(-prev, following + 1)]
    padded = np.stack([np.pad(frame.astype(float), ((lead, block + step), (lead, block + step)),
                              mode="reflect") for frame in around])
    a = window_of(block, step)
    w = np.ones((len(around), 1, 1)) * np.outer(a, a)
    spectrum_of_w = np.fft.fftn(w)
    result = np.zeros((rows + 2 * (block + step), columns + 2 * (block + step)))
    for top in range(0, rows + lead, step):
        for left in range(0, columns + lead, step):
            bins = np.fft.fftn(padded[:, top:top + block, left:left + block] * w)
            mean = bins[0, 0, 0] / spectrum_of_w[0, 0, 0] * spectrum_of_w
            rest = bins - mean
            power = np.abs(rest)**2 / np.sum(w**2) / level**2
            weak = np.fft.ifft(factors(kind, power, sigma) * rest, axis=0)[prev]
            power = np.abs(weak)**2 / np.sum(np.outer(a, a)**2) / level**2
            bins = weak * sharpening(power, sharpen, dehalo) + np.fft.ifft(mean, axis=0)[prev]
            made = np.fft.ifft2(bins).real
            result[top:top + block, left:left + block] += made * np.outer(a, a)
    return result[lead:lead + rows, lead:lead + columns]


def through_element(frames, gst_format, properties):
    with tempfile.TemporaryDirectory() as folder:
        before, after = os.path.join(folder, "before"), os.path.join(folder, "after")
        np.stack(frames).tofile(before)
        pipeline = (f"filesrc location={before} blocksize={frames[0].nbytes} ! rawvideoparse "
                    f"format={gst_format} width={COLUMNS} height={ROWS} framerate=25/1 ! "
                    f"fftdenoise backend={BACKEND} {properties} ! filesink location={after}")
        run_tool(["gst-launch-1.0", "-q", *pipeline.split()], check=True, timeout=170)
        padded = np.fromfile(after, frames[0].dtype)
    return padded.reshape(-1, ROWS, frames[0].shape[1])[:, :, :COLUMNS]


def noisy_frames(white, dtype):
    random = np.random.default_rng(1)
    y, x = np.mgrid[:ROWS, :COLUMNS]
    frames = []
    for frame in range(FRAMES):
        clean = 0.5 + 0.3 * np.sin(x / 5 + y / 7 + frame / 3)
        noise = random.normal(0, 10 / 255, clean.shape)
        frames.append(np.rint(np.clip(clean + noise, 0, 1) * white).astype(dtype))
    return frames


def stored(frames):
    """As GStreamer lays rows out: of multiples of 4 bytes."""
    extra = -frames[0].strides[0] % 4 // frames[0].itemsize
    return [np.pad(frame, ((0, 0), (0, extra))) for frame in frames]


def main():
    if run_tool(["gst-inspect-1.0", "--exists", "rawvideoparse"], check=False).returncode != 0:
        print("SKIP: no rawvideoparse here (Debian: gstreamer1.0-plugins-base)")
        return 77
    is_good = True
    for block, step, prev, following, kind, sigma, sharpen, dehalo in (
            (16, 4, 0, 0, "firm", 8, 0, 0), (16, 4, 0, 0, "wiener", 8, 0, 0),
            (16, 4, 1, 1, "wiener", 8, 0, 0),
            (8, 4, 2, 0, "wiener", 12, 0, 0), (32, 4, 0, 1, "wiener", 8, 0, 0),
            (16, 8, 0, 0, "gain", 0, 0, 0), (16, 4, 1, 0, "wiener", 4, 0.7, 0),
            (8, 4, 0, 0, "wiener", 0, 0, 1.5), (32, 8, 0, 0, "wiener", 0, 1, 1)):
        for gst_format, dtype, white in (("gray8", np.uint8, 255),
                                         ("gray16-le", np.dtype("<u2"), 65535)):
            frames = noisy_frames(white, dtype)
            properties = (f"block={block} step={step} before={prev} after={following} "
                          f"kind={kind} sigma={sigma} gain=0.25 sharpen={sharpen} "
                          f"dehalo={dehalo} sigma-is-threshold={kind != 'firm'}")
            got = through_element(stored(frames), gst_format, properties)
            if len(got) != FRAMES:
                raise SystemExit(f"{FRAMES} frames went in, {len(got)} came out")
            exact = [denoised(frames, index, block, step, prev, following, kind, sigma, sharpen,
                              dehalo, white / 255) for index in range(FRAMES)]
            error = max(np.abs(a - np.clip(b, 0, white)).max() for a, b in zip(got, exact))
            allowed = 0.5 + (1 + sharpen) * 1e-5 * white
            print(f"{gst_format} {properties}: off by {error:.4f} levels (allowed {allowed:.4f})")
            is_good = is_good and error <= allowed
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
