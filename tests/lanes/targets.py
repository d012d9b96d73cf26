#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""targets.py FOLDER NAME...: what Ninja has to build for these tests or suites, and what is
installed, a target a line. A suite without a test is an error: its backend was missing when FOLDER
was configured."""
import json
import os
import subprocess
import sys


def introspected(what, folder):
    return json.loads(subprocess.check_output(["meson", "introspect", "--" + what, folder]))


def main(folder, names):
    tests = introspected("tests", folder)
    needed = set()
    for name in names:
        chosen = [test for test in tests
                  if name in (test["name"], *(suite.split(":")[-1] for suite in test["suite"]))]
        if not chosen:
            sys.exit(f"targets.py: {folder} has no test or suite '{name}'; if it was left out for "
                     f"want of a package that is here now, remove {folder} and build it again")
        needed.update(one for test in chosen for one in test["depends"])
    for target in introspected("targets", folder):
        if target["id"] in needed or target["installed"]:
            for file in target["filename"]:
                print(os.path.relpath(file, os.path.realpath(folder)))


main(sys.argv[1], sys.argv[2:])
