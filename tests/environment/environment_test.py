#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The library and fftfilter where systems are unlike a developer's: other umasks, limits, users,
disks and containers. Everywhere the result is that of the plain run, FFTCORE_LOG says what is not
kept and why, and no file is made outside the cache."""
import os
import shutil
import subprocess
import sys
import unittest

import container

# Library, its FFTW, plugin, the library's first program, and a CUDA driver and compiler that
# pretend.
LIBRARY, FFTW, PLUGIN, PROGRAM, DRIVER, COMPILER = sys.argv[1:7]

HOME = "/home/user"
CACHE = HOME + "/.cache/fftcore"  # where nothing else is said
CASE = "/case"  # a file system of each test's own
WISDOM = "fftwf-wisdom"
PIPELINE = ("gst-launch-1.0 -q videotestsrc num-buffers=2 pattern=ball ! "
            "video/x-raw,format=GRAY8,width=96,height=64 ! "
            "fftfilter filter=lowpass cutoff=0.1 backend={} ! fdsink fd=1")

# What runs in each environment, and what it has besides.
RUNS = {
    # Where few taps would be summed up, FFTW has no wisdom to keep.
    "library": ([f"{container.STAGE}/program"], {"FFTCORE_PLAN": "tile"}),
    "cpu": (PIPELINE.format("cpu").split(), {"FFTCORE_PLAN": "tile"}),
    "cuda": (PIPELINE.format("cuda").split(),
             {"LD_LIBRARY_PATH": f"{container.STAGE}:{container.STAGE}/pretends",
              "FFTCORE_NVRTC": f"{container.STAGE}/pretends/nvrtc.so"}),
}


def start(name, environment, umask=0o022, cwd="/", before=(), limits=()):
    command, of_its_own = RUNS[name]
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": HOME,
        "LD_LIBRARY_PATH": container.STAGE,
        "GST_PLUGIN_PATH_1_0": f"{container.STAGE}/plugins",
        "GST_REGISTRY_1_0": "/registry.bin",
        "GST_REGISTRY_FORK": "no",
        "OCL_ICD_VENDORS": "/no/such/folder",
        "FFTCORE_LOG": "cpu,cuda,cache",
        **of_its_own, **environment,
    }
    return subprocess.Popen([*before, *container.ORDINARY, *limits, *command],
                            env={key: value for key, value in variables.items() if value},
                            umask=umask, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def end(process):
    """Status, output and log of a run."""
    output, log = process.communicate(timeout=120)
    return process.returncode, output, log.decode()


class Environment(unittest.TestCase):
    plain = {}  # output of each run where nothing is unusual

    @classmethod
    def setUpClass(cls):
        os.makedirs(HOME)
        for name in RUNS:
            status, cls.plain[name], log = end(start(name, {"FFTCORE_CACHE": "off"}))
            assert status == 0 and cls.plain[name], log
        assert len(set(cls.plain["cpu"])) > 10, "a picture with nothing in it shows no difference"

    def setUp(self):
        os.mkdir(CASE)
        container.run("mount", "-t", "tmpfs", "-o", "mode=755,size=4m", "case", CASE)
        self.before = container.files_of("/", CASE)

    def tearDown(self):
        container.run("umount", "--lazy", CASE)
        for made in (CASE, HOME):
            shutil.rmtree(made)
        os.mkdir(HOME)

    def made(self):
        """Files that are there since the test began; folders do not count."""
        return {path for path in container.files_of("/", CASE) - self.before
                if os.path.islink(path) or not os.path.isdir(path)}

    def check(self, name, ended):
        status, output, log = ended
        self.assertEqual(status, 0, log)
        self.assertEqual(output, self.plain[name], log)
        return log

    def run_all(self, environment=None, **how):
        """Logs of all runs, one after the other, each with the plain result."""
        return {name: self.check(name, end(start(name, environment or {}, **how)))
                for name in RUNS}

    def expect_kept(self, folder=CACHE):
        """Wisdom and kernels are all that was made, in a folder for this user alone, and the next
        runs find the kernels. (FFTW measures again what a busy machine gave no time for.) Returns
        their paths."""
        made = self.made()
        self.assertEqual({os.path.dirname(path) for path in made}, {folder})
        self.assertEqual({os.path.splitext(os.path.basename(path))[1] for path in made
                          if os.path.basename(path) != WISDOM}, {".kernel"})
        self.assertIn(f"{folder}/{WISDOM}", made)
        self.assertEqual(os.stat(folder).st_mode & 0o7777, 0o700)
        numbers = self.numbers_of(made)
        self.run_all({"FFTCORE_CACHE": folder})
        self.assertEqual(self.numbers_of(self.made()), numbers)
        return made

    @staticmethod
    def numbers_of(made):
        """Of the kernels' files, new where a file is."""
        return {path: os.stat(path).st_ino for path in made if path.endswith(".kernel")}

    def expect_said_once(self, logs, *words):
        for name, log in logs.items():
            said = [line for line in log.splitlines() if "nothing is kept" in line]
            self.assertEqual(len(said), 1, f"{name}: {log}")
            for word in words:
                self.assertIn(word, said[0], name)

    def expect_said_of_files(self, logs):
        """Each file that could not be written is named once."""
        for name, log in logs.items():
            said = [line for line in log.splitlines() if "cannot be written" in line]
            self.assertTrue(said, f"{name}: {log}")
            self.assertEqual(len(said), len(set(said)), f"{name}: {log}")

    def expect_no_refusal(self, logs):
        for name, log in logs.items():
            self.assertNotIn("kept", log, name)

    def test_files_that_a_group_may_write(self):
        self.expect_no_refusal(self.run_all(umask=0o002))
        self.expect_kept()

    def test_limit_on_processes(self):
        # GLib ends programs where none is left for it.
        logs = self.run_all({"FFTCORE_THREADS": "32"}, limits=["prlimit", "--nproc=12"])
        for name in ("library", "cpu"):
            self.assertRegex(logs[name], r"\b[2-7] of 32 threads: ", name)

    def test_folder_of_another_user(self):
        before = set(os.listdir(container.OTHERS))
        logs = self.run_all({"FFTCORE_CACHE": container.OTHERS})
        self.expect_said_once(logs, container.OTHERS, "belongs to another user")
        self.assertEqual(self.made(), set())
        # Anybody may make files there, and keep kernels there, at any time.
        self.assertFalse([name for name in set(os.listdir(container.OTHERS)) - before
                          if WISDOM in name or ".kernel" in name])

    def test_read_only_system(self):
        container.run("mount", "-o", "remount,bind,ro", "/")
        try:
            logs = self.run_all()
        finally:
            container.run("mount", "-o", "remount,bind,rw", "/")
        self.expect_said_once(logs, HOME, "Read-only file system")
        self.assertEqual(self.made(), set())

    def test_no_home(self):
        self.expect_no_refusal(self.run_all({"HOME": ""}, cwd=CASE))
        self.assertEqual(self.made(), set())

    def test_home_that_does_not_exist(self):
        os.chmod(CASE, 0o555)
        logs = self.run_all({"HOME": f"{CASE}/nobody"})
        self.expect_said_once(logs, f"{CASE}/nobody cannot be made", "Permission denied")
        self.assertEqual(self.made(), set())

    def test_home_that_cannot_be_written(self):
        os.chmod(HOME, 0o555)
        self.expect_said_once(self.run_all(), "cannot be made: Permission denied")
        self.assertEqual(self.made(), set())

    def test_cache_that_cannot_be_written(self):
        os.makedirs(CACHE, mode=0o500)
        logs = self.run_all()
        self.expect_said_of_files(logs)
        self.assertEqual(self.made(), set())

    def test_full_disk(self):
        os.mkdir(f"{CASE}/cache", mode=0o700)
        with open(f"{CASE}/filler", "wb", buffering=0) as filler:
            with self.assertRaises(OSError):
                while True:
                    filler.write(bytes(4096))
        logs = self.run_all({"FFTCORE_CACHE": f"{CASE}/cache"})
        self.expect_said_of_files(logs)
        self.assertEqual(self.made(), {f"{CASE}/filler"})

    def test_process_1_of_a_container(self):
        self.expect_no_refusal(self.run_all(before=container.FIRST_PROCESS))
        self.expect_kept()

    def test_processes_1_of_two_containers_on_one_volume(self):
        for _ in range(3):
            shutil.rmtree(CACHE, ignore_errors=True)
            for name in RUNS:
                pair = [start(name, {}, before=container.FIRST_PROCESS) for _ in range(2)]
                for process in pair:
                    self.assertNotIn("kept", self.check(name, end(process)))
        self.expect_kept()

    def test_cache_that_everybody_writes(self):
        os.makedirs(CACHE)
        os.chmod(CACHE, 0o777)
        self.expect_said_once(self.run_all(), "mode 777", f"chmod 700 {CACHE}")
        self.assertEqual(self.made(), set())

    def test_links_in_place_of_files(self):
        self.run_all(before=container.FIRST_PROCESS)
        names = self.expect_kept()
        victim = f"{CASE}/victim"
        with open(victim, "w", encoding="ascii") as file:
            file.write("precious")
        links = set()
        for name in names:
            os.remove(name)
            # as process 1 might call its temporary file
            for end_of_name in ("", ".1", ".tmp", ".new", ".new-1", ".new-XXXXXX", "~"):
                os.symlink(victim, name + end_of_name)
                links.add(name + end_of_name)
        self.run_all(before=container.FIRST_PROCESS)
        with open(victim, encoding="ascii") as file:
            self.assertEqual(file.read(), "precious")
        for name in names:
            self.assertFalse(os.path.islink(name), name)
        self.assertEqual(self.made(), links | {victim})

    def test_relative_folder(self):
        here = f"{CASE}/here"
        os.mkdir(here)
        for variable in ("XDG_CACHE_HOME", "FFTCORE_CACHE"):
            self.run_all({variable: "relative", "HOME": ""}, cwd=here)
            self.assertEqual(self.made(), set())
        self.run_all({"XDG_CACHE_HOME": "relative"}, cwd=here)
        self.expect_kept()

    DAMAGES = (lambda whole: bytes([whole[0] ^ 1]) + whole[1:],
               lambda whole: whole[:-1] + bytes([whole[-1] ^ 128]),
               lambda whole: whole[:len(whole) // 2],
               lambda whole: b"")

    def expect_replaced(self, files, damage, settings):
        """What the libraries say while they replace the damaged files."""
        damaged = {}
        for path in files:
            with open(path, "r+b") as file:
                damaged[path] = damage(file.read())
                file.seek(0)
                file.truncate()
                file.write(damaged[path])
        logs = self.run_all(settings)
        for path in files:
            with open(path, "rb") as file:
                self.assertNotEqual(file.read(), damaged[path], path)
        return logs

    def test_damaged_files(self):
        """They cost time only, and are replaced: wisdom and kernels."""
        talking = {"FFTCORE_LOG": "cpu,cache"}
        self.run_all(talking)
        files = self.expect_kept()
        for damage in self.DAMAGES:
            logs = self.expect_replaced(files, damage, talking)
            self.assertIn("not wisdom of this FFTW; it will be replaced", logs["library"])
            self.assertEqual(self.made(), files)
            self.assertNotIn("not wisdom", self.run_all(talking)["library"])

    def test_damaged_fastest_plan(self):
        """It is measured anew. The device pretends, so any plan may be the fastest, and other
        kernels than before may be used: their files are not looked at."""
        tuned = {"FFTCORE_TUNE": "1", "FFTCORE_LOG": "plan"}
        self.assertIn("was measured on", self.run_all(tuned)["cuda"])
        fastest = []
        for path in self.made():
            with open(path, "rb") as file:
                if b"the fastest plan" in file.read():
                    fastest.append(path)
        self.assertEqual(len(fastest), 1)
        for damage in self.DAMAGES:
            self.assertIn("was measured on",
                          self.expect_replaced(fastest, damage, tuned)["cuda"])
            self.assertIn("remembered as the fastest", self.run_all(tuned)["cuda"])

    def test_cache_that_is_off(self):
        logs = self.run_all({"FFTCORE_CACHE": "off", "XDG_CACHE_HOME": f"{CASE}/cache"}, cwd=CASE)
        self.expect_no_refusal(logs)
        self.assertEqual(self.made(), set())
        self.assertEqual(os.listdir(CASE) + os.listdir(HOME), [])


container.enter({"environment_test.py": __file__, "container.py": container.__file__,
                 "libfftcore.so.0": LIBRARY, "fftcore/libfftcore-fftw.so": FFTW,
                 "plugins/libgstfftcore.so": PLUGIN,
                 "program": PROGRAM, "pretends/libcuda.so.1": DRIVER,
                 "pretends/nvrtc.so": COMPILER})
if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[7:]])
