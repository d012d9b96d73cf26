# SPDX-License-Identifier: LGPL-2.1-or-later
"""How far samples reach that are not finite, by scipy.ndimage."""
import numpy as np
import scipy.ndimage


def in_double(array):
    return array.astype("complex128" if array.dtype.kind == "c" else "float64")


def finite(image):
    """With 0 in place of all else."""
    return np.nan_to_num(image, nan=0, posinf=0, neginf=0)


def region(image, taps, operation, mode):
    """scipy.signal's outputs by scipy.ndimage, whose sums have no terms that SciPy adds as 0 times
    a sample."""
    if operation == "correlate":
        taps = np.flip(taps)
    borders = [(side - 1, side - 1) for side in taps.shape]
    whole = scipy.ndimage.convolve(np.pad(image, borders), taps, mode="constant")
    firsts = {"full": [0] * image.ndim, "same": [(side - 1) // 2 for side in taps.shape],
              "valid": [min(a, b) - 1 for a, b in zip(image.shape, taps.shape)]}[mode]
    lengths = {"full": [a + b - 1 for a, b in zip(image.shape, taps.shape)], "same": image.shape,
               "valid": [abs(a - b) + 1 for a, b in zip(image.shape, taps.shape)]}[mode]
    begins = [side - 1 - side // 2 + first for side, first in zip(taps.shape, firsts)]
    return whole[tuple(slice(begin, begin + length) for begin, length in zip(begins, lengths))]
