# SPDX-License-Identifier: LGPL-2.1-or-later
"""The modules of fftcore and who may include whom.

This table is the one place that says it; check_includes.py holds sources and meson.build files
against it. A module may include the modules of every line above its own, and the public headers.
Modules of one line do not know each other. Large modules have folders, which have a table of their
own; to modules above they are all one.
"""
import os
import re

import sources

ROOT = "fftcore"
PUBLIC = "fftcore/include/fftcore"

# The drivers of GPUs that fftcore/meson.build lists.
DRIVERS = tuple(f"backends/{name}" for name in re.findall(
    r"'(\w+)'", re.search(r"^gpu_drivers = \[(.*)\]", sources.read(f"{ROOT}/meson.build"),
                          re.MULTILINE).group(1)))

LEVELS = (
    ("log", "formula"),
    ("fft",),
    ("cache", "work", "filters"),
    ("launch",),
    ("plan/common",),
    ("plan/cpu", "plan/gpu"),
    ("plan",),
    ("kernelgen",),
    ("device_fft", "compile"),
    ("backends/common",),
    ("backends/cpu", *DRIVERS),
    ("backends/gpu",),
    ("backends",),
    ("motion",),
    ("c",),
    ("tools", "python"),
    ("pictures",),
)

# The folders of large modules, lowest first. A folder may include those of every line above its
# own, and what its module may. What lies in the module itself may include them all.
FOLDERS = {
    "work": (
        ("checks", "fields"),
    ),
    "plan/gpu": (
        ("lines",),
        ("costs", "transform", "stages"),
        ("rules",),
        ("search",),
    ),
    "kernelgen": (
        ("tree",),
        ("dialects", "math"),
        ("transform",),
        ("access",),
        ("products", "search", "denoise", "warp", "windows"),
        ("lines", "tiles"),
    ),
    "backends/cpu": (
        ("processor",),
        ("engines", "formula"),
        ("samples",),
        ("outliers", "transform", "denoise", "warp", "stream", "search", "windows"),
        ("convolve",),
        ("stages",),
    ),
    "backends/gpu": (
        ("devices", "taps"),
        ("program",),
        ("tuning", "executables"),
    ),
}

# The folders of plugins likewise, lowest first. An element's folder lies above all of them and
# knows no other element's.
PLUGIN_ROOT = "plugins"
PLUGIN_LEVELS = (
    ("gobject",),
    ("frames", "taps"),
    ("memory",),
    ("spectra",),
    ("base",),
)
PLUGIN_LEVEL = {folder: level for level, folders in enumerate(PLUGIN_LEVELS) for folder in folders}

LEVEL = {module: level for level, modules in enumerate(LEVELS) for module in modules}

# The folders' own levels, and the modules that they are of.
INNER_LEVEL = {f"{module}/{folder}": level for module, lines in FOLDERS.items()
               for level, folders in enumerate(lines) for folder in folders}
OUTER = {f"{module}/{folder}": module for module, lines in FOLDERS.items()
         for folders in lines for folder in folders}

# Headers of others, by their beginning, and the folders that may include them. What stands here is
# nobody else's business; the standard library, POSIX and {fmt} are everybody's.
VENDORS = {
    "fftw3": ("fftcore/backends/cpu/fftw",),
    "CL/": ("fftcore/backends/opencl", "samples/device_fft"),
    "nanobind": ("fftcore/python",),
    "cuda": ("plugins/memory/cuda",),
    "nvrtc": ("samples/device_fft",),
    "cufft": (),
    "gst/cuda/": ("plugins/memory/cuda",),
    "gst/": ("plugins",),
    "glib": ("plugins",),
    "png.h": ("fftcore/pictures",),
    "jpeglib.h": ("fftcore/pictures",),
    "jerror.h": ("fftcore/pictures",),
    "sndfile": ("plugins/fftfir",),
    "opencv2/": ("samples",),
    "tiffio": ("fftcore/pictures",),
}


def module_of(path):
    """The module that a file of fftcore belongs to, or its folder: the longest that its own folder
    begins with."""
    folder = os.path.dirname(os.path.relpath(path, ROOT))
    while folder and folder not in LEVEL and folder not in OUTER:
        folder = os.path.dirname(folder)
    return folder or None


def plugin_may_include(folder, other):
    return folder == other or PLUGIN_LEVEL.get(other, len(PLUGIN_LEVELS)) < PLUGIN_LEVEL.get(
        folder, len(PLUGIN_LEVELS))


def may_include(module, other):
    outer, other_outer = OUTER.get(module, module), OUTER.get(other, other)
    if outer != other_outer:
        return LEVEL[other_outer] < LEVEL[outer]
    return module == other or other in OUTER and (
        module == outer or INNER_LEVEL[other] < INNER_LEVEL[module])
