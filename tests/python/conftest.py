# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests share."""
import numpy as np
import pytest


@pytest.fixture
def numbers():
    """Function that draws an array of a type: the same ones in each run."""
    generator = np.random.default_rng(20261125)

    def draw(shape, dtype="float32"):
        kind = np.dtype(dtype).kind
        if kind == "u":
            return generator.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)
        values = generator.standard_normal(shape)
        if kind == "c":
            values = values + 1j * generator.standard_normal(shape)
        return values.astype(dtype)

    return draw


class OnDevice:
    """An array that says it lies on a CUDA device, without one."""

    def __init__(self, shape=(8, 8), typestr="<f4"):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": typestr, "version": 3,
                                         "data": (1 << 20, False), "strides": None}


class OnVulkan:
    """An array that says it lies on a device that nobody here reaches."""
    shape, dtype = (8, 8), np.dtype("float32")

    def __dlpack_device__(self):
        return (7, 0)

    def __dlpack__(self, **_):
        raise BufferError("no memory of the host's")


@pytest.fixture
def on_device():
    return OnDevice


@pytest.fixture
def on_vulkan():
    return OnVulkan
