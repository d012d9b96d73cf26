#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""No source file or script has more than 400 lines; from 300 on a file is named, so that one sees
where two things live in one file."""
import sources

MOST = 400
MANY = 300


def main():
    problems = []
    for path in sorted(set(sources.cpp() + sources.python() + sources.shell())):
        count = sources.read(path).count("\n")
        if count > MOST:
            problems.append(f"{path}: {count} lines, at most {MOST}")
        elif count > MANY:
            print(f"warning: {path}: {count} lines, more than {MANY}")
    sources.finish(problems)


main()
