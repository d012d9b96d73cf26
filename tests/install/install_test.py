#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What `meson install` leaves is found and works: by the lines that it ends with, and no others.

The test has a build folder of its own, configured like the one under test and with the binaries
from there, since a prefix changes nothing of these. FFTCORE_BUILD and FFTCORE_SOURCE are the
folders of the build and of the sources, FFTCORE_MESON, FFTCORE_CXX and FFTCORE_CC commands.
"""
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import unittest

BUILD, SOURCE = os.environ["FFTCORE_BUILD"], os.environ["FFTCORE_SOURCE"]
MESON, CXX = os.environ["FFTCORE_MESON"], shlex.split(os.environ["FFTCORE_CXX"])
CC = shlex.split(os.environ["FFTCORE_CC"])
HEADERS = "fftcore/include/fftcore"
# Variables that would let things be found without the lines of the install.
FINDERS = ("GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH",
           "DESTDIR")
OUTPUT = {"text": True, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "check": False}


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


def files_below(folder):
    return {os.path.relpath(os.path.join(path, name), folder)
            for path, _, names in os.walk(folder) for name in names}


def gstreamer(variable):
    command = ["pkg-config", "--variable", variable, "gstreamer-1.0"]
    return subprocess.run(command, **OUTPUT).stdout.strip()


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.build, self.prefix = self.path("b"), self.path("prefix")
        # Debian without dpkg-dev: Meson's own choice for libraries is lib64 then.
        os.mkdir(self.path("bin"))
        with open(self.path("bin/dpkg-architecture"), "w", encoding="ascii") as file:
            file.write("#!/bin/sh\nexit 127\n")
        os.chmod(self.path("bin/dpkg-architecture"), 0o755)
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in FINDERS}
        self.environment.update(PATH=self.path("bin") + ":" + os.environ["PATH"],
                                GST_REGISTRY=self.path("registry.bin"),
                                GST_REGISTRY_1_0=self.path("registry.bin"),
                                XDG_CACHE_HOME=self.path("cache"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_line(self, *command):
        done = subprocess.run(command, env=self.environment, cwd=self.folder, **OUTPUT)
        self.assertEqual(done.returncode, 0, f"{' '.join(command)}\n{done.stdout}")
        return done.stdout

    def introspect(self, what, build):
        return json.loads(self.run_line(MESON, "introspect", "--" + what, build))

    def configure(self, *options):
        # An old build folder knows options that are gone.
        known = {option["name"] for option in self.introspect("buildoptions",
                                                              SOURCE + "/meson.build")}
        given = [f"-D{option['name']}={option['value']}"
                 for option in self.introspect("buildoptions", BUILD)
                 if option["section"] == "user"
                 and option["name"] in known - {"pluginsdir", "tests", "benchmarks"}]
        self.run_line(MESON, "setup", self.build, SOURCE, *given, "-Dtests=disabled",
                      "-Dbenchmarks=disabled", *options)
        for target in self.introspect("targets", self.build):
            for name in target["filename"] if target["installed"] else ():
                copy = os.path.relpath(os.path.realpath(name), os.path.realpath(self.build))
                os.makedirs(os.path.dirname(name), exist_ok=True)
                shutil.copy2(os.path.join(BUILD, copy), name)
        self.installed = {target["name"] for target in self.introspect("targets", self.build)
                          if target["installed"]}

    def install(self, *options):
        return self.run_line(MESON, "install", "--no-rebuild", "-C", self.build, *options)

    def take_lines(self, output):
        """Sets what the install says is to be set, and nothing else; returns its variables."""
        lines = [line for line in output.splitlines() if line.startswith("    export ")]
        self.assertTrue(lines and output.rstrip().endswith(lines[-1]), output)
        texts = self.run_line("sh", "-euc", "\n".join(lines + ["env -0"])).split("\0")
        self.environment = dict(text.split("=", 1) for text in texts if text)
        return [line.split()[1].split("=")[0] for line in lines]

    def test_prefix(self):
        self.configure("--prefix=" + self.prefix)
        variables = self.take_lines(self.install())
        self.assertEqual(variables[-3:], ["LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "PATH"])
        self.check_library()
        if "gstfftcore" in self.installed:
            self.assertEqual(variables[0], "GST_PLUGIN_PATH")
            self.check_plugin()
        del self.environment["LD_LIBRARY_PATH"]  # programs find the library by themselves
        for program in self.installed & {"filter_image", "deblur", "show_plan"}:
            self.check_program(program)
        self.run_line("ninja", "-C", self.build, "uninstall")
        self.assertEqual(files_below(self.prefix), set())

    def check_library(self):
        self.assertTrue(os.path.exists(os.path.join(self.prefix, "lib/libfftcore.so")))
        headers = os.listdir(os.path.join(SOURCE, HEADERS))
        with open(self.path("outside.cpp"), "w", encoding="utf-8") as file:
            file.writelines(f"#include <fftcore/{name}>\n" for name in sorted(headers))
            file.write(read("samples/first_convolution.cpp"))
        flags = self.run_line("pkg-config", "--cflags", "--libs", "fftcore").split()
        if "libfftcore.a" not in os.listdir(os.path.join(self.prefix, "lib")):
            self.assertNotIn("fft", "".join(flags).replace("fftcore", ""), "nothing of others")
        self.run_line(*CXX, self.path("outside.cpp"), "-o", self.path("outside"), *flags)
        self.assertEqual(self.run_line(self.path("outside")), "16 32 16\n32 64 32\n16 32 16\n")
        if "libfftcore.a" not in os.listdir(os.path.join(self.prefix, "lib")):
            self.check_c()
        self.check_engines()

    def check_c(self):
        flags = self.run_line("pkg-config", "--cflags", "--libs", "fftcore-c").split()
        source = os.path.join(SOURCE, "samples/c_filter.c")
        self.run_line(*CC, "-std=c11", "-Wall", "-Werror", source, "-o", self.path("from_c"),
                      *flags)
        self.assertEqual(self.run_line(self.path("from_c"), "cpu"),
                         "16 32 16\n32 64 32\n16 32 16\n")

    def check_engines(self):
        """FFTW where its module is installed. Else the library's own engine; the log says why."""
        module = os.path.join(self.prefix, "lib/fftcore/libfftcore-fftw.so")
        self.environment["FFTCORE_LOG"] = "cpu"
        self.environment["FFTCORE_PLAN"] = "tile"  # few taps would need no engine
        if "fftcore-fftw" in self.installed:
            self.assertIn(" by fftw, ", self.run_line(self.path("outside")))
            os.rename(module, self.path("module"))
        said = self.run_line(self.path("outside"))
        self.assertIn(" by stockham, ", said)
        self.assertRegex(said, f"transforms are the library's own.* is not installed.*{module}")
        self.environment["FFTCORE_CPU_FFT"] = "fftw"
        refused = subprocess.run(self.path("outside"), env=self.environment, **OUTPUT)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("FFTCORE_CPU_FFT=fftw: FFTW's module is not installed", refused.stdout)
        for variable in ("FFTCORE_LOG", "FFTCORE_PLAN", "FFTCORE_CPU_FFT"):
            del self.environment[variable]
        if "fftcore-fftw" in self.installed:
            os.rename(self.path("module"), module)

    def check_plugin(self):
        shown = self.run_line("gst-inspect-1.0", "fftfilter")
        self.assertRegex(shown, rf"Filename +{self.prefix}/lib/gstreamer-1.0/libgstfftcore.so\n")

    def check_program(self, program):
        self.assertEqual(self.run_line("sh", "-c", "command -v " + program).strip(),
                         os.path.join(self.prefix, "bin", program))
        if program != "show_plan":
            self.assertIn("usage: " + program, self.run_line(program, "--help"))

    def test_prefix_of_gstreamer(self):
        root = self.path("root")
        self.configure("--prefix=" + (gstreamer("prefix") or "/usr"))
        self.assertNotIn("    export ", self.install("--destdir", root))
        found = files_below(root)
        self.assertLessEqual({"usr/lib/libfftcore.so", "usr/lib/pkgconfig/fftcore.pc",
                              "usr/share/doc/gst-fftcore/COPYING", "usr/include/fftcore/backend.h"},
                             found)
        if "gstfftcore" in self.installed:
            self.assertIn(gstreamer("pluginsdir").lstrip("/") + "/libgstfftcore.so", found)
        self.run_line("ninja", "-C", self.build, "uninstall")
        self.assertEqual(files_below(root), set())

    def test_pluginsdir(self):
        self.configure("--prefix=/opt/a", "-Dpluginsdir=/opt/b")
        if "gstfftcore" not in self.installed:
            self.skipTest("the plugin is not built")
        self.install("--destdir", self.path("root"))
        found = files_below(self.path("root"))
        self.assertLessEqual({"opt/b/libgstfftcore.so", "opt/a/lib/libfftcore.so"}, found)


if __name__ == "__main__":
    unittest.main(verbosity=2)
