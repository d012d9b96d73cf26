#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Includes point one way, as modules.py says: fftcore's modules downward, plugins and samples to
fftcore's public headers alone, headers of others from their own place, and no header to itself."""
import functools
import os
import re

import modules
import sources

INCLUDE = re.compile(r"^\s*#\s*include\s*([<\"])([^>\"]+)[>\"]", re.MULTILINE)
# What meson.build files put into the search path outside fftcore, besides the file's own folder.
# Shared by all programs, and by the elements: of the library it needs public headers alone.
FOR_PROGRAMS = "fftcore/tools/whole_file.h"
FOR_PICTURES = "fftcore/pictures/"
OUTSIDE = {"plugins": ("plugins", "fftcore/pictures"),
           "samples": ("samples/common", "fftcore/tools", "fftcore/pictures", "tests/oracle")}


@functools.cache
def includes(path):
    """Pairs of the kind of bracket and the name, as they stand in a file."""
    return INCLUDE.findall(sources.read(path))


@functools.cache
def known():
    return set(sources.headers())


@functools.cache
def in_modules(name):
    """Every header of a module of fftcore that this name may mean."""
    return [path for module in (*modules.LEVEL, *modules.OUTER)
            if (path := f"{modules.ROOT}/{module}/{name}") in known()]


def resolved(path, name):
    """The project's header that a file gets by that name, or nothing."""
    if name.startswith("fftcore/"):
        public = "fftcore/include/" + name
        return public if public in known() else None
    folder = os.path.dirname(path)
    beside = os.path.normpath(os.path.join(folder, name))
    if beside in known():
        return beside
    top = path.split("/")[0]
    for outside in OUTSIDE.get(top, ()):
        if f"{outside}/{name}" in known():
            return f"{outside}/{name}"
    found = in_modules(name)
    return found[0] if found else None


def wrong_vendor(path, name):
    for beginning, folders in modules.VENDORS.items():
        if name.startswith(beginning):
            return not path.startswith(tuple(folder + "/" for folder in folders))
    return False


def wrong_in_fftcore(path, name, target):
    if target.startswith(modules.PUBLIC + "/"):
        return None
    if path.startswith(modules.PUBLIC + "/"):
        return "public headers include public headers only"
    module, other = modules.module_of(path), modules.module_of(target)
    if len(in_modules(name)) > 1:
        return "several modules have a header of that name"
    if module is None or other is None:
        return "modules.py does not know this folder"
    if not modules.may_include(module, other):
        return f"{module} lies below {other} or beside it"
    return None


def wrong_in_plugins(path, target):
    """plugin.cpp, which lies above all folders, may include any of them."""
    folder, other = path.split("/")[1], target.split("/")[1]
    if path.count("/") > 1 and not modules.plugin_may_include(folder, other):
        return f"plugins/{folder} lies below plugins/{other} or beside it"
    return None


def wrong(path, bracket, name):
    """What is wrong with an include of fftcore, the plugins or the samples, or nothing."""
    target = resolved(path, name)
    if bracket == "<" and not name.startswith("fftcore/") or target is None and bracket == "<":
        return "belongs elsewhere, see VENDORS" if wrong_vendor(path, name) else None
    if target is None:
        return "no such header in the project"
    if path.startswith("fftcore/"):
        return wrong_in_fftcore(path, name, target)
    if path.startswith("samples/") and target == FOR_PROGRAMS:
        return None
    if path.startswith(("samples/", "plugins/")) and target.startswith(FOR_PICTURES):
        return None
    if target.startswith("fftcore/") and not target.startswith(modules.PUBLIC + "/"):
        return "of fftcore only <fftcore/...> may be included"
    if target.split("/")[0] not in (path.split("/")[0], "fftcore") and not (
            path.startswith("samples/") and target.startswith("tests/oracle/")):
        return "belongs to another part of the project"
    if target.startswith(modules.PLUGIN_ROOT + "/"):
        return wrong_in_plugins(path, target)
    return None


def cycles():
    """Headers that include themselves by way of others, each ring once."""
    done = set()

    def visit(path, trail):
        if path in trail:
            yield " -> ".join(trail[trail.index(path):] + [path])
            return
        if path in done:
            return
        for bracket, name in includes(path):
            target = resolved(path, name) if bracket == '"' or name.startswith("fftcore/") else None
            if target:
                yield from visit(target, trail + [path])
        done.add(path)

    for header in sources.headers():
        yield from visit(header, [])


def shown_folders():
    """What each inc_... of fftcore/meson.build shows: a module with its folders, or one folder."""
    root = sources.read(f"{modules.ROOT}/meson.build")
    found = re.findall(r"^(inc_\w+) = include_directories\(([^)]*)\)", root, re.MULTILINE)
    drivers = {f"inc_{os.path.basename(one)}": [one] for one in modules.DRIVERS}
    return drivers | {"inc_drivers": list(modules.DRIVERS)} | {
        name: re.findall(r"'([^']+)'", folders) for name, folders in found}


def meson_problems():
    """meson.build files show each module the folders that it may include, and no others."""
    folders = shown_folders()
    shown = {folder for one in folders.values() for folder in one} - {"include"}
    for module in sorted(shown ^ {*modules.LEVEL, *modules.OUTER}):
        yield f"fftcore/meson.build and tests/style/modules.py do not both have module {module}"
    for module in (*modules.LEVEL, *modules.OUTER):
        recipe = f"{modules.ROOT}/{module}/meson.build"
        if recipe not in sources.tracked():
            continue
        for number, text in sources.lines(recipe):
            for name in re.findall(r"\binc_\w+", text):
                others = [one for one in folders.get(name, ()) if one != "include"]
                if not all(modules.may_include(module, one) for one in others):
                    yield f"{recipe}:{number}: {name} is not for {module}, which lies lower"


def main():
    problems = []
    for path in sources.cpp():
        if path.split("/")[0] not in (modules.ROOT, *OUTSIDE):
            continue
        for bracket, name in includes(path):
            what = wrong(path, bracket, name)
            if what:
                problems.append(f"{path}: {name}: {what}")
    problems += [f"headers include each other: {ring}" for ring in cycles()]
    sources.finish(problems + list(meson_problems()))


main()
