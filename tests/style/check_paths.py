#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Paths of the project that pages and comments name exist.

A word counts as such a path when its first part is one of the top-level folders, and either it ends
in a known suffix or a page has it as code. Words in capitals, <...> and * stand for any name.
"""
import fnmatch
import functools
import os
import re

import markdown
import sources

WORD = re.compile(r"[\w./+*<>{}$-]+")
SUFFIX = re.compile(r"\.(h|cpp|in|md|py|sh|txt|build|json|svg|jpg)$")
PLACEHOLDER = re.compile(
    r"<[^/]*>|\b(?!README\b|CHANGELOG\b|COPYING\b|CONTRIBUTING\b|ARCHITECTURE\b)"
                         r"[A-Z][A-Z_]+\b")


@functools.cache
def places():
    found = set(sources.tracked())
    for path in sources.tracked():
        while path := os.path.dirname(path):
            found.add(path)
    return found


@functools.cache
def top_folders():
    return {path.split("/")[0] for path in sources.tracked() if "/" in path}


def is_program(path):
    """Whether Meson builds a program of that name in the folder of that name."""
    recipe = os.path.join(os.path.dirname(path), "meson.build")
    return recipe in places() and f"'{os.path.basename(path)}'" in sources.read(recipe)


@functools.cache
def exists(path):
    # A public header is named as it is included; a source file also without its suffix.
    candidates = [path, "fftcore/include/" + path, path + ".cpp"]
    if "*" in path:
        return any(fnmatch.fnmatchcase(place, one) for one in candidates for place in places())
    return any(one in places() for one in candidates) or is_program(path)


def missing(text, code):
    """Words of a line that are paths of the project and lead nowhere."""
    for word in WORD.findall(text):
        path = PLACEHOLDER.sub("*", word.removeprefix("./").rstrip("./"))
        # What a shell or Meson puts together is not a path yet.
        if "/" not in path or path.split("/")[0] not in top_folders() or re.search(
            r"[${}<>]", path):
            continue
        if (code or SUFFIX.search(path)) and not exists(path):
            yield word


def problems(path):
    if path.endswith(".md"):
        for number, text, code in markdown.parts(path):
            spans = text if code else " ".join(
                span for _, span in markdown.CODE_SPAN.findall(text))
            for word in missing(spans, True):
                yield f"{path}:{number}: no {word} in the project"
        return
    for number, text in sources.lines(path):
        for word in missing(text, False):
            yield f"{path}:{number}: no {word} in the project"


sources.finish([problem for path in sources.texts() for problem in problems(path)])
