#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every program in every way to fail (failures.py). A program of samples/ without a row fails."""
import os
import sys
import tempfile
import unittest

import failures
from failing_programs import Program
from sample_tools import PICTURES, cv2, np
from spectrum_to_npy_test import CAPS, CHANNELS, ROWS, STRIDE, header

SAMPLES = os.environ["FFTCORE_SAMPLES"]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
TOOLS = os.path.join(SAMPLES, "../fftcore/tools")
CPU = ("--backend", "cpu")
WORK = "conv2d u8 60x80 k3x3 reflect-101 same"
INTO = {"result_is_a_folder": (0,)}  # and the result has the image's name there
# It has no result but what it prints, and no words at all.
PLAIN = ("stdout_is_full", "stdout_is_closed", "nobody_reads_stdout", "memory_is_short",
         "files_are_short", "there_are_no_threads", "there_is_no_home", "numbers_have_commas")

PROGRAMS = (
    Program("filter_image", (*CPU, "--gaussian=1.5", "in.png", "{out}"), "out.png", "in.png",
            expected=INTO),
    Program("deblur", (*CPU, "--gaussian=1.5", "in.png", "--output", "{out}"), "out.png",
            "in.png", expected=INTO),
    Program("denoise_image", (*CPU, "--sigma=9.5", "in.png", "--output", "{out}"), "out.png",
            "in.png", prints=True, expected=INTO),
    Program("find_template", (*CPU, "--threshold=0.75", "template.png", "in.png", "--output",
                              "{out}"), "out.png", "in.png", prints=True, expected=INTO),
    Program("register_images", (*CPU, "--bandwidth=0.15", "in.png", "second.png", "--aligned",
                                "{out}"), "out.png", "second.png", prints=True, expected=INTO),
    Program("spectrum_to_npy", ("in.fftspectrum", "{out}"), "out.npy", "in.fftspectrum",
            prints=True, command=(sys.executable, os.path.join(ROOT, "samples/spectrum_to_npy")),
            # Python drops what it prints where there is no standard output.
            expected={"stdout_is_closed": (0,), "all_streams_are_closed": (0,)}),
    Program("plot_transforms", ("in.csv", "{out}", "title"), "out.svg", "in.csv",
            command=(sys.executable, os.path.join(ROOT, "samples/plot_transforms"))),
    Program("measure_transforms", (*CPU, "--from=4", "--to=6", "--milliseconds=0", "--output",
                                   "{out}"), "out.csv", leaves_part=True),
    Program("show_plan", (WORK, "1"), prints=True),
    Program("show_kernel", (WORK, "sm_90", "cuda"), prints=True),
    Program("first_convolution", (), prints=True, only=PLAIN),
    Program("library_tour", (os.path.join(ROOT, "pipelines/kernels/motion-blur.txt"),),
            prints=True, only=("stdout_is_full", "memory_is_short", "there_are_no_threads",
                               "words_are_wrong")),
    Program("c_filter", ("cpu", "in.pgm", "{out}"), "out.pgm", "in.pgm"),
    Program("c_pieces", ("1.5", "in.pgm", "{out}", "50"), "out.pgm", "in.pgm"),
    Program("own_stream", (), prints=True, needs_device=True, only=PLAIN),
    Program("own_umat", (), prints=True, needs_device=True, only=PLAIN),
    Program("opencl_examples", ("in.cl",), reads="in.cl", prints=True, needs_device=True,
            command=(os.path.join(SAMPLES, "device_fft/opencl_examples"),), only=PLAIN),
    Program("nvrtc_examples", ("in.cu",), reads="in.cu", prints=True, needs_device=True,
            command=(os.path.join(SAMPLES, "device_fft/nvrtc_examples"),), only=PLAIN),
    Program("fftcore-emit", ("thread c2c 16", "-o", "{out}"), "out.cuh",
            command=(os.path.join(TOOLS, "fftcore-emit"),)),
    Program("fftcore-compile", ("--arch", "sm_90", "--traits", "sm_90", "--output", "{out}",
                                "--file", "work.txt"), "out.kernels", "work.txt",
            command=(os.path.join(TOOLS, "fftcore-compile"),), needs_device=True,
            expected={"input_is_cut": (2,)}),  # half a word of the text
)


# They need the Python package: tests/python/velocities_sample_test.py.
OF_PYTHON = {"measure_velocities"}


def write_inputs(folder):
    def path(name):
        return os.path.join(folder, name)

    image = cv2.imread(os.path.join(PICTURES, "fruits.jpg"), cv2.IMREAD_GRAYSCALE)[40:100, 60:140]
    cv2.imwrite(path("in.png"), image)
    cv2.imwrite(path("in.pgm"), image)
    cv2.imwrite(path("second.png"), np.roll(image, (2, 3), (0, 1)))
    cv2.imwrite(path("template.png"), image[10:40, 20:60])
    spectra = np.random.default_rng(1).standard_normal((CHANNELS, ROWS, STRIDE, 2))
    for name, data in (("in.fftspectrum", header(CAPS) + spectra.astype("<f4").tobytes()),
                       ("in.csv", b"points,lines,error,bound,part,us,fftw_us,ratio\n"
                        b"4,9,1e-8,2e-8,0.5,1.5,1.25,1.2\n5,9,1e-8,2e-8,0.5,1.5,1.25,1.2\n"),
                       ("work.txt", WORK.encode() + b"\n"), ("in.cl", b"no kernel"),
                       ("in.cu", b"no kernel")):
        with open(path(name), "wb") as file:
            file.write(data)


def programs_of_samples():
    """By their sources."""
    found = set()
    for folder in (os.path.join(ROOT, "samples"), os.path.join(ROOT, "samples/device_fft"),
                   os.path.join(ROOT, "fftcore/tools")):
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if not os.path.isfile(path) or name.endswith((".1", ".md", ".build")):
                continue
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            if text.startswith("#!") or "\nint main(" in text:
                found.add(os.path.splitext(name)[0])
    return found


class Failures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.inputs = folder.name
        write_inputs(cls.inputs)

    def test_every_program_has_a_row(self):
        rows = {program.name.replace("-", "_") for program in PROGRAMS}
        self.assertLessEqual({name.replace("-", "_") for name in programs_of_samples()},
                             rows | OF_PYTHON)


def _test_of(program):
    def test(self):
        path = (program.command or (os.path.join(SAMPLES, program.name),))[-1]
        if not os.path.exists(path):
            self.skipTest(f"{program.name} is not built")
        right = failures.usual(program, self.inputs, SAMPLES)
        if right is None:
            return  # it said why it does not work here
        for way in program.only or failures.WAYS:
            with self.subTest(way=way):
                failures.attempt(program, way, self.inputs, SAMPLES, right)
    return test


for row in PROGRAMS:
    setattr(Failures, "test_" + row.name.replace("-", "_"), _test_of(row))

if __name__ == "__main__":
    unittest.main()
