#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Builds the kernels that bench.py times: the same work around an emitted FFT and around cuFFTDx.

  kernels.py FOLDER --emit PROGRAM [--cufftdx INCLUDE]... [--arch sm_90] [--only WORDS]

Needs nvcc, no GPU. Each configuration is a file FOLDER/WORK--LIBRARY--CONFIGURATION.cubin; one
that a library refuses is left out. cuFFTDx is a header (PyPI: nvidia-mathdx); --cufftdx names the
folders of cufftdx.hpp and of the headers that it needs.
"""
import argparse
import concurrent.futures
import pathlib
import subprocess

COMPLEX = (64, 128, 256, 512, 1024, 2048, 4096, 8192, 243, 625, 2401, 6561)
DOUBLE = (64, 128, 256, 512, 1024, 2048, 4096)
HALF = (256, 1024, 4096)
THREAD = (2, 4, 8, 16, 32, 64)
REAL = (256, 512, 1024, 2048, 4096, 8192, 16384)
PRIMES = {3: (9, 27), 5: (5, 25), 7: (7, 49)}

# What a user writes. FFT is the library's own; LOAD and STORE likewise, which move the same values.
BLOCK = r"""
extern "C" __global__ void __launch_bounds__(FFT::max_threads_per_block)
memory(const void* input, void* output, unsigned long long transforms) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  FFT::value_type values[FFT::storage_size];
  LOAD(input, values);
  EXECUTE(FFT, values);
  STORE(values, output);
}
extern "C" __global__ void __launch_bounds__(FFT::max_threads_per_block)
repeated(const void* input, void* output, int repeats) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  FFT::value_type values[FFT::storage_size];
  LOAD(input, values);
  #pragma unroll 1
  for (int i = 0; i < repeats; ++i) EXECUTE(FFT, values);
  STORE(values, output);
}
extern "C" __global__ void facts(unsigned int* out) {
  const unsigned int all[] = {THREADS, LINES, FFT::shared_memory_size,
                              FFT::elements_per_thread};
  for (int i = 0; i < 4; ++i) out[i] = all[i];
}
"""
CONVOLUTION = r"""
extern "C" __global__ void __launch_bounds__(FFT::max_threads_per_block)
convolution(const void* input, void* output, const float2* filter) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  FFT::value_type values[MOST(FFT::storage_size, BACK::storage_size)];
  LOAD(input, values);
  EXECUTE(FFT, values);
  #pragma unroll
  for (unsigned int i = 0; i < FFT::output_ept; ++i) {
    const unsigned int k = threadIdx.x + i * FFT::stride;
    if (k < FFT::output_length) {
      const float2 h = filter[k];
      const float re = values[i].x * h.x - values[i].y * h.y;
      values[i].y = values[i].x * h.y + values[i].y * h.x;
      values[i].x = re;
    }
  }
  EXECUTE(BACK, values);
  STORE(values, output);
}
extern "C" __global__ void facts(unsigned int* out) {
  const unsigned int all[] = {THREADS, LINES,
                              MOST(FFT::shared_memory_size, BACK::shared_memory_size),
                              FFT::elements_per_thread};
  for (int i = 0; i < 4; ++i) out[i] = all[i];
}
"""
COMMON = r"""
#define MOST(a, b) ((a) > (b) ? (a) : (b))
#define LOAD(from, to) copy<FFT>((const IN*)(from) + first<FFT>() * FFT::input_length, (IN*)(to))
#define STORE(from, to) \
  copy_out<LAST>((const OUT*)(from), (OUT*)(to) + first<LAST>() * LAST::output_length)
