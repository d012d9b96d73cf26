#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""kernels.py PROGRAM [--all] [--write]: holds the generated kernels of work.list against the tables
beside it, one for each GPU architecture: the plan, its launches, and of each kernel the registers,
the memory and the instructions by class. Kernels are compiled whose text has changed since the
table was written, or all of them (--all). --write writes the tables anew. README.md says more."""
import collections
import concurrent.futures
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = os.path.join(HERE, "work.list")
ARCHITECTURES = ("sm_75", "sm_87", "sm_90")
COMMAND = "tests/lane guard 'guard of kernels' --write"

# Classes of instructions by the first words of their names, in NVIDIA's documents of nvdisasm. The
# first class that has a name takes it.
CLASSES = [(name, re.compile(f"(?:{names})(?:\\.|$)")) for name, names in (
    ("move", r"IMAD\.MOV|U?MOV\d*|U?SEL|U?PRMT|C?S2U?R|R2UR|R2P|P2R|VOTEU?|PLOP3|UPLOP3|UP2UR"),
    ("matrix", r"[HIDBQ]?G?MMA|MOVM|WARPGROUP"),
    ("fma", r"FFMA|FFMA2|FFMA32I"),
    ("float", r"F(?:ADD2?|MUL2?|MNMX3?|SEL|SETP?|CHK|SWZADD)(?:32I)?|FMUL32I|FADD32I"),
    ("half", r"H(?:ADD2|FMA2|MUL2|SETP?2|MNMX2)(?:_32I)?"),
    ("double", r"D(?:ADD|FMA|MUL|SETP|MNMX)"),
    ("special", r"MUFU"),
    ("convert", r"[FI]2[FI]P?|F2FP|I2FP|F2IP|FRND|U[FI]2[FI]P?"),
    ("integer", r"U?(?:IADD3?|IMAD|IMUL|IMNMX|VIMNMX3?|VIADD|VIADDMNMX|ISETP|ICMP|ISCADD|LEA|LOP3?|"
                r"SHF|SHL|SHR|POPC|FLO|BFE|BFI|BMSK|BREV|IABS|IDP|SGXT|VABSDIFF4?|XMAD|LEPC)"),
    ("load", r"LDG?"),
    ("store", r"STG?"),
    ("copy", r"LDGSTS|UBLKCP|UTMA\w+"),
    ("shared-load", r"LDSM?"),
    ("shared-store", r"STSM?"),
    ("local-load", r"LDL"),
    ("local-store", r"STL"),
    ("constant", r"U?LDCU?"),
    ("atomic", r"ATOMS?G?|RED|REDUX|CREDUX"),
    ("shuffle", r"SHFL|MATCH"),
    ("barrier", r"U?BAR|DEPBAR|LDGDEPBAR|LDGSTS_DEPBAR|MEMBAR|WARPSYNC|ERRBAR|CCTL|ACQBULK|PREEXIT|"
                r"SYNCS|FENCE"),
    ("branch", r"BRA|BRX|BRXU|JMP|JMX|CALL|RET|EXIT|BSSY|BSYNC|BREAK|BMOV|YIELD|RPCMOV|KILL"),
)]
WITH_BYTES = ("load", "store", "shared-load", "shared-store", "local-load", "local-store", "copy")
WIDTHS = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}
INSTRUCTION = re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)", re.M)

# What a plan says of a launch, and what compilers say of its kernel.
Launch = collections.namedtuple("Launch", "work plan launch blocks threads shared hash")


def class_of(instruction):
    for name, pattern in CLASSES:
        if not pattern.match(instruction):
            continue
        if name not in WITH_BYTES:
            return name
        words = instruction.split(".")[1:]
        return f"{name}.{next((WIDTHS[word] for word in words if word in WIDTHS), 4)}"
    return "other"


def counted(disassembly):
    """Instructions of a kernel by class, as text. What pads its end does not count."""
    instructions = [one for one in INSTRUCTION.findall(disassembly) if one != "NOP"]
    if not instructions:
        raise RuntimeError("nvdisasm shows no instruction:\n" + disassembly[:2000])
    classes = collections.Counter(map(class_of, instructions))
    return f"{len(instructions)} instructions: " + ", ".join(
        f"{name} {count}" for name, count in sorted(classes.items()))


def nvdisasm():
    found = os.environ.get("FFTCORE_TEST_NVDISASM") or shutil.which("nvdisasm")
    if not found:
        raise RuntimeError("no nvdisasm; tests/setup guard installs it from PyPI")
    return found


def planned(program, architecture):
    """The launches of all work."""
    return [Launch(*line.split("\t")) for line in subprocess.check_output(
        [program, LIST, architecture], text=True).splitlines()]


def compiled(program, architecture, wanted):
    """What compilers say of the texts with these hashes, and which NVRTC it was."""
    if not wanted:
        return {}, None
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, LIST, architecture, folder], check=True, text=True,
                              stdout=subprocess.PIPE, input="\n".join(sorted(wanted)))

        def read(line):
            name, registers, stack = line.split("\t")
            path = os.path.join(folder, name + ".cubin")
            text = subprocess.check_output([nvdisasm(), path], text=True)
            with open(path, "rb") as file:
                version = re.search(rb"Cuda compilation tools, release [^\0]*V([0-9.]+)",
                                    file.read())
            usage = f"{registers} registers | {stack} on the stack | {counted(text)}"
            return name, usage, version.group(1).decode()

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(read, done.stdout.splitlines()))
    return {name: usage for name, usage, _ in results}, results[0][2]


def disassembler():
    text = subprocess.check_output([nvdisasm(), "--version"], text=True)
    return re.search(r"V([0-9.]+)", text).group(1)


def row(launch, usage):
    return (f"{launch.work} | {launch.plan} | {launch.launch} | {launch.blocks} blocks | "
            f"{launch.threads} threads | {launch.shared} shared | {usage} | {launch.hash}")


def path_of(architecture):
    return os.path.join(HERE, "tables", architecture + ".txt")


def table(architecture):
    """Head and rows of a table. Without one they are empty."""
    try:
        with open(path_of(architecture), encoding="utf-8") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return [], []
    return ([line for line in lines if line.startswith("#")],
            [line for line in lines if not line.startswith("#")])


def usage_of(line):
    """Hash of a row, and what compilers said."""
    fields = line.split(" | ")
    return fields[-1], " | ".join(fields[-4:-1])


def head(version):
    return ["# What NVIDIA's compiler makes of the generated kernels; README.md says how to read "
            "it. To write it anew:",
            f"#     {COMMAND}",
            f"# NVRTC {version}, nvdisasm {disassembler()}"]


class Guard:
    """The table of an architecture, and what the kernels are now."""

    def __init__(self, program, architecture, launches, everything):
        self.architecture = architecture
        self.head, self.rows = table(architecture)
        known = dict(map(usage_of, self.rows))
        needed = {one.hash for one in launches}
        found, version = compiled(program, architecture,
                                  needed if everything else needed - set(known))
        self.compiled = len(found)
        self.new_head = head(version) if version else self.head
        self.has_other_compilers = bool(self.rows) and self.new_head != self.head
        known.update(found)
        self.new_rows = sorted(row(one, known[one.hash]) for one in launches)

    def write(self):
        with open(path_of(self.architecture), "w", encoding="utf-8") as file:
            file.write("\n".join(self.new_head + self.new_rows) + "\n")

    def complain(self):
        """Prints what differs from the table; returns whether anything does."""
        if self.has_other_compilers:
            print(f"{path_of(self.architecture)} is of {self.head[-1][2:]}; here are "
                  f"{self.new_head[-1][2:]}. Name the table's NVRTC by FFTCORE_NVRTC, or write "
                  "the table anew.")
        changes = list(difflib.unified_diff(self.rows, self.new_rows,
                                            f"{self.architecture}, table",
                                            f"{self.architecture}, now", n=0, lineterm=""))
        print("".join(f"{line}\n" for line in changes), end="")
        return self.has_other_compilers or bool(changes)


def main(program, *words):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        plans = list(pool.map(lambda one: planned(program, one), ARCHITECTURES))
    guards = []
    for architecture, launches in zip(ARCHITECTURES, plans):
        guard = Guard(program, architecture, launches, "--all" in words)
        if "--write" in words:
            if guard.has_other_compilers:
                guard = Guard(program, architecture, launches, True)
            guard.write()
        guards.append(guard)
    failed = "--write" not in words and any([guard.complain() for guard in guards])
    print(f"{sum(len(guard.new_rows) for guard in guards)} kernels, "
          f"{sum(guard.compiled for guard in guards)} texts of them compiled")
    if failed:
        print("\nKernels have changed. If you wanted that, and if nothing above is slower, write "
              f"the tables anew, read the difference, and commit it:\n    {COMMAND}\n"
              "    git diff tests/guard")
    return 1 if failed else 0


sys.exit(main(*sys.argv[1:]))
