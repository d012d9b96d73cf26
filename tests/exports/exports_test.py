#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""exports_test.py [--write] NAME FILE: the shared library FILE exports the names in the list NAME
beside this program, no more and no fewer. A name that is gone or new breaks, or binds, programs
that others built; that should be seen in a commit. --write writes the list anew."""
import difflib
import os
import subprocess
import sys

# What nm calls code and data of a file's own; `i` is code that is chosen when the file is loaded.
# Copies of templates and of inline functions are weak: which of them there are depends on the
# compiler and its options.
STRONG = "TDBRi"
# The linker's own.
MARKS = {"__bss_start", "_edata", "_end", "_init", "_fini"}


def exported(file):
    shown = subprocess.run(["nm", "--dynamic", "--defined-only", "--demangle", file], check=True,
                           text=True, stdout=subprocess.PIPE).stdout
    rows = (line.split(" ", 2) for line in shown.splitlines())
    return sorted({name for _, kind, name in rows if kind in STRONG} - MARKS)


def main():
    name, file = sys.argv[-2:]
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    now = exported(file)
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as out:
            out.writelines(one + "\n" for one in now)
        return 0
    with open(path, encoding="utf-8") as listed:
        before = listed.read().splitlines()
    if now == before:
        return 0
    print(*difflib.unified_diff(before, now, name, os.path.basename(file), lineterm="", n=0),
          sep="\n")
    print("Where this is what you want, write the list anew and commit it:\n"
          f"    tests/exports/exports_test.py --write {name} {file}")
    return 1


sys.exit(main())
