#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""targets.py FOLDER NAME...: what Ninja has to build for these tests or suites, and what is
installed, a target a line. A suite without a test is an error."""
import os
import sys

from introspection import chosen, introspected


def main(folder, names):
    needed = {one for test in chosen(folder, names) for one in test["depends"]}
    for target in introspected("targets", folder):
        if target["id"] in needed or target["installed"]:
            for file in target["filename"]:
                print(os.path.relpath(file, os.path.realpath(folder)))


main(sys.argv[1], sys.argv[2:])
