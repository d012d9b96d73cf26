# SPDX-License-Identifier: LGPL-2.1-or-later
"""From what is named on a command line to files and their results, none of which collide."""
import fnmatch
import glob
import os
import shutil
import stat
import uuid
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

ENDINGS = (".png", ".tif", ".tiff", ".jpg", ".jpeg", ".jpe", ".bmp", ".dib", ".webp", ".pgm",
           ".ppm", ".pnm", ".pfm", ".exr", ".zarr")
"""Of what is taken from folders: images, and folders of Zarr."""
_PART = ".fftcore-part"


class FileError(Exception):
    """A file that cannot be read or written; trying again does not help."""


class SeveralPages(FileError):
    """A file of which nobody said which page is meant. `what`: what a file is that has no pages,
    and of whose pictures only the first is read."""

    def __init__(self, path: str, count: int, what: str = "", option: str = "--page",
                 takes_all: bool = True) -> None:
        words = f"'{path}' has {count} pages; "
        if what:
            words = f"'{path}' {what}; "
            words += (f"with {option} 1 the first is read, and no other" if option
                      else "a file of one picture is expected")
        elif not option:
            words += "a file of one page is expected"
        else:
            words += f"{option} N says which one is meant, 1 to {count}"
            words += f", and {option} all means each" if takes_all else ""
        super().__init__(words)
        self._file = path, count, what

    def by(self, option: str) -> "SeveralPages":
        """The same where it is another option, if any, that says so, and for one page."""
        return SeveralPages(*self._file, option, False)

    def __reduce__(self) -> Any:
        return FileError, self.args


class UsageError(Exception):
    """A command line that cannot be meant."""


class Pair(NamedTuple):
    """A file and its result, as absolute paths: other machines see them too."""
    source: str
    target: str


class Listing(NamedTuple):
    """The work's files, and the folders that cannot be listed, each with the reason."""
    pairs: List[Pair]
    failures: List[Tuple[str, str]]


def check_input(path: str) -> None:
    """Refuses what opening would wait for, or what never ends when it is read."""
    if not os.path.isdir(path) and not stat.S_ISREG(os.stat(path).st_mode):
        raise FileError(f"cannot read '{path}': it is a pipe or a device; a file is expected")


def ending_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()


class _Search:
    """The images that names on a command line stand for. Folders that cannot be listed are failures
    of their own."""

    def __init__(self) -> None:
        self.failures: Dict[str, str] = {}
        self._is_loop: Dict[str, bool] = {}

    def found(self, name: str) -> Iterator[Sequence[str]]:
        """Images, each with the folder that its result's path begins at."""
        if os.path.isdir(name) and ending_of(os.path.normpath(name)) != ".zarr":
            for path in self._in_folder(name):
                yield name, path
        elif os.path.exists(name):
            yield os.path.dirname(os.path.normpath(name)) or ".", os.path.normpath(name)
        elif glob.has_magic(name):
            for path in self._of_pattern(name):
                yield _fixed_part(name), path
        else:
            raise UsageError(f"'{name}' is not there; a file, a folder or a pattern is expected")

    def _in_folder(self, folder: str) -> Iterator[str]:
        """Images in a folder and the ones below it, in the order of their names."""
        for entry in sorted(self._entries(folder), key=lambda entry: entry.name):
            if entry.name.startswith("."):
                continue
            if ending_of(entry.name) in ENDINGS:
                yield entry.path
            elif self._is_folder(entry) and not self._leads_up(entry.path):
                yield from self._in_folder(entry.path)

    def _of_pattern(self, pattern: str) -> Iterator[str]:
        """Images that a pattern stands for. glob passes over folders that it cannot list, and with
        ** follows links to folders above again and again."""
        root = _fixed_part(pattern)
        wanted = os.path.relpath(pattern, root).split(os.sep)
        if "**" in wanted:
            for path in self._in_folder(root):
                if _is_like(os.path.relpath(path, root).split(os.sep), wanted):
                    yield path
            return
        head = os.path.dirname(pattern)
        while glob.has_magic(head):
            for folder in glob.glob(os.path.join(head, ""), recursive=True):
                if not self._is_below_loop(folder):
                    self._entries(folder)
            head = os.path.dirname(head)
        self._entries(head or ".")
        for path in sorted(glob.glob(pattern, recursive=True)):
            if ending_of(path) in ENDINGS and not self._is_below_loop(path):
                yield path

    def _entries(self, folder: str) -> List["os.DirEntry[str]"]:
        try:
            with os.scandir(folder) as entries:
                return list(entries)
        except OSError as error:
            self._fail(folder, error)
            return []

    def _is_folder(self, entry: "os.DirEntry[str]") -> bool:
        try:
            return entry.is_dir()
        except OSError as error:  # a link to itself
            self._fail(entry.path, error)
            return False

    def _fail(self, folder: str, error: OSError) -> None:
        self.failures[os.path.normpath(folder)] = error.strerror or str(error)

    def _leads_up(self, folder: str) -> bool:
        """Whether it is a link to a folder that it lies in, whose images would come again."""
        if folder not in self._is_loop:
            self._is_loop[folder] = os.path.islink(folder) and any(
                _is_within(parent, folder) for parent in _parents(folder) or ["."])
            if self._is_loop[folder]:
                self.failures[os.path.normpath(folder)] = "a link to a folder that it lies in"
        return self._is_loop[folder]

    def _is_below_loop(self, path: str) -> bool:
        """Whether one of the folders of a path is such a link."""
        return any(self._leads_up(parent) for parent in reversed(_parents(path)))


