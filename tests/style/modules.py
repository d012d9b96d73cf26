# SPDX-License-Identifier: LGPL-2.1-or-later
"""The modules of fftcore and who may include whom.

This table is the one place that says it; check_includes.py holds sources and meson.build files
against it. A module may include the modules of every line above its own, and the public headers.
Modules of one line do not know each other.
"""
import os

ROOT = "fftcore"
PUBLIC = "fftcore/include/fftcore"

LEVELS = (
    ("log",),
    ("cache", "problem", "filters"),
    ("launch",),
    ("plan",),
    ("plan/cpu", "plan/gpu"),
    ("kernelgen",),
    ("compile",),
    ("backends/common",),
    ("backends/cpu", "backends/opencl", "backends/cuda"),
    ("backends/gpu",),
    ("backends",),
)

LEVEL = {module: level for level, modules in enumerate(LEVELS) for module in modules}

# Headers of others, by their beginning, and the folders that may include them. What stands here is
# nobody else's business; the standard library, POSIX and {fmt} are everybody's.
VENDORS = {
    "fftw3": ("fftcore/backends/cpu",),
    "kiss_fft": ("fftcore/backends/cpu",),
    "CL/": ("fftcore/backends/opencl",),
    "cuda": ("plugins/common/cuda",),
    "nvrtc": (),
    "cufft": (),
    "gst/cuda/": ("plugins/common/cuda",),
    "gst/": ("plugins",),
    "glib": ("plugins",),
    "png.h": ("plugins/fftcorrelate",),
    "opencv2/": ("samples",),
}


def module_of(path):
    """The module that a file of fftcore belongs to: the longest that its folder begins with."""
    folder = os.path.dirname(os.path.relpath(path, ROOT))
    while folder and folder not in LEVEL:
        folder = os.path.dirname(folder)
    return folder or None


def may_include(module, other):
    return module == other or LEVEL[other] < LEVEL[module]
