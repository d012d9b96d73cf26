#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every link and picture of a page leads to a file of the project, and to a heading that is there.

Addresses on the web are not asked: the tests need no network.
"""
import functools
import os
import re

import markdown
import sources

# [text](target), ![text](target "title"), [name]: target, <img src="target">, <a href="target">
LINKS = re.compile(r"\]\(<?([^)>\s]+)>?[^)]*\)|^\[[^\]]+\]:\s+(\S+)|(?:src|href)=\"([^\"]+)\"")
ELSEWHERE = re.compile(r"[a-z]+:")

anchors = functools.cache(markdown.anchors)


@functools.cache
def places():
    """Files that git tracks, and their folders."""
    found = set(sources.tracked())
    for path in sources.tracked():
        while path := os.path.dirname(path):
            found.add(path)
    return found | {"."}


def problem(page, target):
    path, _, name = target.partition("#")
    path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if path not in places():
        return f"no file {path}"
    if not name:
        return None
    if not path.endswith(".md"):
        return f"{path} has no headings, so not #{name} either"
    return None if name in anchors(path) else f"no heading #{name} in {path}"


def problems(page):
    for number, text, code in markdown.parts(page):
        if code:
            continue
        for groups in LINKS.findall(markdown.CODE_SPAN.sub("`", text)):
            target = "".join(groups)
            if ELSEWHERE.match(target):
                continue
            what = problem(page, target)
            if what:
                yield f"{page}:{number}: {target}: {what}"


sources.finish([problem for page in sources.pages() for problem in problems(page)])
