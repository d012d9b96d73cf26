#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/run and tests/lane understand their words before they install or build anything. The
tests run copies in a folder where tests/setup does nothing. There, lanes of tests/run only print
their variables, and leave a result."""
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
LANE = """#!/bin/sh
echo "lane $1"
env | grep -E "^(FFTCORE|GTEST|PYTEST)_"
echo '{"name": "one", "result": "OK"}' >"build-test/results/$1.json"
"""


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "clone")
        shutil.copytree(os.path.join(ROOT, "pipelines/lib"), self.path("pipelines/lib"))
        for name in ("lists", "lanes"):
            shutil.copytree(os.path.join(ROOT, "tests", name), self.path("tests/" + name))
        for name in ("run", "lane", "count.py"):
            shutil.copy(os.path.join(ROOT, "tests", name), self.path("tests"))
        self.write("tests/setup", "#!/bin/sh\n")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path(name), 0o755)

    def program(self, name, *words, folder=None, **variables):
        kept = {key: value for key, value in os.environ.items() if not key.startswith("FFTCORE_")}
        return subprocess.run([name, *words], cwd=folder or self.folder, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=kept | variables)

    def refused(self, name, *words):
        """What a program says to words that it does not take."""
        done = self.program(name, *words)
        self.assertEqual((done.returncode, done.stdout), (1, ""), words)
        self.assertFalse(os.path.exists(self.path("build-test/results/run")), words)
        return done.stderr


class Run(Scripts):
    def setUp(self):
        super().setUp()
        self.write("tests/lane", LANE)

    def test_words_that_are_refused(self):
        for words in (["0"], ["-1"], ["05"], ["1.5"], ["5m"], [""], []):
            self.assertIn("a whole number from 1", self.refused("tests/run", "--minutes", *words))
        self.assertIn("no words may follow it: style", self.refused("tests/run", "all", "style"))
        self.assertEqual("run: named more than once: fuzz style\n",
                         self.refused("tests/run", "style", "fuzz", "python", "style", "fuzz"))

    def test_help(self):
        for word in ("--help", "-h"):
            done = self.program("tests/run", word)
            self.assertTrue(done.stdout.startswith("run [--minutes N] [all | LANE...]: "), done)
            self.assertNotIn("set -", done.stdout)
            self.assertEqual((done.stderr, done.returncode), ("", 0))

    def test_one_run_at_a_time(self):
        self.assertEqual(self.program("tests/run", "style").returncode, 0)
        with open(self.path("build-test/lock"), "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            done = self.program("tests/run", "fuzz")
            self.assertIn("another tests/run is running in this clone", done.stderr)
            self.assertEqual(done.returncode, 1)
            self.assertTrue(os.path.exists(self.path("build-test/results/style.json")))
        self.assertEqual(self.program("tests/run", "fuzz").returncode, 0)

    def test_variables_that_choose_tests(self):
        done = self.program("tests/run", "style", GTEST_FILTER="A.*", GTEST_TOTAL_SHARDS="9",
                            GTEST_SHARD_INDEX="1", PYTEST_ADDOPTS="-k a", FFTCORE_TEST_COUNT="1",
                            FFTCORE_UPDATE_GOLDEN="1", FFTCORE_TEST_SEED="7",
                            FFTCORE_TEST_VIDEO="v.avi")
        found = {line for line in done.stdout.splitlines() if "_" in line}
        self.assertEqual(found, {"FFTCORE_TEST_SEED=7", "FFTCORE_TEST_VIDEO=v.avi"})

    def test_the_limit_is_kept_with_the_result(self):
        for words, limits in (([], "0"), (["--minutes", "2"], "1(20|19)")):
            self.program("tests/run", *words, "style")
            with open(self.path("build-test/results/run"), encoding="utf-8") as file:
                self.assertRegex(file.read(), rf"^style 0 \d+ {limits}\n$")

    def test_lists(self):
        with open(self.path("tests/lists/merge"), "a", encoding="utf-8") as file:
            file.write("\n  \n")
        self.assertEqual(self.program("tests/run", "style").returncode, 0)
        with open(self.path("tests/lists/merge"), "a", encoding="utf-8") as file:
            file.write("another lane\n")
        self.assertEqual("count.py: tests/lists/merge: lane another has no number of skips\n",
                         self.program("tests/run", "style").stderr)

    def test_a_link_and_cdpath(self):
        other = os.path.join(os.path.dirname(self.folder), "other")
        os.makedirs(os.path.join(other, "tests/lists"))
        link = os.path.join(other, "fftcore-tests")
        os.symlink(self.path("tests/run"), link)
        for name, folder in ((link, other), ("tests/run", self.folder)):
            done = self.program(name, "style", folder=folder, CDPATH=other)
            self.assertEqual((done.stderr, done.returncode), ("", 0))
            self.assertTrue(done.stdout.endswith("1 passed, 0 failed, 0 skipped\n"), done)


class Lane(Scripts):
    def test_names_that_no_lane_has(self):
        self.write("build-test/results/style.json", "")
        self.write("a.txt", "")
        for name in ("../../a", "", "style release"):
            self.assertIn(f"no lane has the name '{name}'", self.refused("tests/lane", name))
        self.assertTrue(os.path.exists(self.path("a.txt")))

    def test_words_that_a_lane_does_not_take(self):
        self.write("tests/fuzz/taps.cpp", "")
        for lane, *words in (("fuzz", "60s"), ("fuzz", "60", "tap"), ("long-fuzz", "taps", "60"),
                             ("fuzz", "fixed", "")):
            self.assertIn("is neither seconds, which come first, nor a fuzz target: taps\n",
                          self.refused("tests/lane", lane, *words))
        self.assertIn("takes no words", self.refused("tests/lane", "packages", "clean"))

    def test_the_seed_is_kept_with_the_result(self):
        self.write("tests/python/run", "#!/bin/sh\n")
        self.program("tests/lane", "random-python", "a.py", FFTCORE_TEST_SEED="7")
        seed = self.path("build-test/results/random-python.seed")
        self.assertFalse(os.path.exists(seed))
        done = self.program("tests/lane", "random-python", FFTCORE_TEST_SEED="7")
        self.assertEqual((done.stderr, done.returncode), ("", 0))
        with open(seed, encoding="utf-8") as file:
            self.assertEqual(file.read(), "FFTCORE_TEST_SEED=7\n")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
