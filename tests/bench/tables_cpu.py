# SPDX-License-Identifier: LGPL-2.1-or-later
"""The tables of figures/ of processors: images, transforms, streams and pipelines."""
import re
import statistics

from result_files import benchmark_medians, filters, part, source, table, text

EPYC = "AMD EPYC, 2 cores of a virtual machine"


def images():
    name = "2026-11-21-epyc-2-cores-avx2.json"
    found = benchmark_medians(name)
    rows = []
    work = [f"1080p u8 {side}x{side}" for side in (15, 31, 127)]
    labels = {"1080p u8 match 16x16": "CCOEFF_NORMED 16x16 and its best place",
              "1080p u8 match 64x64": "CCOEFF_NORMED 64x64 and its best place",
              "1080p u8 phase": "phase correlation of a stream"}
    for case in [*work, "1080p f32 31x31", "4K u8 31x31", *labels]:
        ms = found[case]
        rows.append([labels.get(case, case), ms["fftcore"], ms["opencv"],
                     ms["opencv"] / ms["fftcore"], ms.get("fftw-transforms-alone")])
    heads = ("work, ms", "fftcore", "OpenCV 4.6", "ratio", "FFTW's transforms")
    return source(EPYC, "bench", name) + table(heads, rows)


FILTERS = "2026-11-25-epyc-filters.txt"
ZEN5 = EPYC + " (family 26)"


def filters_of_full_rank():
    u8, f32 = (filters(part(FILTERS, f"bench_filters full {kind}\n")) for kind in ("u8", "f32"))
    rows = [[taps, u8[taps]["plan"], u8[taps]["ours"], u8[taps]["filter2D"], u8[taps]["ratio"],
             f32[taps]["ours"], f32[taps]["filter2D"], f32[taps]["ratio"]]
            for taps in ("1x1", "3x3", "7x7", "15x15", "31x31", "127x127")]
    heads = ("taps", "plan", "u8, ms", "filter2D", "ratio", "f32, ms", "filter2D", "ratio")
    return source(ZEN5, "chrt --fifo 50 bench_filters full", FILTERS) + table(heads, rows)


def gaussians():
    u8, f32 = (filters(part(FILTERS, f"separable {kind}\n")) for kind in ("u8", "f32"))
    rows = []
    for taps in ("3x3", "15x15", "31x31", "127x127"):
        # Smaller ones of u8 have become faster since; the next table has them.
        of_u8 = [u8[taps][key] for key in ("ours", "sepFilter2D", "GaussianBlur", "ratio")]
        of_f32 = [f32[taps][key] for key in ("ours", "sepFilter2D", "GaussianBlur", "ratio")]
        small = int(taps.split("x")[0]) <= 15
        rows.append([f"Gaussian {taps}", *([None] * 4 if small else of_u8), *of_f32])
    heads = ("taps", "u8, ms", "sepFilter2D", "GaussianBlur", "ratio",
             "f32, ms", "sepFilter2D", "GaussianBlur", "ratio")
    return source(ZEN5, "chrt --fifo 50 bench_filters separable", FILTERS) + table(heads, rows)


def gaussians_avx2():
    name = "2026-11-26-epyc-avx2-gaussians.txt"
    u8 = filters(part(name, "After:\n"))
    rows = [[f"Gaussian {taps}", u8[taps]["ours"], u8[taps]["sepFilter2D"],
             u8[taps]["GaussianBlur"], u8[taps]["ratio"]]
            for taps in ("3x3", "7x7", "15x15", "17x17", "31x31", "127x127")]
    heads = ("taps, u8", "fftcore, ms", "sepFilter2D", "GaussianBlur", "ratio")
    machine = EPYC + ", 2.4 GHz with AVX2"
    return source(machine, "chrt --fifo 50 bench_filters separable u8", name) + table(heads, rows)


