#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""README's table of speed has only figures of tests/bench/figures: its rows stand there too."""
import glob
import os
import re
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def rows_of(page):
    """Rows of all tables of a page: the label, and the numbers that later cells begin with."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        tables = [line.strip().strip("|") for line in file if line.startswith("|")]
    rows = [[cell.strip() for cell in line.split("|")] for line in tables]
    begin = re.compile(r"[\d.]+")
    return [
        (cells[0], [float(found[0]) for cell in cells[1:] if (found := begin.match(cell))])
        for cells in rows
    ]


def is_part(few, many):
    """Whether `few` are among `many`, in this order."""
    rest = iter(many)
    return all(number in rest for number in few)


class Speed(unittest.TestCase):
    def test_rows_are_an_excerpt(self):
        pages = glob.glob(os.path.join(ROOT, "tests", "bench", "figures", "*.md"))
        figures = [row for page in pages for row in rows_of(page)]
        rows = [row for row in rows_of("README.md") if len(row[1]) == 3]  # ours, peer's, ratio
        self.assertGreater(len(rows), 3)
        for label, numbers in rows:
            of_label = [others for other, others in figures if other == label]
            is_there = any(is_part(numbers, others) for others in of_label)
            self.assertTrue(is_there, f"{label}: {numbers}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
