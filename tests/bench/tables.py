#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tables.py [--check|--write]: compares the tables of figures/*.md with results/; --write renews
them.

A page has '<!-- begin generated: NAME -->' and '<!-- end generated: NAME -->' around a table. NAME
is a function of one of the files tables_*.py, which reads a result file.
"""
import argparse
import difflib
import functools
import glob
import os
import re
import sys

import tables_cpu
import tables_gpu
import tables_guard
import tables_quality

FOLDER = os.path.dirname(os.path.abspath(__file__))
MODULES = (tables_cpu, tables_gpu, tables_guard, tables_quality)
TABLES = {name: functools.cache(make) for module in MODULES for name, make in module.TABLES.items()}
BLOCK = re.compile(r"(<!-- begin generated: ([\w-]+) -->\n)(.*?)(<!-- end generated: \2 -->)", re.S)


def pages():
    return sorted(glob.glob(os.path.join(FOLDER, "figures", "*.md")))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def renewed(text):
    """A page's text with each table as the results have it."""
    return BLOCK.sub(lambda block: block[1] + TABLES[block[2]]() + block[4], text)


def names(text):
    return [block[2] for block in BLOCK.finditer(text)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--write", action="store_true", help="put the tables into the pages")
    parser.add_argument("--check", action="store_true", help="compare only, as without it")
    options = parser.parse_args()
    differ = False
    for page in pages():
        before = read(page)
        after = renewed(before)
        if options.write and after != before:
            with open(page, "w", encoding="utf-8") as file:
                file.write(after)
        elif after != before:
            differ = True
            lines = (before.splitlines(), after.splitlines())
            print("\n".join(difflib.unified_diff(*lines, page, "results", lineterm="", n=0)))
    if differ:
        sys.exit("Pages and results differ. tests/bench/tables.py --write renews the tables.")


if __name__ == "__main__":
    main()
