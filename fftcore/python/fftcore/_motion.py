# SPDX-License-Identifier: LGPL-2.1-or-later
"""The motion of a camera between images, and maps that are fitted to pairs of places."""
from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import array_of, computed, dense, dtype_name, in_rows, is_on_host, sample_type_of
from ._search import level_of, sides_of
from ._words import LARGEST_INT, number, quoted, whole

_MODELS = ("translation", "similarity", "affine", "projective")
_SEEDS = 2**32 - 1


class Motion(NamedTuple):
    """A map of places from one image to another one, and how well it is known."""
    matrix: np.ndarray
    """2x3: matrix @ (x, y, 1) is where (x, y) has gone; of the model projective 3x3, and a place is
    (X / W, Y / W). The identity where the motion is not known."""
    known: bool
    """Whether it is known."""
    reason: str
    """Why it is known or not, in words."""
    confidence: float
    """0 to 1: the share that agrees, less where few agree, times the mean score of windows."""
    agreeing: float
    """Share of the pairs, or of the windows that show structure, that agree with the map."""
    rms: float
    """Root mean square of the distances of those, in pixels."""
    deviation: float
    """Standard deviation that noise gives to mapped places, in pixels."""
    pairs: int
    """How many pairs or windows agree."""


def model_of(model: Any) -> str:
    if model not in _MODELS:
        raise ValueError(f"model is {quoted(model)}; {', '.join(_MODELS)} are allowed")
    return str(model)


def _motion_of(model: str, found: Tuple[Any, ...]) -> Motion:
    numbers, reason, known, confidence, agreeing, rms, deviation, pairs = found
    matrix = np.array(numbers).reshape(3, 3)
    return Motion(matrix if model == "projective" else matrix[:2].copy(), known, reason, confidence,
                  agreeing, rms, deviation, pairs)


def _points(name: str, value: Any) -> np.ndarray:
    points = array_of(name, value)
    if not is_on_host(points) or points.dtype.kind not in "buif":
        raise ValueError(f"{name} are of {dtype_name(points)}; real numbers in this machine's "
                         "memory are allowed")
    if points.size == 0:
        return np.zeros((0, 2))
    if points.ndim == 3 and points.shape[1] == 1:  # as OpenCV has them
        points = points[:, 0]
    if points.ndim != 2 or points.shape[1] != 2:
        raise ValueError(f"{name} have shape {points.shape}; (N, 2) is expected: x and y of each")
    return points.astype(np.float64)


def fit_motion(points1: Any, points2: Any, model: str = "similarity", *, weights: Any = None,
               tolerance: float = 1.0, least_agreeing: float = 0.3, seed: int = 1) -> Motion:
    """The map that takes most of ``points1`` to ``points2``.

    Shapes: both (N, 2), x and y of each, in pixels. ``model``: translation, similarity, affine or
    projective, which need 1 to 4 pairs. A pair agrees that is mapped no farther than ``tolerance``
    from its second point. Pairs that do not agree do not count, be they near half of all and move
    alike. The motion is not ``known`` where fewer than ``least_agreeing`` of all agree, where there
    are too few pairs, and where they lie in one spot or on one line. Pairs with a coordinate that
    is not finite are left out. ``seed``: of the sets that are tried first, the same ones each time.

    >>> fit_motion([(0, 0), (10, 0), (0, 10)], [(3, 1), (13, 1), (3, 11)]).matrix[:, 2]
    array([3., 1.])
    """
    model = model_of(model)
    first, second = _points("points1", points1), _points("points2", points2)
    if len(first) != len(second):
        raise ValueError(f"points1 has {len(first)} points and points2 {len(second)}; as many are "
                         "expected")
    pairs = np.ones((len(first), 5))
    pairs[:, :2], pairs[:, 2:4] = first, second
    if weights is not None:
        given = array_of("weights", weights)
        if not is_on_host(given) or given.dtype.kind not in "buif" or given.shape != (len(first),):
            raise ValueError(f"weights are no array of {len(first)} real numbers")
        pairs[:, 4] = given
    tolerance = number("tolerance", tolerance)
    least_agreeing = number("least_agreeing", least_agreeing)
    if len(pairs) == 0:  # arrays without samples have no memory
        pairs = np.zeros((1, 5))
    return _motion_of(model, _core.fit_motion(model, pairs, tolerance, least_agreeing,
                                              _seed_of(seed)))


def _seed_of(seed: Any) -> int:
    seed = whole("seed", seed, _SEEDS)
    if seed < 0:
        raise ValueError(f"seed is {seed}; 0 to {_SEEDS} are allowed")
    return seed


def image_array(name: str, value: Any) -> np.ndarray:
    """An image of real numbers in this machine's memory, of 1 to 4 channels where it has such."""
    image = array_of(name, value)
    if not is_on_host(image):
        raise ValueError(f"{name} lies on a device; images in this machine's memory are allowed")
    if image.ndim not in (2, 3) or image.ndim == 3 and not 1 <= image.shape[2] <= 4:
        raise ValueError(f"{name} has shape {image.shape}; (rows, columns) and (rows, columns, "
                         "channels) with 1 to 4 channels are allowed")
    computed(name, image)  # its type is allowed
    if image.dtype.kind == "c":
        raise ValueError(f"{name} is of {image.dtype.name}; real numbers are allowed")
    return image


