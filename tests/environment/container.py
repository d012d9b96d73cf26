# SPDX-License-Identifier: LGPL-2.1-or-later
"""A container of the test's own, in which it runs programs as an ordinary user.

Namespaces of user, mounts and processes (user_namespaces(7)) make it, so it takes no rights and
leaves nothing behind. Its root is a tmpfs, with the system's folders below.
"""
import os
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
# Any that is not root's and that nobody is likely to have.
UNPRIVILEGED = 54321
OF_THE_SYSTEM = ("bin", "dev", "etc", "lib", "lib32", "lib64", "opt", "sbin", "usr")
# The system's /tmp: a folder of another user that this one may write to.
OTHERS = "/others"
# What the tests were given to run lies here.
STAGE = "/stage"
MARK = "FFTCORE_CONTAINER_STAGE"

NAMESPACES = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child",
              "--mount-proc"]
# An ordinary user without any rights, which a process has from its first exec on.
ORDINARY = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
# Process 1 of one more container on the same files.
FIRST_PROCESS = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]


def run(*command):
    subprocess.run(command, check=True)


def unprivileged():
    """What gives root's rights up. An ordinary user has none to give."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={UNPRIVILEGED}", f"--regid={UNPRIVILEGED}", "--clear-groups",
            "--inh-caps=-all"]


def enter(files):
    """Goes on in a new container, which has `files` (path below STAGE: file) in STAGE. The first
    call, outside, starts the program anew in there and ends as that ends; the second builds the
    container's root. 77: the system gives no namespaces."""
    if MARK in os.environ:
        build_root(os.environ[MARK])
        return
    probe = subprocess.run([*unprivileged(), *NAMESPACES, *FIRST_PROCESS, *ORDINARY, "true"],
                           stderr=subprocess.PIPE, text=True, check=False)
    if probe.returncode != 0:
        print("skipped: no namespaces for an ordinary user here:", probe.stderr.strip())
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="fftcore-environment-") as stage:
        os.chmod(stage, 0o755)
        for name, file in files.items():
            copy = os.path.join(stage, name)
            os.makedirs(os.path.dirname(copy), mode=0o755, exist_ok=True)
            shutil.copy(file, copy)
            os.chmod(copy, 0o755)
        # The build folder may be one that only its owner reads.
        program = os.path.join(stage, os.path.basename(sys.argv[0]))
        ended = subprocess.run([*unprivileged(), *NAMESPACES, sys.executable, "-B", program,
                                *sys.argv[1:]], env={**os.environ, MARK: stage}, cwd="/",
                               check=False)
    sys.exit(ended.returncode)


def build_root(stage):
    """A new root with the system's folders, as containers have them."""
    run("mount", "-t", "tmpfs", "-o", "mode=755", "root", "/mnt")
    for name in OF_THE_SYSTEM:
        here, there = f"/{name}", f"/mnt/{name}"
        if os.path.islink(here):
            os.symlink(os.readlink(here), there)
        elif os.path.isdir(here):
            os.mkdir(there)
            run("mount", "--rbind", here, there)
    for here, there in (("/tmp", OTHERS), (stage, STAGE), ("/proc", "/proc")):
        os.mkdir("/mnt" + there)
        run("mount", "--rbind", here, "/mnt" + there)
    for name in ("tmp", "outside"):
        os.mkdir(f"/mnt/{name}")
    run("pivot_root", "/mnt", "/mnt/outside")
    os.chdir("/")
    run("umount", "--lazy", "/outside")
    os.rmdir("/outside")


def files_of(*roots):
    """Files and folders below each root, without what is mounted there."""
    found = set()
    for root in roots:
        device = os.lstat(root).st_dev
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders
                          if os.lstat(os.path.join(folder, name)).st_dev == device]
            found.update(os.path.join(folder, name) for name in folders + files)
    return found
