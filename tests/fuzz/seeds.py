#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""seeds.py unpack FOLDER: writes the seeds of all targets from seeds.tar.xz to FOLDER/TARGET.
seeds.py pack FOLDER: writes seeds.tar.xz anew from such a folder. The same seeds give the same
archive: names are sorted, and times and owners are left out."""
import io
import lzma
import os
import shutil
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
ARCHIVE = os.path.join(HERE, "seeds.tar.xz")


def is_seed(name):
    """Whether this is TARGET/FILE, TARGET having a source beside this script."""
    target, _, file = name.partition("/")
    return bool(file) and "/" not in file and os.path.isfile(os.path.join(HERE, target + ".cpp"))


def write_members(archive, folder):
    for member in archive:
        if not member.isfile() or not is_seed(member.name):
            sys.exit(f"{ARCHIVE}: {member.name} is no seed of a target")
        path = os.path.join(folder, member.name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file, archive.extractfile(member) as content:
            shutil.copyfileobj(content, file)


def unpack(folder):
    """Writes the seeds to a folder, whatever it had before."""
    shutil.rmtree(folder, ignore_errors=True)
    try:
        with tarfile.open(ARCHIVE, "r:xz") as archive:
            write_members(archive, folder)
    except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
        sys.exit(f"{ARCHIVE} is damaged: {error}")


def pack(folder):
    names = sorted(os.path.relpath(os.path.join(inner, file), folder)
                   for inner, _, files in os.walk(folder) for file in files)
    wrong = [name for name in names if not is_seed(name)]
    if wrong or not names:
        sys.exit(f"{folder}: {wrong[0] if wrong else 'nothing here'} is no seed of a target")
    with tarfile.open(ARCHIVE, "w:xz", format=tarfile.USTAR_FORMAT, preset=9) as archive:
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def main():
    steps = {"pack": pack, "unpack": unpack}
    if len(sys.argv) != 3 or sys.argv[1] not in steps:
        sys.exit(__doc__)
    steps[sys.argv[1]](sys.argv[2])


if __name__ == "__main__":
    main()
