# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads the files of results/, and formats tables of them."""
import decimal
import functools
import json
import os
import re

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "results")


@functools.cache
def text(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


@functools.cache
def parsed(name):
    """A file of JSON."""
    return json.loads(text(name))


def part(name, begin, end="\n\n"):
    """The text of a file after its first `begin`, up to `end`."""
    found = text(name).split(begin, 1)[1]
    return found.split(end, 1)[0]


def figure(value):
    """Three significant digits, and all that stand before the point."""
    exact = decimal.Decimal(str(value))
    places = max(0, 2 - exact.adjusted())
    rounded = exact.quantize(decimal.Decimal(1).scaleb(-places), decimal.ROUND_HALF_UP)
    if rounded.adjusted() > exact.adjusted() and places:
        rounded = rounded.quantize(decimal.Decimal(1).scaleb(1 - places))
    return f"{rounded:f}"


def table(heads, rows):
    """A table of Markdown. Numbers get three digits; texts stay as they are."""
    rows = [[cell if isinstance(cell, str) else "" if cell is None else figure(cell)
             for cell in row] for row in rows]
    lines = ["| " + " | ".join(line) + " |\n" for line in [list(heads), *rows]]
    lines.insert(1, "|" + "---|" * len(heads) + "\n")
    return "".join(lines).replace("|  |", "| |").replace("|  |", "| |")


def source(machine, command, *names):
    """What stands before a table: the machine, the date, the files and the command."""
    date = re.match(r"[\d-]{10}", names[0])[0]
    words = ("result", "and another", "and one more")
    links = ", ".join(f"[{word}](../results/{name})" for word, name in zip(words, names))
    return f"{machine}, {date} ({links}):\n\n    {command}\n\n"


def gpu(command, name, *more):
    """The same of a file of bench_cuda, which says what the machine is."""
    found = parsed(name)
    machine = f"{found['gpu']}, CUDA {found['cuda']}"
    return source(machine, command, name, *more)


def cases(name):
    """Of a file of bench_cuda: case -> {peer: row}, of what was timed."""
    return {case["name"]: {peer["peer"]: peer for peer in case["peers"]
                           if peer["status"] == "timed"}
            for case in parsed(name)["cases"]}


def problems(name):
    """case -> the text of its problem."""
    return {case["name"]: case["problem"] for case in parsed(name)["cases"]}


def times(name):
    """The same, medians in microseconds."""
    return {case: {peer: row["us"] for peer, row in peers.items()}
            for case, peers in cases(name).items()}


def families(name):
    """family -> [[case, ours, cuFFT's]] of a file of bench_cuda."""
    found = {}
    for case in parsed(name)["cases"]:
        us = {peer["peer"]: peer["us"] for peer in case["peers"] if peer["status"] == "timed"}
        if case["family"]:
            found.setdefault(case["family"], []).append((case["name"], us["fftcore"], us["cuFFT"]))
    return found


def benchmark_medians(name):
    """Of a file of Google Benchmark: case -> {peer: milliseconds}."""
    found = {}
    for row in parsed(name)["benchmarks"]:
        if row.get("aggregate_name") == "median":
            peer, case = row["run_name"].split("/")[:2]
            found.setdefault(case, {})[peer] = row["real_time"]
    return found


def filters(lines):
    """Lines of bench_filters: taps -> {"plan", "ours" and peers: milliseconds, "ratio"}."""
    found = {}
    for line in lines.strip().splitlines():
        taps, rest = re.match(r"\w+ (\S+)\s+(.*) \(turns", line).groups()
        words = rest.split()
        row = {peer: float(value) for peer, value in zip(words[::2], words[1::2])}
        found[taps] = {**row, "plan": words[0], "ours": row[words[0]], "ratio": words[-1]}
    return found
