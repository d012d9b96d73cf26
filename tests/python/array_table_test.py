# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every function with arrays of every type, byte order and layout: the result is right, or a
message says what is allowed."""
import re
import warnings

import array_cases
import arrays
import numpy as np
import plan_cases
import pytest

import fftcore

ALL = arrays.WHOLE + arrays.FLOATS + arrays.COMPLEX + arrays.LONG
ALLOWED = re.compile("allowed|expected|are needed|must be a real sequence")


def result_of(case, array, name):
    """The function's result; None where it is refused with words. Nothing is warned of."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return case.got(array)
        except (ValueError, TypeError) as error:
            dtype = name.split()[0]
            is_plain = name == f"{dtype} = dense" and dtype in case.plain
            assert dtype not in case.taken and not is_plain, (
                f"{case.name} of {name} is refused: {error}")
            assert ALLOWED.search(str(error)), f"{case.name} of {name}: {error}"
            return None


@pytest.mark.parametrize("case", array_cases.CASES + plan_cases.CASES, ids=lambda case: case.name)
def test_arrays(case):
    wanted = {}
    wrong = []
    for name, array in arrays.table(case.shape, ALL, 7, case.values, case.layouts):
        before = np.array(array)
        result = result_of(case, array, name)
        if result is None:
            continue
        numbers, dtype = arrays.exact(array), np.asarray(array).dtype
        key = numbers.tobytes()
        if key not in wanted:
            wanted[key] = case.want(numbers)
        want = wanted[key]
        known = case.dtype(dtype)
        if known is not None:
            assert result.dtype == np.dtype(known).newbyteorder("="), name
            want = array_cases.clamped(want, known)
        error = np.linalg.norm(np.subtract(result, want, dtype=complex))
        bound = case.bound(numbers, want, dtype)
        if known is not None:
            bound += array_cases.rounding(known, want) * np.sqrt(want.size)
        if result.shape != want.shape or not error <= bound:
            wrong.append(f"{name}: {error:.3g} > {bound:.3g}")
        assert np.array_equal(before, array), f"{name} is changed"
    assert not wrong, f"{case.name}: {len(wrong)} are wrong\n" + "\n".join(wrong)


@pytest.mark.parametrize("mode", ("same", "nearest"))
@pytest.mark.parametrize("dtype", ALL)
def test_out(dtype, mode):
    """`out` of every type, byte order and layout gets what is computed without it."""
    taps = array_cases.FILTER + (1j if np.dtype(dtype).kind == "c" else 0)
    want = array_cases.clamped(fftcore.convolve(100 * array_cases.IMAGE, taps, mode), dtype)
    for name, out in arrays.table(array_cases.SHAPE, (dtype,), 8):
        if not isinstance(out, np.ndarray):
            continue
        before = out.copy()
        try:
            result = fftcore.convolve(100 * array_cases.IMAGE, taps, mode, out=out)
        except ValueError as error:
            assert re.search("allowed|expected|need", str(error)), name
            assert not name.endswith("dense"), name
            assert np.array_equal(before, out), name
            continue
        assert result is out and out.dtype == before.dtype, name
        near = array_cases.rounding(dtype, want) + 1e-6 * np.abs(want).max()
        assert np.abs(np.subtract(out, want, dtype=complex)).max() <= near, name
