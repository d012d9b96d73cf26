# SPDX-License-Identifier: LGPL-2.1-or-later
"""What Meson knows of a build folder's tests."""
import json
import subprocess
import sys


def introspected(what, folder):
    return json.loads(subprocess.check_output(["meson", "introspect", "--" + what, folder]))


def chosen(folder, names):
    """The tests of these names or suites. One without a test is an error: its backend was missing
    when the folder was configured."""
    tests = introspected("tests", folder)
    found = []
    for name in names:
        some = [test for test in tests
                if name in (test["name"], *(suite.split(":")[-1] for suite in test["suite"]))]
        if not some:
            sys.exit(f"{folder} has no test or suite '{name}'; if it was left out for want of a "
                     f"package that is here now, remove {folder} and build it again")
        found += some
    return found
