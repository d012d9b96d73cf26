#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""element_pages.py [--write] [PAGE...]: compares the tables in the elements' pages with what the
elements say of themselves; --write puts them there. Without PAGE: plugins/*/README.md, and each
element of the plugin has to be in one of them.

A page has a line '<!-- begin generated: ELEMENT -->' and one '<!-- end generated: ELEMENT -->'.
In plugins/README.md the word 'formats' stands for a table of all of them.

Other releases of GStreamer know other formats, and without CUDA memory pads do not have it: then
this test is skipped. A driver that pretends is enough.
"""
import argparse
import difflib
import glob
import os
import re
import sys

try:
    import element_tables
    from element_tables import Gst
except (ImportError, ValueError) as missing:
    print(f"skipped: GStreamer cannot be asked from this Python: {missing}")
    sys.exit(77)

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
RELEASE = (1, 22)
BLOCK = re.compile(r"(<!-- begin generated: (\w+) -->\n)(.*?)(<!-- end generated: \2 -->)", re.S)


def elements():
    features = Gst.Registry.get().get_feature_list_by_plugin("fftcore")
    return sorted(one.get_name() for one in features if isinstance(one, Gst.ElementFactory))


def why_not():
    """A reason why the elements do not look here as they do in the pages, or nothing."""
    if tuple(Gst.version())[:2] != RELEASE:
        return f"pages show GStreamer 1.22, this is {Gst.version_string()}"
    pads = "\n".join(element_tables.pads(Gst.ElementFactory.make("fftfilter", None)))
    if "memory:CUDAMemory" not in pads:
        return "pages show CUDA memory, which needs a driver (one that pretends will do)"
    return None


def renewed(text):
    """A page's text with the tables that its elements have now, and those elements."""
    found = []

    def fill(match):
        begin, name, old, end = match.groups()
        if name == "formats":
            return begin + element_tables.formats(elements()) + end
        found.append(name)
        return begin + (element_tables.block(name) if name in elements() else old) + end

    return BLOCK.sub(fill, text), found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--mend", help="what to type where page and element differ")
    parser.add_argument("pages", nargs="*")
    arguments = parser.parse_args()

    Gst.init(None)
    if not elements():
        print("GStreamer does not find the plugin fftcore")
        return 1
    reason = why_not()
    if reason:
        print(f"skipped: {reason}")
        return 77
    problems = []
    missing = set(elements())
    for page in arguments.pages or sorted(glob.glob(os.path.join(ROOT, "plugins/**/README.md"),
                                                                recursive=True)):
        with open(page, encoding="utf-8") as file:
            before = file.read()
        after, found = renewed(before)
        problems += [f"{page}: there is no element {name}" for name in found
                     if name not in elements()]
        missing -= set(found)
        if after == before:
            continue
        if arguments.write:
            with open(page, "w", encoding="utf-8") as file:
                file.write(after)
            print(f"{page}: written")
        else:
            problems += [f"{page}: tables differ from the element:"]
            problems += difflib.unified_diff(before.split("\n"), after.split("\n"), "page",
                                             "element", lineterm="", n=1)
    if not arguments.pages:
        problems += [f"no plugins/*/README.md has the tables of {name}" for name in sorted(missing)]
    print("\n".join(problems))
    if problems and arguments.mend:
        print(f"To write the tables into the pages: {arguments.mend}")
    return 1 if problems else 0


sys.exit(main())
