#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""chosen.py FOLDER: names, one a line, of the tests of a cross build that run under emulation: the
suites below, where the test is a program that was built. To stderr: those of these suites that are
left out, since their scripts start programs of another processor by themselves."""
import json
import os
import subprocess
import sys

SUITES = {"unit", "backends", "elements"}

folder = os.path.abspath(sys.argv[1])
tests = json.loads(subprocess.check_output(["meson", "introspect", "--tests", folder]))
for test in tests:
    if not SUITES & {suite.split(":")[-1] for suite in test["suite"]}:
        continue
    if test["cmd"][0].startswith(folder + "/"):
        print(test["name"])
    else:
        print(f"left out: {test['name']}", file=sys.stderr)
