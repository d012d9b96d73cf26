#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore-emit: what it writes, what it refuses, and a project outside of the tree that uses it."""
import contextlib
import os
import shutil
import socket
import stat
import subprocess
import tempfile
import unittest

EMIT = os.environ["FFTCORE_EMIT"]
PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "../../samples/device_fft/cmake")
SKIPPED = 77


def emit(*arguments, cwd=None):
    return subprocess.run([EMIT, *arguments], cwd=cwd, text=True, capture_output=True, timeout=60,
                          check=False)


class Emit(unittest.TestCase):
    def test_both_languages(self):
        with tempfile.TemporaryDirectory() as folder:
            for file, word in (("a.h", "struct a {"), ("b.cl", "static void b_load(")):
                ended = emit("block c2c 64", "-o", file, cwd=folder)
                self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", ""))
                with open(os.path.join(folder, file), encoding="ascii") as text:
                    self.assertIn(word, text.read())
            self.assertEqual(sorted(os.listdir(folder)), ["a.h", "b.cl"])

    def test_traits(self):
        ended = emit("--traits", "block c2c 7 ept=4")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("7 complex values, 4 a thread", ended.stdout)

    def test_name(self):
        self.assertIn("struct mine {", emit("thread c2c 4", "--name", "mine").stdout)

    def test_refusals(self):
        for words, reason in (
                (("block c2c 32768",), "the nearest that works is block c2c 12288"),
                (("block c2c 8192 ept=7 sm=90",), "the nearest that works is ept=8"),
                (("block c2c 64 ffts=200",), "a block would have"),
                (("block c2c 64 sm=91",), "the nearest that is has sm=90"),
                (("block c2c 0",), "0 points; 1 to 32768 are allowed"),
                (("thread c2c 65",), "65 points; 2 to 64 are allowed"),
                (("thread c2c 40 f64",), "40 points; 2 to 32 are allowed"),
                (("thread c2c 8 ept=2",), "ept and ffts of a thread"),
                (("block r2c 15 packed",), "packed of 15 points; an even number is needed"),
                (("block r2c 15 folded",), "folded of 15 points; an even number is needed"),
                (("block c2c 16 full",), "a layout of bins of c2c"),
                (("block c2c 16 folded",), "folded of c2c"),
                (("block dct2 16",), "'dct2' is no kind; one of c2c, r2c, c2r is expected"),
                (("grid c2c 16",), "'grid' is no scope; one of block, thread is expected"),
                (("block c2c x",), "'x' is no number"),
                (("block c2c 99999999999999",), "are allowed"),
                (("block c2c 16 fast",), "'fast' is no field"),
                (("block r2c 16 inverse",), "'inverse' is no field"),
                (("block", "c2c", "16"), "the FFT is one argument, in quotes"),
                ((), "no FFT is given"),
                (("block c2c 16", "--name", "1st"), "a name in C is expected"),
                (("block c2c 16", "--language", "hip"), "cuda and opencl are allowed"),
                (("block c2c 16", "-o"), "-o needs a value"),
                (("block c2c 16", "-o", ""), "-o needs a value"),
                (("block c2c 16", "--fast"), "--fast is no option")):
            ended = emit(*words)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), words)
            self.assertIn(reason, ended.stderr)

    def test_file_that_cannot_be_written(self):
        ended = emit("thread c2c 4", "-o", "/nowhere/fft.h")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("/nowhere/fft.h cannot be written", ended.stderr)

    def test_links_are_followed(self):
        """Those that lead to a file, to one that is not there yet, and to standard output."""
        text = emit("thread c2c 4", "--name", "a").stdout
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "below"))
            for target in ("below/there", "below/new"):
                with contextlib.suppress(FileNotFoundError):
                    os.remove(os.path.join(folder, "link"))
                os.symlink(target, os.path.join(folder, "link"))
                if target == "below/there":
                    with open(os.path.join(folder, target), "w", encoding="ascii") as file:
                        file.write("old")
                ended = emit("thread c2c 4", "--name", "a", "-o", "link", cwd=folder)
                self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                self.assertEqual(os.readlink(os.path.join(folder, "link")), target)
                with open(os.path.join(folder, target), encoding="ascii") as file:
                    self.assertEqual(file.read(), text)
            os.symlink("/proc/self/fd/1", os.path.join(folder, "out"))
            self.assertEqual(emit("thread c2c 4", "--name", "a", "-o", "out", cwd=folder).stdout,
                             text)
            self.assertTrue(os.path.islink(os.path.join(folder, "out")))
            self.assertEqual(sorted(os.listdir(folder)), ["below", "link", "out"])
            self.assertEqual(sorted(os.listdir(os.path.join(folder, "below"))), ["new", "there"])

    def test_open_streams_are_written_to_where_they_stand(self):
        text = emit("thread c2c 4", "--name", "a").stdout
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1",
                     "/proc/../dev/fd/1", "link", "fd/1"):
            for mode in ("wb", "ab"):
                with tempfile.TemporaryDirectory() as folder:
                    os.symlink("/dev/stdout", os.path.join(folder, "link"))
                    os.symlink("/proc/self/fd", os.path.join(folder, "fd"))
                    with open(os.path.join(folder, "all"), mode, buffering=0) as file:
                        file.write(b"head\n")
                        ended = subprocess.run(
                            [EMIT, "thread c2c 4", "--name", "a", "-o", name], cwd=folder,
                            stdout=file, stderr=subprocess.PIPE, timeout=60, check=False)
                        file.write(b"tail\n")
                    self.assertEqual((ended.returncode, ended.stderr), (0, b""), name)
                    with open(os.path.join(folder, "all"), encoding="ascii") as file:
                        self.assertEqual(file.read(), f"head\n{text}tail\n", name)
                    self.assertEqual(sorted(os.listdir(folder)), ["all", "fd", "link"])

    def test_open_streams_of_others(self):
        """A file without a name, another process's, a socket, and what is not open or not written.
        """
        words = ("thread c2c 4", "--name", "a", "-o")
        text = emit(*words[:-1]).stdout
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "gone.txt")
            with open(path, "wb+", buffering=0) as file:
                os.unlink(path)
                ended = subprocess.run([EMIT, *words, f"/proc/self/fd/{file.fileno()}"],
                                       pass_fds=[file.fileno()], timeout=60, check=False)
                self.assertEqual((ended.returncode, os.listdir(folder)), (0, []))
                file.seek(0)
                self.assertEqual(file.read().decode(), text)
            with open(path, "wb+", buffering=0) as file:
                file.write(b"head\n")
                ended = emit(*words, f"/proc/{os.getpid()}/fd/{file.fileno()}")
                self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                file.seek(0)
                self.assertEqual(file.read().decode(), "head\n" + text)
            self.assertEqual(os.listdir(folder), ["gone.txt"])
            with open(path, "rb") as file:
                ended = subprocess.run([EMIT, *words, "/dev/stdin"], stdin=file, timeout=60,
                                       capture_output=True, check=False)
                self.assertIn(b"Bad file descriptor", ended.stderr)
            self.assertIn("Bad file descriptor", emit(*words, "/dev/fd/77").stderr)
            with open(path, encoding="ascii") as file:
                self.assertEqual(file.read(), "head\n" + text)
        ours, theirs = socket.socketpair()
        with ours, theirs:
            subprocess.run([EMIT, *words, "/dev/stdout"], stdout=theirs, timeout=60, check=True)
            theirs.shutdown(socket.SHUT_WR)
            with ours.makefile() as file:
                self.assertEqual(file.read(), text)

    def test_a_replaced_file_keeps_its_mode(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.h")
            os.symlink("a.h", os.path.join(folder, "link"))
            owner = (os.getuid(), 12345 if os.geteuid() == 0 else os.getgid())
            for name in ("a.h", "link"):
                for mode in (0o600, 0o640, 0o666, 0o755, 0o400):
                    with open(path, "w", encoding="ascii") as file:
                        file.write("old")
                    os.chown(path, *owner)
                    os.chmod(path, mode)
                    self.assertEqual(emit("thread c2c 4", "-o", name, cwd=folder).returncode, 0)
                    found = os.stat(path)
                    self.assertGreater(found.st_size, 3)
                    self.assertEqual(stat.S_IMODE(found.st_mode), mode)
                    self.assertEqual((found.st_uid, found.st_gid), owner)
                    os.unlink(path)
            mask = os.umask(0o027)
            self.addCleanup(os.umask, mask)
            self.assertEqual(emit("thread c2c 4", "-o", "a.h", cwd=folder).returncode, 0)
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o640)

    def test_links_in_place_of_temporary_files(self):
        with tempfile.TemporaryDirectory() as folder:
            victim = os.path.join(folder, "victim")
            with open(victim, "w", encoding="ascii") as file:
                file.write("precious")
            for ending in (".new", ".tmp", ".part", "~"):
                os.symlink("victim", os.path.join(folder, "a.h" + ending))
            self.assertEqual(emit("thread c2c 4", "-o", "a.h", cwd=folder).returncode, 0)
            self.assertFalse(os.path.islink(os.path.join(folder, "a.h")))
            with open(victim, encoding="ascii") as file:
                self.assertEqual(file.read(), "precious")

    def test_pipe_is_written_to(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "pipe")
            os.mkfifo(pipe)
            # Open at both ends, so that nobody waits; its buffer has room for the text.
            reader = os.open(pipe, os.O_RDWR)
            try:
                ended = emit("thread c2c 4", "--name", "a", "-o", "pipe", cwd=folder)
                self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode))
                self.assertEqual(os.read(reader, 1 << 16).decode(),
                                 emit("thread c2c 4", "--name", "a").stdout)
            finally:
                os.close(reader)

    def test_cmake_project(self):
        if shutil.which("cmake") is None:
            self.skipTest("no CMake")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
            for command in (("cmake", "-B", "build", f"-DFFTCORE_EMIT={EMIT}"),
                            ("cmake", "--build", "build")):
                subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE)
            build = os.path.join(folder, "build")
            self.assertTrue(os.path.exists(os.path.join(build, "fft256.cl")))
            program = os.path.join(build, "spectrum")
            if not os.path.exists(program):
                self.skipTest("no nvcc: only the text for OpenCL was written")
            ended = subprocess.run([program], check=False, capture_output=True, text=True)
            self.assertIn(ended.returncode, (0, SKIPPED), ended.stdout)


if __name__ == "__main__":
    unittest.main()