def _image_of(name: str, value: Any) -> np.ndarray:
    image = computed(name, image_array(name, value))
    if image.dtype.kind == "f":  # nothing depends on level and scale, and single precision holds it
        image = level_of(image).of(image)
    return in_rows(image)


def _boxes_of(boxes: Any) -> Sequence[float]:
    if boxes is None:
        return []
    given = array_of("boxes", boxes)
    if not is_on_host(given):
        raise ValueError("boxes lies on a device; boxes in this machine's memory are allowed")
    if given.size == 0:
        return []
    if given.dtype.kind not in "buif" or given.ndim != 2 or (
            given.shape[1] != 4):
        raise ValueError(f"boxes have shape {given.shape}; (N, 4) is expected: x, y, width and "
                         "height of each")
    return [float(value) for value in given.astype(np.float64).ravel()]


def _mask_of(mask: Any) -> Optional[np.ndarray]:
    if mask is None:
        return None
    given = array_of("mask", mask)
    if not is_on_host(given) or given.dtype.kind not in "buif":
        raise ValueError("mask is no array of real numbers in this machine's memory")
    return dense((given != 0).astype(np.uint8))


class CameraMotion:
    """The motion of a camera from each image of a video to the next one.

    Images are (rows, columns), or (rows, columns, channels) whose first three channels are
    averaged; all of one shape and type, in this machine's memory. ``model``: translation,
    similarity, affine or projective. ``windows``: rows and columns of the grid of windows that are
    looked for last; (0, 0): by the image. The motion is not ``known`` where fewer than
    ``least_agreeing`` of the windows agree. ``threads`` is how many threads of the CPU take part;
    0: all of the machine. Images lie in this machine's memory, so ``backend`` cpu has the least to
    copy. Threads may share it; it takes one image at a time.
    """

    def __init__(self, model: str = "similarity", *, windows: Tuple[int, int] = (0, 0),
                 least_agreeing: float = 0.25, seed: int = 1, backend: str = "cpu",
                 threads: int = 0, device: int = -1) -> None:
        self._model = model_of(model)
        if np.shape(windows) != (2,):
            raise ValueError(f"windows is {quoted(windows)}; numbers of rows and columns are "
                             "expected")
        self._grid = tuple(whole("windows", count, LARGEST_INT) for count in windows)
        self._least, self._seed = number("least_agreeing", least_agreeing), _seed_of(seed)
        self._where = (backend, whole("threads", threads, LARGEST_INT),
                       whole("device", device, LARGEST_INT))
        self._made: Any = None
        self._kind: Optional[Tuple[Tuple[int, ...], str]] = None

    def __getstate__(self) -> Dict[str, Any]:
        """Without images, and what was compiled for them."""
        return {**self.__dict__, "_made": None, "_kind": None}

    def _prepare(self, image: np.ndarray) -> None:
        kind = (image.shape, image.dtype.name)
        if kind == self._kind:
            return
        if self._kind is not None:
            raise ValueError(f"image is {kind[0]} of {kind[1]}, and the image before is "
                             f"{self._kind[0]} of {self._kind[1]}; the same is expected, or "
                             "reset() between them")
        text = f"phase {sample_type_of('image', kind[1])} {sides_of(image.shape)}"
        if image.ndim == 3 and image.shape[2] > 1:
            averaged = min(image.shape[2], 3)
            weights = [1 / averaged if channel < averaged else 0 for channel in range(4)]
            text += " weights=" + ",".join(map(repr, weights))
        queue = _core.Queue(*self._where, None)
        rows, columns = self._grid
        self._made = _core.CameraMotion(text, queue, self._model, rows, columns, self._least,
                                        self._seed)
        self._kind = kind

    def update(self, image: Any, boxes: Any = None, mask: Any = None) -> Motion:
        """The motion from the image before to this one. That of the first image is not known.

        ``boxes``: (N, 4), x, y, width and height of parts of this image that do not move with the
        camera, such as what a detector has found. ``mask``: (rows, columns), True where samples do
        not count. Windows are left out whose centre lies there, in either image.
        """
        taken = _image_of("image", image)
        parts, hidden = _boxes_of(boxes), _mask_of(mask)
        self._prepare(taken)
        return _motion_of(self._model, self._made.update(taken, parts, hidden))

    def reset(self) -> None:
        """Forgets the image before, as at a cut. The next image may have another shape and type."""
        self._made, self._kind = None, None


def camera_motion(first: Any, second: Any, model: str = "similarity", *, boxes: Any = None,
                  mask: Any = None) -> Motion:
    """The motion of a camera from one image to another one.

    Shapes: both (rows, columns), or (rows, columns, channels). Shifts of up to a tenth of the
    longer side, turns of up to 5 degrees and zooms of 0.95 to 1.05 are found, also where a third of
    the picture moves otherwise. ``boxes`` and ``mask`` are left out in both images, as
    :meth:`CameraMotion.update` has them, which is what to call for a video.

    >>> camera_motion(image, np.roll(image, (3, -5), (0, 1))).matrix[:, 2].round(1)
    array([-5.,  3.])
    """
    motion = CameraMotion(model)
    before, after = _image_of("first", first), _image_of("second", second)
    if before.shape != after.shape or before.dtype != after.dtype:
        raise ValueError(f"first is {before.shape} of {before.dtype.name}, and second "
                         f"{after.shape} of {after.dtype.name}; the same is expected")
    motion.update(before, boxes, mask)
    return motion.update(after, boxes, mask)
