# SPDX-License-Identifier: LGPL-2.1-or-later
"""Registration: the map by which an image shows what a reference shows."""
import math
from typing import Any, NamedTuple, Optional

import numpy as np

from ._coarse import candidates, distance, judged
from ._grey import Grey, grey_of, mapped, reduced, scale_of, softened
from ._motion import Motion, camera_motion, model_of

_COARSE = 400
"""Samples along the longest side of images whose maps are guessed."""
_LEAST_COARSE = 64
"""Along their shortest side."""
_TRIED = 8
"""Candidates that are refined."""
_LEAST_SIDE = 32
"""Of what both have in common, as motions of a camera have it."""
_PASSES = 5
_CONVERGED = 0.02
"""Pixels that a pass moves the corners of what both have in common, where no other is needed."""
_SETTLED = 0.3
"""Likewise of the last pass."""
_MOST_SCALE = 3.0
_LEAST_CONFIDENCE = 0.1
_LEAST_DEVIATIONS = 2.0
"""Likeness that is no chance where windows agree, too."""
_RIVAL = 0.8
"""Confidence of another map, against the best one's, that leaves doubts."""
_OTHER = 3.0
"""Pixels at a corner between two maps that are not one."""
_NOTHING = "nothing was found that both images show"
_TOO_LITTLE = "the images have too little in common"
_NOT_KNOWN = Motion(np.eye(3), False, "", 0.0, 0.0, 0.0, 0.0, 0)


class Registration(NamedTuple):
    """A map from a reference to an image that shows the same, and how well it is known."""
    matrix: np.ndarray
    """2x3: matrix @ (x, y, 1) is where the image shows what the reference shows at (x, y); of the
    model projective 3x3, and a place is (X / W, Y / W). The identity where it is not known."""
    known: bool
    """Whether it is known."""
    reason: str
    """Why it is known or not, in words."""
    confidence: float
    """0 to 1: the share of windows that agree, less where few agree, times their mean score."""
    agreeing: float
    """Share of the windows that show structure that agree with the map."""
    rms: float
    """Root mean square of the distances of those, in the reference's pixels."""
    deviation: float
    """Standard deviation that noise gives to mapped places, in the reference's pixels."""
    pairs: int
    """How many windows agree."""
    overlap: float
    """Share of the reference that the image shows."""


class _Part(NamedTuple):
    """The part of the reference that holds all that both show."""
    left: int
    top: int
    columns: int
    rows: int


def _part_of(seen: np.ndarray) -> Optional[_Part]:
    rows, columns = (np.flatnonzero(seen.any(axis)) for axis in (1, 0))
    if rows.size == 0:
        return None
    return _Part(int(columns[0]), int(rows[0]), int(columns[-1] - columns[0]) + 1,
                 int(rows[-1] - rows[0]) + 1)


def _moved(part: _Part) -> np.ndarray:
    """The map from a part's places to the reference's."""
    matrix = np.eye(3)
    matrix[:2, 2] = part.left, part.top
    return matrix


def _full(matrix: np.ndarray) -> np.ndarray:
    return matrix if matrix.shape == (3, 3) else np.vstack([matrix, (0, 0, 1)])


class _Fine(NamedTuple):
    """A map that was made better, and what the last motion says of it."""
    matrix: np.ndarray
    """(3, 3)"""
    motion: Motion
    overlap: float
    reason: str
    """Why it is not known; empty where it is."""


def _refined(reference: Grey, image: Grey, matrix: np.ndarray, model: str) -> _Fine:
    """Motions of a camera from the reference to the image through the map so far, each of which
    makes it better."""
    reason, overlap, motion = _TOO_LITTLE, 0.0, _NOT_KNOWN
    for _ in range(_PASSES):
        if not 1 / _MOST_SCALE <= scale_of(matrix) <= _MOST_SCALE:
            return _Fine(matrix, motion, overlap, _NOTHING)
        through = mapped(softened(image, scale_of(matrix)), matrix, reference.image.shape,
                         "lanczos")
        both = through.seen & reference.seen
        overlap = float(both.mean())
        part = _part_of(both)
        if part is None or min(part.rows, part.columns) < _LEAST_SIDE:
            return _Fine(matrix, motion, overlap, _TOO_LITTLE)
        cut = np.s_[part.top:part.top + part.rows, part.left:part.left + part.columns]
        motion = camera_motion(reference.image[cut], through.image[cut], model, mask=~both[cut])
        if not motion.known or motion.confidence < _LEAST_CONFIDENCE:
            return _Fine(matrix, motion, overlap, _NOTHING)
        rest, place = _full(motion.matrix), _moved(part)
        matrix = matrix @ place @ rest @ np.linalg.inv(place)
        matrix /= matrix[2, 2]
        away = distance(rest, np.eye(3), (part.rows, part.columns))
        if away <= _CONVERGED:
            break
        reason = "" if away <= _SETTLED else "the map does not settle"
    return _Fine(matrix, motion, overlap, "" if away <= _CONVERGED else reason)


