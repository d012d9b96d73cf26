# SPDX-License-Identifier: LGPL-2.1-or-later
"""Ways in which programs fail, each tried with each program of a table. Exit status 0 is right only
where the result is there, whole, and what was printed has arrived. Any other status leaves no part
of a result and no other file, and a reason on standard error."""
import functools
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

from failing_programs import LOADER, Case, Done, by_somebody, limited, stdout_to

# Ways: how a case is run, and the statuses that are right, of programs that print and others. A way
# yields (what came of it, statuses), once or several times.

def stdout_is_full(case):
    yield case.run(stdout_to("/dev/full"), stdout=None), (1,) if case.program.prints else (0,)


def stdout_is_closed(case):
    yield case.run(lambda: os.close(1), stdout=None), (1,) if case.program.prints else (0,)


def nobody_reads_stdout(case):
    reader, writer = os.pipe()
    os.close(reader)
    done = case.run(stdout=writer)
    os.close(writer)
    yield done, (-signal.SIGPIPE, 1) if case.program.prints else (0,)


def all_streams_are_closed(case):
    def limits():
        for stream in (0, 1, 2):
            os.close(stream)
    done = case.run(limits, stdout=None)
    yield done._replace(errors="no words"), (1,) if case.program.prints else (0,)


def stderr_is_full(case):
    def limits():
        os.dup2(os.open("/dev/full", os.O_WRONLY), 2)
    done = case.run(limits)
    yield done._replace(errors="no words"), (0,)


def disk_is_full(case):
    if case.out:
        yield case.run(limited(resource.RLIMIT_FSIZE, 30)), (1,)


def result_is_a_device(case):
    if case.out:
        os.symlink("/dev/full", case.out)
        yield case.run(), (1,)
        assert os.readlink(case.out) == "/dev/full", "the link is gone"
        os.unlink(case.out)


def result_is_a_link(case):
    if case.out:
        os.symlink("behind", case.out)
        done = case.run()
        assert os.path.islink(case.out), "the link is gone"
        os.replace(case.path("behind"), case.out)
        yield done, (0,)


def result_is_a_folder(case):
    if case.out:
        os.mkdir(case.out)
        done = case.run()
        names = os.listdir(case.out)
        assert len(names) == (1 if done.status == 0 else 0), f"in the folder: {names}"
        for name in names:  # the result has the image's name there
            os.rename(os.path.join(case.out, name), case.path("moved"))
        os.rmdir(case.out)
        if names:
            os.rename(case.path("moved"), case.out)
        yield done, (1, 2)


def _old_file(case):
    """A file in the result's place, which others may not read."""
    os.makedirs(os.path.dirname(case.out), exist_ok=True)
    with open(case.out, "wb") as file:
        file.write(b"of before")
    os.chmod(case.out, 0o640)


def result_replaces_a_file(case):
    if case.out:
        _old_file(case)
        done = case.run()
        assert os.stat(case.out).st_mode & 0o777 == 0o640, "the mode of the file before is lost"
        yield done, (0,)


def result_cannot_replace_a_file(case):
    if case.out and not case.program.leaves_part:
        _old_file(case)
        done = case.run(limited(resource.RLIMIT_FSIZE, 30))
        assert case.result() == b"of before", "the file before is lost"
        os.unlink(case.out)
        yield done, (1,)


def folder_of_the_result_is_missing(case):
    if case.out:
        case.out = case.path("none/" + case.program.out)
        yield case.run(), (1,)


def folder_of_the_result_may_not_be_written(case):
    if case.out:
        os.mkdir(case.path("shut"), 0o555)
        case.out = case.path("shut/" + case.program.out)
        for done in by_somebody(case):
            yield done, (1,)


def input_is_missing(case):
    if case.program.reads:
        os.unlink(case.path(case.program.reads))
        yield case.run(), (1,)


