# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests/gpu/right and tests/gpu/fast share: the pack, unpacked, and the environment that its
programs need on a host with a driver, Python and NVRTC."""
import ctypes
import glob
import json
import os
import site
import sys
import sysconfig
import tarfile
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))


class Host:
    """The pack's folder, what is in it, and the environment of its programs."""

    def __init__(self, pack):
        self.folder = tempfile.mkdtemp(prefix="fftcore-gpu-")
        with tarfile.open(pack) as archive:
            archive.extractall(self.folder)
        with open(self.path("pack.json"), encoding="utf-8") as file:
            self.pack = json.load(file)
        nvidia = nvidia_folders()
        self.environment = {
            **os.environ,
            "LD_LIBRARY_PATH": ":".join(filter(None, [
                self.path("lib"), *nvidia, os.environ.get("LD_LIBRARY_PATH")])),
            "PATH": self.path("bin") + ":" + os.environ["PATH"],
            "GST_PLUGIN_SYSTEM_PATH_1_0": self.path("plugins"),
            "GST_PLUGIN_PATH_1_0": self.path("build/plugins"),
            "GST_PLUGIN_SCANNER_1_0": self.path("bin/gst-plugin-scanner"),
            "GST_CUDA_NVRTC_LIBNAME": self.path("lib/libnvrtc_shim.so"),
            "XDG_CACHE_HOME": self.path("cache"),
        }
        nvrtc = next((found for folder in nvidia
                      for found in glob.glob(folder + "/libnvrtc.so*")), None)
        if nvrtc:
            self.environment.update(FFTCORE_NVRTC=nvrtc, NVRTC_REAL=nvrtc)

    def path(self, name):
        return os.path.join(self.folder, name)

    def located(self, text):
        return text.replace("{build}", self.path("build")).replace("{source}", ROOT)


def nvidia_folders():
    """Where libraries of the CUDA toolkit are: in the toolkit, or in Python's packages."""
    packages = {*site.getsitepackages(), sysconfig.get_paths()["purelib"]}
    found = ["/usr/local/cuda/lib64"] + [
        folder for package in sorted(packages)
        for folder in sorted(glob.glob(package + "/nvidia/*/lib"))]
    return [folder for folder in found if os.path.isdir(folder)]


def gpu_name():
    """Of the first GPU, as its driver says it. Exits where there is none."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        sys.exit(f"no driver of NVIDIA's here: {error}")
    name, device = ctypes.create_string_buffer(200), ctypes.c_int()
    if driver.cuInit(0) or driver.cuDeviceGet(ctypes.byref(device), 0) or driver.cuDeviceGetName(
            name, len(name), device):
        sys.exit("the driver finds no GPU")
    return name.value.decode()
