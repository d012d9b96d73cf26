#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""chosen.py FOLDER: names, one a line, of the tests of a cross build that run under emulation: the
suites below, where the test is a program that was built, without what the list left_out beside this
program names. To stderr: those of these suites that are left out, most of them since their scripts
start programs of another processor by themselves.

chosen.py --cases: GoogleTest's filter for the cases of that list."""
import fnmatch
import json
import os
import subprocess
import sys

SUITES = {"unit", "backends", "elements"}


def left_out(kind):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "left_out")
    with open(path, encoding="utf-8") as lines:
        words = [line.rstrip("\n").partition(" ") for line in lines]
    return [what for first, _, what in words if first == kind]


def choose(folder):
    tests = json.loads(subprocess.check_output(["meson", "introspect", "--tests", folder]))
    patterns = left_out("test")
    for test in tests:
        if not SUITES & {suite.split(":")[-1] for suite in test["suite"]}:
            continue
        is_listed = any(fnmatch.fnmatchcase(test["name"], pattern) for pattern in patterns)
        if test["cmd"][0].startswith(folder + "/") and not is_listed:
            print(test["name"])
        else:
            print(f"left out: {test['name']}", file=sys.stderr)


if sys.argv[1] == "--cases":
    print("-" + ":".join(left_out("case")))
else:
    choose(os.path.abspath(sys.argv[1]))
