# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plans: work that is compiled once and run many times, and the plans that functions keep."""
import os
import threading
import weakref
from collections import OrderedDict
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import Array, Place, aligned, in_double, taps_of, unmasked
from ._words import LARGEST_INT, checked_text, whole, whole_or_none

_MOST_KEPT = 64
_MOST_QUEUES = 16


def run_on(queue: Any, executable: Any, image: Any, out: Optional[Array] = None,
           is_placed: bool = False, state: Optional[Array] = None) -> None:
    """Runs an executable on arrays; NumPy's may begin at any address, and must have no mask.
    `is_placed`: those of a transform were found to lie as its text says. `state` is read and
    written where it lies."""
    image = unmasked("image", image)
    unmasked("out", out)
    usable = aligned(out)
    if usable is not out and not out.flags.writeable:  # type: ignore[union-attr]
        raise ValueError("out is read-only; results need a writable array")
    if isinstance(image, (list, tuple)):
        image = tuple(aligned(one) for one in image)
    unmasked("state", state)
    executable.run(queue, aligned(image), usable, is_placed, state)
    if usable is not out:
        out[...] = usable  # type: ignore[index]


class Plan:
    """Work that is ready to run many times, of any text that the library reads.

    The text says what is computed, such as ``"conv2d f32 480x640 k15x15 replicate same"``.
    ``threads`` is how many threads of the CPU take part in a run; 0: all of the machine.

    A plan may be shared by threads: it does one run at a time, without the GIL. A plan is copied
    and pickled as its value, with its taps and its gain, and is compiled where it is unpickled, on
    the backend and the device that it has here. A stream and a reference image are not taken along.
    """

    def __init__(self, text: str, *, backend: str = "auto", threads: int = 0, device: int = -1,
                 stream: Optional[int] = None) -> None:
        threads, device = (whole(name, number, LARGEST_INT) for name, number in
                           (("threads", threads), ("device", device)))
        checked_text("backend", backend)
        stream = whole_or_none("stream", stream)
        if stream is not None and not 0 <= stream < 2**64:
            raise ValueError(f"stream is {stream}; None and the address of a stream are allowed")
        self._where = (backend, threads, device)
        self._taps: Optional[List[np.ndarray]] = None
        self._gain: Optional[Tuple[float, float]] = None
        self._queue = _core.Queue(backend, threads, device, stream)
        self._executable = _core.Executable(text, self._queue)

    def __getstate__(self) -> Dict[str, Any]:
        state = {name: value for name, value in self.__dict__.items()
                 if name not in ("_queue", "_executable")}
        return {**state, "text": self.text}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        state = dict(state)
        text = state.pop("text")
        self.__dict__.update(state)
        self._queue = _core.Queue(*self._where, None)
        self._executable = _core.Executable(text, self._queue)
        if self._taps is not None:
            self._executable.set_taps(self._taps)
        if self._gain is not None:
            self._executable.set_gain(*self._gain)

    def _set_taps(self, taps: List[np.ndarray]) -> None:
        """Sets taps of each filter, in double precision, and keeps them for pickles."""
        taps = [np.array(one) for one in taps]
        self._executable.set_taps(taps)
        self._taps = taps

    @property
    def text(self) -> str:
        """What is computed, as text."""
        return self._executable.text

    @property
    def plan_text(self) -> str:
        """How it is computed, as text for people."""
        return self._executable.plan_text

    @property
    def backend(self) -> str:
        """The backend that was asked for: auto, or a name that backends() may have."""
        return self._queue.backend

    def run(self, image: Union[Array, Sequence[Array]], out: Optional[Array] = None) -> Any:
        """Does the work on an array that lies as the text says, and returns ``out``.

        Work of several images takes a tuple of them: the frames of a denoising, and the image and
        the second image of a convolution whose ``store`` has ``w``.

        Arrays of a transform have the text's axes, batches first, or all in one other order: their
        strides say which is which. What does not lie so is refused.
        """
        run_on(self._queue, self._executable, image, out)
        return out

    def run_with_state(self, image: Sequence[Array], out: Array, state: Array) -> Array:
        """Does work that remembers, and returns ``out``: filters of windows.

        ``image`` is a tuple of the image and the places. ``state`` has the filters, which the run
        may change: an array of shape (filters, rows of all planes, columns // 2 + 1).
        """
        run_on(self._queue, self._executable, image, out, state=state)
        return out

    def set_taps(self, taps: Any) -> None:
        """Sets the taps of a convolution that has one filter, or a template, also while another
        thread runs: the next run has them as a whole."""
        self._set_taps([in_double(taps_of("taps", taps))])

    def wait(self) -> None:
        """Returns when all runs are done; runs with arrays on the host have waited already."""
        self._queue.wait()


class Kept:
    """An executable that functions keep, with the taps that it has."""

    def __init__(self, text: str, queue: Any) -> None:
        self.executable = _core.Executable(text, queue)
        self._taps: Optional[Tuple[np.dtype, Tuple[int, ...], bytes]] = None

    def set_taps(self, taps: np.ndarray,
                 fitted: Callable[[np.ndarray], List[np.ndarray]] = lambda taps: [taps]) -> None:
        """Sets taps where they are others than before. `fitted` makes them as the text has them,
        filter by filter."""
        these = (taps.dtype, taps.shape, taps.tobytes())
        if these == self._taps:
            return
        self._taps = None
        self.executable.set_taps([in_double(one) for one in fitted(taps)])
        self._taps = these


_lock = threading.Lock()
_kept: "OrderedDict[Tuple[str, str, int], List[Kept]]" = OrderedDict()
_local = threading.local()


class _Queues(OrderedDict):
    """A thread's queues by their places. Each is itself alone, for a set of weak references."""
    __hash__ = object.__hash__  # type: ignore[assignment]


_all_queues: "weakref.WeakSet[_Queues]" = weakref.WeakSet()
_left: List[Any] = []
"""What a forked process has of its parent. Other threads of the parent may have been in it when it
forked, so the process makes its own, and leaves this to its end."""


def _before_fork() -> None:
    _left.append((_kept, _local, list(_all_queues)))


def _after_fork() -> None:
    global _lock, _kept, _local, _all_queues
    _lock, _kept, _local = threading.Lock(), OrderedDict(), threading.local()
    _all_queues = weakref.WeakSet()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_left.pop, after_in_child=_after_fork)


def queue_at(place: Place) -> Any:
    """This thread's queue for a place."""
    queues = getattr(_local, "queues", None)
    if queues is None:
        queues = _local.queues = _Queues()
        _all_queues.add(queues)
    queue = queues.get(place)
    if queue is None:
        queue = queues[place] = _core.Queue(place.backend, 0, place.device, place.stream)
        if len(queues) > _MOST_QUEUES:
            queues.popitem(last=False)
    return queue


def take(text: str, place: Place) -> Kept:
    """An executable that nobody else has until it is given back."""
    key = (text, place.backend, place.device)
    with _lock:
        free = _kept.get(key)
        if free is not None:
            _kept.move_to_end(key)
            if free:
                return free.pop()
    return Kept(text, queue_at(place))


def give_back(text: str, place: Place, kept: Kept) -> None:
    """The executable is there for the next call. The texts used longest ago are forgotten."""
    with _lock:
        _kept.setdefault((text, place.backend, place.device), []).append(kept)
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)


def clear_plans() -> None:
    """Forgets the plans that functions keep, and so their memory."""
    with _lock:
        _kept.clear()
