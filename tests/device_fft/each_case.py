#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""each_case.py oclgrind UNDER PROGRAM | nvcc PROGRAM EMIT: every configuration of the list.

oclgrind: each in a process of its own, by the script UNDER; fails where Oclgrind has anything to
say. Those of f16 are left out: Oclgrind 21.10 falls over vectors of four that are taken apart.
nvcc: all of them in one translation unit, under names of their own, without a warning.
"""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def texts(program):
    """The list's; whole also where the caller runs a part of GoogleTest's cases."""
    whole = {name: value for name, value in os.environ.items() if not name.startswith("GTEST_")}
    listed = subprocess.run([program, "--gtest_filter=DeviceFftTexts.AreListed"], check=True,
                            text=True, stdout=subprocess.PIPE,
                            env={**whole, "FFTCORE_LIST_FFTS": "1"}).stdout
    found = [line.partition(": ")[2] for line in listed.splitlines() if line.startswith("fft: ")]
    if not found:
        raise SystemExit(f"{program} lists no configuration")
    return found


def under_oclgrind(under, program):
    def run(text):
        return text, subprocess.run(
            [under, program, "--gtest_filter=DeviceFfts.TheOneAskedFor"], check=False, text=True,
            env={**os.environ, "FFTCORE_TEST_FFT": text}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        chosen = [text for text in texts(program) if "f16" not in text]
        for text, ended in pool.map(run, chosen):
            if ended.returncode == SKIPPED:
                return SKIPPED
            if ended.returncode != 0:
                failed += 1
                print(f"{text}:\n{ended.stdout}")
    return failed


def by_nvcc(program, emit):
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not os.path.exists(nvcc):
        print("SKIP: no nvcc")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        source, kernels = "", ""
        for number, text in enumerate(texts(program)):
            name = f"fft{number}"
            source += subprocess.run([emit, text, "--name", name], check=True, text=True,
                                     stdout=subprocess.PIPE).stdout
            shared = ", shared_memory" if text.startswith("block") else ""
            kernels += f"""
__global__ void kernel{number}(const void* in, void* out, unsigned long long transforms) {{
  extern __shared__ __align__(16) unsigned char shared_memory[];
  {name}::value_type values[{name}::storage_size];
  {name}::load(in, values, transforms);
  {name}::execute(values{shared});
  {name}::store(values, out, transforms);
}}
static_assert({name}::storage_size > 0, "");
"""
        path = os.path.join(folder, "all.cu")
        with open(path, "w", encoding="ascii") as file:
            file.write(source + kernels)
        ended = subprocess.run([nvcc, "-std=c++17", "-ptx", "-arch=compute_75", path, "-o",
                                os.path.join(folder, "all.ptx")], check=False, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(ended.stdout[:5000])
        return 1 if ended.returncode != 0 or "warning" in ended.stdout else 0


if __name__ == "__main__":
    sys.exit({"oclgrind": under_oclgrind, "nvcc": by_nvcc}[sys.argv[1]](*sys.argv[2:]))
