# SPDX-License-Identifier: LGPL-2.1-or-later
"""Where work may be done."""
from typing import List

from . import _core


def backends() -> List[str]:
    """Names of the backends that work here, best first: of cuda, opencl and cpu. Of the others
    unavailable_reason(name) says why they do not.

    >>> backends()[-1]
    'cpu'
    """
    return [name for name in _core.backends() if not _core.unavailable_reason(name)]
