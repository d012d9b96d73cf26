# SPDX-License-Identifier: LGPL-2.1-or-later
"""Who runs tasks: this process, processes of this machine, or the workers of a scheduler of Dask's.
Each yields tasks as they end, with what became of them."""
import itertools
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Dict, Iterator, List, Sequence, Tuple

from .task import Outcome, Task, outcome_of

Done = Iterator[Tuple[Task, Outcome]]
RETRIES = 2
"""How often a task is tried again that failed by no fault of its file's, or whose worker died."""
CONNECT_SECONDS = 15
LEAST_BEGUN = 64
"""How many tasks a scheduler has at least, as long as there are."""


def _failed(error: BaseException) -> Outcome:
    return Outcome(f"{type(error).__name__}: {error}")


def in_this_process(tasks: Sequence[Task]) -> Done:
    for task in tasks:
        try:
            outcome = outcome_of(task)
        except Exception as error:  # noqa: one file does not end the others
            outcome = _failed(error)
        yield task, outcome


def _begin_process(threads: int, devices: Sequence[str], counter: Any) -> None:
    """Cores are shared evenly, and where several GPUs are visible each process has one."""
    os.environ["FFTCORE_THREADS"] = str(threads)
    if len(devices) > 1:
        with counter.get_lock():
            index = counter.value
            counter.value += 1
        os.environ["CUDA_VISIBLE_DEVICES"] = devices[index % len(devices)]


def _processes(jobs: int) -> ProcessPoolExecutor:
    # Threads of this process, such as the progress bar's, do not survive a fork.
    context = multiprocessing.get_context("spawn")
    devices = [one for one in os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",") if one]
    threads = max(len(os.sched_getaffinity(0)) // jobs, 1)
    return ProcessPoolExecutor(jobs, context, _begin_process,
                               (threads, devices, context.Value("i", 0)))


def on_this_machine(tasks: Sequence[Task], jobs: int) -> Done:
    """By a pool of processes. One that dies takes the pool with it: what was not done is begun
    again, by one process a task where it goes on dying, so that only the task's own fault counts.
    """
    left: List[Task] = list(tasks)
    for attempt in range(RETRIES + 1):
        left = yield from _by_a_pool(left, jobs if attempt < RETRIES else 1)
        if not left:
            return
    for task in left:
        alone = yield from _by_a_pool([task], 1)
        if alone:
            yield task, Outcome("its process was ended from outside, as for lack of memory")


def _by_a_pool(tasks: Sequence[Task], jobs: int) -> Any:
    """Yields what was done, and returns the tasks that were not since a process died."""
    left: List[Task] = []
    pool = _processes(min(jobs, len(tasks)))
    try:
        futures = {pool.submit(outcome_of, task): task for task in tasks}
        for future in as_completed(futures):
            try:
                yield futures[future], future.result()
            except BrokenProcessPool:
                left.append(futures[future])
            except Exception as error:  # noqa: one file does not end the others
                yield futures[future], _failed(error)
    finally:
        pool.shutdown(cancel_futures=True)
    return left


def on_dask(tasks: Sequence[Task], address: str) -> Done:
    """By the workers of a scheduler: it gives tasks of a worker that died to another one."""
    try:
        import distributed
    except ImportError as error:
        raise ImportError("--scheduler with an address needs Dask: pip install 'fftcore[dask]', or "
                          "on Debian apt install python3-distributed") from error
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise ConnectionError(f"no scheduler of Dask's answers at {address}: {error}") from error
    with client:
        yield from _by_client(tasks, client, distributed.as_completed)


def _by_client(tasks: Sequence[Task], client: Any, as_they_end: Any) -> Done:
    """Each task has its taps or template with it, so that any worker can do it again; hence the
    scheduler gets few more at once than there are workers."""
    left = iter(tasks)
    futures: Dict[Any, Task] = {}
    ended = as_they_end()

    def begin() -> int:
        most = max(LEAST_BEGUN, 4 * sum(client.nthreads().values()))
        for task in itertools.islice(left, max(most - len(futures), 0)):
            future = client.submit(outcome_of, task, retries=RETRIES, pure=False)
            futures[future] = task
            ended.add(future)
        return most

    most = begin()
    for future in ended:
        task = futures.pop(future)
        yield task, (future.result() if future.status == "finished"
                     else _failed(future.exception()))
        if len(futures) <= most // 2:
            most = begin()