def _is_like(parts: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether a path's parts are those of a pattern, in which ** is any folders."""
    if not wanted:
        return not parts
    if wanted[0] == "**" and _is_like(parts, wanted[1:]):
        return True
    if not parts or (parts[0].startswith(".") and not wanted[0].startswith(".")):
        return False
    if wanted[0] == "**":
        return _is_like(parts[1:], wanted)
    return fnmatch.fnmatchcase(parts[0], wanted[0]) and _is_like(parts[1:], wanted[1:])


def _parents(path: str) -> List[str]:
    """The folders of a path, the longest first."""
    parents = []
    folder = os.path.dirname(path)
    while folder not in ("", os.sep):
        parents.append(folder)
        folder = os.path.dirname(folder)
    return parents


def _fixed_part(pattern: str) -> str:
    """The folders of a pattern before the first one that has a wildcard."""
    head = os.path.dirname(pattern)
    while glob.has_magic(head):
        head = os.path.dirname(head)
    return head or "."


def _is_within(path: str, folder: str) -> bool:
    return os.path.commonpath([os.path.realpath(path), os.path.realpath(folder)]) == (
        os.path.realpath(folder))


def listing_of(inputs: Sequence[str], output: str, ending: Optional[str] = None) -> Listing:
    """The work's files. Folders below an input are kept below `output`; `ending` is the results',
    by default their image's."""
    if os.path.exists(output) and not os.path.isdir(output):
        raise UsageError(f"'{output}' is a file; a folder for the results is expected")
    targets: Dict[str, str] = {}
    written: Dict[str, str] = {}  # what is behind links, and the image that it will be of
    search = _Search()
    for name in inputs:
        if os.path.isdir(name) and _is_within(output, name):
            raise UsageError(f"'{output}' lies in '{name}', whose images are read; a folder beside "
                             "it is expected")
        some = False
        before_name = len(search.failures)
        for root, path in search.found(name):
            some = True
            below = os.path.relpath(path, root)
            if ending is not None:
                below = os.path.splitext(below)[0] + ending
            source, target = os.path.abspath(path), os.path.abspath(os.path.join(output, below))
            if not _is_within(target, output):
                raise UsageError(f"the result of '{path}' would become '{target}', which is not in "
                                 f"'{output}'; an input or an output without '..' and links that "
                                 "lead out of it is expected")
            before = written.get(os.path.realpath(target))
            if before is not None and before != source:
                raise UsageError(f"'{before}' and '{source}' would both become '{target}'; inputs "
                                 "with different names or an output folder for each are expected")
            targets[target] = written[os.path.realpath(target)] = source
        if not some and len(search.failures) == before_name:
            raise UsageError(f"'{name}' has no images; these endings are known: "
                             f"{' '.join(ENDINGS)}")
    sources = {os.path.realpath(source): source for source in targets.values()}
    for target in written:
        replaced = sources.get(target)
        if replaced is not None:
            raise UsageError(f"a result would replace '{replaced}', which is read; another folder "
                             "is expected")
    return Listing([Pair(source, target) for target, source in targets.items()],
                   list(search.failures.items()))


def is_there(target: str) -> bool:
    """Whether a result is there: a file, or a folder of Zarr, maybe behind links. A link to nothing
    is none."""
    return os.path.isdir(target) if ending_of(target) == ".zarr" else os.path.isfile(target)


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


def _begin_like(part: str, replaced: os.stat_result) -> int:
    """Makes an empty file with the owner and group of one that is replaced, as far as the system
    allows. Returns its mode. Where the group cannot be kept, another gets no more than all have."""
    mode = stat.S_IMODE(replaced.st_mode) & 0o777
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode | stat.S_IWUSR))
    for owner in (replaced.st_uid, -1):
        try:
            os.chown(part, owner, replaced.st_gid)
            return mode
        except OSError:
            pass
    return mode & ~0o070 | (mode & 0o007) << 3


@contextmanager
def whole(target: str) -> Iterator[str]:
    """A name to write to, beside the target's, that becomes the target's when all is written: one
    that is there is whole. Whoever else writes the same takes another name. A link stays, and a
    file that is replaced keeps its mode."""
    target = os.path.realpath(target)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    replaced = os.stat(target) if os.path.lexists(target) else None
    is_file = replaced is not None and stat.S_ISREG(replaced.st_mode)
    if replaced is not None and not is_file and not os.path.isdir(target):
        raise FileError(f"cannot write '{target}': it is there, and no file")
    folder, name = os.path.split(target)
    part = os.path.join(folder, f".{name[:100]}.{uuid.uuid4().hex[:16]}{_PART}")
    try:
        mode = None
        if replaced is not None and is_file and ending_of(target) != ".zarr":
            mode = _begin_like(part, replaced)
        yield part
        if mode is not None:
            os.chmod(part, mode)
        if os.path.isdir(part) and os.path.isdir(target):
            # Two folders cannot be exchanged at once, so the old one goes aside first.
            aside = part[:-len(_PART)] + ".old" + _PART
            os.rename(target, aside)
            try:
                os.rename(part, target)
            except BaseException:
                os.rename(aside, target)
                raise
            _remove(aside)
        else:
            os.replace(part, target)
    finally:
        _remove(part)
