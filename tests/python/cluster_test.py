# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.batch and fftcore.dask on a cluster of this host's, whose workers may die."""
import json
import os
import subprocess
import sys
import time

import bounds
import numpy as np
import pytest

cv2, distributed = pytest.importorskip("cv2"), pytest.importorskip("distributed")
da = pytest.importorskip("dask.array")

import fftcore.dask  # noqa: E402, after what is optional was found
from batch_test import Dying, files_below  # noqa: E402
from fftcore.batch import schedulers, task  # noqa: E402
from fftcore.batch.files import Pair  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ONE_HOST = os.path.join(HERE, "..", "..", "samples", "cluster", "one_host")
WORKERS, FILES = 3, 30
TAPS = fftcore.defocus_blur(20)


class Cluster:
    """A scheduler and workers of their own processes."""

    def __init__(self, folder):
        self._file = str(folder / "scheduler.json")
        self._log = open(folder / "cluster.log", "w", encoding="utf-8")
        self._scheduler = self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                                      "--dashboard-address", "127.0.0.1:0", "--scheduler-file",
                                      self._file)
        while not os.path.exists(self._file) or not os.path.getsize(self._file):
            assert self._scheduler.poll() is None
            time.sleep(0.05)
        with open(self._file, encoding="utf-8") as file:
            self.address = json.load(file)["address"]
        self._folder = str(folder)
        self.workers = []
        self.refill()

    def _start(self, module, *words):
        environment = os.environ | {"FFTCORE_THREADS": "1", "PYTHONPATH": HERE}
        return subprocess.Popen([sys.executable, "-m", f"distributed.cli.{module}", *words],
                                stdout=self._log, stderr=self._log, env=environment)

    def refill(self):
        """Starts as many workers as are missing, and waits for all."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < WORKERS:
            self.workers.append(self._start("dask_worker", self.address, "--no-nanny", "--nthreads",
                                            "1", "--memory-limit", "0", "--no-dashboard",
                                            "--local-directory", self._folder))
        with distributed.Client(self.address) as client:
            client.wait_for_workers(WORKERS, timeout=60)

    def close(self):
        for process in self.workers + [self._scheduler]:
            process.kill()
            process.wait()
        self._log.close()


@pytest.fixture(scope="module")
def whole_cluster(tmp_path_factory):
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


@pytest.fixture
def cluster(whole_cluster):
    whole_cluster.refill()
    return whole_cluster


def make_images(folder, numbers):
    (folder / "in" / "below").mkdir(parents=True)
    for index in range(FILES):
        name = f"below/{index}.png" if index % 2 else f"{index}.png"
        cv2.imwrite(str(folder / "in" / name), numbers((640, 633), "uint8"))


def check_results(folder):
    assert files_below(folder / "out") == files_below(folder / "in")
    for name in files_below(folder / "in"):
        image, got = (cv2.imread(str(folder / side / name), -1) for side in ("in", "out"))
        want = fftcore.convolve(image, TAPS, "mirror")
        assert np.abs(got - want.astype(float)).max() <= 1


def batch(address, folder):
    return [sys.executable, "-m", "fftcore.batch", "--scheduler", address, "filter", "--defocus",
            "20", str(folder / "in"), str(folder / "out")]


def test_every_file_is_right_though_a_worker_is_killed(cluster, tmp_path, numbers):
    make_images(tmp_path, numbers)
    with subprocess.Popen(batch(cluster.address, tmp_path), stderr=subprocess.PIPE,
                          text=True) as process:
        while len(files_below(tmp_path / "out")) < 4 and process.poll() is None:
            time.sleep(0.005)
        cluster.workers[0].kill()
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 0, said
    assert f"{FILES} done, 0 skipped, 0 failed" in said and f"{FILES}/{FILES}" in said
    assert cluster.workers[0].wait() == -9
    check_results(tmp_path)


def test_a_task_is_done_again_by_another_worker(cluster, tmp_path, numbers, monkeypatch):
    """Its first worker dies in the middle of it. Not all tasks are begun at once."""
    monkeypatch.setattr(schedulers, "LEAST_BEGUN", 8)
    make_images(tmp_path, numbers)
    mark = tmp_path / "mark"
    tasks = [task.Task(Pair(str(tmp_path / "in" / name), str(tmp_path / "out" / name)),
                       Dying(str(mark)), 64) for name in files_below(tmp_path / "in")]
    done = list(schedulers.on_dask(tasks, cluster.address))
    assert len(done) == FILES and all(outcome.failure is None for _, outcome in done)
    assert mark.exists()  # a worker did die
    while all(worker.poll() is None for worker in cluster.workers):
        time.sleep(0.01)
    assert sum(worker.poll() == -9 for worker in cluster.workers) == 1
    for name in files_below(tmp_path / "in"):
        image, got = (cv2.imread(str(tmp_path / side / name), -1) for side in ("in", "out"))
        assert np.array_equal(image, got)


class Faulty:
    """An operation that fails by no fault of its file's, the first time."""
    edge, ending, reach = None, None, ((0, 0), (0, 0))

    def __init__(self, mark):
        self.mark = mark

    def measured(self, _):
        return self

    def apply(self, part):
        if not os.path.exists(self.mark):
            open(self.mark, "w", encoding="utf-8").close()
            raise OSError(28, "No space left on device")
        return part


