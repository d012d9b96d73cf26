# SPDX-License-Identifier: LGPL-2.1-or-later
"""The choice of shifts that peaks of phase correlation mean."""
import numpy as np
import pytest

import fftcore
from fftcore._shifts import chosen_shift


@pytest.mark.parametrize("common", ((1, 2), (2, 1), (2, 2)), ids=str)
def test_little_in_common(common):
    """Of one or two slopes likeness is 1 or -1, and rounding brings it beyond."""
    random = np.random.default_rng(5)
    for _ in range(300):
        reference, image = random.standard_normal((2, 20, 24))
        shift = [side - seen for side, seen in zip(image.shape, common)]
        x, y, is_alike = chosen_shift(reference, image, shift[1], shift[0])
        assert np.isfinite((x, y)).all() and isinstance(is_alike, bool)


def test_noise_beside_noise():
    """Pictures of one kind that show different things, of which a case in a hundred has a peak
    where two samples are in common."""
    random = np.random.default_rng(6)
    for _ in range(300):
        reference, image = random.integers(0, 2**32, (2, 16, 18), np.uint32, endpoint=False)
        for peak in fftcore.phase_correlation(reference, image, 3, window=False):
            assert np.isfinite(peak[:4]).all()