def _factor(reference: Grey, image: Grey) -> int:
    """How many samples of both become one, where maps are guessed."""
    sides = reference.image.shape + image.image.shape
    return max(1, min(math.ceil(max(sides) / _COARSE), min(sides) // _LEAST_COARSE))


def _between(factor: int) -> np.ndarray:
    """The map from places of reduced images to those of whole ones."""
    away = (factor - 1) / 2
    return np.array([[factor, 0, away], [0, factor, away], [0, 0, 1.0]])


def _best(reference: Grey, image: Grey, model: str) -> _Fine:
    """Of the candidates, the one of which the most is sure, if no other is about as sure."""
    best, second = _Fine(np.eye(3), _NOT_KNOWN, 0.0, _NOTHING), 0.0
    for one in candidates(reference, image, model != "translation")[:_TRIED]:
        fine = _refined(reference, image, one.matrix, model)
        if fine.reason:
            continue
        if judged(reference, image, fine.matrix).deviations < _LEAST_DEVIATIONS:
            continue
        if best.reason or distance(fine.matrix, best.matrix, reference.image.shape) > _OTHER:
            second = max(second, min(fine.motion.confidence, best.motion.confidence))
        if fine.motion.confidence > best.motion.confidence:
            best = fine
    if not best.reason and second > _RIVAL * best.motion.confidence:
        return best._replace(reason="several maps fit about as well")
    return best


def _found(reference: Grey, image: Grey, model: str) -> _Fine:
    for name, one in (("reference", reference), ("image", image)):
        if not one.has_contrast:
            return _Fine(np.eye(3), _NOT_KNOWN, 0.0, f"the {name} shows nothing")
    factor = _factor(reference, image)
    best = _best(reduced(reference, factor), reduced(image, factor), model)
    if best.reason or factor == 1:
        return best
    between = _between(factor)
    return _refined(reference, image, between @ best.matrix @ np.linalg.inv(between), model)


def register(image: Any, reference: Any, model: str = "similarity", *, mask: Any = None,
             reference_mask: Any = None) -> Registration:
    """The map by which an image shows what a reference shows, to a small part of a pixel.

    Shapes: both (rows, columns), or (rows, columns, channels) whose first three channels are
    averaged. Their sizes and types may differ; 32 samples a side are the least. ``matrix`` takes
    places (x, y) of the reference to those of the image, x along columns, as :func:`warp` has it,
    which aligns the image with the reference: ``warp(image, matrix, reference.shape[:2])``.

    ``model``: translation, similarity, affine or projective. Shifts of up to half of the image are
    found, and by all models but translation turns of any angle and scales of 0.5 to 2: by phase
    correlation, of log-polar spectra for turns and scales. The map is ``known`` only where windows
    all over what both show agree with it, and no other map fits about as well. Otherwise ``reason``
    says why not, and the matrix is the identity.

    ``mask`` and ``reference_mask``: (rows, columns), True where samples do not count. Those that
    are not finite, or are marks such as for "no data", do not count either.

    >>> found = register(image, reference)
    >>> aligned = warp(image, found.matrix, reference.shape)
    """
    model = model_of(model)
    greys = [grey_of("reference", reference, "reference_mask", reference_mask),
             grey_of("image", image, "mask", mask)]
    for name, grey in zip(("reference", "image"), greys):
        if min(grey.image.shape) < _LEAST_SIDE:
            rows, columns = grey.image.shape
            raise ValueError(f"{name} has {rows}x{columns} samples; {_LEAST_SIDE} or more a side "
                             "are allowed")
    fine = _found(greys[0], greys[1], model)
    rows_of_model = 3 if model == "projective" else 2
    if fine.reason:
        return Registration(np.eye(3)[:rows_of_model].copy(), False, fine.reason, 0.0,
                            fine.motion.agreeing, 0.0, 0.0, 0, 0.0)
    motion = fine.motion
    return Registration(fine.matrix[:rows_of_model].copy(), True, "the map is known",
                        motion.confidence, motion.agreeing, motion.rms, motion.deviation,
                        motion.pairs, fine.overlap)
