#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every source file and script has the line of its licence at its top."""
import sources

LINE = "SPDX-License-Identifier: LGPL-2.1-or-later"


def main():
    templates = [path for path in sources.texts() if path.endswith(".in")]
    paths = sorted(set(sources.cpp() + sources.python() + sources.shell() + templates))
    sources.finish([f"{path}: no line '{LINE}' among the first three" for path in paths
                    if LINE not in "\n".join(sources.read(path).split("\n")[:3])])


main()
