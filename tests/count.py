#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Adds up the test logs of lanes (FOLDER/meson-logs/LANE) and closes with one line:
N passed, N failed, N skipped.

Each GoogleTest case counts in a log of Meson, each check or target in the logs of style and fuzz.
"""
import json
import os
import sys
import xml.etree.ElementTree as xml


def count_cases(path):
    passed = failed = skipped = 0
    for case in xml.parse(path).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None or case.get("status") == "notrun":
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def count_programs(path):
    with open(path, encoding="utf-8") as file:
        results = [json.loads(line)["result"] for line in file]
    skipped = results.count("SKIP")
    passed = sum(result in ("OK", "EXPECTEDFAIL") for result in results)
    return passed, len(results) - passed - skipped, skipped


def count(log):
    programs = count_programs(log + ".json")
    cases = log + ".junit.xml"
    if not os.path.exists(cases):
        return programs
    passed, failed, skipped = count_cases(cases)
    # A program can fail although its cases passed: a sanitizer's report at its end, say.
    return passed, max(failed, programs[1]), skipped


def main():
    totals = [sum(column) for column in zip(*(count(path) for path in sys.argv[1:]))]
    print("\n{} passed, {} failed, {} skipped".format(*totals))
    return 0 if totals[0] > 0 and totals[1] == 0 else 1


sys.exit(main())
