# SPDX-License-Identifier: LGPL-2.1-or-later
"""Programs that are to fail: what they read, write and print, and their runs in folders of their
own."""
import os
import resource
import shutil
import subprocess
import tempfile
from typing import Callable, Dict, NamedTuple, Optional, Tuple

NOBODY = 65534
LOADER = 127
"""The status of a program whose libraries could not be loaded."""


class Program(NamedTuple):
    name: str
    words: Tuple[str, ...]
    """The command line after the program. {out} is the result."""
    out: str = ""
    """The name of the result, where there is one."""
    reads: str = ""
    """The file that is damaged."""
    prints: bool = False
    command: Tuple[str, ...] = ()
    """What starts it; by default its name in FFTCORE_SAMPLES."""
    only: Tuple[str, ...] = ()
    """The ways that are tried; by default all."""
    expected: Dict[str, tuple] = {}
    """Where a way ends otherwise: its statuses."""
    environment: Dict[str, str] = {}
    leaves_part: bool = False
    """Whether lines are written as they come, so that those before an error stay."""
    needs_device: bool = False
    """Whether it fails where there is no device, or no compiler, for it."""


class Done(NamedTuple):
    status: int
    output: Optional[bytes]
    """None where nobody could read it."""
    errors: str


class Case:
    """A program in a folder of its own, which has all inputs."""

    def __init__(self, program: Program, inputs: str, samples: str):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="failures-")
        os.chmod(self.folder, 0o755)
        shutil.copytree(inputs, self.folder, dirs_exist_ok=True)
        self.inputs = set(self.names())
        self.out = os.path.join(self.folder, program.out) if program.out else ""
        self.command = program.command or (os.path.join(samples, program.name),)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["chmod", "-R", "u+rwX", self.folder], check=False)
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def names(self):
        return sorted(os.path.relpath(os.path.join(folder, name), self.folder)
                      for folder, _, names in os.walk(self.folder) for name in names)

    def start(self, limits: Callable = lambda: None, more=(), user=None, environment=None,
              stdout=subprocess.PIPE):
        words = [word.replace("{out}", self.out).replace("{in}", self.folder)
                 for word in self.program.words]
        # One thread, one FFT and no OpenCL, so that results are the same ones to the last bit.
        variables = {**os.environ, "FFTCORE_THREADS": "1", "FFTCORE_CACHE": "off",
                     "FFTCORE_CPU_FFT": "stockham", "OCL_ICD_VENDORS": self.folder,
                     "HOME": self.folder, **self.program.environment, **(environment or {})}
        variables = {name: value for name, value in variables.items() if value is not None}
        return subprocess.Popen([*self.command, *words, *more], cwd=self.folder, stdout=stdout,
                                stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=variables,
                                preexec_fn=limits, user=user)

    def run(self, *arguments, **how) -> Done:
        process = self.start(*arguments, **how)
        output, errors = process.communicate(timeout=120)
        return Done(process.returncode, output, errors.decode(errors="replace"))

    def result(self):
        if not self.out or not os.path.isfile(self.out):
            return None
        with open(self.out, "rb") as file:
            return file.read()


def by_somebody(case, limits=lambda: None):
    """Runs of a user who is not root; none where folders above the program do not let one through.
    """
    user = None
    if os.geteuid() == 0:
        user, path = NOBODY, case.command[-1]
        if subprocess.run(["test", "-r", path], user=user, check=False).returncode != 0:
            return
    yield case.run(limits, user=user)


def limited(kind, value):
    return lambda: resource.setrlimit(kind, (value, resource.getrlimit(kind)[1]))


def stdout_to(path):
    def limits():
        os.dup2(os.open(path, os.O_WRONLY), 1)
    return limits
