#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""check_lanes: a lane of tests/lists is in one list, once, and tests/lane, tests/setup and
CONTRIBUTING.md know it. Programs of tests/lanes pass their tests."""
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def lanes():
    return [line.split()[0] for name in ("merge", "night")
            for line in read("tests/lists/" + name).splitlines()
            if line.strip() and not line.startswith("#")]


def cases(path):
    """The words that a shell script's `case` tells apart."""
    return {word for words in re.findall(r"^ *([a-z][a-z0-9 |-]*)\)", read(path), re.MULTILINE)
            for word in words.split(" | ")}


def main():
    found = lanes()
    complaints = [f"tests/lists: lane {lane} is there twice" for lane in set(found)
                  if found.count(lane) > 1]
    rows = set(re.findall(r"^\| `([a-z0-9-]+)` \|", read("CONTRIBUTING.md"), re.MULTILINE))
    for page, known in (("tests/lane", cases("tests/lane")), ("tests/setup", cases("tests/setup")),
                        ("CONTRIBUTING.md", rows)):
        complaints += [f"{page}: nothing about lane {lane}" for lane in found if lane not in known]
    print("".join(f"{complaint}\n" for complaint in sorted(complaints)), end="")
    for name in ("count_test.py", "run_test.py", "takes_files_test.py"):
        tested = subprocess.run([os.path.join(ROOT, "tests/lanes", name)], check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if tested.returncode != 0:
            complaints.append(name)
            print(tested.stdout, end="")
    return 1 if complaints else 0


sys.exit(main())
