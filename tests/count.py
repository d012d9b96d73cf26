#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""count.py FILE: how a run of lanes ended. FILE has a line for each lane: its name, the exit status
of tests/lane, its seconds. The results that tests/lane left are beside FILE.

Prints each lane's time, the skipped tests of lanes that skipped more than tests/lists allows, each
test that failed and what to type to see it again, and last `N passed, N failed, N skipped`. A lane
that skipped too many counts as a test that failed. So does one that ended badly, though no test of
it failed."""
import json
import os
import re
import shlex
import sys
import xml.etree.ElementTree as xml
from collections import defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
# Python's unittest says at its end how many of its tests it skipped.
UNITTEST = re.compile(r"^(?:OK|FAILED) \(.*?skipped=(\d+)\)$", re.MULTILINE)


class Lane:
    def __init__(self, name, seconds):
        self.name, self.seconds, self.passed = name, seconds, 0
        self.failed = []  # (what, the command that shows it again)
        self.skipped = defaultdict(list)  # reason: tests

    def skips(self):
        return sum(len(tests) for tests in self.skipped.values())

    def skip(self, reason, test):
        self.skipped[" ".join(reason.split())].append(test)

    def fail(self, what, *words, again=None):
        self.failed.append((what, again or shlex.join(["tests/lane", self.name, *words])))

    def add_cases(self, program, cases):
        """GoogleTest's cases of a program, or pytest's."""
        for case in cases:
            name = f"{case.get('classname')}.{case.get('name')}"
            skipped = case.find("skipped")
            if case.find("failure") is not None or case.find("error") is not None:
                self.fail(f"{program}: {name}", *words_for(program, case))
            elif skipped is not None or case.get("status") == "notrun":
                message = "" if skipped is None else skipped.get("message") or skipped.text or ""
                # GoogleTest's begins with a line that names file and line.
                self.skip(message.partition("\n")[2] or message, f"{program}: {name}")
            else:
                self.passed += 1

    def add_program(self, program, one):
        result, output = one["result"], one.get("stdout", "") + one.get("stderr", "")
        if result == "SKIP":
            self.skip((output.strip().splitlines() or [""])[-1], program)
        elif result in ("OK", "EXPECTEDFAIL"):
            self.passed += 1
        else:
            # Lanes of one program, which has no name that tests/lane knows, are run again whole.
            words = [] if program == self.name else [program]
            self.fail(f"{program}: {result.lower()}", *words, again=one.get("again"))
        for count in UNITTEST.findall(output):
            for _ in range(int(count)):
                self.skip("one of its tests, by itself", program)


def words_for(program, case):
    """What tests/lane wants to run one case again."""
    path = case.get("classname").split(".")
    for size in range(len(path), 0, -1):
        file = "/".join(path[:size]) + ".py"
        if os.path.exists(os.path.join(ROOT, file)):
            return ["::".join([file, *path[size:], case.get("name")])]
    return [program, f"--gtest_filter={case.get('classname')}.{case.get('name')}"]


def cases_by_program(path, programs):
    """The cases of a JUnit file, which Meson has put into suites of PROJECT.PROGRAM.SUITE."""
    found = defaultdict(list)
    if not os.path.exists(path):
        return found
    for suite in xml.parse(path).getroot().iter("testsuite"):
        _, _, name = suite.get("name").partition(".")
        owners = [one for one in programs if name.startswith(one + ".")]
        if suite.get("name") == "pytest":
            owners = programs
        if owners:
            found[max(owners, key=len)] += suite.iter("testcase")
    return found


def read_lane(folder, name, status, seconds):
    lane = Lane(name, seconds)
    path = os.path.join(folder, name)
    programs = []
    if os.path.exists(path + ".json"):
        with open(path + ".json", encoding="utf-8") as file:
            programs = [json.loads(line) for line in file]
    cases = cases_by_program(path + ".junit.xml", [one["name"] for one in programs])
    for one in programs:
        # Meson's has the suites before the name.
        program, found = one["name"].rpartition(" / ")[2], cases[one["name"]]
        failed = len(lane.failed)
        lane.add_cases(program, found)
        # A program may fail although its cases passed: by a sanitizer's report at its end, say.
        good = one["result"] in ("OK", "EXPECTEDFAIL")
        if not found or (not good and failed == len(lane.failed)):
            lane.add_program(program, one)
    if status in (124, 137):
        lane.fail("lane did not end in the time that the run had")
    elif not lane.failed and (status != 0 or lane.passed == 0):
        lane.fail("lane did not end well" if programs else "lane did not get as far as its tests")
    return lane


def print_times(lanes, allowed):
    print("\n== Lanes")
    for lane in lanes:
        line = (f"{lane.name:12} {lane.seconds // 60:3} min {lane.seconds % 60:02} s "
                f"{lane.passed:6} passed, {len(lane.failed)} failed, {lane.skips()} skipped")
        if lane.skips() < allowed[lane.name] and not lane.failed:
            line += f" of {allowed[lane.name]} that may be: tests/lists can say less"
        print(line)
    seconds = sum(lane.seconds for lane in lanes)
    print(f"{'together':12} {seconds // 60:3} min {seconds % 60:02} s")


def print_skips(lane, allowed):
    print(f"\n== Lane {lane.name} skipped {lane.skips()} tests; tests/lists allows {allowed}")
    for reason, tests in sorted(lane.skipped.items()):
        print(f"{reason or 'no reason given'}:")
        for test in tests:
            print(f"    {test}")


def allowed_skips():
    """Of each lane in tests/lists, how many of its tests may be skipped."""
    allowed = {}
    for name in ("merge", "night"):
        with open(os.path.join(HERE, "lists", name), encoding="utf-8") as file:
            lines = [line.split(maxsplit=2) for line in file if not line.startswith("#")]
        allowed |= {lane: int(skips) for lane, skips, _ in lines}
    return allowed


def main(file):
    allowed = allowed_skips()
    with open(file, encoding="utf-8") as lines:
        lanes = [read_lane(os.path.dirname(file), name, int(status), int(seconds))
                 for name, status, seconds in map(str.split, lines)]
    print_times(lanes, allowed)
    for lane in lanes:
        if lane.skips() > allowed[lane.name]:
            print_skips(lane, allowed[lane.name])
            lane.fail(f"skips: {lane.skips()}, at most {allowed[lane.name]}")
    failed = [(lane.name, what, again) for lane in lanes for what, again in lane.failed]
    if failed:
        print("\n== Failed, and how to see it again")
    for name, what, again in failed:
        print(f"{name}: {what}\n    {again}")
    passed = sum(lane.passed for lane in lanes)
    print(f"\n{passed} passed, {len(failed)} failed, {sum(lane.skips() for lane in lanes)} skipped")
    return 1 if failed or not passed else 0


sys.exit(main(sys.argv[1]))
