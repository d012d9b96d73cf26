# SPDX-License-Identifier: LGPL-2.1-or-later
"""The tables of figures/quality.md: noise, blur, defaults, and what denoising costs."""
import re

from result_files import part, source, table, text

ZEN5 = "AMD EPYC of 2024 (Zen 5), 2 cores of a virtual machine"


def best_settings():
    name = "2026-11-26-epyc-denoise-quality.txt"
    lines = re.findall(r"^\| (\w+) \| (\d+) \| (.*) \|$", text(name), re.M)
    rows = [[f"{video}, {noise}", *re.findall(r"(\d\d\.\d\d), ", cells)]
            for video, noise, cells in lines]
    heads = ("video, noise", "noisy", "fftdnoiz", "dfttest2", "hqdn3d", "nlmeans", "fftdenoise")
    machine = "AMD EPYC, 2.4 GHz with AVX2, FFmpeg 5.1, dfttest2_cpu 11.1.0"
    command = "denoise_quality.py --plugin build/plugins --csv quality.csv"
    return source(machine, command, name) + table(heads, rows)


FITTED_ON = ("camera", "coffee", "aloeL.jpg", "baboon.jpg")


def photos():
    name = "2026-11-27-epyc-denoise-photos.txt"
    found = {}
    line = re.compile(r"^(\S+) +(\d+) +([\d.]+) +([\d.]+) +([\d.]+) +[\d.]+ +([\d.]+) +([\d.]+)$",
                      re.M)
    for photo, sigma, *values in line.findall(text(name)):
        if photo not in FITTED_ON:
            found.setdefault(sigma, []).append(list(map(float, values)))
    rows = []
    for sigma, photos_of in found.items():
        noisy, ours, best, measured, nlmeans = zip(*photos_of)
        spans = [noisy, ours, measured, [a - b for a, b in zip(ours, nlmeans)]]
        below = max(b - a for a, b in zip(ours, best))
        cells = [f"{min(span):.2f} to {max(span):.2f}" for span in spans]
        rows.append([sigma, *cells, f"{below:.2f}"])
    heads = ("sigma; dB", "noisy", "by default", "with sigma measured",
             "by default, above fastNlMeans", "below the best, at most")
    command = "denoise_photos.py /usr/share/doc/opencv-doc/examples/data"
    return source(ZEN5, command, name) + table(heads, rows)


def clips():
    name = "2026-11-27-epyc-denoise-default.txt"
    line = re.compile(r"^(\d) frames, overlap of (\S+) %: (\S+) dB from the better one in the mean,"
                      r" (\S+) at least, (\S+) at most$", re.M)
    heads = ("frames", "overlap, %", "dB from the better peer, mean", "least", "most")
    command = "denoise_default.py VIDEOS results/2026-11-26-epyc-denoise-quality.txt"
    return source(ZEN5, command, name) + table(heads, line.findall(text(name)))


def deblurring():
    name = "2026-11-27-epyc-balance.txt"
    line = re.compile(r"^(default|0\.01), noise of (\S+): (\S+) dB .* mean, (\S+) at most$", re.M)
    found = {}
    for which, noise, mean, most in line.findall(text(name)):
        found.setdefault(noise, []).extend((mean, most))
    heads = ("noise, levels; dB", "by default, mean", "at most", "with 0.01, mean", "at most")
    command = "default_balance.py /usr/share/doc/opencv-doc/examples/data"
    return source(ZEN5, command, name) + table(heads, [[key, *row] for key, row in found.items()])


GPU = "2026-11-26-h100-denoise.txt"


def denoising_gpu():
    run = part(GPU, "--threads 12 --count 800:\n")
    rows = [list(map(float, line[1:])) for line in
            (re.findall(r"[\d.]+", text_line) for text_line in run.splitlines()) if len(line) == 7]
    rows = [[str(frames), *row] for frames, row in zip((1, 3, 5), rows)]
    heads = ("frames", "fftcore, frames/s", "dfttest2", "ratio", "kernels, us", "dfttest2's",
             "ratio")
    command = "denoise_speed.py --on cuda --threads 12 --count 800"
    return (source("NVIDIA H100, CUDA 13.0, dfttest2_nvrtc 11.1.0", command, GPU)
            + table(heads, rows))


def denoising_blocks():
    us = dict(re.findall(r"^(b\d+ step.*) wiener sigma=8 +([\d.]+) us$", text(GPU), re.M))
    rows = [[f"{side}x{side}, {step}", *[us.get(f"b{side} step{step}{more}") for more in
                                         ("", " prev=1 next=1", " prev=3 next=3")]]
            for side, step in ((8, 2), (8, 1), (16, 4), (32, 8), (64, 32), (64, 16))]
    return table(("blocks, step; us", "1 frame", "3 frames", "7 frames"), rows)


TABLES = {"denoise-best": best_settings, "denoise-photos": photos, "denoise-default": clips,
          "deblurring": deblurring, "denoising-gpu": denoising_gpu,
          "denoising-blocks": denoising_blocks}
