# SPDX-License-Identifier: LGPL-2.1-or-later
"""How alike two images are where both show something."""
import math
from typing import NamedTuple

import numpy as np

from ._grey import Grey

_MOST_LIKENESS = 1 - 1e-9
"""More is as good as equality, of which there is no error."""


class Likeness(NamedTuple):
    """Of two images of one shape."""
    likeness: float
    """The correlation of their slopes, -1 to 1."""
    deviations: float
    """How unlikely that is to be chance, in standard deviations."""
    pixels: int
    """Of what both show."""


class Slopes:
    """Differences between neighbouring samples, as _shifts.py takes them. They know nothing of a
    level or of a shading, and are nearly independent of each other."""

    def __init__(self, grey: Grey) -> None:
        self._along, self._seen, power = [], [], 0.0
        for axis in (0, 1):
            after, before = [np.delete(grey.seen, at, axis) for at in (0, -1)]
            seen = after & before
            slopes = np.diff(grey.image, axis=axis) * seen
            self._along.append(slopes)
            self._seen.append(seen)
            power += float(np.sum(slopes**2, dtype=np.float64)) / max(int(seen.sum()), 1) / 2
        variance = float(grey.image[grey.seen].var(dtype=np.float64)) if grey.seen.any() else 0.0
        self.pixels = grey.seen
        # Of a texture of spots of deviation s, the variance is s^2 times that of its slopes.
        self.area = max(1.0, 2 * math.pi * variance / power) if power > 0 else math.inf
        """Pixels of an independent one."""

    def likeness(self, other: "Slopes") -> Likeness:
        """r is the correlation of both images' slopes, and Fisher's atanh(r) has an error of 1
        over the root of how many of them are independent."""
        pixels = int(np.count_nonzero(self.pixels & other.pixels))
        product = mine = its = 0.0
        for axis in (0, 1):
            ours, theirs = self._along[axis], other._along[axis]
            product += float(np.vdot(ours, theirs))
            mine += float(np.vdot(ours**2, other._seen[axis]))
            its += float(np.vdot(theirs**2, self._seen[axis]))
        r = product / math.sqrt(mine * its) if mine > 0 and its > 0 else 0.0
        deviations = math.atanh(max(min(r, _MOST_LIKENESS), -_MOST_LIKENESS))
        area = max(self.area, other.area)
        return Likeness(r, deviations * math.sqrt(pixels / area) if area < math.inf else 0.0,
                        pixels)
