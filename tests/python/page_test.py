# SPDX-License-Identifier: LGPL-2.1-or-later
"""The package's page: its lines run, and print and show what it says."""
import doctest
import inspect
import re

import page

import fftcore


def test_page():
    assert page.run(False) == []


def test_every_name_has_words():
    """All that is offered has a docstring; functions of arrays say shapes."""
    for name in fftcore.__all__:
        if not name.startswith("__"):
            assert inspect.getdoc(getattr(fftcore, name)), name
    for name in ("convolve", "match_template", "phase_correlation", "lowpass", "deconvolve",
                 "denoise", "warp", "fft", "rfft", "dct"):
        assert re.search(r"[Ss]hape|\(\.\.\., N\)|rows, columns", inspect.getdoc(
            getattr(fftcore, name))), name


def test_examples_of_convolve():
    import numpy as np
    for function in (fftcore.convolve, fftcore.correlate, fftcore.lowpass, fftcore.filter_taps,
                     fftcore.estimate_sigma):
        found = doctest.DocTestFinder().find(function, globs={**vars(fftcore), "np": np})
        assert sum(len(one.examples) for one in found) > 0
        for one in found:
            assert doctest.DocTestRunner().run(one).failed == 0
