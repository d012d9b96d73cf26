# SPDX-License-Identifier: LGPL-2.1-or-later
"""The tables of figures/ of GPUs."""
import csv
import re
import statistics

from result_files import (cases, families, figure, gpu, part, problems, source, table, text,
                          times)


def h200():
    name = "2026-11-22-h200.json"
    found = cases(name)
    rows = []
    work = ["640x480 f32 31x31", "1080p f32 31x31", "1080p u8 31x31",
            "4K f32 31x31", "8K f32 31x31", "1080p f32 31x31, 32 frames",
            "1080p f32 31x31 fast, 32 frames", "1080p u8 31x31, 32 frames",
            "circular f32 4096, 4096 taps", "circular f32 32768, 8191 taps"]
    for case in work:
        us = {peer: row["us"] for peer, row in found[case].items()}
        ours = us["fftcore"]
        peer = min((us[one] for one in ("cuFFT+frame", "cuFFT+frame, in place") if one in us),
                   default=us["cuFFT"])
        vkfft = us.get("VkFFT")
        rows.append([case, ours, peer, peer / ours, vkfft, vkfft and vkfft / ours,
                     str(found[case]["fftcore"]["launches"]), us["copy"]])
    heads = ("work, us", "fftcore", "cuFFT with frame kernels", "ratio", "VkFFT", "ratio",
             "launches", "copy")
    return gpu("bench_cuda --seconds 0.2", name) + table(heads, rows)


def few_taps():
    name = "2026-11-25-h200-few-taps.json"
    found = times(name)
    rows = []
    work = [f"1080p u8 {n}x{n} noise{more}" for more in ("", ", 32 frames") for n in (3, 7, 15)]
    for case in [*work, "1080p f32 31x31 Gaussian", "1080p f32 31x31 Gaussian, 32 frames"]:
        us = found[case]
        rows.append([case.replace("1080p ", "").replace(" noise", ""), us["fftcore"],
                     us["fftcore, tile"], us["fftcore, tile"] / us["fftcore"], us["copy"]])
    heads = ("1080p, us", "fftcore", "tiles", "ratio", "copy")
    command = "bench_cuda --filter 'few taps' --peers 'copy|fftcore'"
    return gpu(command, name) + table(heads, rows)


def few_taps_peers():
    name = "2026-11-25-h200-few-taps-peers.txt"
    ours = dict(re.findall(r"(\d+x\d+) noise ([\d.]+),", text(name).replace("\n", " ")))
    least = {}
    for taps, who, us, wrong in re.findall(
            r"^(\d+x\d+) \w+ +(NPP|CuPy|PyTorch) .*? ([\d.]+) us(, wrong)?", text(name), re.M):
        if not wrong:
            least[taps, who] = min(float(us), least.get((taps, who), float("inf")))
    rows = [[taps, float(us), least[taps, "NPP"], least[taps, "NPP"] / float(us),
             least[taps, "CuPy"], least[taps, "PyTorch"]] for taps, us in ours.items()]
    heads = ("1080p u8, us", "fftcore", "NPP", "ratio", "CuPy", "PyTorch")
    command = "few_taps_peers.py FOLDER"
    return source("NVIDIA H200, CUDA 13.0, NPP 13.2", command, name) + table(heads, rows)


def half_tiles():
    name = "2026-11-25-h200-half-tiles.json"
    rows = []
    for case, us in times(name).items():
        ours, three = us["fftcore"], us.get("fftcore, three-pass")
        rows.append([case, ours, "half-tile" if three else "three-pass", three,
                     three and three / ours, us["fftcore, tile"], us["copy"]])
    heads = ("work, us", "fftcore", "plan", "three passes", "ratio", "tiles", "copy")
    command = "bench_cuda --filter FILTER --peers 'copy|fftcore'"
    return gpu(command, name) + table(heads, rows)


