#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Times emitted FFTs beside cuFFTDx on a GPU, by kernels that kernels.py built.

  bench.py FOLDER [--only WORDS] [--json FILE]

Needs CuPy. Of each library the fastest configuration counts, and the suggested one is told. Results
are checked first, against cupy.fft in double. Figures of work in registers are transforms in a
kernel that repeats them (the `repeated` kernels); of work through memory, microseconds for 512 MiB.
"""
import argparse
import collections
import json
import math
import pathlib
import statistics
import sys

try:
    import cupy
except ImportError as missing:
    print(f"SKIP: {missing}")
    sys.exit(77)

BYTES = 512 << 20
RUNS = 15
UNITS = {"f32": 2.0 ** -24, "f64": 2.0 ** -53, "f16": 2.0 ** -11}
COMPLEX = {"f32": cupy.complex64, "f64": cupy.complex128}


class Work:
    def __init__(self, name):
        parts = name.split("-")
        self.kind = parts[0]
        self.points = int(parts[-1])
        self.numbers = parts[1] if len(parts) > 2 else "f32"
        self.name = name

    def bound(self):
        return 4 * UNITS[self.numbers] * math.sqrt(math.log2(max(2, self.points)))


class Configuration:
    """A cubin and what it says of itself."""

    def __init__(self, path):
        self.work, self.library, self.label = path.stem.split("--")
        self.module = cupy.RawModule(path=str(path))
        facts = cupy.zeros(4, cupy.uint32)
        self.module.get_function("facts")((1,), (1,), (facts,))
        self.threads, self.lines, self.shared, self.ept = (int(x) for x in facts.get())

    def fits(self):
        """Whether a block may be that large."""
        device = cupy.cuda.Device().attributes
        fits = (0 < self.threads * self.lines <= device["MaxThreadsPerBlock"]
                and self.shared <= device["MaxSharedMemoryPerBlockOptin"])
        if not fits:
            print(f"{self.work} {self.library} {self.label}: {self} has no room", flush=True)
        return fits

    def kernel(self, name):
        kernel = self.module.get_function(name)
        if self.shared > 48 << 10:
            kernel.max_dynamic_shared_size_bytes = self.shared
        return kernel

    def run(self, kernel, blocks, arguments):
        kernel((blocks,), (self.threads, self.lines), arguments, shared_mem=self.shared)

    def __str__(self):
        return f"ept={self.ept} ffts={self.lines}"


def timed(run, runs=RUNS):
    """Median microseconds of replays of a graph."""
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        run()
        stream.begin_capture()
        run()
        graph = stream.end_capture()
        for _ in range(2):
            graph.launch(stream)
        times = []
        for _ in range(runs):
            begin, end = cupy.cuda.Event(), cupy.cuda.Event()
            begin.record(stream)
            graph.launch(stream)
            end.record(stream)
            end.synchronize()
            times.append(1000 * cupy.cuda.get_elapsed_time(begin, end))
    return statistics.median(times)


def error(found, wanted):
    return float(cupy.linalg.norm((found - wanted).ravel()) / cupy.linalg.norm(wanted.ravel()))


def complex_input(work, transforms):
    random = cupy.random.default_rng(1)
    if work.numbers == "f16":  # re0, re1, im0, im1
        return (random.random((transforms, work.points, 4), dtype=cupy.float32) - 0.5).astype(
            cupy.float16)
    real = cupy.float64 if work.numbers == "f64" else cupy.float32
    return (random.random((transforms, work.points, 2), dtype=real) - 0.5).view(
        COMPLEX[work.numbers]).reshape(transforms, work.points)


def check_complex(work, one, given):
    """The kernel `memory` on some transforms."""
    count = 3 * one.lines
    result = cupy.empty_like(given[:count])
    one.run(one.kernel("memory"), 3, (given, result, count))

    def pairs(values):
        if work.numbers != "f16":
            return values.astype(cupy.complex128)
        values = values.astype(cupy.float64)
        return values[..., :2] + 1j * values[..., 2:]

    wanted = cupy.fft.fft(pairs(given[:count]), axis=1)
    assert error(pairs(result), wanted) < work.bound(), (work.name, one.library, str(one))


def through_memory(work, one, given, result):
    transforms = given.shape[0] // one.lines * one.lines
    blocks = transforms // one.lines
    kernel = one.kernel("memory")
    return timed(lambda: one.run(kernel, blocks, (given, result, transforms))) * (
        given.shape[0] / transforms)


def in_registers(one, given, result):
    """Nanoseconds of a transform in a GPU full of blocks."""
    kernel = one.kernel("repeated")
    processors = cupy.cuda.Device().attributes["MultiProcessorCount"]
    beside = cupy.cuda.driver.occupancyMaxActiveBlocksPerMultiprocessor(
        kernel.kernel.ptr, one.threads * one.lines, one.shared)
    blocks = processors * beside
    repeats = 100
    while True:
        few = timed(lambda: one.run(kernel, blocks, (given, result, repeats)), 5)
        if few > 1500 or repeats > 20000:
            break
        repeats *= 3
    many = timed(lambda: one.run(kernel, blocks, (given, result, 2 * repeats)), 5)
    transforms = blocks * (one.threads if one.work.startswith("thread") else one.lines)
    return 1000 * (many - few) / repeats / transforms


def real_input(work, transforms):
    return cupy.random.default_rng(2).random((transforms, work.points), dtype=cupy.float32) - 0.5


def convolution(work, one, given, result, filters):
    blocks = given.shape[0] // one.lines
    count = 2 * one.lines
    kernel = one.kernel("convolution")
    one.run(kernel, blocks, (given, result, filters))
    wanted = cupy.fft.irfft(cupy.fft.rfft(given[:count].astype(cupy.float64)) * filters,
                            n=work.points) * work.points
    assert error(result[:count], wanted) < 3 * work.bound(), (work.name, one.library, str(one))
    return timed(lambda: one.run(kernel, blocks, (given, result, filters))) * (
        given.shape[0] / (blocks * one.lines))


def measure(work, some):
    """{what: {library: [(figure, configuration)]}}"""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    if work.kind == "real":
        given = real_input(work, BYTES // 4 // work.points)
        result = cupy.empty_like(given)
        random = cupy.random.default_rng(3).random((work.points // 2 + 1, 2), dtype=cupy.float32)
        filters = random.view(cupy.complex64).ravel()
        filters[0] = filters[0].real
        filters[-1] = filters[-1].real
        for one in some:
            found["us"][one.library].append((convolution(work, one, given, result, filters), one))
        found["us"]["copy"].append((timed(lambda: cupy.copyto(result, given)), None))
        return found
    size = {"f32": 8, "f64": 16, "f16": 8}[work.numbers]
    given = complex_input(work, (BYTES if work.kind == "c2c" else 16 << 20) // size // work.points)
    result = cupy.empty_like(given)
    for one in some:
        if work.kind == "c2c":
            check_complex(work, one, given)
            if work.numbers == "f32":
                found["us"][one.library].append((through_memory(work, one, given, result), one))
        if work.kind == "thread":
            flat = given.reshape(work.points, -1)[:, :128].copy()
            one.kernel("repeated")((1,), (128,), (flat, result, 1))
            off = error(result.ravel()[:work.points * 128].reshape(work.points, 128),
                        cupy.fft.fft(flat.astype(cupy.complex128), axis=0))
            print(f"{work.name} {one.library}: relative error {off:.2g}", flush=True)
            assert off < work.bound() or one.library != "fftcore"
        found["ns"][one.library].append((in_registers(one, given, result), one))
    if work.kind == "c2c" and work.numbers == "f32":
        found["us"]["copy"].append((timed(lambda: cupy.copyto(result, given)), None))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--json")
    options = parser.parse_args()
    by_work = collections.defaultdict(list)
    for path in sorted(options.folder.glob("*.cubin")):
        if options.only in path.stem:
            by_work[path.stem.split("--")[0]].append(path)
    device = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(device, flush=True)
    rows = []
    for name, paths in by_work.items():
        work = Work(name)
        found = measure(work, [one for one in map(Configuration, paths) if one.fits()])
        for unit, libraries in found.items():
            best = {library: min(figures, key=lambda f: f[0])
                    for library, figures in libraries.items()}
            row = {"work": name, "unit": unit,
                   **{library: round(figure, 4) for library, (figure, _) in best.items()},
                   "all": {f"{library} {one or ''}": round(figure, 4)
                           for library, figures in libraries.items() for figure, one in figures}}
            rows.append(row)
            words = " ".join(f"{library} {figure:.4g} ({one or ''})"
                             for library, (figure, one) in best.items())
            ratio = (f"{best['cufftdx'][0] / best['fftcore'][0]:.2f}" if "cufftdx" in best else "")
            print(f"{name:14} {unit} {ratio:5} {words}", flush=True)
        cupy.get_default_memory_pool().free_all_blocks()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"device": device, "rows": rows}, file, indent=1)


if __name__ == "__main__":
    main()
