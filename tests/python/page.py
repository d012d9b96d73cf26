#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""page.py [--write]: runs the Python of fftcore/python/README.md from top to bottom, and compares
what it prints with the texts below it, and its pictures with those beside the page. With --write
both are written anew."""
import contextlib
import io
import os
import re
import sys
import tempfile

import cv2
import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../fftcore/python")
PAGE = os.path.join(FOLDER, "README.md")
# A block of Python, and the text that follows it.
BLOCK = re.compile(r"(```python\n(?P<code>.*?)```\n)(\n```text\n(?P<text>.*?)```\n)?", re.DOTALL)


def outputs(page):
    """What each block prints, run in the current folder."""
    names = {"__name__": "page"}
    found = []
    for block in BLOCK.finditer(page):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(block["code"], PAGE, "exec"), names)
        found.append(said.getvalue())
    return found


def written(page, found):
    said = iter(found)

    def anew(block):
        text = next(said)
        return block[1] + (f"\n```text\n{text}```\n" if text else "")
    return BLOCK.sub(anew, page)


def pictures(folder):
    return {name: cv2.imread(os.path.join(folder, name), cv2.IMREAD_GRAYSCALE)
            for name in sorted(os.listdir(folder))}


def run(is_written):
    """Differences between the page and its run, a line each."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            os.mkdir("pictures")
            anew = written(page, outputs(page))
            made = pictures("pictures")
            if is_written:
                for name, picture in made.items():
                    cv2.imwrite(os.path.join(FOLDER, "pictures", name), picture,
                                [cv2.IMWRITE_PNG_COMPRESSION, 9])
                with open(PAGE, "w", encoding="utf-8") as file:
                    file.write(anew)
        finally:
            os.chdir(before)
    kept = pictures(os.path.join(FOLDER, "pictures"))
    wrong = [f"the page has: {old}\nits run: {new}" for old, new in
             zip(page.split("\n"), anew.split("\n")) if old != new]
    if made.keys() != kept.keys():
        wrong.append(f"pictures are {sorted(kept)}, and the run makes {sorted(made)}")
    wrong += [f"{name} is another picture" for name in made.keys() & kept.keys()
              if made[name].shape != kept[name].shape
              or np.abs(made[name].astype(int) - kept[name]).mean() > 1]
    return wrong


if __name__ == "__main__":
    problems = run("--write" in sys.argv[1:])
    if "--write" not in sys.argv[1:]:
        sys.exit("\n".join(problems) or 0)