template <class F>
__device__ unsigned long long first() {
  return blockIdx.x * (unsigned long long)LINES + threadIdx.y;
}
template <class F>
__device__ void copy(const IN* from, IN* to) {
  #pragma unroll
  for (unsigned int i = 0; i < F::input_ept; ++i)
    if ((i + 1) * F::stride <= F::input_length || threadIdx.x + i * F::stride < F::input_length)
      to[i] = from[threadIdx.x + i * F::stride];
}
template <class F>
__device__ void copy_out(const OUT* from, OUT* to) {
  #pragma unroll
  for (unsigned int i = 0; i < F::output_ept; ++i)
    if ((i + 1) * F::stride <= F::output_length || threadIdx.x + i * F::stride < F::output_length)
      to[threadIdx.x + i * F::stride] = from[i];
}
"""
THREAD_KERNEL = r"""
extern "C" __global__ void __launch_bounds__(128)
repeated(const void* input, void* output, int repeats) {
  FFT::value_type values[FFT::storage_size];
  const FFT::value_type* const from = (const FFT::value_type*)input + threadIdx.x;
  FFT::value_type* const to = (FFT::value_type*)output + threadIdx.x;
  #pragma unroll
  for (int i = 0; i < SIZE; ++i) values[i] = from[i * 128];
  #pragma unroll 1
  for (int i = 0; i < repeats; ++i) RUN(values);
  #pragma unroll
  for (int i = 0; i < SIZE; ++i) to[i * 128] = values[i];
}
extern "C" __global__ void facts(unsigned int* out) {
  const unsigned int all[] = {128, 1, 0, SIZE};
  for (int i = 0; i < 4; ++i) out[i] = all[i];
}
"""


def works():
    """(name, kind, numbers, points)"""
    for points in COMPLEX:
        yield f"c2c-{points}", "block", "f32", points
    for points in DOUBLE:
        yield f"c2c-f64-{points}", "block", "f64", points
    for points in HALF:
        yield f"c2c-f16-{points}", "block", "f16", points
    for points in THREAD:
        yield f"thread-{points}", "thread", "f32", points
    for points in REAL:
        yield f"real-{points}", "real", "f32", points


def elements(kind, numbers, points):
    """What is swept: elements per thread, 0 for the suggestion."""
    if kind == "thread":
        return (0,)
    for prime, some in PRIMES.items():
        if points % prime == 0:
            return (0, *some)
    return (0, 4, 8, 16) if numbers == "f64" else (0, 8, 16, 32)


def ours(emit, kind, numbers, points, ept, lines, arch):
    """Source text, or None where the emitter refuses."""
    sm = "".join(c for c in arch if c.isdigit())
    more = (f" ept={ept}" if ept else "") + (f" ffts={lines}" if lines else "")

    def text(name, words):
        ended = subprocess.run([emit, words, "--name", name], capture_output=True, text=True,
                               check=False)
        return ended.stdout if ended.returncode == 0 else None

    if kind == "thread":
        body = text("FFT", f"thread c2c {points}")
        return body + f"#define SIZE {points}\n#define RUN(v) FFT::execute(v)\n" + THREAD_KERNEL
    if kind == "real":
        there = text("FFT", f"block r2c {points} folded{more} sm={sm}")
        back = text("BACK", f"block c2r {points} folded{more} sm={sm}")
        if there is None or back is None:
            return None
        head = there + back + "typedef BACK LAST;\n"
    else:
        there = text("FFT", f"block c2c {points} {numbers}{more} sm={sm}")
        if there is None:
            return None
        head = there + "typedef FFT LAST;\n"
    return (head + "typedef FFT::input_type IN;\ntypedef LAST::output_type OUT;\n"
            "#define EXECUTE(F, v) F::execute(v, shared_memory)\n#define THREADS FFT::stride\n"
            "#define LINES FFT::ffts_per_block\n"
            + COMMON + (CONVOLUTION if kind == "real" else BLOCK))


def cufftdx(kind, numbers, points, ept, lines, arch):
    sm = int("".join(c for c in arch if c.isdigit())) * 10
    number = {"f32": "float", "f64": "double", "f16": "__half"}[numbers]
    base = f"cufftdx::Size<{points}>() + cufftdx::Precision<{number}>() + cufftdx::SM<{sm}>()"
    if kind == "thread":
        return ("#include <cufftdx.hpp>\nusing FFT = decltype("
                f"{base} + cufftdx::Type<cufftdx::fft_type::c2c>()"
                " + cufftdx::Direction<cufftdx::fft_direction::forward>() + cufftdx::Thread());\n"
                f"#define SIZE {points}\n#define RUN(v) FFT().execute(v)\n" + THREAD_KERNEL)
    base += " + cufftdx::Block()"
    if ept:
        base += f" + cufftdx::ElementsPerThread<{ept}>()"

    def descriptor(name, rest):
        per_block = str(lines) if lines else f"{name}0::suggested_ffts_per_block"
        return (f"using {name}0 = decltype({base}{rest});\n"
                f"using {name} = decltype({name}0() + cufftdx::FFTsPerBlock<{per_block}>());\n")

    if kind == "real":
        options = (" + cufftdx::RealFFTOptions<cufftdx::complex_layout::natural,"
                   " cufftdx::real_mode::folded>()")
        head = descriptor("FFT", " + cufftdx::Type<cufftdx::fft_type::r2c>()" + options)
        head += descriptor("BACK", " + cufftdx::Type<cufftdx::fft_type::c2r>()" + options)
        head += "using LAST = BACK;\n"
    else:
        head = descriptor("FFT", " + cufftdx::Type<cufftdx::fft_type::c2c>()"
                                 " + cufftdx::Direction<cufftdx::fft_direction::forward>()")
        head += "using LAST = FFT;\n"
    return ("#include <cufftdx.hpp>\n" + head
            + "using IN = FFT::input_type;\nusing OUT = LAST::output_type;\n"
            "#define EXECUTE(F, v) F().execute(v, shared_memory)\n"
            "#define THREADS FFT::block_dim.x\n#define LINES FFT::block_dim.y\n" + COMMON
            + (CONVOLUTION if kind == "real" else BLOCK))


def compile_one(job):
    path, source, arch, includes = job
    code = path.with_suffix(".cu")
    code.write_text(source, encoding="ascii")
    ended = subprocess.run(
        ["nvcc", "-std=c++17", f"-arch={arch}", "-cubin", "-o", str(path), str(code),
         *(f"-I{folder}" for folder in includes)], capture_output=True, text=True, check=False)
    code.unlink()
    return path.stem, ended.returncode == 0, ended.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--emit", required=True)
    parser.add_argument("--cufftdx", action="append", default=[])
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    jobs = []
    for name, kind, numbers, points in works():
        if options.only not in name:
            continue
        for ept in elements(kind, numbers, points):
            # cuFFTDx counts transforms of halves one by one.
            counts = (0,) if kind == "thread" or ept else (0, 2, 4) if points > 1000 else (0, 4, 8)
            for lines in counts:
                label = f"ept{ept}-ffts{lines}"
                mine = ours(options.emit, kind, numbers, points, ept, lines, options.arch)
                if mine:
                    jobs.append((options.folder / f"{name}--fftcore--{label}.cubin", mine,
                                 options.arch, ()))
                if options.cufftdx:
                    jobs.append((options.folder / f"{name}--cufftdx--{label}.cubin",
                                 cufftdx(kind, numbers, points, ept, lines, options.arch),
                                 options.arch, options.cufftdx))
    jobs = [job for job in jobs if not job[0].exists()]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, (name, is_there, words) in enumerate(pool.map(compile_one, jobs), 1):
            print(f"[{number}/{len(jobs)}] {name} {'' if is_there else 'left out'}", flush=True)
            if not is_there and "--fftcore--" in name:
                raise SystemExit(words)


if __name__ == "__main__":
    main()
