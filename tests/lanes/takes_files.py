#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""takes_files.py FOLDER NAME...: exit status 0 where one of these tests takes OpenCV's sample
files, 1 where none does. A test takes them that names their variables: in its script, in a
module beside that which it imports, or in a source of its program."""
import os
import re
import sys

from introspection import chosen, introspected

VARIABLES = re.compile(r"FFTCORE_TEST_(?:VIDEO|PICTURES)")
IMPORTS = re.compile(r"^ *(?:import|from) +([\w, ]+)", re.MULTILINE)
UNITS = re.compile(r"^#include *<(/.*)>$", re.MULTILINE)
"""Of files that Meson makes of several sources."""


def names_them(path, seen):
    """Whether a file or a Python module that it imports names the variables."""
    if path in seen or not os.path.isfile(path):
        return False
    seen.add(path)
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if VARIABLES.search(text):
        return True
    if not path.endswith(".py"):
        return any(names_them(source, seen) for source in UNITS.findall(text))
    modules = {word for words in IMPORTS.findall(text) for word in re.findall(r"\w+", words)}
    return any(names_them(os.path.join(os.path.dirname(path), module + ".py"), seen)
               for module in sorted(modules))


def main(folder, names):
    # as `meson test` takes names: no suites
    tests = [test for test in chosen(folder, names) if test["name"] in names]
    needed = {one for test in tests for one in test["depends"]}
    files = {word for test in tests for word in test["cmd"] if word.endswith(".py")}
    for target in introspected("targets", folder):
        if target["id"] in needed and target["type"] == "executable":
            files.update(source for part in target["target_sources"]
                         for source in part.get("sources", []) + part.get("generated_sources", []))
    seen = set()
    return any(names_them(path, seen) for path in sorted(files))


sys.exit(0 if main(sys.argv[1], sys.argv[2:]) else 1)
