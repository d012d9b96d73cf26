#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Python files compile, and pyflakes finds nothing in them but on lines that say "noqa"."""
import re
import subprocess

import sources


def compiles(path):
    try:
        compile(sources.read(path), path, "exec")
        return True
    except SyntaxError:
        return False  # pyflakes says where


def is_meant(message):
    """Whether the line that pyflakes complains of says that it is so on purpose."""
    place = re.match(r"(.+?):(\d+):", message)
    if not place:
        return False
    path, number = place.groups()
    return "# noqa" in dict(sources.lines(path)).get(int(number), "")


def main():
    paths = sources.python()
    broken = [f"{path}: does not compile" for path in paths if not compiles(path)]
    found = subprocess.run(["pyflakes3", *paths], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, check=False)
    said = found.stdout.splitlines()
    if found.returncode not in (0, 1) or found.returncode == 1 and not said:
        said.append(f"pyflakes3 ended with {found.returncode}")
    sources.finish(broken + [line for line in said if not is_meant(line)])


main()
