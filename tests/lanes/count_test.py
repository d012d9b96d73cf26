#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/count.py counts what lanes left, and names what failed with the command that shows it
again."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
CASES = """<?xml version='1.0' encoding='utf-8'?>
<testsuites>
<testsuite name="gst-fftcore.gst-fftcore:unit / opencv.h.Fir">
  <testcase name="Good" status="run" classname="Fir" />
  <testcase name="Away" status="run" classname="Fir">
    <skipped message="fir_test.cpp:4&#10;there is no   GPU" /></testcase>
  <testcase name="Bad/2" status="run" classname="Each/Fir"><failure message="1" /></testcase>
</testsuite>
<testsuite name="gst-fftcore">
  <testcase name="opencv" classname="gst-fftcore" />
</testsuite>
</testsuites>"""


class Count(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def programs(self, lane, *programs):
        """Meson's results: name, result, and what the program said."""
        self.write(lane + ".json", "".join(
            json.dumps({"name": name, "result": result, "stdout": said}) + "\n"
            for name, result, said in programs))

    def path(self, name):
        return os.path.join(self.folder, name)

    def count(self, *lanes, limit=0):
        """Lines of what count.py prints, and its exit status."""
        self.write("run", "".join(f"{name} {status} 61 {limit}\n" for name, status in lanes))
        done = self.program(self.path("run"))
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines(), done.returncode

    def program(self, *words):
        return subprocess.run([os.path.join(ROOT, "tests/count.py"), *words], text=True,
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def assert_failed(self, lines, what, again):
        """A failure with this text, and the command that shows it again."""
        self.assertIn(what, lines)
        self.assertEqual(lines[lines.index(what) + 1], "    " + again)

    def test_good_lanes(self):
        self.programs("style", ("format", "OK", ""), ("links", "OK", ""))
        lines, status = self.count(("style", 0))
        self.assertEqual(lines[2], "style          1 min 01 s      2 passed, 0 failed, 0 skipped")
        self.assertEqual(lines[-1], "2 passed, 0 failed, 0 skipped")
        self.assertEqual(status, 0)

    def test_cases_that_failed(self):
        self.programs("asan", ("gst-fftcore:unit / opencv.h", "FAIL", ""),
                      ("gst-fftcore:unit / opencv", "OK", ""),
                      ("gst-fftcore:elements / one file", "TIMEOUT", ""))
        self.write("asan.junit.xml", CASES)
        lines, status = self.count(("asan", 2))
        self.assertIn("asan: opencv.h: Each/Fir.Bad/2", lines)
        self.assertIn("    tests/lane asan opencv.h --gtest_filter=Each/Fir.Bad/2", lines)
        self.assertIn("asan: one file: timeout", lines)
        self.assertIn("    tests/lane asan 'one file'", lines)
        # The third is the skip, if the list allows none.
        self.assertRegex(lines[-1], "^2 passed, [23] failed, 1 skipped$")
        self.assertEqual(status, 1)

    def test_a_program_whose_cases_passed(self):
        self.programs("asan", ("unit / opencv.h", "FAIL", "leaks"))
        self.write("asan.junit.xml", CASES.replace("<failure message=\"1\" />", "").replace(
            "gst-fftcore:unit", "unit"))
        lines, status = self.count(("asan", 1))
        self.assertIn("    tests/lane asan opencv.h", lines)
        self.assertEqual(status, 1)

    def test_too_many_skips(self):
        self.programs("style", ("format", "OK", ""), ("one", "SKIP", "\nSKIP: no PoCL\n"),
                      ("two", "OK", "...\nRan 5 tests in 0.1s\n\nOK (skipped=2)\n"))
        lines, status = self.count(("style", 0))
        self.assertIn("== Lane style skipped 3 tests; tests/lists allows 0", lines)
        at = lines.index("SKIP: no PoCL:")
        self.assertEqual(lines[at + 1], "    one")
        self.assert_failed(lines, "style: skips: 3, at most 0", "tests/run style")
        self.assertEqual(lines[-1], "2 passed, 1 failed, 3 skipped")
        self.assertEqual(status, 1)

    def test_a_lane_that_left_nothing(self):
        self.programs("style", ("format", "OK", ""))
        lines, status = self.count(("style", 0), ("fuzz", 1))
        self.assertIn("fuzz: lane did not get as far as its tests", lines)
        self.assertEqual(lines[-1], "1 passed, 1 failed, 0 skipped")
        self.assertEqual(status, 1)

    def test_a_lane_that_ended_badly(self):
        self.programs("style", ("format", "OK", ""))
        lines, status = self.count(("style", 3))
        self.assertIn("style: lane did not end well", lines)
        self.assertEqual(status, 1)

    def test_a_lane_that_was_stopped(self):
        for ended in (124, 137):
            lines, status = self.count(("asan", ended), limit=60)
            self.assertIn("asan: lane did not end in the time that the run had", lines)
            self.assertEqual(status, 1)

    def test_a_lane_that_was_killed(self):
        for limit in (0, 100):
            lines, status = self.count(("asan", 137), limit=limit)
            self.assertIn("asan: lane was killed, perhaps because memory ran out", lines)
            self.assertEqual(status, 1)

    def test_pytest(self):
        case = "tests/python/errors_test.py::Layouts::test_it[1]"
        self.programs("python", ("python", "FAIL", ""))
        self.write("python.junit.xml", """<testsuites><testsuite name="pytest">
            <testcase classname="tests.python.errors_test.Layouts" name="test_it[1]"><failure/>
            </testcase></testsuite></testsuites>""")
        lines, _ = self.count(("python", 1))
        self.assertIn(f"    tests/lane python '{case}'", lines)

    def test_lanes_that_are_run_again_whole(self):
        for lane in ("python", "random-python"):
            self.programs(lane, ("python", "FAIL", "types"))
            self.write(lane + ".junit.xml", """<testsuites><testsuite name="pytest">
                <testcase classname="tests.python.errors_test" name="test_it"/>
                </testsuite></testsuites>""")
            lines, _ = self.count((lane, 1))
            self.assert_failed(lines, f"{lane}: python: fail", f"tests/lane {lane}")
        # What pytest could not import has no class.
        self.write("python.junit.xml", """<testsuites><testsuite name="pytest">
            <testcase classname="" name="tests.python.errors_test"><error/></testcase>
            </testsuite></testsuites>""")
        lines, _ = self.count(("python", 1))
        self.assert_failed(lines, "python: python: .tests.python.errors_test", "tests/lane python")
        self.programs("packages", ("the plugin", "FAIL", ""))
        lines, _ = self.count(("packages", 1))
        self.assert_failed(lines, "packages: the plugin: fail", "tests/lane packages")

    def test_the_seed_of_random_lanes(self):
        self.write("random.seed", "FFTCORE_TEST_SEED=20261127\n")
        self.programs("random", ("random / random_files", "FAIL", ""),
                      ("random / frames", "SKIP", ""))
        self.write("random.junit.xml", "<testsuites/>")
        lines, _ = self.count(("random", 1))
        self.assert_failed(lines, "random: random_files: fail",
                           "FFTCORE_TEST_SEED=20261127 tests/lane random random_files")
        self.assert_failed(lines, "random: skips: 1, at most 0",
                           "FFTCORE_TEST_SEED=20261127 tests/run random")

    def test_files_of_results_that_are_not_whole(self):
        self.programs("style", ("format", "OK", ""))
        self.programs("asan", ("gst-fftcore:unit / opencv.h", "OK", ""))
        path = self.path("asan.junit.xml")
        for text, said in ((None, "is missing"),
                           (CASES[:300], "cannot be read: "),
                           (CASES, None),
                           (CASES.replace("unit / opencv.h", "unit / opencl"),
                            ": no program has the suite "
                            "'gst-fftcore.gst-fftcore:unit / opencl.Fir'")):
            if text:
                self.write("asan.junit.xml", text)
            lines, _ = self.count(("style", 0), ("asan", 0))
            found = [line for line in lines if line.startswith(f"asan: {path}")]
            self.assertEqual(len(found), 1 if said else 0, said)
            if said:
                self.assertIn(said, found[0])
            self.assertIn("style          1 min 01 s      1 passed, 0 failed, 0 skipped", lines)
        self.write("asan.junit.xml", CASES)
        for line in ('{"name": "el', '{"name": "elements"}', "3"):
            self.programs("asan", ("gst-fftcore:unit / opencv.h", "OK", ""))
            with open(self.path("asan.json"), "a", encoding="utf-8") as file:
                file.write(line)
            lines, status = self.count(("style", 0), ("asan", 0))
            self.assertTrue([line for line in lines if line.startswith(
                f"asan: {self.path('asan.json')} cannot be read: ")], lines)
            self.assertIn("style          1 min 01 s      1 passed, 0 failed, 0 skipped", lines)
            self.assertEqual(status, 1)

    def test_what_is_no_run(self):
        for text in ("style 0", "style 0 61 0\n\n", "style zero 61 0", "stile 0 61 0"):
            self.write("run", text)
            done = self.program(self.path("run"))
            self.assertRegex(done.stderr, r"^count\.py: .*/run: .*\n$", text)
            self.assertEqual(done.returncode, 1)
        missing = self.program(self.path("none"))
        self.assertRegex(missing.stderr, r"^count\.py: .* cannot be read: .*\n$")
        self.assertRegex(self.program().stderr, r"^usage: .*\n$")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
