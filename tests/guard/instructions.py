#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""instructions.py PROGRAM [--write]: counts the instructions of the CPU's hot paths in paths.list,
and holds them against instructions.txt. More than 3 % off fails, in both directions. --write writes
the table anew. README.md says more."""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = os.path.join(HERE, "paths.list")
TABLE = os.path.join(HERE, "tables", "instructions.txt")
COMMAND = "tests/lane guard 'guard of instructions' --write"
BOUND = 0.03


def paths():
    with open(LIST, encoding="utf-8") as file:
        return [line for line in file.read().splitlines() if line and not line.startswith("#")]


def environment():
    """Nothing of it changes what is planned. Meson has malloc() fill memory, which would count."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FFTCORE_")}
    return {**kept, "FFTCORE_TUNE": "0", "FFTCORE_CACHE": "off", "MALLOC_PERTURB_": "0"}


def counted(program, chosen):
    """Instructions of these paths, counted in one process."""
    with tempfile.TemporaryDirectory() as folder:
        listed = os.path.join(folder, "list")
        with open(listed, "w", encoding="utf-8") as file:
            file.write("\n".join(chosen) + "\n")
        subprocess.run(["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no",
                        f"--callgrind-out-file={folder}/out", program, listed], check=True,
                       env=environment())
        counts = {}
        for path in glob.glob(folder + "/out.*"):
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            trigger = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
            total = re.search(r"^(?:summary|totals): (\d+)", text, re.M)
            if trigger and total:
                counts[trigger.group(1)] = int(total.group(1))
    missing = set(chosen) - set(counts)
    if missing:
        raise RuntimeError(f"callgrind did not count these: {sorted(missing)}")
    return counts


def all_counts(program):
    """In as many processes as there are cores, each with its share of the list."""
    count = os.cpu_count()
    shares = [share for share in (paths()[i::count] for i in range(count)) if share]
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        for some in pool.map(lambda share: counted(program, share), shares):
            counts.update(some)
    return counts


def table():
    """Compiler of the table, and its counts."""
    with open(TABLE, encoding="utf-8") as file:
        lines = file.read().splitlines()
    compiler = next(line[len("# Compiler: "):] for line in lines
                    if line.startswith("# Compiler: "))
    rows = (line.split(" ", 1) for line in lines if not line.startswith("#"))
    return compiler, {path: int(count) for count, path in rows}


def write(compiler, counts):
    with open(TABLE, "w", encoding="utf-8") as file:
        file.write("# Instructions of the CPU's hot paths, by callgrind; README.md says how to "
                   "read it. To write it anew:\n"
                   f"#     {COMMAND}\n# Compiler: {compiler}\n")
        for path in paths():
            file.write(f"{counts[path]} {path}\n")


def main(program, *words):
    compiler = subprocess.check_output([program, "--compiler"], text=True).strip()
    if "--write" in words:
        write(compiler, all_counts(program))
        return 0
    of_table, known = table()
    if compiler != of_table:
        print(f"The table is of {of_table}, and this was built by {compiler}: counts of two "
              f"compilers say nothing about the code. Build it by Debian 12's, or, if Debian's has "
              f"changed, write the table anew:\n    {COMMAND}")
        return 1
    counts = all_counts(program)
    failed = 0
    for path in sorted(set(known) | set(counts)):
        old, new = known.get(path), counts.get(path)
        if old is None or new is None:
            print(f"{'not in the table' if old is None else 'only in the table'}: {path}")
            failed += 1
        elif abs(new / old - 1) > BOUND:
            print(f"{path}: {new} instructions; the table has {old}, {new / old - 1:+.1%}")
            failed += 1
    print(f"{len(counts)} paths, {failed} of them off by more than {BOUND:.0%}")
    if failed:
        print(f"\nMore instructions are a loss to explain, fewer are a gain to keep. If you wanted "
              f"that, write the table anew, read the difference, and commit it:\n    {COMMAND}\n"
              "    git diff tests/guard")
    return 1 if failed else 0


sys.exit(main(*sys.argv[1:]))
