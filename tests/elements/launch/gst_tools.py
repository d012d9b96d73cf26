# SPDX-License-Identifier: LGPL-2.1-or-later
"""GStreamer's command-line tools, run so that they can load a plugin built with a sanitizer; and
tests with a folder of their own."""
import os
import subprocess
import tempfile
import unittest


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)


def run_tool(arguments, environment=None, **options):
    """subprocess.run() of a tool; FFTCORE_TEST_PRELOAD is the sanitizer's run time, whose leak
    check is not meant for other people's programs."""
    variables = {**os.environ, **(environment or {})}
    if preload := os.environ.get("FFTCORE_TEST_PRELOAD"):
        variables.update(LD_PRELOAD=preload, ASAN_OPTIONS="detect_leaks=0")
    return subprocess.run(arguments, env=variables, **options)
