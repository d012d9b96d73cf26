# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line: one piece of work over many files, its progress, and what failed."""
import argparse
import os
import sys
from typing import List, Optional, Sequence, Tuple

from . import schedulers
from .files import ENDINGS, UsageError, is_there, listing_of, remove_parts
from .needs import needed
from .options import OPERATIONS, operation_of
from .task import ALL_PAGES, Task
from .velocities import tasks_of

tqdm = needed("tqdm").tqdm
DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
_LINE_SECONDS = 30


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fftcore.batch", allow_abbrev=False,
        description="Does one piece of work on many images. Folders below an input are kept below "
        "the output. A result is there whole or not at all.")
    parser.add_argument("--scheduler", default="local", metavar="none|local|ADDRESS",
                        help="who works: this process, processes of this machine (default), or a "
                        "scheduler of Dask's, as in tcp://10.0.0.1:8786")
    parser.add_argument("--jobs", type=int, metavar="N",
                        help="how many processes, with scheduler local (one a core)")
    parser.add_argument("--keep-going", action=argparse.BooleanOptionalAction, default=True,
                        help="whether a file that fails does not end the others (it does not)")
    parser.add_argument("--resume", action="store_true", help="skip results that are there")
    parser.add_argument("--memory", type=int, default=512, metavar="MIB", help="about how much one "
                        "image may take; larger TIFF and Zarr go by parts (%(default)s)")
    parser.add_argument("--page", metavar="N|all", help="which page, of TIFFs that have several, "
                        "from 1; all: each, into one TIFF, or a line of JSON each")
    parser.add_argument("--no-progress", action="store_true", help="show no bar")
    operations = parser.add_subparsers(dest="operation", required=True, metavar="OPERATION")
    for word, (add_options, _, purpose) in OPERATIONS.items():
        one = operations.add_parser(word, help=purpose, description=purpose, allow_abbrev=False)
        add_options(one)
        if word not in ("match", "piv", "register"):
            one.add_argument("--ending", metavar=".WORD", help="of results, and so their format "
                             "(that of each image)")
        one.add_argument("inputs", nargs="+", metavar="INPUT", help="files, folders, or patterns "
                         "such as 'scans/**/*.png'")
        one.add_argument("output", metavar="OUTPUT", help="the folder of the results")
    return parser


def _page(word: Optional[str]) -> int:
    """Task's page."""
    if word is None or word == "all":
        return 0 if word is None else ALL_PAGES
    if not word.isascii() or not word.isdigit() or int(word) < 1:
        raise UsageError(f"--page is {word}; 1 and more, and all, are allowed")
    return int(word)


def _check(words: argparse.Namespace) -> None:
    if words.jobs is not None and (words.jobs < 1 or words.scheduler != "local"):
        raise UsageError(f"--jobs is {words.jobs} with scheduler {words.scheduler}; 1 and more are "
                         "allowed, with scheduler local")
    if words.memory < 1:
        raise UsageError(f"--memory is {words.memory}; 1 MiB and more are allowed")
    words.page = _page(words.page)
    if words.scheduler not in ("none", "local") and ":" not in words.scheduler:
        raise UsageError(f"--scheduler is '{words.scheduler}'; none, local and HOST:PORT are "
                         "allowed")
    ending = getattr(words, "ending", None)
    if ending is not None and ending not in ENDINGS:
        raise UsageError(f"--ending is '{ending}'; one of {' '.join(ENDINGS)} is expected")


def _work(words: argparse.Namespace, tasks: Sequence[Task]) -> schedulers.Done:
    if words.scheduler == "none":
        return schedulers.in_this_process(tasks)
    if words.scheduler == "local":
        jobs = words.jobs or len(os.sched_getaffinity(0))
        return schedulers.on_this_machine(tasks, jobs)
    return schedulers.on_dask(tasks, words.scheduler)


_Told = List[Tuple[str, str]]
"""Files, and what is to be told of each."""


def _run(words: argparse.Namespace, tasks: Sequence[Task]) -> Tuple[int, _Told, _Told]:
    """How many tasks were done, of which there are warnings, and which failed and why."""
    done = 0
    warnings: _Told = []
    failures: _Told = []
    # A bar on a terminal; elsewhere a line now and then.
    seconds = 0.1 if sys.stderr.isatty() else _LINE_SECONDS
    with tqdm(total=len(tasks), unit="file", mininterval=seconds,
              disable=words.no_progress or not tasks) as bar:
        work = _work(words, tasks) if tasks else iter(())
        try:
            for task, outcome in work:
                bar.update()
                if outcome.failure is None:
                    done += 1
                    warnings += [(task.name, warning) for warning in outcome.warnings]
                    continue
                failures.append((task.name, outcome.failure))
                if not words.keep_going:
                    break
        finally:
            if hasattr(work, "close"):
                work.close()
    return done, warnings, failures


def _summary(done: int, skipped: int, warnings: _Told, failures: _Told, left: int) -> None:
    for name, warning in sorted(warnings):
        print(f"warning: {name}: {warning}", file=sys.stderr)
    print(f"{done} done, {skipped} skipped, {len(failures)} failed"
          + (f", {left} not begun or not finished" if left else ""), file=sys.stderr)
    for name, failure in sorted(failures):
        print(f"failed: {name}: {failure}", file=sys.stderr)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs a command line and returns the exit status: 0 all is done, 1 some failed, 2 it is wrong.
    """
    words = _parser().parse_args(arguments)
    try:
        _check(words)
        operation = operation_of(words)
        pairs, unlisted = listing_of(words.inputs, words.output, operation.ending)
        every = tasks_of(operation, pairs, words.memory, words.page)
    except UsageError as error:
        print(f"python -m fftcore.batch: {error}", file=sys.stderr)
        return USAGE
    remove_parts(words.output)
    tasks = [task for task in every if not (words.resume and is_there(task.pair.target))]
    begun = tasks if words.keep_going or not unlisted else []
    try:
        done, warnings, failures = _run(words, begun)
    except (ImportError, ConnectionError) as error:
        print(f"python -m fftcore.batch: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("interrupted; --resume goes on", file=sys.stderr)
        return INTERRUPTED
    finally:
        # A worker that was ended leaves its parts.
        remove_parts(words.output)
    left = len(tasks) - done - len(failures)
    failures += unlisted
    _summary(done, len(every) - len(tasks), warnings, failures, left)
    return FAILED if failures else DONE
