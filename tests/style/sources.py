# SPDX-License-Identifier: LGPL-2.1-or-later
"""The files that the style checks look at: what git tracks, sorted by kind. Paths are relative to
the project's root, which is the current folder of every check."""
import functools
import os
import subprocess
import sys

WIDTH = 100

# Data and texts of others: nobody writes or reads these line by line.
DATA_SUFFIXES = (".json", ".svg", ".jpg", ".png", ".npy", ".h264", ".tar.xz")
DATA_FOLDERS = ("tests/golden/", "tests/bench/results/", "tests/fuzz/corpus/",
                "tests/fuzz/dictionaries/", "pipelines/kernels/", "tests/exports/libfftcore.txt",
                "tests/exports/libgstfftcore.txt", "tests/guard/tables/",
                "tests/kernels/merge_cases.txt", "tests/kernels/covered_pairs.txt")
FOREIGN = ("COPYING",)

CPP_SUFFIXES = (".c", ".cpp", ".h")


@functools.cache
def tracked():
    """Every file that git tracks and that is there, data and pictures too."""
    # A checkout may belong to somebody else than the one who runs the tests, as in a container.
    listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z"], check=True,
                            stdout=subprocess.PIPE).stdout.decode()
    return [path for path in listed.split("\0") if os.path.isfile(path)]


@functools.cache
def texts():
    """What people write: sources, scripts, pages, settings."""
    return [path for path in tracked() if not path.endswith(DATA_SUFFIXES)
            and not path.startswith(DATA_FOLDERS) and path not in FOREIGN]


def cpp():
    return [path for path in texts() if path.endswith(CPP_SUFFIXES)]


def headers():
    return [path for path in texts() if path.endswith(".h")]


def pages():
    return [path for path in texts() if path.endswith(".md")]


@functools.cache
def interpreter(path):
    """The word after #! that says what runs this file, or nothing."""
    with open(path, "rb") as file:
        first = file.readline()
    return first[2:].decode().split()[-1] if first.startswith(b"#!") else ""


def python():
    return [path for path in texts() if path.endswith(".py") or "python" in interpreter(path)]


def shell():
    return [path for path in texts()
            if path.endswith(".sh") or os.path.basename(interpreter(path)) in ("sh", "bash")]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def lines(path):
    """Pairs of number (from 1) and text without its end."""
    return list(enumerate(read(path).split("\n"), 1))


def finish(problems):
    """Prints what is wrong, a line each, and ends the check."""
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


def main():
    """sources.py KIND: the paths of that kind, each ended by a zero byte, for xargs -0."""
    kinds = {"cpp": cpp, "python": python, "shell": shell, "texts": texts}
    sys.stdout.write("".join(path + "\0" for path in kinds[sys.argv[1]]()))


if __name__ == "__main__":
    main()
