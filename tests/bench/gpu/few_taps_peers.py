#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The same work as bench_cuda's "1080p u8 3x3 noise" and so on, one frame, edges replicated, by
NPP, CuPy and PyTorch. Run it on the same machine right before or after bench_cuda.

  few_taps_peers.py [FOLDER]

FOLDER has libnppc.so.13 and libnppif.so.13 (PyPI: nvidia-npp). Prints medians in microseconds of
replayed CUDA graphs; where a peer cannot be captured, of calls one after the other. What differs by
more than 1 from a direct sum in double is called wrong.
"""
import ctypes
import pathlib
import statistics
import sys

try:
    import cupy
    import numpy
    import torch
    import torch.nn.functional as F
    from cupyx.scipy import ndimage
except ImportError as missing:
    print(f"SKIP: {missing}")
    sys.exit(77)

ROWS, COLUMNS, CALLS, RUNS = 1080, 1920, 20, 25
REPLICATE = 2


class Size(ctypes.Structure):
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int)]


class Point(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int)]


class StreamContext(ctypes.Structure):
    _fields_ = [("stream", ctypes.c_void_p), ("device", ctypes.c_int), ("units", ctypes.c_int),
                ("unit_threads", ctypes.c_int), ("block_threads", ctypes.c_int),
                ("shared_bytes", ctypes.c_size_t), ("major", ctypes.c_int),
                ("minor", ctypes.c_int), ("flags", ctypes.c_uint), ("workspace", ctypes.c_void_p)]


def pointer(array):
    return ctypes.c_void_p(array.data.ptr)


class Npp:
    def __init__(self, folder):
        ctypes.CDLL(str(folder / "libnppc.so.13"), ctypes.RTLD_GLOBAL)
        self.library = ctypes.CDLL(str(folder / "libnppif.so.13"))

    @staticmethod
    def context():
        device = cupy.cuda.runtime.getDeviceProperties(0)
        return StreamContext(cupy.cuda.get_current_stream().ptr, 0, device["multiProcessorCount"],
                             device["maxThreadsPerMultiProcessor"], device["maxThreadsPerBlock"],
                             device["sharedMemPerBlock"], device["major"], device["minor"], 1, None)

    def call(self, name, frame, result, *arguments):
        size = Size(COLUMNS, ROWS)
        status = getattr(self.library, name)(
            pointer(frame), ctypes.c_int(COLUMNS), size, Point(0, 0), pointer(result),
            ctypes.c_int(COLUMNS), size, *arguments, ctypes.c_int(REPLICATE), self.context())
        if status != 0:
            raise RuntimeError(f"{name}: status {status}")

    def full(self, frame, taps, result):
        """Taps are those of a convolution: reversed."""
        side = taps.shape[0]
        self.call("nppiFilterBorder32f_8u_C1R_Ctx", frame, result, pointer(taps),
                  Size(side, side), Point(side // 2, side // 2))

    def separable(self, frame, row, result):
        self.call("nppiFilterGaussAdvancedBorder_8u_C1R_Ctx", frame, result,
                  ctypes.c_int(row.size), pointer(row))


def timed(run):
    """Median microseconds of a call, and whether a graph was replayed."""
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream, torch.cuda.stream(torch.cuda.ExternalStream(stream.ptr)):
        for _ in range(3):
            run()
        stream.synchronize()
        try:
            stream.begin_capture()
            for _ in range(CALLS):
                run()
            graph = stream.end_capture()
            replay, is_graph = (lambda: graph.launch(stream)), True
        except Exception:  # of whatever library
            try:
                stream.end_capture()
            except Exception:
                pass
            replay, is_graph = (lambda: [run() for _ in range(CALLS)]), False
        times = []
        for _ in range(RUNS):
            begin, end = cupy.cuda.Event(), cupy.cuda.Event()
            begin.record(stream)
            replay()
            end.record(stream)
            end.synchronize()
            times.append(1000 * cupy.cuda.get_elapsed_time(begin, end) / CALLS)
    return statistics.median(times), is_graph


def torch_full(frame, taps):
    half = taps.shape[-1] // 2
    extended = F.pad(frame[None, None].float(), (half, half, half, half), mode="replicate")
    return F.conv2d(extended, taps[None, None]).round().clamp(0, 255).to(torch.uint8)[0, 0]


def torch_separable(frame, row):
    half = row.shape[-1] // 2
    extended = F.pad(frame[None, None].float(), (half, half, half, half), mode="replicate")
    columns = F.conv2d(extended, row[None, None, :, None])
    return F.conv2d(columns, row[None, None, None]).round().clamp(0, 255).to(torch.uint8)[0, 0]


def main():
    npp = Npp(pathlib.Path(sys.argv[1])) if len(sys.argv) > 1 else None
    random = numpy.random.default_rng(1)
    frame = cupy.asarray(random.integers(0, 256, (ROWS, COLUMNS), dtype=numpy.uint8))
    result = cupy.empty_like(frame)
    of_torch = torch.as_tensor(frame, device="cuda")
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.allow_tf32 = False
    print(cupy.cuda.runtime.getDeviceProperties(0)["name"].decode())
    for side in (3, 5, 7, 15):
        noise = random.random((side, side))
        noise /= noise.sum()
        row = numpy.exp(-0.5 * ((numpy.arange(side) - side // 2) / (side / 5)) ** 2)
        row /= row.sum()
        exact = {"noise": cupy.asarray(noise), "Gaussian": cupy.asarray(numpy.outer(row, row))}
        f32 = {name: taps.astype(cupy.float32) for name, taps in exact.items()}
        row_f32 = cupy.asarray(row, cupy.float32)
        row_torch, noise_torch = torch.as_tensor(row_f32), torch.as_tensor(f32["noise"])
        works = {
            ("PyTorch conv2d", "noise"): lambda: torch_full(of_torch, noise_torch),
            ("PyTorch conv2d twice", "Gaussian"): lambda: torch_separable(of_torch, row_torch),
            ("CuPy correlate", "noise"): lambda: ndimage.correlate(
                frame, f32["noise"], output=result, mode="nearest"),
        }
        if npp:
            reversed_taps = cupy.ascontiguousarray(f32["noise"][::-1, ::-1])
            works["NPP FilterBorder32f", "noise"] = lambda: npp.full(frame, reversed_taps, result)
            works["NPP FilterGaussAdvancedBorder", "Gaussian"] = lambda: npp.separable(
                frame, row_f32, result)
        for (peer, kind), run in works.items():
            wanted = ndimage.correlate(frame.astype(cupy.float64), exact[kind], mode="nearest")
            result.fill(7)
            try:
                made = run()
                cupy.cuda.Device().synchronize()
            except Exception as error:
                print(f"{side}x{side} {kind:9} {peer:30} {error}")
                continue
            found = cupy.asarray(made) if made is not None and "PyTorch" in peer else result
            error = float(cupy.abs(found.astype(cupy.float64) - wanted).max())
            us, is_graph = timed(run)
            print(f"{side}x{side} {kind:9} {peer:30} {us:8.2f} us{'' if is_graph else ', by calls'}"
                  f"{'' if error < 1.01 else f', wrong by {error:.0f}'}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
