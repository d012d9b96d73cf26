#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""pipelines/lib reads a file out of a package's stream, and no further; it refuses what has another
checksum; it shows how far a command is, and keeps its lines and its exit status."""
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile

STREAM = os.path.abspath("pipelines/lib/stream_deb.py")
MEMBER = "./usr/share/doc/wanted.bin"


def wanted():
    return hashlib.sha256(b"seed").digest() * 2000


def package(end):
    """A .deb with the file and, if end is false, without what follows it."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        for name, data in (("./first", b"1" * 777), (MEMBER, wanted()), ("./last", bytes(1 << 20))):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    data = tar.getvalue()
    members = b"!<arch>\n"
    for name, content in ((b"debian-binary", b"2.0\n"), (b"control.tar", b"odd"),
                          (b"data.tar", data)):
        members += b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" % (name, 0, 0, 0, 0o644, len(content))
        members += content + b"\n" * (len(content) % 2)
    return members if end else members[:-(900 << 10)]


def stream(folder, content, sha256):
    """Runs stream_deb.py with an apt-get that names a file of this content."""
    deb, output = os.path.join(folder, "p.deb"), os.path.join(folder, "output")
    with open(deb, "wb") as file:
        file.write(content)
    with open(os.path.join(folder, "apt-get"), "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\necho \"'file://{deb}' p.deb {len(content)} SHA256:0\"\n")
    os.chmod(file.name, 0o755)
    done = subprocess.run([sys.executable, STREAM, "p", MEMBER, output, sha256], text=True,
                          env=os.environ | {"PATH": folder + ":" + os.environ["PATH"]},
                          capture_output=True, check=False)
    result = None
    if os.path.exists(output):
        with open(output, "rb") as file:
            result = file.read()
        os.remove(output)
    return done.returncode, result, done.stderr


def check_stream():
    right = hashlib.sha256(wanted()).hexdigest()
    wrong = hashlib.sha256(b"another").hexdigest()
    with tempfile.TemporaryDirectory() as folder:
        for content in (package(True), package(False)):
            code, result, said = stream(folder, content, right)
            if code != 0 or result != wanted():
                yield f"stream_deb.py does not find the file: {said}"
        for content, sha256, word in ((package(True), wrong, "not what it was"),
                                      (package(False)[:20000], right, ""),
                                      (b"<html>" * 99, right, "no Debian package")):
            code, result, said = stream(folder, content, sha256)
            if code != 1 or result is not None or word not in said or said.count("\n") > 1:
                yield f"stream_deb.py gives {code} and says '{said}' where it should refuse"


def shell(script):
    script = f"set -euo pipefail; . pipelines/lib/progress.sh; {script}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def check_progress():
    # A line that comes in two parts, more than a second apart, and one without an end.
    slow = "{ printf 'one li'; sleep 1.2; printf 'ne\\ntwo'; }"
    fails = "patiently $log wait sh -c 'echo a; exit 3'"
    for script, expected in (
            (f"got() {{ [ $# -eq 0 ] || echo \"<$1>\"; }}; {slow} | each_line got",
             (0, "<one line>\n<two>\n")),
            (f"log=$(mktemp); {fails} || echo failed; cat $log; rm $log",
             (0, "  wait, 0 s\nfailed\na\n")),
            ("room / 1 it; room / 999999999 it; echo went on", (1, ""))):
        result = shell(script)
        if result != expected:
            yield f"progress.sh: {script} gives {result}, not {expected}"


def main():
    errors = [*check_stream(), *check_progress()]
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


sys.exit(main())
