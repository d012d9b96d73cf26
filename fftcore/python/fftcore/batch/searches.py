# SPDX-License-Identifier: LGPL-2.1-or-later
"""Searches as values, which other processes and machines get: what they find in an image."""
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from .._matching import peaks_in
from .._registration import registered
from .._search import Peak
from .._unseen import Unseen, without_marks
from .images import FileError
from .tiles import sides_of_tiles

Grey = Callable[[np.ndarray], np.ndarray]
"""Makes brightness of a part of an image."""
_MOST_PEAKS = 64


def _confidence(peak: Peak, after: Peak) -> float:
    """As the library has it (Peak of search.h)."""
    return 1 - max(after.score, 0.0) / peak.score if peak.score > 0 else 0.0


@dataclass(frozen=True, eq=False)
class Match:
    """Places in an image that look like a template."""
    template: np.ndarray  # grey
    score: str = "ccoeff_normed"
    threshold: float = 0.8
    max_peaks: int = 10
    radius: Optional[int] = None
    flat: Optional[float] = None
    ending = ".json"

    def find(self, image: Any, grey: Grey, limit_bytes: int) -> Dict[str, Any]:
        rows, columns = self.template.shape
        if rows > image.shape[0] or columns > image.shape[1]:
            raise FileError(f"the template is {rows}x{columns}, and the image "
                            f"{image.shape[0]}x{image.shape[1]}; no larger one than the image is "
                            "expected")
        high, wide = sides_of_tiles(image, limit_bytes)
        if (high, wide) == tuple(image.shape[:2]):
            peaks, unseen = peaks_in(grey(np.asarray(image[:])), self.template, self.max_peaks,
                                     self.radius, self.score, self.flat)
        else:
            found, unseen = self._by_tiles(image, grey, high, wide)
            peaks = self._best(found)
        if not peaks:
            raise FileError(unseen.total_loss)
        if unseen.doubt:
            raise FileError(unseen.doubt)
        return {"peaks": [{"x": peak.x, "y": peak.y, "width": columns, "height": rows,
                           "score": peak.score, "confidence": peak.confidence}
                          for peak in peaks if peak.score >= self.threshold],
                **({"unseen": unseen.unseen} if unseen.unseen else {})}

    @property
    def _radius(self) -> int:
        return min(self.template.shape) // 2 if self.radius is None else self.radius

    def _by_tiles(self, image: Any, grey: Grey, high: int,
                  wide: int) -> Tuple[List[Peak], Unseen]:
        """The best peaks of all tiles of places. Around a tile lies what may be a better peak than
        one in it; those on the line between two are found by both."""
        rows, columns = (size - side + 1 for size, side in zip(image.shape, self.template.shape))
        more = self._radius + 2
        found, count, doubts = [], 0, []
        for row in range(0, rows, high):
            for column in range(0, columns, wide):
                top, left = max(row - more, 0), max(column - more, 0)
                bottom, right = (
                    min(start + length + more, places) + side - 1
                    for start, length, places, side in ((row, high, rows, self.template.shape[0]),
                                                        (column, wide, columns,
                                                         self.template.shape[1])))
                part = grey(np.asarray(image[top:bottom, left:right]))
                peaks, unseen = peaks_in(part, self.template, _MOST_PEAKS, self._radius,
                                         self.score, self.flat)
                doubts.append(unseen.doubt)
                # What lies under several tiles' templates is counted once.
                own = part[row - top:None if row + high >= rows else row - top + high,
                           column - left:None if column + wide >= columns else column - left + wide]
                count += without_marks(own, self.score)[1].unseen
                for peak in peaks:
                    x, y = peak.x + left, peak.y + top
                    if abs(y - row - (high - 1) / 2) <= high / 2 + 0.5 and abs(
                            x - column - (wide - 1) / 2) <= wide / 2 + 0.5:
                        found.append(peak._replace(x=x, y=y))
        # A tile of less contrast shows the template, if it lies there.
        return found, Unseen(count, image.shape[0] * image.shape[1], doubt=min(doubts))

    def _best(self, found: List[Peak]) -> List[Peak]:
        kept: List[Peak] = []
        for peak in sorted(found, key=lambda peak: -peak.score):
            if len(kept) <= self.max_peaks and all(
                    max(abs(round(peak.x) - round(other.x)), abs(round(peak.y) - round(other.y)))
                    > self._radius for other in kept):
                kept.append(peak)
        # Confidence is against the next lower peak, which may be another tile's.
        following = kept[1:] + [None]
        return [peak if after is None else peak._replace(confidence=_confidence(peak, after))
                for peak, after in zip(kept, following)][:self.max_peaks]


@dataclass(frozen=True, eq=False)
class Register:
    """How far an image is moved against a reference."""
    reference: np.ndarray  # grey
    ending = ".json"

    def find(self, image: Any, grey: Grey, limit_bytes: int) -> Dict[str, Any]:
        size = int(np.prod(image.shape)) * np.dtype(image.dtype).itemsize
        if size > limit_bytes:
            raise FileError(f"the image takes {-(-size // 2**20)} MiB; no more than --memory is "
                            "expected, as an image is registered as a whole")
        peak = registered(self.reference, grey(np.asarray(image[:])))
        if peak is None:
            raise FileError("no shift is found: its samples, or the reference's, are too large")
        return {"dx": peak.x, "dy": peak.y, "confidence": peak.confidence}