def templates():
    found = filters(part(FILTERS, "bench_filters match\n").replace("match ", "u8 "))
    rows = [[taps, row["fftcore"], row["matchTemplate"], row["ratio"]]
            for taps, row in found.items() if taps in ("4x4", "16x16", "64x64", "512x512")]
    heads = ("template", "fftcore, ms", "OpenCV 4.6", "ratio")
    return source(ZEN5, "chrt --fifo 50 bench_filters match", FILTERS) + table(heads, rows)


def python():
    name = "2026-11-26-epyc-python.txt"
    line = re.compile(r"^ *(\d+) +(\d+) +([\d.]+) +([\d.]+) (\w+) +([\d.]+)$", re.M)
    rows = []
    for found in line.findall(text(name).split("least ratio")[0]):
        side, taps, ours, fastest, peer, ratio = found
        if side in ("512", "4096") and taps in ("3", "7", "15", "255"):
            rows.append([f"{side}x{side}, {taps}x{taps}", ours, fastest, ratio, peer])
    heads = ("image, taps", "fftcore, ms", "fastest peer", "ratio", "which")
    machine = EPYC + ", 2.4 GHz with AVX2"
    return source(machine, "python_convolve.py 0.5", name) + table(heads, rows)


def transforms_cpu():
    name = "2026-11-23-epyc-2-cores-transforms.txt"
    line = re.compile(r"^(\w+) (\d+) (f\d\d), (\d) threads +(\w+) +[\d.]+ +([\d.]+) \.\.", re.M)
    least = {}
    for kind, points, precision, threads, who, ms in line.findall(text(name)):
        least[threads, f"{kind} {precision}", int(points), who] = float(ms)
    rows = []
    for threads in "12":
        for kind in ("c2c f32", "c2c f64", "r2c f32", "r2c f64"):
            ratios = [ms / least[key[:3] + ("fftw",)] for key, ms in least.items()
                      if key[:2] == (threads, kind) and key[3] == "fftcore"]
            rows.append([kind, threads, statistics.median(ratios), min(ratios), max(ratios),
                         f"{sum(ratio > 1.1 for ratio in ratios)} of {len(ratios)}"])
    heads = ("kind", "threads", "median of time over FFTW's", "least", "most", "above 1.1")
    command = ("bench --benchmark_filter='(c2c|r2c) ' --benchmark_min_time=0.005"
               " --benchmark_repetitions=25")
    return source(EPYC + " (family 25)", command, name) + table(heads, rows)


def streams():
    name = "2026-11-23-epyc-streams.txt"
    rows = []
    for begin, label in (("stream 14x14", "14 of 65536 taps, 64"),
                         ("stream 1x1", "1 of 131072 taps, 1024")):
        runs = text(name).split(begin)[1:]
        ratio, push, worst = [], [], []
        for run in runs:
            run = run.split("\nstream ")[0]
            ratio.append(float(re.search(r"fftcore / zita ([\d.]+)", run)[1]))
            push.append(float(re.search(r"all threads ([\d.]+) us", run)[1]))
            worst.append(float(re.search(r"worst / mean ([\d.]+)", run)[1]))
        rows.append([label, f"{statistics.median(ratio):.2f}", f"{min(ratio)} to {max(ratio):.2f}",
                     statistics.median(push), f"{statistics.median(worst)}"])
    heads = ("responses, samples a push", "time over zita's", "all five runs", "a push, us",
             "worst push over mean")
    return source(EPYC, "bench_stream", name) + table(heads, rows)


def live():
    name = "2026-11-24-epyc-streams.txt"
    run = part(name, "# with memory locked, 1024 at once\n")
    labels = {"processor time of a push": "processor time of a push",
              "processor time of a loop that does the same each time": "that of a constant loop",
              "wall time of a push": "wall time of a push",
              "from when samples come to their results": "from samples to their results"}
    rows = []
    for what, label in labels.items():
        line = re.search(f"^{what}: (.*)$", run, re.M)[1]
        rows.append([label, *re.findall(r"(\d+)(?= us,|,|$)", line)])
    heads = ("us", "median", "99 %", "99.9 %", "99.99 %", "worst")
    machine = EPYC + " with other work"
    return source(machine, "chrt --fifo 50 soak_stream live 600", name) + table(heads, rows)


