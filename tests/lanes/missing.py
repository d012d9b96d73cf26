#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""missing.py NAME...: fails, and says what is missing, unless all of these are here: pocl (a device
of OpenCL's), oclgrind, nvrtc, nvdisasm, valgrind. tests/setup installs them. A lane asks first,
since its tests would be skipped without some of them."""
import ctypes
import os
import shutil
import sys


def load(*names):
    """The first of these libraries that loads, or why the first one does not."""
    reason = ""
    for name in names:
        try:
            return ctypes.CDLL(name), ""
        except OSError as error:
            reason = reason or str(error)
    return None, reason


def pocl():
    library, reason = load("libOpenCL.so.1")
    if not library:
        return f"no loader of OpenCL: {reason}"
    count = ctypes.c_uint()
    if library.clGetPlatformIDs(0, None, ctypes.byref(count)) != 0 or count.value == 0:
        return "OpenCL has no platform; Debian's package pocl-opencl-icd is one"
    platforms = (ctypes.c_void_p * count.value)()
    library.clGetPlatformIDs(count, platforms, None)
    for platform in platforms:
        name = ctypes.create_string_buffer(200)
        library.clGetPlatformInfo(ctypes.c_void_p(platform), 0x0902, len(name), name, None)
        if b"Portable Computing Language" in name.value:
            return ""
    return "PoCL is not among OpenCL's platforms; Debian's package is pocl-opencl-icd"


def oclgrind():
    return "" if shutil.which("oclgrind") else "no oclgrind; Debian's package is oclgrind"


def nvrtc():
    # The names that fftcore/compile/nvrtc.cpp tries.
    folders = ("", "/usr/local/cuda/lib64/")
    library, reason = load(*(folder + name for folder in folders for name in
                             ("libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12")))
    return "" if library else f"no NVRTC, which tests/setup takes from PyPI: {reason}"


def nvdisasm():
    found = os.environ.get("FFTCORE_TEST_NVDISASM") or shutil.which("nvdisasm")
    return "" if found else "no nvdisasm, which tests/setup takes from PyPI"


def valgrind():
    found = shutil.which("valgrind")
    return "" if found else "no valgrind; Debian's package is valgrind"


def main(names):
    reasons = [reason for reason in (globals()[name]() for name in names) if reason]
    for reason in reasons:
        print(f"missing: {reason}", file=sys.stderr)
    return 1 if reasons else 0


sys.exit(main(sys.argv[1:]))
