# SPDX-License-Identifier: LGPL-2.1-or-later
"""Packages that the program needs beside what the package fftcore does."""
import importlib
from typing import Any


def needed(module: str) -> Any:
    """A module, or an ImportError that says what to install, and why it was not loaded."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            "fftcore.batch needs OpenCV and tqdm, TIFF also tifffile, and Zarr's arrays Zarr: pip "
            "install 'fftcore[batch]', or on Debian apt install python3-opencv python3-tqdm "
            f"python3-tifffile python3-zarr ({error})") from error
