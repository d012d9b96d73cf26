#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The tables of figures/ are those of results/, and a page links to each file there."""
import os
import re
import unittest

import result_files
import tables


class Pages(unittest.TestCase):
    def test_tables_are_those_of_the_results(self):
        for page in tables.pages():
            text = tables.read(page)
            self.assertEqual(text, tables.renewed(text), f"{page}: tables.py --write renews it")

    def test_each_table_stands_on_one_page(self):
        found = [name for page in tables.pages() for name in tables.names(tables.read(page))]
        self.assertEqual(sorted(found), sorted(tables.TABLES))

    def test_each_result_has_a_link(self):
        links = {os.path.basename(link) for page in tables.pages()
                 for link in re.findall(r"\]\(\.\./results/([^)]*)\)", tables.read(page))}
        self.assertEqual(sorted(links), sorted(os.listdir(result_files.FOLDER)))

    def test_another_figure_is_found(self):
        for page in tables.pages():
            for block in tables.BLOCK.finditer(tables.read(page)):
                table = block[3].split("|---|")[-1]
                digit = re.search(r"\d", table)
                changed = str(9 - int(digit[0])) + table[digit.end():]
                other = block[0].replace(table, table[:digit.start()] + changed)
                self.assertNotEqual(other, tables.renewed(other), block[2])


class Figures(unittest.TestCase):
    def test_three_digits(self):
        for value, text in ((1.025, "1.03"), (9.996, "10.0"), (0.0446, "0.0446"), (99.96, "100"),
                            (1230.4, "1230"), (0.5, "0.500"), (118.46, "118"), (0, "0.00")):
            self.assertEqual(result_files.figure(value), text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
