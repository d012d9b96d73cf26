# SPDX-License-Identifier: LGPL-2.1-or-later
"""Where work may be done."""
from typing import List, NamedTuple

from . import _core


def backends() -> List[str]:
    """Names of the backends that work here, best first, such as cuda, opencl and cpu. Of one that
    does not work unavailable_reason(name) says why.

    >>> backends()[-1]
    'cpu'
    """
    return [name for name in _core.backends() if not _core.unavailable_reason(name)]


class Device(NamedTuple):
    """A device of this machine. `reason`: why its backend does not take it; empty where it does."""
    backend: str
    number: int
    name: str
    architecture: str
    is_gpu: bool
    reason: str


def devices() -> List[Device]:
    """Devices of all backends, best backend first. This loads the drivers of GPUs.

    >>> devices()[-1].backend
    'cpu'
    """
    return [Device(*fields) for fields in _core.devices()]
