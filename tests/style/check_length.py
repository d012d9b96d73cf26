#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""No source file or script has more than 400 lines; from 300 on a file is named, so that one sees
where two things live in one file. So is a folder of library, plugin, elements' or backends' tests
that has more than 40 files."""
import collections
import os

import sources

MOST = 400
MANY = 300
MANY_FILES = 40
FOLDERS = ("fftcore/", "plugins/", "tests/elements/", "tests/backends/")


def main():
    problems = []
    for path in sorted(set(sources.cpp() + sources.python() + sources.shell())):
        count = sources.read(path).count("\n")
        if count > MOST:
            problems.append(f"{path}: {count} lines, at most {MOST}")
        elif count > MANY:
            print(f"warning: {path}: {count} lines, more than {MANY}")
    in_folders = collections.Counter(
        os.path.dirname(path) for path in sources.tracked() if path.startswith(FOLDERS))
    for folder, count in sorted(in_folders.items()):
        if count > MANY_FILES:
            print(f"warning: {folder}: {count} files, more than {MANY_FILES}")
    sources.finish(problems)


main()
