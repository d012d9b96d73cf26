#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How well noise is taken out: fftdenoise beside FFmpeg's fftdnoiz, hqdn3d and nlmeans, and
VapourSynth's dfttest2, each with the best of the settings that one search tries.

denoise_quality.py [--filters NAME,...] [--tries N] [--jobs N] [--csv OUT.csv]
                   [--plugin FOLDER] [--save OUT.npz | --clips IN.npz | --show IN.csv ...]

Clips are frames of videos of Debian's opencv-doc, grey: the middle of what is halved in size by
area, so that little is left of their coding, in multiples of 16 samples. Noise is Gaussian, rounded
to whole levels. A search has N tries of a filter and a clip, and takes the best PSNR. --save writes
clips and stops; --clips takes them in place of videos, on a machine without ffmpeg. --show prints
the table of results that were written before, of several machines together. What is not installed
is left out, with a line that says so.
"""
import argparse
import csv
import itertools
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

import cv2
import numpy as np

from denoise_peers import PEERS

DATA = "/usr/share/doc/opencv-doc/examples/data"
VIDEOS = {"vtest": 100, "tree": 10, "Megamind": 40}  # and the first frame
FRAMES, ROWS, COLUMNS = 24, 128, 192  # of clips, at most
NOISES = (5, 10, 25)  # standard deviations, in levels of 255
FIELDS = ("video", "noise", "filter", "psnr", "ssim", "tries", "settings")


def read_video(name, first):
    """Frames of a video, uint8 of (frames, rows, columns)."""
    graph = (f"trim=start_frame={first}:end_frame={first + FRAMES},scale=iw/2:ih/2:flags=area,"
             f"crop=min({COLUMNS}\\,trunc(iw/16)*16):min({ROWS}\\,trunc(ih/16)*16),format=gray")
    pictures = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", os.path.join(DATA, name + ".avi"), "-an", "-vf",
         graph, "-fps_mode", "passthrough", "-c:v", "pgm", "-f", "image2pipe", "-"],
        stdout=subprocess.PIPE, check=True).stdout
    _, extents, _ = pictures.split(b"\n", 3)[:3]
    columns, rows = map(int, extents.split())
    frames = np.frombuffer(pictures, np.uint8).reshape(FRAMES, -1)[:, -rows * columns:]
    return frames.reshape(FRAMES, rows, columns)


def with_noise(clean, noise):
    random = np.random.default_rng(noise)
    return np.clip(np.rint(clean + random.normal(0, noise, clean.shape)), 0, 255).astype(np.uint8)


def clips_of_videos():
    """Clips by the name of their video, and with noise by (video, noise)."""
    clips = {}
    for name, first in VIDEOS.items():
        clips[name] = read_video(name, first)
        for noise in NOISES:
            clips[f"{name} {noise}"] = with_noise(clips[name], noise)
    return clips


def psnr(clean, clip):
    """In dB, of the mean squared error of all frames."""
    return 10 * np.log10(255**2 / max(np.mean((clean - clip.astype(float)) ** 2), 1e-12))


def ssim(clean, clip):
    """The mean of all frames, after Wang and others (2004): Gaussian windows of 11x11, sigma 1.5,
    without the border where they do not fit."""
    def mean(values):
        return cv2.GaussianBlur(values, (11, 11), 1.5)[5:-5, 5:-5]

    def of_frame(pair):
        x, y = pair[0].astype(float), pair[1].astype(float)
        mean_x, mean_y = mean(x), mean(y)
        xx, yy, xy = mean(x * x) - mean_x**2, mean(y * y) - mean_y**2, mean(x * y) - mean_x * mean_y
        c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
        return np.mean((2 * mean_x * mean_y + c1) * (2 * xy + c2)
                       / ((mean_x**2 + mean_y**2 + c1) * (xx + yy + c2)))

    return float(np.mean([of_frame(pair) for pair in zip(clean, clip)]))


def search(score, axes, start, tries):
    """The settings with the best score, the score, and how many were tried. One setting after the
    other goes along its values, by a quarter of them at first, and by half as many when no step
    is any better."""
    axes = {name: values for name, values in axes.items() if name in start}
    names = list(axes)
    best = [axes[name].index(start[name]) for name in names]
    scores = {}

    def at(place):
        key = tuple(place)
        if key not in scores:
            if len(scores) == tries:
                return -np.inf
            scores[key] = score({**start, **{n: axes[n][k] for n, k in zip(names, place)}})
        return scores[key]

    def moved(axis, step):
        place = list(best)
        place[axis] += step
        return place if 0 <= place[axis] < len(axes[names[axis]]) else None

    top = at(best)
    steps = [max(len(values) // 4, 1) for values in axes.values()]
    while len(scores) < tries:
        before = top
        for axis, step in enumerate(steps):
            for direction in (step, -step):
                place = moved(axis, direction)
                while place is not None and at(place) > top:
                    best, top = place, at(place)
                    place = moved(axis, direction)
        if top == before:
            if max(steps) == 1:
                break
            steps = [max(step // 2, 1) for step in steps]
    return {**start, **{n: axes[n][k] for n, k in zip(names, best)}}, top, len(scores)


def best_of(peer, clean, noisy, noise, tries):
    """The best settings of a filter, PSNR with them, and how many were tried."""
    found = [search(lambda at: psnr(clean, peer.run(noisy, noise, at)), peer.axes, start,
                    tries // len(peer.starts)) for start in peer.starts]
    settings, top, _ = max(found, key=lambda one: one[1])
    return settings, top, sum(count for *_, count in found)


def words_of(settings):
    return " ".join(f"{name}={value:.3g}" if isinstance(value, float) else f"{name}={value}"
                    for name, value in settings.items())


def rows_of(clips, filters, tries, jobs):
    """Rows of results, as they come, of so many searches at once."""
    def row(task):
        video, noise, name = task
        clean, noisy = clips[video], clips[f"{video} {noise}"]
        if name == "none":
            return *task, psnr(clean, noisy), ssim(clean, noisy), 0, ""
        settings, top, count = best_of(PEERS[name], clean, noisy, noise, tries)
        result = PEERS[name].run(noisy, noise, settings)
        return *task, top, ssim(clean, result), count, words_of(settings)

    with ThreadPoolExecutor(jobs) as pool:
        tasks = itertools.product(VIDEOS, NOISES, ("none", *filters))
        for done in as_completed([pool.submit(row, task) for task in tasks]):
            yield done.result()


def show(rows):
    """The table, and how far fftcore is from the best of fftdnoiz and dfttest2."""
    cells = {(row["video"], int(row["noise"]), row["filter"]): (float(row["psnr"]),
                                                               float(row["ssim"])) for row in rows}
    names = [name for name in ("none", *PEERS) if any(key[2] == name for key in cells)]
    print("| video | noise |", " | ".join(names), "|")
    print("|---" * (2 + len(names)) + "|")
    for video, noise in sorted({key[:2] for key in cells}):
        line = [cells.get((video, noise, name)) for name in names]
        print(f"| {video} | {noise} |",
              " | ".join("" if one is None else f"{one[0]:.2f}, {one[1]:.4f}" for one in line), "|")
    for video, noise in sorted({key[:2] for key in cells}):
        ours = cells.get((video, noise, "fftcore"))
        peers = [cells[key] for name in ("fftdnoiz", "dfttest2")
                 if (key := (video, noise, name)) in cells]
        if ours and peers:
            print(f"{video} {noise}: fftcore is {ours[0] - max(p for p, _ in peers):+.2f} dB and "
                  f"{ours[1] - max(s for _, s in peers):+.4f} from the best of {len(peers)}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--filters", default=",".join(PEERS))
    parser.add_argument("--tries", type=int, default=80)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--csv", metavar="OUT.csv")
    parser.add_argument("--plugin", metavar="FOLDER")
    parser.add_argument("--save", metavar="OUT.npz")
    parser.add_argument("--clips", metavar="IN.npz")
    parser.add_argument("--show", metavar="IN.csv", nargs="+")
    options = parser.parse_args()
    if options.show:
        rows = []
        for name in options.show:
            with open(name, encoding="utf-8", newline="") as file:
                rows += csv.DictReader(file)
        return show(rows)
    if options.plugin:
        os.environ["GST_PLUGIN_PATH"] = os.path.abspath(options.plugin)
    wanted = options.filters.split(",")
    unknown = set(wanted) - set(PEERS)
    if unknown or options.tries < 2:
        parser.error(f"filters are {', '.join(PEERS)}; tries are 2 or more")
    if not options.clips and PEERS["hqdn3d"].missing():
        sys.exit("there is no ffmpeg, which reads videos; --clips takes clips that were saved")
    clips = dict(np.load(options.clips)) if options.clips else clips_of_videos()
    if options.save:
        return np.savez_compressed(options.save, **clips)
    filters = []
    for name in wanted:
        reason = PEERS[name].missing()
        print(f"{name} is left out: {reason}") if reason else filters.append(name)
    rows = []
    with open(options.csv or os.devnull, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(FIELDS)
        for row in rows_of(clips, filters, options.tries, options.jobs):
            row = [f"{value:.4f}" if isinstance(value, float) else value for value in row]
            rows.append(dict(zip(FIELDS, row)))
            writer.writerow(row)
            file.flush()
            print(*row, flush=True)
    return show(rows)


if __name__ == "__main__":
    main()
