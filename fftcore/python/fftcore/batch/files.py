# SPDX-License-Identifier: LGPL-2.1-or-later
"""From what is named on a command line to files and their results, none of which collide."""
import glob
import os
import shutil
import uuid
from contextlib import contextmanager
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence

ENDINGS = (".png", ".tif", ".tiff", ".jpg", ".jpeg", ".jpe", ".bmp", ".dib", ".webp", ".pgm",
           ".ppm", ".pnm", ".pfm", ".exr", ".zarr")
"""Of what is taken from folders: images, and folders of Zarr."""
_PART = ".fftcore-part"


class FileError(Exception):
    """A file that cannot be read or written; trying again does not help."""


class UsageError(Exception):
    """A command line that cannot be meant."""


class Pair(NamedTuple):
    """A file and its result, as absolute paths: other machines see them too."""
    source: str
    target: str


def ending_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _in_folder(folder: str) -> Iterator[str]:
    """Images in a folder and the ones below it, in the order of their names."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if ending_of(entry.name) in ENDINGS:
            yield entry.path
        elif entry.is_dir():
            yield from _in_folder(entry.path)


def _fixed_part(pattern: str) -> str:
    """The folders of a pattern before the first one that has a wildcard."""
    head = os.path.dirname(pattern)
    while glob.has_magic(head):
        head = os.path.dirname(head)
    return head or "."


def _found(name: str) -> Iterator[Sequence[str]]:
    """The images that a name stands for, each with the folder that its result's path begins at."""
    if os.path.isdir(name) and ending_of(os.path.normpath(name)) != ".zarr":
        for path in _in_folder(name):
            yield name, path
    elif os.path.exists(name):
        yield os.path.dirname(os.path.normpath(name)) or ".", os.path.normpath(name)
    elif glob.has_magic(name):
        root = _fixed_part(name)
        for path in sorted(glob.glob(name, recursive=True)):
            if ending_of(path) in ENDINGS:
                yield root, path
    else:
        raise UsageError(f"'{name}' is not there; a file, a folder or a pattern is expected")


def _is_within(path: str, folder: str) -> bool:
    return os.path.commonpath([os.path.realpath(path), os.path.realpath(folder)]) == (
        os.path.realpath(folder))


def pairs_of(inputs: Sequence[str], output: str, ending: Optional[str] = None) -> List[Pair]:
    """The work's files. Folders below an input are kept below `output`; `ending` is the results',
    by default their image's."""
    if os.path.exists(output) and not os.path.isdir(output):
        raise UsageError(f"'{output}' is a file; a folder for the results is expected")
    targets: Dict[str, str] = {}
    for name in inputs:
        if os.path.isdir(name) and _is_within(output, name):
            raise UsageError(f"'{output}' lies in '{name}', whose images are read; a folder beside "
                             "it is expected")
        some = False
        for root, path in _found(name):
            some = True
            below = os.path.relpath(path, root)
            if ending is not None:
                below = os.path.splitext(below)[0] + ending
            source, target = os.path.abspath(path), os.path.abspath(os.path.join(output, below))
            before = targets.get(target)
            if before is not None and before != source:
                raise UsageError(f"'{before}' and '{source}' would both become '{target}'; inputs "
                                 "with different names or an output folder for each are expected")
            targets[target] = source
        if not some:
            raise UsageError(f"'{name}' has no images; these endings are known: "
                             f"{' '.join(ENDINGS)}")
    sources = {os.path.realpath(source): source for source in targets.values()}
    for target in targets:
        replaced = sources.get(os.path.realpath(target))
        if replaced is not None:
            raise UsageError(f"a result would replace '{replaced}', which is read; another folder "
                             "is expected")
    return [Pair(source, target) for target, source in targets.items()]


def _remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    elif os.path.lexists(path):
        os.remove(path)


def remove_parts(folder: str) -> None:
    """Removes what runs that were ended have left."""
    for place, folders, names in os.walk(folder):
        for name in [name for name in folders + names if name.endswith(_PART)]:
            _remove(os.path.join(place, name))
        folders[:] = [name for name in folders if ending_of(name) not in (".zarr", _PART)]


@contextmanager
def whole(target: str) -> Iterator[str]:
    """A name to write to, beside the target's, that becomes the target's when all is written: one
    that is there is whole. Whoever else writes the same takes another name."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    folder, name = os.path.split(target)
    part = os.path.join(folder, f".{name[:100]}.{uuid.uuid4().hex[:16]}{_PART}")
    try:
        yield part
        if os.path.isdir(part) and os.path.isdir(target):
            # Two folders cannot be exchanged at once, so the old one goes aside first.
            aside = part[:-len(_PART)] + ".old" + _PART
            os.rename(target, aside)
            os.rename(part, target)
            _remove(aside)
        else:
            os.replace(part, target)
    finally:
        _remove(part)
