#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Adds up the test logs of Meson build folders (each GoogleTest case counts) and closes with one line: N passed, N failed, N skipped."""
import json
import os
import sys
import xml.etree.ElementTree as xml


def count(folder):
    logs = os.path.join(folder, "meson-logs")
    passed = failed = skipped = 0
    for case in xml.parse(os.path.join(logs, "testlog.junit.xml")).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None or case.get("status") == "notrun":
            skipped += 1
        else:
            passed += 1
    # A program can fail although its cases passed: a sanitizer's report at its end, say.
    with open(os.path.join(logs, "testlog.json"), encoding="utf-8") as file:
        results = [json.loads(line)["result"] for line in file]
    bad = sum(result not in ("OK", "SKIP", "EXPECTEDFAIL") for result in results)
    return passed, max(failed, bad), skipped


def main():
    totals = [sum(column) for column in zip(*(count(path) for path in sys.argv[1:]))]
    print("\n{} passed, {} failed, {} skipped".format(*totals))
    return 0 if totals[0] > 0 and totals[1] == 0 else 1


sys.exit(main())
