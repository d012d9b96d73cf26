# SPDX-License-Identifier: LGPL-2.1-or-later
"""Velocities of whole sequences: each task compares two frames."""
import os
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence

import numpy as np

from .._piv import piv
from . import images
from .files import Pair, UsageError, check_input, ending_of, whole
from .task import Task


@dataclass(frozen=True, eq=False)
class Velocities:
    """What becomes of two frames: vectors in a file."""
    options: Dict[str, Any]
    """Of piv()."""
    mask: Optional[np.ndarray] = None
    is_ab: bool = False
    """Frames go in pairs; else each is compared with the next one."""
    ending: str = ".csv"

    def checked(self) -> "Velocities":
        """The value itself; ValueError where options are wrong."""
        side = max(self.options["windowsizes"])
        frame = np.zeros((side, side), np.uint8)
        piv(frame, frame, **self.options)
        return self


@dataclass(frozen=True, eq=False)
class PairTask(Task):
    """A frame and the one that it is compared with."""
    second: str = ""

    def run(self) -> List[str]:
        warnings: List[str] = []
        frames = []
        for path in (self.pair.source, self.second):
            check_input(path)
            image, tags = images.read(path, self.page)
            warnings += [f"{os.path.basename(path)}: {one}" for one in tags.warnings]
            frames.append(images.grey(image))
        found = piv(frames[0], frames[1], mask=self.operation.mask, **self.operation.options)
        with whole(self.pair.target) as part:
            images.write_bytes(part, found.as_file(ending_of(self.pair.target)))
        return warnings


def tasks_of(operation: Any, pairs: Sequence[Pair], memory_mib: int, page: int) -> List[Task]:
    """A task a file, or, of velocities, a task for two frames of one folder; its result has the
    first one's name."""
    if not isinstance(operation, Velocities):
        return [Task(pair, operation, memory_mib, page) for pair in pairs]
    folders: Dict[str, List[Pair]] = {}
    for pair in pairs:
        if ending_of(pair.source) == ".zarr":
            raise UsageError(f"'{pair.source}' is Zarr; piv takes files")
        folders.setdefault(os.path.dirname(pair.source), []).append(pair)
    tasks: List[Task] = []
    for folder, frames in folders.items():
        if len(frames) < 2 or operation.is_ab and len(frames) % 2:
            raise UsageError(f"'{folder}' has {len(frames)} frame{'s' if len(frames) > 1 else ''}; "
                             + ("an even number" if operation.is_ab else "2 or more")
                             + " is expected")
        begins = range(0, len(frames) - 1, 2 if operation.is_ab else 1)
        tasks += [PairTask(frames[i], operation, memory_mib, page, frames[i + 1].source)
                  for i in begins]
    return tasks
