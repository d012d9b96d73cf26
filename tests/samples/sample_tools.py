# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the tests of the samples share: running a program, real pictures, comparing.

FFTCORE_SAMPLES names the folder of the programs, FFTCORE_TEST_PICTURES that of OpenCV's sample
pictures; by default that of Debian's opencv-doc.
"""
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import cv2
    import numpy as np
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-opencv)")
    sys.exit(77)

PICTURES = os.environ.get("FFTCORE_TEST_PICTURES", "/usr/share/doc/opencv-doc/examples/data")
BACKEND = os.environ.get("FFTCORE_TEST_BACKEND", "cpu")

if not os.path.exists(os.path.join(PICTURES, "building.jpg")):
    print(f"SKIP: no building.jpg in {PICTURES} (Debian: opencv-doc)")
    sys.exit(77)


def picture(name, flags=cv2.IMREAD_UNCHANGED):
    image = cv2.imread(os.path.join(PICTURES, name), flags)
    assert image is not None, name
    return image


def psnr(image, truth):
    """In dB, white being 255."""
    return 10 * np.log10(255**2 / np.mean((image.astype(float) - truth) ** 2))


class SampleTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, image):
        # without: floats as LogLuv
        self.assertTrue(cv2.imwrite(self.path(name), image, [cv2.IMWRITE_TIFF_COMPRESSION, 5]))
        return self.path(name)

    def read(self, name):
        image = cv2.imread(self.path(name), cv2.IMREAD_UNCHANGED)
        self.assertIsNotNone(image, f"{name} was not written")
        return image

    def run_sample(self, program, *arguments, status=0):
        """What the program wrote: (standard output, standard error)."""
        command = [os.path.join(os.environ["FFTCORE_SAMPLES"], program), "--backend", BACKEND,
                   *map(str, arguments)]
        done = subprocess.run(command, text=True, capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, status,
                         f"{' '.join(command)}\n{done.stdout}\n{done.stderr}")
        return done.stdout, done.stderr

    def expect_refusal(self, status, words, program, *arguments):
        _, errors = self.run_sample(program, *arguments, status=status)
        self.assertIn(f"{program}: ", errors)
        for word in words:
            self.assertIn(word, errors)
