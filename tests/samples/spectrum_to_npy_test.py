#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""spectrum_to_npy: a file of spectra made by hand becomes the array that NumPy's own transform
gives, and that the same file again."""
import os
import resource
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-numpy)")
    sys.exit(77)

PROGRAM = os.path.join(os.path.dirname(__file__), "../../samples/spectrum_to_npy")
ROWS, COLUMNS, CHANNELS, FRAMES = 6, 20, 2, 3
BINS, STRIDE = 11, 16
CAPS = (f"application/x-fft-spectrum, rows=(int){ROWS}, columns=(int){COLUMNS}, "
        f"channels=(int){CHANNELS}, precision=(string)f32, "
        "transformed=(string)rows-and-columns, normalized=(boolean)false, width=(int)20, "
        "height=(int)6, x=(int)0, y=(int)0, border-left=(int)0, "
        "border-right=(int)0, border-top=(int)0, border-bottom=(int)0, framerate=(fraction)25/1")


def header(caps):
    text = f"FFTSPECTRUM 1\n{caps}"
    return (text + " " * (63 - len(text) % 64) + "\n").encode()


class SpectrumToNpy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.spectra = np.fft.rfft2(np.random.default_rng(1).integers(
            0, 256, (FRAMES, CHANNELS, ROWS, COLUMNS))).astype(np.complex64)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def values(self, dtype="<f4", scale=1.0, padding=0):
        stored = np.full((FRAMES, CHANNELS, ROWS, STRIDE, 2), padding, dtype)
        stored[..., :BINS, 0], stored[..., :BINS,
                                      1] = self.spectra.real * scale, self.spectra.imag * scale
        return stored.tobytes()

    def run_program(self, *arguments, status=0):
        done = subprocess.run([sys.executable, PROGRAM, *arguments], text=True, capture_output=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def refuse(self, name, content, *words):
        said = self.run_program(self.write(name, content), self.path("no.npy"), status=1)
        self.assertNotIn("Traceback", said)
        for word in (name, *words):
            self.assertIn(word, said)

    def test_array_has_the_spectra_without_padding(self):
        self.run_program(self.write("a.fftspectrum", header(CAPS) + self.values(padding=7)),
                         self.path("a.npy"))
        array = np.load(self.path("a.npy"))
        self.assertEqual(array.dtype, np.complex64)
        np.testing.assert_array_equal(array, self.spectra)

    def test_there_and_back(self):
        original = self.write("a.fftspectrum", header(CAPS) + self.values())
        self.run_program(original, self.path("a.npy"))
        self.run_program("--like", original, self.path("a.npy"), self.path("b.fftspectrum"))
        self.assertEqual(self.read("b.fftspectrum"), self.read("a.fftspectrum"))

    def test_half_precision_there_and_back(self):
        caps = CAPS.replace("f32", "f16").replace("normalized=(boolean)false",
                                                  "normalized=(boolean)true")
        original = self.write("a.fftspectrum", header(caps) +
                              self.values("<f2", 1 / (ROWS * COLUMNS)))
        self.run_program(original, self.path("a.npy"))
        np.testing.assert_allclose(np.load(self.path("a.npy")), self.spectra / (ROWS * COLUMNS),
                                   rtol=2e-3, atol=1e-4)
        self.run_program("--like", original, self.path("a.npy"), self.path("b.fftspectrum"))
        self.assertEqual(self.read("b.fftspectrum"), self.read("a.fftspectrum"))
        np.save(self.path("large.npy"), self.spectra * 1000)
        self.assertIn("65504", self.run_program("--like", original, self.path("large.npy"),
                                                self.path("c.fftspectrum"), status=1))

    def test_other_number_of_frames_back(self):
        original = self.write("a.fftspectrum", header(CAPS) + self.values())
        np.save(self.path("one.npy"), self.spectra[:1].astype(np.complex128))
        self.run_program("--like", original, self.path("one.npy"), self.path("b.fftspectrum"))
        self.assertEqual(self.read("b.fftspectrum"),
                         (header(CAPS) + self.values())[: len(header(CAPS)) +
                                                        CHANNELS * ROWS * STRIDE * 8])

    def test_files_that_are_none(self):
        self.refuse("foreign.bin", b"RIFF and so on", "FFTSPECTRUM 1")
        self.refuse("newer.fftspectrum", header(CAPS).replace(b" 1\n", b" 2\n"), "FFTSPECTRUM 1")
        self.refuse("odd.fftspectrum", b"FFTSPECTRUM 1\n" + CAPS.encode() + b"\n", "multiple of 64")
        self.refuse("no_rows.fftspectrum", header(CAPS.replace("rows=(int)6, ", "")), "rows")
        self.refuse("cut.fftspectrum", header(CAPS) + self.values()[:-1], "within spectrum 3")
        self.refuse("empty.fftspectrum", header(CAPS), "no spectrum")

    def test_array_of_another_shape(self):
        original = self.write("a.fftspectrum", header(CAPS) + self.values())
        np.save(self.path("wrong.npy"), self.spectra[..., :-1])
        said = self.run_program("--like", original, self.path("wrong.npy"),
                                self.path("b.fftspectrum"), status=1)
        self.assertIn("(any, 2, 6, 11)", said)
        self.assertIn("does_not_exist", self.run_program("does_not_exist", "a.npy", status=1))

    def test_what_is_read_is_not_replaced(self):
        original = self.write("a.fftspectrum", header(CAPS) + self.values())
        content = self.read("a.fftspectrum")
        np.save(self.path("a.npy"), self.spectra)
        os.symlink("a.fftspectrum", self.path("link"))
        for arguments in ((original, original), (original, self.path("link")),
                          ("--like", original, self.path("a.npy"), original)):
            self.assertIn("would replace", self.run_program(*arguments, status=1))
        self.assertEqual(self.read("a.fftspectrum"), content)

    def test_no_pipe_is_waited_for(self):
        os.mkfifo(self.path("pipe"))
        original = self.write("a.fftspectrum", header(CAPS) + self.values())
        for arguments in ((self.path("pipe"), self.path("a.npy")), (original, self.path("pipe")),
                          ("--like", original, self.path("pipe"), self.path("b.fftspectrum"))):
            self.assertIn("a file is expected", self.run_program(*arguments, status=1))

    def test_a_full_disk_leaves_nothing_half_written(self):
        original = self.write("a.fftspectrum", header(CAPS) + self.values())
        np.save(self.path("a.npy"), self.spectra)
        self.write("there.npy", b"before")
        before = sorted(os.listdir(self.folder))
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_FSIZE, limits)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))
        for arguments in ((original, self.path("there.npy")),
                          ("--like", original, self.path("a.npy"), self.path("b.fftspectrum"))):
            self.assertIn("too large", self.run_program(*arguments, status=1))
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assertEqual(self.read("there.npy"), b"before")


if __name__ == "__main__":
    unittest.main(verbosity=2)
