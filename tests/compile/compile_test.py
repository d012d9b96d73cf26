#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore-compile makes bundles, and a machine whose CUDA has no compiler computes with them.

FFTCORE_TOOL is the program, FFTCORE_PROGRAM the library's first program, FFTCORE_DRIVER the folder
of the CUDA driver that pretends (an sm_90 GPU), FFTCORE_COMPILER an NVRTC that pretends. What needs
NVRTC itself is skipped where there is none."""
import os
import subprocess
import tempfile
import unittest

TOOL, PROGRAM = os.environ["FFTCORE_TOOL"], os.environ["FFTCORE_PROGRAM"]
DRIVER, COMPILER = os.environ["FFTCORE_DRIVER"], os.environ["FFTCORE_COMPILER"]
WORK = "conv2d u8 1080x1920 k3x3 reflect-101 same"  # the program's
FAKE = "shared=232448,threads=1024,units=132,cache=1048576"  # the driver's GPU
STAGES = ("forward u8 46x80 replicate border=2,3,1,3 -> rows f32 64x96 stored=50",
          "rows f32 64x96 stored=50 times k5x6 conv -> rows f32 64x96 stored=46 normalized",
          "rows f32 64x96 stored=50 -> inverse u8 46x80 from 4,0")


class Compile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.bundle = self.path("board.kernels")

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_program(self, *command, given="", **environment):
        variables = {"FFTCORE_CACHE": "off", "FFTCORE_TUNE": "0", "OCL_ICD_VENDORS": "/no/such",
                     **os.environ, **environment}
        for name in ("FFTCORE_LOG", "FFTCORE_KERNELS"):
            if name not in environment:
                variables.pop(name, None)
        return subprocess.run(command, env=variables, input=given, text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def compile(self, *arguments, status=0, nvrtc=COMPILER, **how):
        done = self.run_program(TOOL, *arguments, "--output", self.bundle, FFTCORE_NVRTC=nvrtc,
                                **how)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def run_on_board(self, **environment):
        """Output and log of the program where nothing compiles."""
        done = self.run_program(PROGRAM, LD_LIBRARY_PATH=DRIVER, FFTCORE_NVRTC="/no/such/nvrtc.so",
                                FFTCORE_LOG="all", FFTCORE_FAKE_CUDA="devices=1", **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, done.stderr

    def expect_on_gpu(self, log):
        self.assertRegex(log, rf"fftcore\[cuda\]: {WORK}: [a-z-]+ on 'Fake 0', ready")

    def expect_on_cpu(self, outcome):
        output, log = outcome
        self.assertEqual(output, "16 32 16\n32 64 32\n16 32 16\n")
        self.assertNotIn("fftcore[cuda]: conv2d", log)
        return log

    def test_board_computes_with_a_bundle(self):
        self.compile("--arch", "sm_90", "--traits", FAKE, WORK)
        for named in (self.bundle, self.folder):
            output, log = self.run_on_board(FFTCORE_KERNELS=named)
            self.expect_on_gpu(log)
            self.assertNotIn("made for", log)
            self.assertEqual(output, "0 0 0\n" * 3)  # of a GPU that pretends

    def test_board_without_kernels_leaves_work_to_others(self):
        self.assertIn("/no/such/nvrtc.so", self.expect_on_cpu(self.run_on_board()))

    def test_work_that_no_bundle_has(self):
        """What the board says is missing is what the tool takes."""
        self.compile("--arch", "sm_90", "--traits", FAKE, "r2c 480x640")
        log = self.expect_on_cpu(self.run_on_board(FFTCORE_KERNELS=self.bundle))
        advice = [line for line in log.splitlines() if "fftcore-compile" in line]
        self.assertEqual(len(advice), 1, log)
        self.assertIn(f"--arch sm_90 --traits {FAKE} --output board.kernels '{WORK}'", advice[0])
        listed = [line for line in log.splitlines() if line.startswith("fftcore[work]: ")]
        self.compile("--arch", "sm_90", "--traits", FAKE, "--file", "-",
                     given="\n".join(["other output", *listed, "fftcore[plan]: conv2d what"]))
        self.expect_on_gpu(self.run_on_board(FFTCORE_KERNELS=self.bundle)[1])

    def test_bundle_for_another_gpu(self):
        self.compile("--traits", "orin-agx-64", WORK, nvrtc=self.compiler_for(87))
        log = self.expect_on_cpu(self.run_on_board(FFTCORE_KERNELS=self.bundle))
        self.assertEqual(log.count("was made for sm_87"), 1, log)
        self.assertIn(f"not for 'Fake 0', sm_90 {FAKE}", log)

    def test_plan_for_another_gpu_of_the_architecture(self):
        """Plans are those for the GPU's own numbers; kernels that are the same serve."""
        self.compile("--arch", "sm_90", "--traits", FAKE.replace("units=132", "units=131"), WORK)
        log = self.run_on_board(FFTCORE_KERNELS=self.bundle)[1]
        self.assertEqual(log.count("units=131"), 1, log)

    def test_damaged_bundle(self):
        self.compile("--arch", "sm_90", "--traits", FAKE, WORK)
        with open(self.bundle, "rb") as file:
            whole = file.read()
        middle = whole.index(b"\177ELF")  # of an entry
        for damaged, words in ((whole[:-1], "is damaged"), (b"", "is no bundle"),
                               (whole[:100] + b"?" + whole[101:], "is damaged"),
                               (whole[:middle] + b"?" + whole[middle + 1:],
                                "one of its kernels is not taken")):
            with open(self.bundle, "wb") as file:
                file.write(damaged)
            log = self.expect_on_cpu(self.run_on_board(FFTCORE_KERNELS=self.bundle))
            self.assertIn(words, log)

    def test_bundle_of_another_version(self):
        self.compile("--arch", "sm_90", "--traits", FAKE, WORK)
        with open(self.bundle, "rb") as file:
            whole = file.read()
        mark, numbers, head = whole.split(b"\n", 2)
        size = int(numbers.split()[0], 16)
        head, rest = head[:size].replace(b"fftcore 0", b"fftcore 9", 1), head[size:]
        checksum = 0xcbf29ce484222325
        for byte in head:
            checksum = (checksum ^ byte) * 0x100000001b3 % 2**64
        with open(self.bundle, "wb") as file:
            file.write(b"%s\n%016x %016x\n" % (mark, size, checksum) + head + rest)
        log = self.expect_on_cpu(self.run_on_board(FFTCORE_KERNELS=self.bundle))
        self.assertEqual(log.count("was made by fftcore 9"), 1, log)

    def test_warm_cache(self):
        cache = {"FFTCORE_CACHE": self.path("cache")}
        done = self.run_program(PROGRAM, LD_LIBRARY_PATH=DRIVER, FFTCORE_NVRTC=COMPILER, **cache)
        self.assertEqual(done.stdout, "0 0 0\n" * 3, done.stderr)
        self.expect_on_gpu(self.run_on_board(**cache)[1])

    def test_work_of_each_kind(self):
        """What is said of each; the second time nothing is compiled."""
        texts = (WORK, "r2c 480x640", "match ccoeff-normed u8 40x36 p5x6", "phase f32 40x36",
                 "stream 2x2 k500 mix=full latency=64",
                 *STAGES)
        log = self.compile("--arch", "sm_75,sm_90", *texts, FFTCORE_CACHE=self.path("cache"))
        for text in texts:
            self.assertRegex(log, rf"\] {text} for sm_75 \(sm_75\) ... [1-9]\d* kernels, [1-9]")
        log = self.compile("--arch", "sm_75,sm_90", *texts, FFTCORE_CACHE=self.path("cache"))
        self.assertEqual(log.count(" 0 of them compiled"), 2 * len(texts), log)

    def test_stages_of_every_element(self):
        """What pipelines of 10 and 12 bits, big-endian and packed formats log."""
        texts = [text.replace("u8", element) for text in (STAGES[0], STAGES[2])
                 for element in ("u16", "u16-be", "u10", "u10-high", "u10-packed", "u12",
                                 "u12-high", "f16", "f32")]
        given = "\n".join("fftcore[work]: " + text for text in texts)
        log = self.compile("--arch", "sm_90", "--traits", FAKE, "--file", "-", given=given)
        self.assertEqual(log.count(" kernels, "), len(texts), log)

    def test_all_lines_are_read_before_the_first_is_compiled(self):
        path = self.path("work.list")
        for before in ("", "fftcore[work]: "):
            with open(path, "w", encoding="ascii") as file:
                for text in (WORK, "# of a camera", "forward u11 8x8 wrap -> rows f32 8x8 stored=8",
                             "", WORK, "no work", "no work", "r2c 480x640"):
                    file.write(before + text + "\n" if text and text[0] != "#" else text + "\n")
            log = self.compile("--arch", "sm_90", "--file", path, "r2c 8", "r2c 0", status=2)
            for words in ("4 of 8 lines", "\n  WORK 2: ", f"\n  {path}:3: 'u11' is no sample type",
                          f"\n  {path}:6: 'no work'", f"\n  {path}:7: 'no work'"):
                self.assertIn(words, log)
            self.assertNotIn("[1/", log)
            self.assertFalse(os.path.exists(self.bundle))

    def test_keeps_what_was_compiled_before_an_error(self):
        refused = (r'conv2d f32 32x32 k3x3 wrap same store="tone(v)" '
                   r'code="FUNCTION real tone(real v) {\n#error of mine\n}"')
        log = self.compile("--arch", "sm_90", "--traits", FAKE, refused, WORK, refused + " ",
                           "r2c 8", status=1)
        self.assertEqual(log.count("left out: NVRTC 12.0 for sm_90 does not compile the code"), 2,
                         log)
        self.assertRegex(log, r"\[4/4\] r2c 8 for .* \.\.\. [1-9]\d* kernels")
        self.expect_on_gpu(self.run_on_board(FFTCORE_KERNELS=self.bundle)[1])

    def test_keeps_what_was_compiled_before_the_compiler_is_missed(self):
        cache = {"FFTCORE_CACHE": self.path("cache")}
        self.compile("--arch", "sm_90", "--traits", FAKE, WORK, **cache)
        os.remove(self.bundle)
        log = self.compile("--arch", "sm_90", "--traits", FAKE, WORK, "r2c 480x640", "r2c 8",
                           status=1, nvrtc="/no/such.so", **cache)
        self.assertIn("fftcore-compile: ", log)
        self.assertNotIn("[3/3]", log)
        self.expect_on_gpu(self.run_on_board(FFTCORE_KERNELS=self.bundle)[1])

    def test_wrong_arguments(self):
        for arguments, words in (((), "--arch or --traits is missing"),
                                 (("--arch", "sm_90"), "no work is given"),
                                 (("--arch", "90", WORK), "no GPU of --arch 90"),
                                 (("--arch", "sm_90", "--traits", "x", WORK), "'x' is no GPU"),
                                 (("--traits", FAKE, WORK), "needs --arch"),
                                 (("--arch", "sm_87", "--traits", "a100", WORK), "a100 is sm_80"),
                                 (("--arch", "sm_90", "no work"), "'no work' is no convolution"),
                                 (("--what", "sm_90", WORK), "--what is no option"),
                                 (("--arch", "sm_90", "--file", "/dev/zero"),
                                  "/dev/zero:1: the line has more than 1048576 bytes"),
                                 (("--arch", "sm_90", "--file", "-"), "no text of work")):
            self.assertIn(words, self.compile(*arguments, status=2))
        self.assertIn("/no/such cannot be read",
                      self.compile("--arch", "sm_90", "--file", "/no/such", status=1))
        self.assertIn("NVRTC", self.compile("--arch", "sm_90", WORK, status=1, nvrtc="/no/such.so"))
        self.assertIn("makes no code for sm_89", self.compile("--traits", "l4", WORK, status=1))
        self.assertFalse(os.path.exists(self.bundle))

    def test_devices(self):
        listed = self.run_program(TOOL, "--devices").stdout
        self.assertRegex(listed, r"(?m)^cpu +0 +processor, \d+ threads$")
        self.assertRegex(listed, r"(?m)^cuda ")  # a device, or why there is none

    def test_help(self):
        done = self.run_program(TOOL, "--help")
        self.assertEqual(done.returncode, 0)
        for option in ("--arch", "--traits", "--file", "--output", "--nvrtc", "--devices",
                       "FFTCORE_KERNELS"):
            self.assertIn(option, done.stdout)
        listed = self.run_program(TOOL, "--traits", "list").stdout
        self.assertRegex(listed, r"orin-nano +sm_87 +shared=166912,threads=1024,units=8,cache=")

    def compiler_for(self, capability):
        """NVRTC itself, or a skip where there is none that knows the architecture."""
        done = self.run_program(TOOL, "--arch", f"sm_{capability}", "--traits", FAKE, "--output",
                                self.path("try.kernels"), "r2c 64", FFTCORE_NVRTC="")
        if done.returncode != 0:
            self.skipTest(done.stderr)
        os.remove(self.path("try.kernels"))
        return ""

    def test_code_is_the_architectures(self):
        """Kernels of NVRTC itself are ELF files for CUDA, of the GPU's own architecture."""
        for capability in (75, 87, 90):
            nvrtc = self.compiler_for(capability)
            self.compile("--arch", f"sm_{capability}", WORK, nvrtc=nvrtc)
            with open(self.bundle, "rb") as file:
                whole = file.read()
            kernels = whole.split(b"\177ELF")[1:]
            # One launch, and the one for images whose rows do not begin where four are aligned.
            self.assertGreaterEqual(len(kernels), 2)
            for kernel in kernels:
                machine = int.from_bytes(kernel[14:16], "little")
                flags = int.from_bytes(kernel[44:48], "little")
                self.assertEqual(machine, 190)  # EM_CUDA
                self.assertIn(capability, (flags & 0xff, flags >> 8 & 0xff))


if __name__ == "__main__":
    unittest.main()