def test_a_task_that_fails_is_tried_again(cluster, tmp_path, numbers):
    cv2.imwrite(str(tmp_path / "a.png"), numbers((9, 9), "uint8"))
    one = task.Task(Pair(str(tmp_path / "a.png"), str(tmp_path / "out" / "a.png")),
                    Faulty(str(tmp_path / "mark")), 64)
    assert list(schedulers.on_dask([one], cluster.address)) == [(one, task.Outcome(None, []))]


def test_files_that_fail_are_named(cluster, tmp_path, numbers):
    make_images(tmp_path, numbers)
    (tmp_path / "in" / "text.png").write_text("no image")
    done = subprocess.run(batch(cluster.address, tmp_path), stderr=subprocess.PIPE, text=True,
                          check=False)
    assert done.returncode == 1
    assert f"{FILES} done, 0 skipped, 1 failed" in done.stderr and "text.png'" in done.stderr


def test_arrays_are_the_wholes(cluster, numbers):
    image, taps = numbers((700, 533)), numbers((31, 30))
    with distributed.Client(cluster.address):
        got = fftcore.dask.convolve(da.from_array(image, (101, 97)), taps, "wrap").compute()
    exact = fftcore.convolve(image.astype(float), taps, "wrap")
    assert np.linalg.norm(got - exact) <= bounds.of_convolution("float32", image, taps)


def test_no_scheduler(monkeypatch, tmp_path, numbers, capsys):
    from fftcore.batch.cli import main
    monkeypatch.setattr(schedulers, "CONNECT_SECONDS", 1)
    cv2.imwrite(str(tmp_path / "a.png"), numbers((9, 9), "uint8"))
    assert main(["--scheduler", "tcp://127.0.0.1:1", "denoise", str(tmp_path / "a.png"),
                 str(tmp_path / "out")]) == 1
    assert "no scheduler of Dask's answers at tcp://127.0.0.1:1" in capsys.readouterr().err


ASK = """import os, sys, distributed
with distributed.Client(sys.argv[1]) as client:
    client.wait_for_workers(2, timeout=60)
    print(sorted(client.run(os.getenv, "CUDA_VISIBLE_DEVICES").values()))"""


def test_one_gpu_a_worker():
    """In the sample: each worker sees a device of its own, and status and processes come to an end.
    """
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": "5,7", "PYTHON": sys.executable}
    done = subprocess.run([ONE_HOST, "3", sys.executable, "-c", ASK + "\n    sys.exit(7)", "{}"],
                          env=environment, stdout=subprocess.PIPE, text=True, check=False,
                          timeout=90)
    assert done.stdout.splitlines()[-1] == "['5', '7']" and done.returncode == 7


def test_one_gpu_a_process(monkeypatch):
    """In pools of processes likewise, in turns."""
    import multiprocessing
    counter = multiprocessing.Value("i", 0)
    seen = []
    for _ in range(3):
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "5,7")
        monkeypatch.setenv("FFTCORE_THREADS", "9")
        schedulers._begin_process(2, ["5", "7"], counter)
        seen.append((os.environ["CUDA_VISIBLE_DEVICES"], os.environ["FFTCORE_THREADS"]))
    assert seen == [("5", "2"), ("7", "2"), ("5", "2")]