def input_is_cut(case):
    if case.program.reads:
        path = case.path(case.program.reads)
        os.truncate(path, os.path.getsize(path) // 2)
        yield case.run(), (1,)


def input_is_a_folder(case):
    if case.program.reads:
        os.unlink(case.path(case.program.reads))
        os.mkdir(case.path(case.program.reads))
        yield case.run(), (1,)


def input_may_not_be_read(case):
    if case.program.reads:
        os.chmod(case.path(case.program.reads), 0)
        os.chmod(case.folder, 0o777)
        for done in by_somebody(case):
            yield done, (1,)


def words_are_wrong(case):
    yield case.run(more=("--no-such-word", "1", "2", "3", "4")), (2,)


def memory_is_short(case):
    for size in (40, 120, 360):
        yield case.run(limited(resource.RLIMIT_AS, size << 20)), (0, 1, LOADER)


def files_are_short(case):
    for number in (4, 8):
        yield case.run(limited(resource.RLIMIT_NOFILE, number)), (0, 1, LOADER)


def there_are_no_threads(case):
    os.chmod(case.folder, 0o777)
    for done in by_somebody(case, limited(resource.RLIMIT_NPROC, 1)):
        yield done, (0, 1)


def there_is_no_home(case):
    nowhere = {"HOME": None, "XDG_CACHE_HOME": "/proc/none", "FFTCORE_CACHE": None}
    yield case.run(environment=nowhere), (0,)


@functools.cache
def german_locale():
    """A folder that has it, or None. Making it takes longer than most programs run."""
    folder = tempfile.TemporaryDirectory()
    os.chmod(folder.name, 0o755)
    made = shutil.which("localedef") and subprocess.run(
        ["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(folder.name, "de_DE.UTF-8")],
        check=False, capture_output=True).returncode == 0
    return folder if made else None


def numbers_have_commas(case):
    """Where the system can make such a locale."""
    locales = german_locale()
    if locales:
        yield case.run(environment={"LOCPATH": locales.name, "LC_ALL": "de_DE.UTF-8"}), (0,)


def ended_by_a_signal(case):
    """Somewhere between its start and its end."""
    if not case.out:
        return
    begin = time.monotonic()
    case.run()
    duration = time.monotonic() - begin
    os.unlink(case.out)
    for which, part in ((signal.SIGTERM, 0.5), (signal.SIGINT, 0.8), (signal.SIGTERM, 0.95)):
        process = case.start()
        time.sleep(part * duration)
        process.send_signal(which)
        output, errors = process.communicate(timeout=120)
        yield (Done(process.returncode, output, errors.decode(errors="replace") or "no words"),
               (0, -which, 1, 130))
        if os.path.exists(case.out):
            os.unlink(case.out)


WAYS = {function.__name__: function for function in (
    stdout_is_full, stdout_is_closed, nobody_reads_stdout, all_streams_are_closed,
    stderr_is_full, disk_is_full, result_is_a_device, result_is_a_link, result_is_a_folder,
    result_replaces_a_file, result_cannot_replace_a_file,
    folder_of_the_result_is_missing, folder_of_the_result_may_not_be_written, input_is_missing,
    input_is_cut, input_is_a_folder, input_may_not_be_read, words_are_wrong, memory_is_short,
    files_are_short, there_are_no_threads, there_is_no_home, numbers_have_commas,
    ended_by_a_signal)}


def usual(program, inputs, samples):
    """The result and the output of the program where all is well."""
    with Case(program, inputs, samples) as case:
        done = case.run()
        if program.needs_device and done.status == 1:
            assert done.errors.strip(), f"{program.name} fails without a word"
            return None
        assert done.status == 0, f"{program.name}: {done.status}\n{done.errors}"
        assert not program.out or case.result(), f"{program.name} leaves no {program.out}"
        assert bool(done.output) == program.prints, f"{program.name} prints: {done.output}"
        extra = set(case.names()) - case.inputs - {program.out}
        assert not extra, f"{program.name} leaves {extra}"
        return case.result(), _stable(done.output, case)


def _stable(output, case):
    """What was printed, without the folder's name."""
    return output.replace(case.folder.encode(), b"") if output is not None else None


def attempt(program, way, inputs, samples, right):
    """Tries a way. What is wrong about it is an AssertionError."""
    with Case(program, inputs, samples) as case:
        before = case.inputs
        for done, statuses in WAYS[way](case):
            if way in program.expected:
                statuses = program.expected[way]
            where = f"{program.name}, {way}: status {done.status}\n{done.errors}"
            assert done.status in statuses, f"{where}\nstatus {statuses} is right"
            left = set(case.names()) - before - {os.path.relpath(case.out, case.folder)
                                                 if case.out else ""}
            assert not left, f"{where}\nleft behind: {left}"
            if done.status == 0:
                _check_whole(program, way, case, done, right, where)
            else:
                found = case.result()
                assert found in (None, right[0]) or program.leaves_part, (
                    f"{where}\na part of the result is there")
                if done.status > 0:
                    assert re.search(r"\S", done.errors), f"{where}\nno word is said"


def _check_whole(program, way, case, done, right, where):
    result, output = right
    if program.out:
        assert case.result() == result, f"{where}\nthe result is not that of a usual run"
    # Where a way has statuses of its own, the words may be lost.
    if program.prints and way not in program.expected:
        assert done.output is not None, f"{where}\nwhat was printed is lost"
        assert _stable(done.output, case) == output, f"{where}\nother words are printed"
