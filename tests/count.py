#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""count.py FILE: how a run of lanes ended. FILE has a line for each lane: its name, the exit status
of tests/lane, its seconds, and how many it was given (0: no limit). The results that tests/lane
left are beside FILE.

Prints each lane's time, the skipped tests of lanes that skipped more than tests/lists allows, each
test that failed and what to type to see it again, and last `N passed, N failed, N skipped`. A lane
that skipped too many counts as a test that failed. So does one that ended badly, though no test of
it failed, and each file of results that is missing or cannot be read."""
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
# Lanes whose programs do not name their cases in a JUnit file.
WITHOUT_CASES = ("style", "fuzz", "long-fuzz", "packages")
# Lanes whose programs have no names that tests/lane knows. They are run again whole.
WITHOUT_NAMES = ("python", "random-python", "packages")


class Lane:
    def __init__(self, name, seconds):
        self.name, self.seconds, self.passed = name, seconds, 0
        self.seed = []  # of a lane of random tests: the variable that repeats it
        self.failed = []  # (what, the command that shows it again)
        self.skipped = defaultdict(list)  # reason: tests

    def skips(self):
        return sum(len(tests) for tests in self.skipped.values())

    def skip(self, reason, test):
        self.skipped[" ".join(reason.split())].append(test)

    def fail(self, what, *words, again=None):
        again = again or shlex.join([*self.seed, "tests/lane", self.name, *words])
        self.failed.append((what, again))

    def add_cases(self, program, cases):
        """GoogleTest's cases of a program, or pytest's."""
        for case in cases:
            name = f"{case.get('classname')}.{case.get('name')}"
            skipped = case.find("skipped")
            if case.find("failure") is not None or case.find("error") is not None:
                self.fail(f"{program}: {name}", *self.words_for(program, case))
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
            self.fail(f"{program}: {result.lower()}", *self.words_for(program),
                      again=one.get("again"))
        for count in UNITTEST.findall(output):
            for _ in range(int(count)):
                self.skip("one of its tests, by itself", program)

    def words_for(self, program, case=None):
        """What tests/lane wants to run a program again, or one of its cases."""
        path = (case.get("classname") or "").split(".") if case is not None else []
        for size in range(len(path), 0, -1):
            file = "/".join(path[:size]) + ".py"
            if os.path.exists(os.path.join(ROOT, file)):
                return ["::".join([file, *path[size:], case.get("name")])]
        if self.name in WITHOUT_NAMES:
            return []
        if case is None:
            return [program]
        return [program, f"--gtest_filter={case.get('classname')}.{case.get('name')}"]


def read_programs(lane, path):
    """The programs of a lane: a line of JSON for each, as Meson writes it."""
    programs = []
    if not os.path.exists(path):
        return programs
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                one = json.loads(line)
                programs.append({**one, "name": one["name"], "result": one["result"]})
    except (OSError, ValueError, KeyError, TypeError) as error:
        lane.fail(f"{path} cannot be read: {error}")
    return programs


def cases_by_program(lane, path, programs):
    """The cases of a JUnit file, which Meson has put into suites of PROJECT.PROGRAM.SUITE. Programs
    without cases are in the suite PROJECT."""
    found = defaultdict(list)
    if not os.path.exists(path):
        if programs and lane.name not in WITHOUT_CASES:
            lane.fail(f"{path} is missing")
        return found
    try:
        suites = list(xml.parse(path).getroot().iter("testsuite"))
    except (OSError, ValueError, LookupError, xml.ParseError) as error:
        lane.fail(f"{path} cannot be read: {error}")
        return found
    for suite in suites:
        project, _, name = suite.get("name", "").partition(".")
        owners = [one for one in programs if name.startswith(one + ".")]
        if project == "pytest":
            owners = programs
        if owners:
            found[max(owners, key=len)] += suite.iter("testcase")
        elif name or not project:
            lane.fail(f"{path}: no program has the suite '{suite.get('name', '')}'")
    return found


def read_lane(folder, name, status, seconds, limit):
    lane = Lane(name, seconds)
    path = os.path.join(folder, name)
    if os.path.exists(path + ".seed"):
        with open(path + ".seed", encoding="utf-8") as file:
            lane.seed = file.read().split()
    programs = read_programs(lane, path + ".json")
    cases = cases_by_program(lane, path + ".junit.xml", [one["name"] for one in programs])
    for one in programs:
        # Meson's has the suites before the name.
        program, found = one["name"].rpartition(" / ")[2], cases[one["name"]]
        failed = len(lane.failed)
        lane.add_cases(program, found)
        # A program may fail although its cases passed: by a sanitizer's report at its end, say.
        good = one["result"] in ("OK", "EXPECTEDFAIL")
        if not found or (not good and failed == len(lane.failed)):
            lane.add_program(program, one)
    if status in (124, 137) and 0 < limit <= seconds:
        lane.fail("lane did not end in the time that the run had")
    elif status == 137:
        lane.fail("lane was killed, perhaps because memory ran out")
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
            lines = [line.split() for line in file if not line.startswith("#")]
        for lane, *words in filter(None, lines):
            if not words or not words[0].isdecimal():
                sys.exit(f"count.py: tests/lists/{name}: lane {lane} has no number of skips")
            allowed[lane] = int(words[0])
    return allowed


def read_run(path, known):
    """The lanes of a run. The program ends where the file is not what tests/run writes."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, ValueError) as error:
        sys.exit(f"count.py: {path} cannot be read: {error}")
    lanes = []
    for line in lines:
        name, *numbers = line.split() or [""]
        if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
            sys.exit(f"count.py: {path}: not a lane and three numbers: '{line}'")
        if name not in known:
            sys.exit(f"count.py: {path}: tests/lists have no lane '{name}'")
        lanes.append(read_lane(os.path.dirname(path), name, *map(int, numbers)))
    return lanes


def main(file):
    allowed = allowed_skips()
    lanes = read_run(file, allowed)
    print_times(lanes, allowed)
    for lane in lanes:
        if lane.skips() > allowed[lane.name]:
            print_skips(lane, allowed[lane.name])
            lane.fail(f"skips: {lane.skips()}, at most {allowed[lane.name]}",
                      again=shlex.join([*lane.seed, "tests/run", lane.name]))
    failed = [(lane.name, what, again) for lane in lanes for what, again in lane.failed]
    if failed:
        print("\n== Failed, and how to see it again")
    for name, what, again in failed:
        print(f"{name}: {what}\n    {again}")
    passed = sum(lane.passed for lane in lanes)
    print(f"\n{passed} passed, {len(failed)} failed, {sum(lane.skips() for lane in lanes)} skipped")
    return 1 if failed or not passed else 0


if len(sys.argv) != 2:
    sys.exit("usage: tests/count.py FILE; tests/run writes it, as build-test/results/run")
sys.exit(main(sys.argv[1]))
