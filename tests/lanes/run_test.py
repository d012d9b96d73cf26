#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/run and tests/lane understand their words before they install or build anything. The
tests run copies in a folder where tests/setup does nothing."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


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


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
