# SPDX-License-Identifier: LGPL-2.1-or-later
"""How far an image is moved against a reference, by all that phase correlation offers."""
from typing import Optional

import numpy as np

from ._search import Peak, phase_correlation
from ._shifts import Judge, best_shift, has_contrast

_CANDIDATES = 5
"""Peaks that are looked at, of a surface, where the best one leaves doubts."""
_SURE = 0.5
"""The likeness and the confidence that leave none."""


def registered(reference: np.ndarray, image: np.ndarray) -> Optional[Peak]:
    """The shift of an image, or None where there is no peak. Where the best peak leaves doubts,
    what both have in common may lie at their borders, where the window hides it: then the next
    peaks are looked at too, and those without the window."""
    peaks = phase_correlation(reference, image, _CANDIDATES)
    if not peaks or not (has_contrast(reference) and has_contrast(image)):
        return peaks[0] if peaks else None
    first, judge = peaks[0], Judge(reference, image)
    judged = judge.judged(first.x, first.y)
    if first.confidence >= _SURE and judged is not None and judged.likeness >= _SURE:
        return first
    more = phase_correlation(reference, image, _CANDIDATES, window=False)
    chosen = best_shift(judge, [(peak.x, peak.y) for peak in peaks + more])
    if chosen is None or not chosen[1].is_alike:
        return first
    number, best, margin = chosen
    return (peaks + more)[number]._replace(
        x=best.x, y=best.y, confidence=max(margin, first.confidence if number == 0 else 0.0))
