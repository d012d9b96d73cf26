#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Python files compile, and pyflakes finds nothing in them."""
import subprocess

import sources


def compiles(path):
    try:
        compile(sources.read(path), path, "exec")
        return True
    except SyntaxError:
        return False  # pyflakes says where


def main():
    paths = sources.python()
    broken = [f"{path}: does not compile" for path in paths if not compiles(path)]
    found = subprocess.run(["pyflakes3", *paths], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, check=False)
    said = found.stdout.splitlines()
    if found.returncode != 0 and not said:
        said = [f"pyflakes3 ended with {found.returncode}"]
    sources.finish(broken + said)


main()
