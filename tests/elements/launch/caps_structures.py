# SPDX-License-Identifier: LGPL-2.1-or-later
"""Structures of caps, from any release of GStreamer's bindings for Python."""
import contextlib


def structures_of(caps):
    """Each structure with its features. A structure is lent until the next one."""
    for index in range(caps.get_size()):
        structure = caps.get_structure(index)
        # Since 1.26 it is in a context manager.
        if not hasattr(structure, "__enter__"):
            structure = contextlib.nullcontext(structure)
        with structure as lent:
            yield lent, caps.get_features(index)
