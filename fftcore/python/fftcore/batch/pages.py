# SPDX-License-Identifier: LGPL-2.1-or-later
"""Work on each page of a TIFF: a TIFF of as many pages, or a line of what is found in each."""
from typing import Any, List

from . import large, tiff  # first, as they say what lacks
import tifffile

from . import images
from .files import ending_of
from .images import FileError
from .task import Task, grey_of_rgb


def lines_of(task: Task, warnings: List[str]) -> List[bytes]:
    """What is found in each page, a line of JSON for one."""
    lines = []
    for page in range(1, tiff.count_of_pages(task.pair.source) + 1):
        of_page: List[str] = []
        if _is_large(task, page):
            with large.open_tiff(task.pair.source, task.limit_bytes, page) as (image, one):
                of_page += tiff.warnings_of(one)
                lines.append(task.line_of(image, grey_of_rgb, of_page, page=page))
        else:
            image, tags = images.read(task.pair.source, page)
            of_page += tags.warnings
            lines.append(task.line_of(image, images.grey, of_page, page=page))
        warnings += [f"page {page}: {warning}" for warning in of_page]
    return lines


def change(task: Task, part: str, warnings: List[str]) -> None:
    """Writes what becomes of each page; those larger than the memory go by parts."""
    source, ending = task.pair.source, ending_of(task.pair.target)
    count = tiff.count_of_pages(source)
    if count > 1 and not images.is_tiff(ending):
        raise FileError(f"'{source}' has {count} pages, and no format but TIFF has pages here; "
                        "--ending .tiff, or --page N for one of them, is expected")
    if count == 1 and not images.is_tiff(ending):
        image, tags = images.read(source)
        warnings += tags.warnings
        return images.write(part, task.result(image), ending, tags)
    size = sum(large.tiff_bytes(source, page) for page in range(1, count + 1))
    with tifffile.TiffWriter(part, bigtiff=size >= tiff.BIG_BYTES) as file:
        for page in range(1, count + 1):
            warnings += [f"page {page}: {warning}" for warning in _add(task, file, page)]


def _add(task: Task, file: Any, page: int) -> List[str]:
    if _is_large(task, page):
        with large.open_tiff(task.pair.source, task.limit_bytes, page) as (image, like):
            large.add_page(file, task.bands(image), like)
            return tiff.warnings_of(like)
    image, tags = images.read(task.pair.source, page)
    result = task.result(image)
    images.check_ending(".tiff", result)
    tiff.add_page(file, *images.in_tiff(result, tags))
    return tags.warnings


def _is_large(task: Task, page: int) -> bool:
    return large.tiff_bytes(task.pair.source, page) > task.limit_bytes
