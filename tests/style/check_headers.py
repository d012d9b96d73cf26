#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every header says in a sentence what it is for: SPDX line, comment, #pragma once."""
import re

import sources

# Names that are written small where they begin a sentence too.
SMALL_NAMES = r"fft[a-z]+|cuFFT"
SENTENCE = re.compile(r"(//|/\*| \*) +([A-Z]|(" + SMALL_NAMES + r")\b)")


def problem(path):
    before, guard, _ = sources.read(path).partition("#pragma once\n")
    if not guard:
        # Headers in C for the headers of others have a guard of the old kind.
        before, guard, _ = before.partition("#ifndef ")
    if not guard:
        return "no #pragma once"
    said = [line for line in before.split("\n") if line.strip(" /*") and "SPDX" not in line]
    if not said:
        return "no sentence between SPDX line and #pragma once says what the header is for"
    if not SENTENCE.match(said[0]):
        return f"what it is for begins with a capital: {said[0]}"
    return None


found = ((path, problem(path)) for path in sources.headers())
sources.finish([f"{path}: {what}" for path, what in found if what])