def bands():
    name = "2026-11-28-h100-gaussians.json"
    found = cases(name)
    rows = []
    for more in ("", ", 32 frames"):
        for taps in (7, 15, 31, 63, 127):
            us = {peer: row["us"] for peer, row in found[f"1080p u8 {taps}x{taps} Gaussian{more}"]
                  .items() if row.get("us")}
            ours, copy = us.pop("fftcore"), us.pop("copy")
            other = min(us.values())
            rows.append([f"{taps}x{taps}{more}", ours, other, other / ours, copy])
    heads = ("u8, us", "fftcore", "its next plan", "ratio", "copy")
    return gpu("bench_cuda --filter 'u8 .*Gaussian' --peers 'copy|fftcore'", name) + table(heads,
                                                                                           rows)


def real_bands():
    name = "2026-11-28-h100-real-bands.txt"
    rows = []
    line = re.compile(r"^(?:1080p )?((?:f32|u16|luma).*?) {2,}(F=.*?) \|", re.M)
    for case, times_of in line.findall(text(name)):
        if case == "f32 127x127 Gaussian, 32 frames":  # by bands, which are not offered any more
            continue
        us = {peer: float(number)
              for peer, number in re.findall(r"([\w, -]+?)=([\d.]+)", times_of)}
        ours, copy = us.pop("F"), us.pop(" copy")
        rows.append([case.replace(" Gaussian", ""), ours, min(us.values(), default=None),
                     us and min(us.values()) / ours or None, copy])
    heads = ("1080p, us", "fftcore", "its next plan", "ratio", "copy")
    command = "bench_cuda --filter FILTER --peers 'copy|fftcore'"
    return source("NVIDIA H100, CUDA 13.0", command, name) + table(heads, rows)


def pixels():
    name = "2026-11-28-h200-pixels.txt"
    rows = []
    for case, times_of in re.findall(r"^((?:RGBA|chroma|1080p u16).*?) {2,}(F=.*?) \|", text(name),
                                     re.M):
        us = {peer: float(number)
              for peer, number in re.findall(r"([\w, -]+?)=([\d.]+)", times_of)}
        ours, copy = us.pop("F"), us.pop(" copy")
        rows.append([case.replace(" Gaussian", "").replace("1080p ", ""), ours, min(us.values()),
                     min(us.values()) / ours, copy])
    heads = ("1080p, us", "fftcore", "its next plan", "ratio", "copy")
    command = "bench_cuda --filter 'RGBA|NV12|u16' --peers 'copy|fftcore'"
    return source("NVIDIA H200, CUDA 13.0", command, name) + table(heads, rows)


def searches():
    name, of_h100 = "2026-11-26-h200-searches.json", "2026-11-26-h100-matching.json"
    h100 = times(of_h100)
    rows = []
    for case, us in times(name).items():
        if "64x64" in case or "4K 16x16" in case:
            continue  # 64x64 takes as long as 16x16
        other = h100.get(case)
        rows.append([case, us["fftcore"], us["cuFFT+frame"], us["cuFFT+frame"] / us["fftcore"],
                     other and other["cuFFT+frame"] / other["fftcore"]])
    heads = ("u8, us", "fftcore", "cuFFT with its kernels", "ratio", "ratio on an H100")
    command = "bench_cuda --seconds 0.05 --filter 'match|phase'"
    return gpu(command, name, of_h100) + table(heads, rows)


def without_limits():
    name, signal = "2026-11-24-h200-without-limits.json", "2026-11-24-h200-long-signal.txt"
    found = times(name)
    last = part(signal, "and the outer ones with 8 lines")
    labels = {case: f"`{problem}`" for case, problem in problems(name).items()}
    found["2^26 samples, 2^20 taps"] = {
        peer: float(us) for peer, us in re.findall(r"^ +(\S+) +([\d.]+)", last, re.M)}
    rows = []
    for case, label in labels.items():
        for peer in ("VkFFT", "cuFFT", "cuFFT+frame"):
            if us := found[case].get(peer):
                ours = found[case]["fftcore"]
                rows.append([label, ours, peer, us, us / ours])
                label = ""
    heads = ("work, us", "fftcore", "beside it", "its time", "ratio")
    command = "bench_cuda --seconds 0.15 --filter 'without limits'"
    return gpu(command, name, signal) + table(heads, rows)


PYTHON = re.compile(r"^ *(\d+) +(\d+) \| +([\d.]+) +([\d.]+) (\w+) +([\d.]+) \|"
                    r" +([\d.]+) +([\d.]+) \w+ +([\d.]+) \|$", re.M)


