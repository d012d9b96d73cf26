# SPDX-License-Identifier: LGPL-2.1-or-later
"""The table of figures/gpus.md on what tests/gpu/fast compares with: the files of guard/."""
import glob
import json
import os
import statistics

from result_files import table

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "guard")


def guard():
    rows = []
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.json"))):
        with open(path, encoding="utf-8") as file:
            of_card = json.load(file)
        cases = of_card["cases"]
        of_peer = {name: case["of_peer"] for name, case in cases.items() if "of_peer" in case}
        least = min(of_peer, key=of_peer.get)
        plans = [case["of_plan"] for case in cases.values() if "of_plan" in case]
        rows.append([f"[{of_card['gpu']}](../guard/{os.path.basename(path)})", of_card["commit"],
                     str(len(cases)), statistics.geometric_mean(of_peer.values()), of_peer[least],
                     least, min(plans)])
    heads = ("GPU", "commit", "works", "ratio to the fastest peer, mean", "least", "which",
             "time of the best other plan, least")
    return "    tests/gpu/fast --write FILE\n\n" + table(heads, rows)


TABLES = {"guard": guard}
