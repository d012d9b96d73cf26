# SPDX-License-Identifier: LGPL-2.1-or-later
"""Bounds on rounding errors, by the formulas of the library: u is 2^-24 in single precision and
2^-53 in double."""
import numpy as np


def unit(dtype):
    return 2.0**-53 if np.dtype(dtype).name in ("float64", "complex128") else 2.0**-24


def of_convolution(dtype, image, taps):
    """4 u sqrt(max(1, log2 N)) max|H| ||x||, x the image with its edges extended: as
    much there as in it.
    """
    image, taps = np.asarray(image, complex), np.asarray(taps, complex)
    points = [side + of_taps - 1 for side, of_taps in zip(image.shape, taps.shape)]
    total = np.prod(points)
    largest = np.abs(np.fft.fftn(taps, points)).max()
    norm = np.linalg.norm(image) * np.sqrt(total / image.size)
    return 4 * unit(dtype) * np.sqrt(max(1, np.log2(total))) * largest * norm


def of_transform(dtype, reference, points):
    """4 u sqrt(log2 N) ||reference||."""
    return 4 * unit(dtype) * np.sqrt(max(1, np.log2(points))) * np.linalg.norm(reference)
