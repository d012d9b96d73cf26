# SPDX-License-Identifier: LGPL-2.1-or-later
"""The work of one file: read, operate, write under another name, rename. Processes and machines
run it as they like, twice where one of them dies: the result is the same."""
import json
import math
from dataclasses import dataclass
from typing import Any, List, NamedTuple, Optional, Sequence

import numpy as np

from .._unseen import Unseen
from . import images, tiles
from .files import Pair, check_input, ending_of, whole
from .images import FileError


def grey_of_rgb(image: np.ndarray) -> np.ndarray:
    return images.grey(image, "RGB")


def _in_json(value: Any) -> Any:
    """A value as JSON has it: null for numbers that are not finite."""
    if isinstance(value, dict):
        return {name: _in_json(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_in_json(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


ALL_PAGES = -1


@dataclass(frozen=True, eq=False)
class Task:
    """A file and what becomes of it; `memory_mib` is about how much memory one image takes."""
    pair: Pair
    operation: Any
    memory_mib: int
    page: int = 0  # of TIFF, from 1; 0: there has to be one; ALL_PAGES

    @property
    def name(self) -> str:
        return self.pair.source

    def run(self) -> List[str]:
        """Makes the result, and returns warnings. A file that cannot be done is a FileError, a
        ValueError or an OSError."""
        warnings: List[str] = []
        check_input(self.pair.source)
        finds = hasattr(self.operation, "find")
        with whole(self.pair.target) as part:
            if finds:
                images.write_bytes(part, b"".join(self._lines(warnings)))
            elif ending_of(self.pair.source) == ".zarr":
                self._by_zarr(part)
            elif self.page == ALL_PAGES and images.has_pages(self.pair.source):
                from . import pages
                pages.change(self, part, warnings)
            elif images.is_tiff(self.pair.source) and self._is_large():
                self._by_tiff(part, warnings)
            else:
                image, tags = images.read(self.pair.source, max(self.page, 0))
                warnings += tags.warnings
                images.write(part, self.result(image), ending_of(self.pair.target), tags)
        return warnings

    @property
    def limit_bytes(self) -> int:
        return self.memory_mib << 20

    def bands(self, image: Any) -> Any:
        return tiles.bands(image, self.operation.measured(image), self.limit_bytes)

    def result(self, image: np.ndarray) -> np.ndarray:
        parts = [band for _, band in self.bands(image)]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def line_of(self, image: Any, grey: Any, warnings: List[str], **more: Any) -> bytes:
        """What is found in an image, as a line of JSON."""
        found = {**more, **self.operation.find(image, grey, self.limit_bytes)}
        if "unseen" in found:
            warnings.append(Unseen(found["unseen"], image.shape[0] * image.shape[1]).loss)
        line = json.dumps(_in_json({"image": self.pair.source, **found}), allow_nan=False)
        return line.encode() + b"\n"

    def _lines(self, warnings: List[str]) -> List[bytes]:
        source = self.pair.source
        if ending_of(source) == ".zarr":
            from . import large
            return [self.line_of(large.open_zarr(source), grey_of_rgb, warnings)]
        if self.page == ALL_PAGES and images.has_pages(source):
            from . import pages
            return pages.lines_of(self, warnings)
        if images.is_tiff(source) and self._is_large():
            from . import large
            with large.open_tiff(source, self.limit_bytes, self.page) as (image, page):
                warnings += large.tiff.warnings_of(page)
                return [self.line_of(image, grey_of_rgb, warnings)]
        image, tags = images.read(source, max(self.page, 0))
        warnings += tags.warnings
        return [self.line_of(image, images.grey, warnings)]

    def _is_large(self) -> bool:
        from . import large
        return large.tiff_bytes(self.pair.source, self.page) > self.limit_bytes

    def _by_tiff(self, part: str, warnings: List[str]) -> None:
        from . import large
        if not images.is_tiff(self.pair.target):
            raise FileError(f"'{self.pair.source}' is larger than --memory, and its result is no "
                            "TIFF; --ending .tiff is expected")
        with large.open_tiff(self.pair.source, self.limit_bytes, self.page) as (image, page):
            warnings += large.tiff.warnings_of(page)
            large.write_tiff(part, self.bands(image), page)

    def _by_zarr(self, part: str) -> None:
        from . import large
        if ending_of(self.pair.target) != ".zarr":
            raise FileError(f"'{self.pair.source}' becomes Zarr again; no other --ending is "
                            "allowed")
        image = large.open_zarr(self.pair.source)
        large.write_zarr(part, self.bands(image), image)


class Outcome(NamedTuple):
    """What became of a task: why it failed, or what is to be told of a result that is there."""
    failure: Optional[str] = None
    warnings: Sequence[str] = ()


def outcome_of(task: Task) -> Outcome:
    """Runs a task; it fails where trying again does not help."""
    try:
        return Outcome(None, task.run())
    except (FileError, ValueError, FileNotFoundError, IsADirectoryError, PermissionError,
            ImportError) as error:
        return Outcome(str(error) or type(error).__name__)
