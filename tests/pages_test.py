#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""README's table of speed has only figures of tests/bench/README.md: each of its rows stands in a table there."""
import os
import re
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def rows_of(page):
    """Of all tables of a page: label, and the numbers of the cells after it."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in file if line.startswith("|")]
    return [(cells[0], [float(number) for cell in cells[1:] for number in re.findall(r"^[\d.]+", cell)]) for cells in rows]


def is_part(few, many):
    """Whether `few` are among `many`, in this order."""
    rest = iter(many)
    return all(number in rest for number in few)


class Speed(unittest.TestCase):
    def test_rows_are_an_excerpt(self):
        figures = rows_of("tests/bench/README.md")
        rows = [row for row in rows_of("README.md") if len(row[1]) == 3]  # ours, the peer's, their ratio
        self.assertGreater(len(rows), 3)
        for label, numbers in rows:
            self.assertTrue(any(label == other and is_part(numbers, all_numbers) for other, all_numbers in figures), (label, numbers))


if __name__ == "__main__":
    unittest.main(verbosity=2)
