#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Adds up JUnit reports of Meson (each GoogleTest case counts) and closes with one line: N passed, N failed, N skipped."""
import sys
import xml.etree.ElementTree as xml


def count(path):
    passed = failed = skipped = 0
    for case in xml.parse(path).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None or case.get("status") == "notrun":
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def main():
    totals = [sum(column) for column in zip(*(count(path) for path in sys.argv[1:]))]
    print("\n{} passed, {} failed, {} skipped".format(*totals))
    return 0 if totals[0] > 0 and totals[1] == 0 else 1


sys.exit(main())
