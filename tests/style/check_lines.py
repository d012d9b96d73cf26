#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Lines have at most 100 characters and no blanks at their end; files end with a newline.

Links and addresses do not count, nor do tables and commands in pages, nor raw strings of C++: none
of them can be broken.
"""
import re

import markdown
import sources

LINK_TARGET = re.compile(r"\]\([^)]*\)|https?://[^\s)>]+")
RAW_STRING = re.compile(r'R"([^\s()\\]*)\(')


def raw_strings(path):
    """Numbers of the lines of C++ on which a raw string lies."""
    numbers = set()
    end = None
    for number, text in sources.lines(path):
        rest = text
        while rest:
            if end is not None:
                numbers.add(number)
                _, found, rest = rest.partition(end)
                end = None if found else end
                continue
            start = RAW_STRING.search(rest)
            if not start:
                break
            end = ")" + start.group(1) + '"'
            rest = rest[start.end():]
            numbers.add(number)
    return numbers


def tables_and_code(path):
    """Numbers of the lines of a page that may be long."""
    return {number for number, text, code in markdown.parts(path)
            if code or text.lstrip().startswith("|")}


def problems(path):
    text = sources.read(path)
    if text and not text.endswith("\n"):
        yield f"{path}: no newline at its end"
    exempt = ()
    if path.endswith(".md"):
        exempt = tables_and_code(path)
    elif path.endswith(sources.CPP_SUFFIXES):
        exempt = raw_strings(path)
    for number, line in sources.lines(path):
        if line != line.rstrip():
            yield f"{path}:{number}: blanks at the end of the line"
        if number in exempt:
            continue
        width = len(LINK_TARGET.sub("", line))
        if width > sources.WIDTH:
            yield f"{path}:{number}: {width} characters, at most {sources.WIDTH}"


sources.finish([problem for path in sources.texts() for problem in problems(path)])
