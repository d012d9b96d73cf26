# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the checks of pages need to know of Markdown, as GitHub reads it."""
import re

import sources

FENCE = re.compile(r"\s*(```|~~~)")
HEADING = re.compile(r"#{1,6} +(.*?)[ #]*$")
NAMED = re.compile(r"<a (?:id|name)=\"([^\"]+)\"")
CODE_SPAN = re.compile(r"(`+)(.+?)\1")


def parts(path):
    """Triples of number, text and whether it is code, for each line of a page."""
    fenced = False
    blank_before = True
    indented = False
    for number, text in sources.lines(path):
        fence = FENCE.match(text)
        # Code without a fence: four blanks, after an empty line or after such code.
        indented = text.startswith("    ") and (blank_before or indented)
        blank_before = text.strip() == ""
        yield number, text, bool(fence) or fenced or indented
        if fence:
            fenced = not fenced


def anchor(heading):
    """The name that GitHub gives to a heading."""
    shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")


def anchors(path):
    """Everything in a page that a link can name after its #."""
    names = set()
    for _, text, code in parts(path):
        if code:
            continue
        names.update(NAMED.findall(text))
        heading = HEADING.match(text)
        if heading:
            name = anchor(heading.group(1))
            count = 0
            while name + (f"-{count}" if count else "") in names:
                count += 1
            names.add(name + (f"-{count}" if count else ""))
    return names