def python():
    names = ("2026-11-26-h100-python.txt", "2026-11-25-h100-python.txt")
    found = {}
    for name in reversed(names):
        found.update({row[:2]: row[2:] for row in PYTHON.findall(text(name))})
    rows = []
    for side, taps in (("512", "3"), ("512", "63"), ("1024", "31"), ("2048", "127"),
                       ("4096", "7"), ("4096", "255")):
        ours, peer, which, ratio, *wall = found[side, taps]
        rows.append([f"{side}x{side}, {taps}x{taps}", ours, peer, which, ratio, *wall])
    heads = ("image, taps, us", "fftcore", "fastest peer", "which", "ratio", "wall, fftcore",
             "fastest peer", "ratio")
    command = "python_convolve_gpu.py 0.005"
    machine = "NVIDIA H100, CUDA 13.0, CuPy 14.2, PyTorch 2.11"
    return source(machine, command, *names) + table(heads, rows)


def host_frames():
    name = "2026-11-25-h200-host-frames.txt"
    rows = []
    for block in text(name).split("conv2d u8 ")[1:]:
        us = dict(re.findall(r"^  (\S.*?)  +([\d.]+) us", block, re.M))
        copies, pinned = us["copies up and down, pinned"], us["run(), pinned"]
        rows.append([block.split()[0], copies, pinned, float(copies) / float(pinned),
                     us["run(), ordinary memory"], us["the processor's copies"]])
    heads = ("u8 frame, us", "pinned copies up and down", "run(), pinned", "their ratio",
             "run(), ordinary memory", "the processor's copies")
    return source("NVIDIA H200, CUDA 13.0", "host_frames", name) + table(heads, rows)


def transforms():
    name = "2026-11-24-h200-transforms.json"
    rows = []
    for family, lines in families(name).items():
        ratios = {case.split()[-1]: cufft / ours for case, ours, cufft in lines}
        least, most = min(ratios, key=ratios.get), max(ratios, key=ratios.get)
        rows.append([f"{len(ratios)} of {family}", statistics.geometric_mean(ratios.values()),
                     f"{figure(ratios[least])} ({least})", f"{figure(ratios[most])} ({most})"])
    heads = ("lengths", "geometric mean of ratios", "least", "most")
    command = ("bench_cuda --seconds 0.1 --peers 'copy|cuFFT' "
               "--filter '^(c2c|r2c) (prime |short |f64 )?[0-9]+$|DCT'")
    return gpu(command, name) + table(heads, rows)


def transform_lines():
    name = "2026-11-24-h200-transforms.json"
    found = cases(name)
    rows = []
    for case in ("c2c 360", "c2c prime 997", "c2c prime 8191", "c2c 8192", "1080p DCT-II",
                 "1080p DCT-II, 32 frames"):
        ours = found[case]["fftcore"]
        peer = found[case].get("cuFFT", found[case].get("cuFFT+frame"))
        rows.append([case, ours["us"], peer["us"], peer["us"] / ours["us"],
                     str(ours["launches"])])
    return table(("work, us", "fftcore", "cuFFT", "ratio", "launches"), rows)


# The pieces that the planner chooses: points of a line, threads, lines of a block, radices.
PLANNED = {"2^18": "none", "2^20": "none", "2^22": "1024:32:8:32.32,4096:128:4:32.32.4",
           "2^24": "4096:128:4:32.32.4,4096:128:4:32.32.4"}


def long_lines():
    name = "2026-11-24-h200-long-lines.txt"
    tried, chosen = text(name).split("As the planner chooses since:\n")
    line = re.compile(r"^(2\^\d+) +([\d.]+) +([\d.]+) +([\d.]+)(?: +(\S+))?$", re.M)
    rows = []
    for points, ours, peer, _, pieces in line.findall(tried):
        if PLANNED.get(points) == pieces and points not in [row[0] for row in rows]:
            rows.append([points, float(ours), float(peer), float(peer) / float(ours)])
    rows += [[points, float(ours), float(peer), float(peer) / float(ours)]
             for points, ours, peer, _, _ in line.findall(chosen)]
    command = "a program of its own, as the file says"
    return (source("NVIDIA H200, CUDA 13.0", command, name)
            + table(("points, us", "fftcore", "cuFFT", "ratio"), rows))


