#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files of which OpenCV reads some kinds wrong, through filter_image: every result is right, or
there is a refusal that names the kind."""
import os
import sys
import unittest

from sample_tools import SampleTest, cv2, np

try:
    import misread_files
    import tifffile
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-tifffile, python3-pil)")
    sys.exit(77)


class Misread(SampleTest):
    def setUp(self):
        super().setUp()
        self.raw("one.txt", b"1\n")

    def raw(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def run_all(self, files, *options, status=0):
        """Results of files in one run, or None, and what was said of each."""
        paths = [self.raw(f"{number:03}{file.ending}", file.data)
                 for number, file in enumerate(files)]
        folder = f"out{len(os.listdir(self.folder))}"
        _, errors = self.run_sample("filter_image", *options, "--taps", self.path("one.txt"),
                                    "--output", self.path(folder + "/{}.tif"), *paths,
                                    status=status)
        for number, path in enumerate(paths):
            result = self.path(f"{folder}/{number:03}.tif")
            yield (tifffile.imread(result) if os.path.exists(result) else None,
                   [line for line in errors.splitlines() if path in line][-1])

    def check(self, file, found):
        self.assertEqual((found.dtype, found.shape), (file.shown.dtype, file.shown.shape))
        worst = np.abs(found.astype(float) - file.shown).max()
        self.assertLessEqual(worst, file.tolerance)

    def is_read(self, file):
        """Whether this OpenCV has the format."""
        return file.ending in misread_files.OF_ALL or cv2.imread(
            self.raw("tried" + file.ending, file.data), -1) is not None

    def test_right_ones(self):
        files = [file for file in misread_files.files()
                 if isinstance(file, misread_files.Right) and self.is_read(file)]
        self.assertGreaterEqual(len(files), 15)
        for file, (found, _) in zip(files, self.run_all(files)):
            with self.subTest(file.what):
                self.check(file, found)

    def test_wrong_ones(self):
        files = [file for file in misread_files.files() if isinstance(file, misread_files.Wrong)]
        for file, (found, said) in zip(files, self.run_all(files, status=1)):
            with self.subTest(file.what):
                self.assertIsNone(found)
                for word in file.words:
                    self.assertIn(word, said)

    def test_several_images(self):
        cases = [case for case in misread_files.several() if self.is_read(case[0])]
        files = [file for file, _ in cases]
        for (file, _), (found, _) in zip(cases, self.run_all(files, "--page=1")):
            with self.subTest(file.what):
                self.check(file, found)
        for page in ([], ["--page=all"], ["--page=2"]):
            for (file, words), (found, said) in zip(cases, self.run_all(files, *page, status=1)):
                with self.subTest(file.what, page=page):
                    if words:
                        self.assertIsNone(found)
                        self.assertIn(f"it {words}; with --page 1 the first is read, and no other",
                                      said)
                    elif page != ["--page=2"]:
                        self.check(file, found)


unittest.main()