def threads():
    name = "2026-11-29-xeon-pipelines.txt"
    cores = {"2": part(name, "--cpus 0,1 "), "4": part(name, "--cpus 0,1,2,3 "),
             "16": part(name, "--cpus 0,1,...,15 ")}
    labels = {"alone": "alone", "decoder": "behind a decoder",
              "encoder": "an encoder behind it too",
              "busy1": "beside a busy process", "busy2": "beside two"}
    sizes = ("480p", "1080p", "4K")
    rows = []
    for what, label in labels.items():
        row = [label]
        for run in cores.values():
            for size in sizes:
                found = re.search(rf"^{what} +{size} +now +default +wall +\S+ s +(\S+) +processor"
                                  r" +\S+ s +(\S+)", run, re.M)
                row.append(f"{found[1]}, {found[2]}")
        rows.append(row)
    heads = ("wall, processor", *[f"{n} cores, {size}" for n in cores for size in sizes])
    command = ('pipelines --cpus 0,1,2,3 --threads 1,2,4,0'
               ' --elements "fftfilter backend=cpu filter=lowpass cutoff=0.05"')
    return source("Intel Xeon, virtual machines of 2 and of 16 cores", command, name) + table(
        heads, rows)


def gaussian_threads():
    name = "2026-11-28-xeon-gaussian-threads.txt"
    runs = re.findall(r"^== (old|new), run \d\n(.*?)(?=^==|\Z)", text(name), re.M | re.S)
    found = {}
    for library, run in runs:
        for size, taps, numbers in re.findall(r"^(\d+x\d+) +(\d+x\d+)(.*)$", run, re.M):
            for threads, wall, processor in re.findall(
                    r" (\d+): ([\d.]+) ms, ([\d.]+) of", numbers):
                found.setdefault((size, taps, threads), {}).setdefault(library, []).append(
                    (float(wall), float(processor)))
    rows = []
    for size in ("480x640", "1080x1920", "2160x3840"):
        for taps in ("31x31", "63x63", "127x127"):
            row = [f"{size}, {taps}"]
            for threads in ("4", "8", "16"):
                both = found[size, taps, threads]
                old, new = ([min(column) for column in zip(*both[one])] for one in ("old", "new"))
                row += [new[0], old[0] / new[0], old[1] / new[1]]
            rows.append(row)
    heads = ["u8, taps"]
    for threads in (4, 8, 16):
        heads += [f"{threads} threads, ms", "wall", "processors"]
    return source("Intel Xeon, 16 cores of a virtual machine", "gaussian_threads 0.08 1 2 4 8 16",
                  name) + table(heads, rows)


def windows():
    name = "2026-11-29-h200-windows.txt"
    rows = []
    for run in re.findall(r"^(?:windows|filters) .*(?:\n .*)+", text(name), re.M):
        work = run.splitlines()[0]
        ms = {who: float(us) / 1000
              for who, us in re.findall(r"^  (\S.*?) +([\d.]+) us ", run, re.M)}
        rows.append([f"`{work}`", ms["1 thread"], ms["all threads"], ms["cuda"],
                     ms["all threads"] / ms["cuda"]])
    heads = ("ms a run", "1 thread", "16 threads", "H200", "ratio to 16 threads")
    machine = "NVIDIA H200, and 16 cores of its host's Intel Xeon"
    return source(machine, "window_times --seconds 0.4", name) + table(heads, rows)


TABLES = {"images": images, "filters": filters_of_full_rank, "gaussians": gaussians,
          "gaussians-avx2": gaussians_avx2, "templates": templates, "python": python,
          "transforms-cpu": transforms_cpu, "streams": streams, "live": live, "threads": threads,
          "gaussian-threads": gaussian_threads, "windows": windows}