def every_length():
    name = "2026-11-24-h200-every-length.csv"
    rows = list(csv.DictReader(text(name).splitlines()))
    worst = max(rows, key=lambda row: float(row["part"]))
    ratios = {int(row["points"]): float(row["ratio"]) for row in rows if row["ratio"]}
    most = max(ratios, key=ratios.get)
    heads = ("lengths", "largest error, as a part of the bound", "lengths timed",
             "median of time over cuFFT's", "95 of 100 up to", "most")
    line = [f"{rows[0]['points']} to {rows[-1]['points']}",
            f"{float(worst['part']):.2f} ({worst['points']})", str(len(ratios)),
            statistics.median(ratios.values()),
            statistics.quantiles(ratios.values(), n=100)[94], f"{ratios[most]:.2f} ({most})"]
    command = "measure_transforms, batches of 2^23 points"
    return source("NVIDIA H200, CUDA 13.0", command, name) + table(heads, [line])


DEVICE = "2026-11-25-h200-device-fft.txt"


def device_fft():
    line = re.compile(r"^(\S+-\d+) +(us|ns) ([\d.]+)  cufftdx (\S+) .*?fftcore (\S+) ", re.M)
    found = {(case, unit): (ours, peer, ratio)
             for case, unit, ratio, peer, ours in line.findall(text(DEVICE))}
    rows = []
    for case in ("64", "1024", "4096", "8192", "243", "6561", "f16-1024", "f64-64", "f64-1024",
                 "f64-4096"):
        label = f"c2c {case.replace('-', ' ') if '-' in case else 'f32 ' + case}"
        cells = [*found[f"c2c-{case}", "ns"], *found.get((f"c2c-{case}", "us"), ("", "", ""))]
        rows.append([label, *[cell and (cell if at % 3 == 2 else float(cell))
                              for at, cell in enumerate(cells)]])
    heads = ("transform", "in registers, ns", "cuFFTDx", "ratio", "through memory, us", "cuFFTDx",
             "ratio")
    return (source("NVIDIA H200, CUDA 13.0, cuFFTDx of nvidia-mathdx 25.6.0",
                   "device_fft/bench.py FOLDER", DEVICE) + table(heads, rows))


def device_fft_more():
    line = re.compile(r"^(real|thread)-(\d+) +(us|ns) ([\d.]+)  cufftdx (\S+) .*?fftcore (\S+) ",
                      re.M)
    rows = []
    for kind, points, unit, ratio, peer, ours in sorted(
            line.findall(text(DEVICE)), key=lambda row: (row[0], int(row[1]))):
        if int(points) in (4, 64, 256, 1024, 16384):
            scale = 1000 if unit == "ns" else 1
            label = {"real": "rows of {}, us", "thread": "a thread's {}, ps"}[kind].format(points)
            rows.append([label, float(ours) * scale, float(peer) * scale, ratio])
    return table(("transform", "fftcore", "cuFFTDx", "ratio"), rows)


def streams():
    name = "2026-11-24-h200-streams.txt"
    lines = r"^(stream .*?): .*\n.*: ([\d.]+) times.*\n.*sums: (\S+) dB"
    found = re.findall(lines, text(name), re.M)
    rows = [[f"`{stream}`", times_as_fast, null] for stream, times_as_fast, null in found]
    command = "soak_stream fast 60 TEXT cuda"
    return (source("NVIDIA H200, CUDA 13.0", command, name)
            + table(("stream", "times as fast as real time", "null test, dB"), rows))


def stages():
    name = "2026-11-21-h200-stages.txt"
    found = {}
    line = re.compile(r"^(\w+ \d+x\d+)  (\S.*?)  +(\d+) frames/s", re.M)
    for frames, who, speed in line.findall(text(name)):
        found.setdefault(frames, {})[who] = speed
    rows = [[frames, *[row[who] for who in ("stages", "fftfilter, half-spectrum", "fftfilter")]]
            for frames, row in found.items()]
    heads = ("frames/s", "`fftforward ! fftmultiply ! fftinverse`",
             "`fftfilter`, the same three launches", "`fftfilter`, its own choice")
    return (source("NVIDIA H200, GStreamer 1.22", "stages --rounds 3 --frames 4000", name)
            + table(heads, rows))


