#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""messages.py NAME: the element messages of that name in what `gst-launch-1.0 -m` prints, each as a
line of JSON. The field "element" is the name of the element that posted it, as `name=man1` gives
it. Reads standard input; times in seconds.

    stdbuf -oL gst-launch-1.0 -m ... ! fftcorrelate ... ! fakesink | python3
    pipelines/lib/messages.py fftcorrelate
"""
import json
import re
import sys

TIMES = ("timestamp", "stream-time", "running-time", "duration")
UNKNOWN_TIME = 2**64 - 1
FIELD = re.compile(r"([\w-]+)=\((\w+)\)(\"(?:[^\"\\]|\\.)*\"|\{[^}]*\}|<[^>]*>|[^,;]+)")


def value_of(kind, text):
    if text.startswith("<"):  # an array
        return [value_of(kind, item) for item in re.findall(r"[^\s<>,]+", text)]
    if kind in ("double", "float"):
        return float(text)
    if kind in ("int", "uint", "gint64", "guint64", "int64", "uint64"):
        return int(text)
    if kind == "boolean":
        return text.strip() == "true"
    if kind == "structure":  # or a list of them, each as quoted text
        return [fields_of(item.replace("\\", ""))
                for item in re.findall(r"\"((?:[^\"\\]|\\.)*)\"", text)]
    return text.strip('"')


def fields_of(text):
    fields = {name: value_of(kind, value) for name, kind, value in FIELD.findall(text)}
    for name in TIMES:
        if name in fields:
            fields[name] = None if fields[name] == UNKNOWN_TIME else fields[name] / 1e9
    return fields


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    message = re.compile(rf'Got message #\d+ from element "(.*?)" \(\w+\): '
                         rf"{re.escape(sys.argv[1])}, (.*)")
    for line in sys.stdin:
        if found := message.match(line):
            name, fields = found.groups()
            print(json.dumps({"element": name, **fields_of(fields)}), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(1)
