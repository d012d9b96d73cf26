# SPDX-License-Identifier: LGPL-2.1-or-later
"""The protocol by which scipy.fft hands its calls to others:
``scipy.fft.set_global_backend(fftcore)``."""
from typing import Any

from . import _fft

DOMAIN = "numpy.scipy.fft"
"""What of SciPy is served: its functions of transforms."""


def serve(method: Any, args: Any, kwargs: Any) -> Any:
    """Does a call of scipy.fft; NotImplemented where it is none of a transform, as fht."""
    name = method.__name__
    if name not in _fft.__all__:
        return NotImplemented
    return getattr(_fft, name)(*args, **kwargs)
