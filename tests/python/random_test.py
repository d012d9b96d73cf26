# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every function and plan of fftcore with random arrays: of any type, byte order, layout, shape,
scale and level, with samples that are not finite. FFTCORE_TEST_COUNT draws more of them, and
FFTCORE_TEST_SEED others; the message of one that failed says how to draw it alone."""
import inspect
import sys
import warnings

import pytest
import random_draws as draws
import random_functions as functions
import random_motion as motions
import random_plans as plans
import random_taps as taps
import random_windows as windows

import fftcore

SLOW = {"restoring_taps": 5, "deconvolve": 3, "denoise": 6, "filter_taps": 5,
        "piv": 3}
"""What takes long has fewer cases."""
NO_ARRAYS = {"Motion", "Peak", "Registration", "TilePositions", "backends", "clear_plans",
             "devices", "unavailable_reason", "WindowShifts"}
"""What has nothing to do with arrays."""


def _of_dask():
    try:
        import random_dask
    except ImportError:
        return {}
    return random_dask.CASES


CASES = {
    **{name: getattr(functions, name) for name in
       ("convolve", "correlate", "lowpass", "highpass", "bandpass", "bandstop", "deconvolve",
        "match_template", "find_template", "phase_correlation", "estimate_sigma", "denoise")},
    **{name: functions.transformed(name) for name in functions.TRANSFORMS},
    **{name: getattr(plans, name) for name in
       ("convolution", "plan", "transform", "matching", "phase")},
    **{name: getattr(motions, name) for name in
       ("camera_motion", "camera", "fit_motion", "register", "register_tiles")},
    **{name: getattr(windows, name) for name in ("warp", "correlate_windows", "filters", "piv")},
    **{name: getattr(taps, name) for name in
       ("filter_taps", "response_taps", "gaussian_blur", "defocus_blur", "motion_blur",
        "restoring_taps", "load_taps")},
    **_of_dask(),
}


@pytest.mark.parametrize("name", CASES)
def test_random(name):
    number = draws.count(15)
    if "FFTCORE_TEST_COUNT" not in draws.os.environ:
        number = max(number // SLOW.get(name, 1), 1)
    for seed in range(draws.SEED, draws.SEED + number):
        draw = draws.Draws(seed, name)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                CASES[name](draw)
        except Exception as error:
            words = " ".join(draw.said)
            raise AssertionError(
                f"{type(error).__name__}: {error}\n{name}: {words}\nThis case alone:\n"
                f"    FFTCORE_TEST_SEED={seed} FFTCORE_TEST_COUNT=1 tests/lane python "
                f"'tests/python/random_test.py::test_random[{name}]'") from error


def _public():
    """The functions of fftcore, and the methods of its classes, by their code."""
    for name in fftcore.__all__:
        value = getattr(fftcore, name)
        if name in NO_ARRAYS or name.startswith("__"):
            continue
        if inspect.isclass(value):
            for method, member in vars(value).items():
                member = member.fget if isinstance(member, property) else member
                if inspect.isfunction(member) and not method.startswith("_"):
                    yield f"{name}.{method}", member.__code__
        else:
            yield name, inspect.unwrap(value).__code__


def test_no_function_is_forgotten():
    """A case of each calls all that is public. A method counts where one of a class above does."""
    called = set()

    def note(frame, event, _):
        if event == "call":
            called.add(frame.f_code)

    for name in CASES:
        for seed in range(draws.SEED, draws.SEED + (4 if name in vars(plans) else 1)):
            sys.setprofile(note)
            try:
                CASES[name](draws.Draws(seed, name))
            finally:
                sys.setprofile(None)
    forgotten = [name for name, code in _public() if code not in called]
    assert not forgotten, f"no case in tests/python/random_*.py calls {', '.join(forgotten)}"
