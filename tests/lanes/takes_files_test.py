#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/lanes/takes_files.py knows by scripts, modules and sources which tests take files."""
import json
import os
import subprocess
import tempfile
import unittest

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "takes_files.py")


class TakesFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.write("tools.py", "PICTURES = os.environ['FFTCORE_TEST_PICTURES']\n")
        self.write("by_tools.py", "import os\nfrom tools import PICTURES, os\n")
        self.write("alone.py", "import os\nimport by_nothing\n")
        self.write("peer.cpp", 'std::getenv("FFTCORE_TEST_VIDEO");\n')
        self.write("unit.cpp", "".join(f"#include<{self.folder}/{name}.cpp>\n"
                                       for name in ("other", "peer")))
        self.write("other.cpp", "#include <string>\n")
        path = lambda name: os.path.join(self.folder, name)
        test = lambda name, suite, command, depends: {
            "name": name, "suite": ["gst-fftcore:" + suite], "cmd": command, "depends": depends}
        target = lambda name, sources, units: {
            "id": name, "type": "executable", "installed": False, "filename": [path(name)],
            "target_sources": [{"sources": [path(one) for one in sources],
                                "generated_sources": [path(one) for one in units]}]}
        self.write("tests", json.dumps([
            test("frames", "elements", ["python3", path("by_tools.py")], []),
            test("elements", "elements", [path("elements")], ["elements"]),
            test("alone", "elements", ["python3", path("alone.py")], []),
            test("peer", "unit", [path("peer")], ["peer"]),
            test("plain", "unit", [path("plain")], ["plain"])]))
        self.write("targets", json.dumps([
            target("elements", ["other.cpp"], []), target("peer", [], ["unit.cpp"]),
            target("plain", ["peer.cpp", "other.cpp"], [])]))
        self.write("meson", f'#!/bin/sh\ncat "{self.folder}/${{2#--}}"\n')
        os.chmod(os.path.join(self.folder, "meson"), 0o755)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def status(self, *names):
        return subprocess.run([PROGRAM, self.folder, *names], check=False, env={
            **os.environ, "PATH": self.folder + os.pathsep + os.environ["PATH"]}).returncode

    def test_by_a_module_or_a_source(self):
        for names, taken in ((["frames"], True), (["peer"], True), (["plain"], True),
                             (["alone"], False), (["elements"], False),
                             (["elements", "alone"], False), (["elements", "frames"], True)):
            self.assertEqual(self.status(*names), 0 if taken else 1, names)


unittest.main()