def behind_decoder():
    name, of_h100 = "2026-11-24-h200-behind-decoder.txt", "2026-11-23-h100-behind-decoder.txt"
    rows = []
    line = re.compile(r"^ *(\d+) streams +([\d.]+) frames/s \((\d+) to (\d+)\)  ([\d.]+)  (\S+)",
                      re.M)
    found = {(n, who): [f"{figure(float(speed))} ({least} to {most})", ratio]
             for n, speed, least, most, ratio, who in line.findall(text(name))}
    for n in ("1", "32"):
        rows.append([f"H200, {n}", found[n, "decoder"][0], *found[n, "fftfilter"]])
    ours = dict(re.findall(r"^N=(\d+ \w+) +.*\(median of \[(.*)\]\)", text(of_h100), re.M))
    for n in ("1", "32"):
        alone, behind = (sorted(map(int, ours[f"{n} {who}"].split(", ")))
                         for who in ("decode", "fftfilter"))
        cells = [f"{figure(statistics.median(runs))} ({runs[0]} to {runs[-1]})"
                 for runs in (alone, behind)]
        rows.append([f"H100, {n}", *cells,
                     f"{statistics.median(behind) / statistics.median(alone):.3f}"])
    heads = ("GPU, streams; frames/s", "`nvh264dec` alone", "`! fftfilter filter=lowpass`", "ratio")
    command = ('behind_decoder street.h264 --streams 1,32 --rounds 3'
               ' --elements "fftfilter filter=lowpass cutoff=0.1"')
    return source("NVIDIA H200, GStreamer 1.22", command, name, of_h100) + table(heads, rows)


def one_stream():
    name = "2026-11-28-h200-one-stream.txt"
    line = re.compile(r"^ *1 streams +([\d.]+) frames/s \((\d+) to (\d+)\) +([\d.]+)  (.+)$", re.M)
    rows = [[who if who == "decoder alone" else f"`{who}`", f"{speed} ({least} to {most})", ratio]
            for speed, least, most, ratio, who in line.findall(text(name))]
    command = 'behind_decoder street.h264 --streams 1 --rounds 7 --copies 5 --elements "..."'
    return (source("NVIDIA H200, GStreamer 1.22", command, name)
            + table(("behind `nvh264dec`", "frames/s", "ratio"), rows))


def streams_and_gpus():
    name = "2026-11-26-h200-streams-and-gpus.txt"
    line = re.compile(r"^\[(?:again)?(\d)x\d+\] +(\d+) streams +([\d.]+) frames/s .*  (\w+)",
                      re.M)
    found = {}
    for gpus, total, speed, who in line.findall(text(name)):
        found.setdefault((gpus, total), {}).setdefault(who, []).append(figure(float(speed)))
    rows = [[*key, *[", ".join(row.get(who, [])) for who in ("decoder", "filtered")]]
            for key, row in sorted(found.items(), key=lambda one: (int(one[0][0]), int(one[0][1])))]
    heads = ("GPUs", "streams; frames/s", "`nvh264dec` alone",
             "`! queue ! fftfilter ! fftcorrelate`")
    command = "behind_decoder street.h264 --rounds 1 --streams N --copies C --decoder nvh264dec,..."
    return source("4 NVIDIA H200, GStreamer 1.22", command, name) + table(heads, rows)


TABLES = {"h200": h200, "few-taps": few_taps, "few-taps-peers": few_taps_peers,
          "half-tiles": half_tiles, "bands": bands, "real-bands": real_bands, "pixels": pixels,
          "searches": searches, "without-limits": without_limits,
          "python-gpu": python, "host-frames": host_frames, "transforms-gpu": transforms,
          "transform-lines": transform_lines, "long-lines": long_lines,
          "every-length": every_length, "device-fft": device_fft,
          "device-fft-more": device_fft_more, "streams-gpu": streams, "stages": stages,
          "behind-decoder": behind_decoder, "one-stream": one_stream,
          "streams-and-gpus": streams_and_gpus}
