#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The scripts of pipelines/ in ways to fail: each ends with its status and its own words, and
leaves no result. They run in a copy of the tree in which everything is built already, and nothing
can be installed."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
PLUGINS = os.environ["GST_PLUGIN_PATH_1_0"]
ENABLED = ("cuda-memory", "gstreamer", "opencv-samples", "samples")
DISABLED = ("benchmarks", "tests")
TOOLS = {
    "meson": "cat <<'END'\n" + json.dumps(
        [{"name": name, "value": "enabled"} for name in ENABLED]
        + [{"name": name, "value": "disabled"} for name in DISABLED]) + "\nEND\n",
    "ninja": "exit 0\n",
    "apt-get": "echo 'nothing is installed here' >&2\nexit 1\n",
    "sudo": "exit 1\n",
}
SCRIPTS = {
    # Words that a script takes, {}: a file that it reads; how many it takes at most, None: any.
    "camera": ("{} 64x64", 2),
    "colour-mix": ("{}", 1),
    "cuda": ("{}", 1),
    "deblur": ("{} --motion 5@3", None),
    "demo": ("{}", 1),
    "denoise": ("{}", 1),
    "find": ("{} {}", 2),
    "follow": ("{} 1,1,20,20", 4),
    "many": ("{}", 3),
    "notch": ("{}", 2),
    "reverb": ("{}", 1),
    "rtsp": ("rtsp://127.0.0.1:9/none {}", 2),
    "spectrum": ("{}", None),
    "stabilize": ("{}", 1),
    "true-stereo": ("{}", 1),
    "two-streams": ("{} {}", 2),
}
NEEDS_A_DEVICE = ("camera", "cuda", "many", "rtsp")  # or a network, before it reads anything
NO_DEVICE = 77


class Scripts(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = place.name
        self.tree = os.path.join(self.folder, "tree")
        shutil.copytree(os.path.join(ROOT, "pipelines"), os.path.join(self.tree, "pipelines"))
        os.makedirs(os.path.join(self.tree, "build"))
        os.makedirs(os.path.join(self.folder, "bin"))
        open(os.path.join(self.tree, "build/build.ninja"), "w").close()
        os.symlink(PLUGINS, os.path.join(self.tree, "build/plugins"))
        samples = os.path.join(PLUGINS, "../samples")
        os.symlink(samples, os.path.join(self.tree, "build/samples"))
        for name, text in TOOLS.items():
            path = os.path.join(self.folder, "bin", name)
            with open(path, "w") as file:
                file.write("#!/bin/sh\n" + text)
            os.chmod(path, 0o755)
        self.text = os.path.join(self.folder, "text.mp4")
        with open(self.text, "w") as file:
            file.write("no picture, no video and no sound\n")

    def run_script(self, name, words):
        path = os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"]
        return subprocess.run([os.path.join(self.tree, "pipelines", name), *words],
                              env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120)

    def results(self, name):
        folder = os.path.join(self.tree, "build", name)
        return os.listdir(folder) if os.path.isdir(folder) else []

    def expect_failure(self, name, words, status, said):
        with self.subTest(script=name, words=words):
            done = self.run_script(name, words)
            if "Installing by apt" in done.stdout:
                return  # packages are missing, which it said
            self.assertEqual(done.returncode, status, done)
            last = done.stderr.strip().splitlines()[-1:] or [""]
            self.assertTrue(any(word in done.stderr for word in said), done)
            if status == 1:
                self.assertTrue(last[0].startswith((f"{name}: ", "noise.py: ")), done)

    def test_every_script_has_a_row(self):
        folder = os.path.join(ROOT, "pipelines")
        scripts = {name for name in os.listdir(folder)
                   if os.path.isfile(os.path.join(folder, name)) and "." not in name}
        self.assertEqual(scripts, set(SCRIPTS))

    def test_words_that_are_wrong(self):
        for name, (words, most) in SCRIPTS.items():
            usual = words.replace("{}", self.text).split()
            self.expect_failure(name, ["--no-such-option"], 2, ("usage: ",))
            if most is not None:
                self.expect_failure(name, usual + ["1"] * (most + 1 - len(usual)), 2, ("usage: ",))

    def test_files_that_are_not_there(self):
        for name, (words, _) in SCRIPTS.items():
            gone = words.replace("{}", os.path.join(self.folder, "none"))
            self.expect_failure(name, gone.split(),
                                NO_DEVICE if name == "camera" else 2,
                                ("cannot read", "no camera"))

    def test_files_of_another_kind(self):
        for name, (words, _) in SCRIPTS.items():
            if name in NEEDS_A_DEVICE or name == "deblur" and not os.path.exists(
                    os.path.join(self.tree, "build/samples/deblur")):
                continue
            self.expect_failure(name, words.replace("{}", self.text).split(), 1, (
                "no video", "no picture", "pipeline failed", "deblur failed"))
            self.assertEqual([file for file in self.results(name)
                              if file.endswith((".webm", ".jpg", ".png"))], [], name)

    def test_a_folder_for_results_that_is_a_file(self):
        for name, (words, _) in SCRIPTS.items():
            if name in NEEDS_A_DEVICE:
                continue
            open(os.path.join(self.tree, "build", name), "w").close()
            with self.subTest(script=name):
                done = self.run_script(name, words.replace("{}", self.text).split())
                self.assertNotEqual(done.returncode, 0, done)
                self.assertIn(f"build/{name}", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
