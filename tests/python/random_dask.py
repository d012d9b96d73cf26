# SPDX-License-Identifier: LGPL-2.1-or-later
"""A random case of each function of fftcore.dask, in random chunks, beside what whole arrays are
compared with."""
import warnings

import dask.array as da
import random_functions as functions

import fftcore.dask

WHOLE = ("list", "unmasked")
"""Layouts that no chunks have."""


def _chunked(draw, image):
    chunks = tuple(draw.number(1, side) for side in image.exact.shape)
    draw.say(chunks=chunks)
    return da.from_array(image.array, chunks)


def _fits(words, image):
    """fftcore.dask has no frames and filters."""
    return not (words["frames"] or words["filters"]) and image.layout not in WHOLE


def _filtered(operation):
    def case(draw):
        def call(image, taps, mode, words):
            if not _fits(words, image):
                return getattr(fftcore, operation)(image.array, taps.array, mode, **words)
            words = {name: words[name] for name in ("cval", "channel_axis") if name in words}
            return getattr(fftcore.dask, operation)(
                _chunked(draw, image), taps.array, mode, **words).compute(scheduler="synchronous")
        functions.filtered(draw, operation, call)
    return case


def match_template(draw):
    def call(image, template, words, has_score):
        if image.layout in WHOLE:
            return functions.told(image, has_score, lambda: fftcore.match_template(
                image.array, template.array, **words))
        with warnings.catch_warnings():  # they are of blocks
            warnings.filterwarnings("ignore", "image: .* samples are not finite")
            return fftcore.dask.match_template(_chunked(draw, image), template.array,
                                               **words).compute(scheduler="synchronous")
    # Marks for "no data" are told from other samples by block.
    functions.matched(draw, call, has_marks=False)


def denoise(draw):
    def call(image, sigma, words):
        if image.layout in WHOLE:
            return fftcore.denoise(image.array, sigma, **words)
        return fftcore.dask.denoise(_chunked(draw, image), sigma, **words).compute(
            scheduler="synchronous")
    functions.denoised(draw, call)


CASES = {"dask convolve": _filtered("convolve"), "dask correlate": _filtered("correlate"),
         "dask match_template": match_template, "dask denoise": denoise}
