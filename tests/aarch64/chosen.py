#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""chosen.py tests|targets FOLDER: of a cross build, what the list beside this program names.

tests: names, one a line, of the tests to run under emulation; a name that no test has is an error.
targets: what Ninja has to build for those that there are, library and plugin too.

chosen.py cases: GoogleTest's filter for the cases of that list."""
import json
import os
import subprocess
import sys


def chosen(kind):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "chosen")
    with open(path, encoding="utf-8") as lines:
        words = [line.rstrip("\n").partition(" ") for line in lines]
    return [what for first, _, what in words if first == kind]


def introspected(what, folder):
    return json.loads(subprocess.check_output(["meson", "introspect", "--" + what, folder]))


def tests(folder):
    names = chosen("test")
    unknown = set(names) - {test["name"] for test in introspected("tests", folder)}
    if unknown:
        sys.exit(f"chosen: no test has the name {', '.join(sorted(unknown))}")
    return names


def targets(folder):
    names = chosen("test")
    needed = {one for test in introspected("tests", folder) if test["name"] in names
              for one in test["depends"]}
    return [os.path.relpath(file, os.path.realpath(folder))
            for target in introspected("targets", folder)
            if target["id"] in needed or target["installed"]
            for file in target["filename"]]


match sys.argv[1:]:
    case ["cases"]:
        print(":".join(chosen("case")))
    case ["tests", folder]:
        print(*tests(folder), sep="\n")
    case ["targets", folder]:
        print(*targets(folder), sep="\n")
    case _:
        sys.exit(__doc__)
