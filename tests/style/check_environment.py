#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Library and plugin read environment variables that name code or files by trusted_variable(),
which a program with more rights than its user's ignores. All others are listed here, each with the
file that reads it: by what it takes, it does no harm."""
import re

import sources

FOLDERS = ("fftcore/", "plugins/")
CALL = re.compile(r"\b(?:(?:std::|secure_|g_)?getenv|plain_variable)\s*\(\s*([^)]*?)\s*\)")

# Topics, numbers, and names that the library knows.
HARMLESS = {
    "fftcore/log/environment.cpp": ("name", "const char* name"),
    "fftcore/log/environment.h": ("const char* name",),
    "fftcore/log/log.cpp": ('"FFTCORE_LOG"',),
    "fftcore/plan/common/device_traits.cpp": ('"FFTCORE_TRAITS"',),
    "fftcore/plan/planner.cpp": ('"FFTCORE_PLAN"',),
    # FFTCORE_CUDA_DEVICE, FFTCORE_OPENCL_DEVICE
    "fftcore/backends/common/device_choice.cpp": ("variable",),
    "fftcore/backends/common/tuning.cpp": ('"FFTCORE_TUNE"',),
    "fftcore/backends/cpu/cpu_backend.cpp": ('"FFTCORE_THREADS"',),
    "fftcore/backends/cpu/engines/select_engine.cpp": ('"FFTCORE_CPU_FFT"',),
    "fftcore/backends/gpu/tuning/tuner.cpp": ('"FFTCORE_PLAN"',),
    "plugins/plugin.cpp": ('"FFTCORE_LOG"',),
}


def problems():
    for path in sources.cpp():
        if not path.startswith(FOLDERS):
            continue
        for number, line in sources.lines(path):
            for match in CALL.finditer(line):
                if match[1] not in HARMLESS.get(path, ()):
                    yield (f"{path}:{number}: {match[0]}: read it by trusted_variable() "
                           "(fftcore/log/environment.h), or list it in tests/style/"
                           "check_environment.py if it names no code and no file")


sources.finish(list(problems()))
