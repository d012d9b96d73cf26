# SPDX-License-Identifier: LGPL-2.1-or-later
"""Filters by what they do to frequencies, and blurs taken out again."""
import math
import os
from functools import lru_cache
from typing import Any, Optional

import numpy as np

from . import _core
from ._arrays import Array, array_of, in_double, is_on_host, shape_of, taps_of
from ._convolution import convolve
from ._denoise import lambda_in
from ._marks import check_no_marks
from ._words import LARGEST_INT, checked_text, number, quoted, whole, whole_or_none, wholes


_MOST_TAPS = 2**62
"""A side that is beyond all limits, and that C++ holds."""


@lru_cache(maxsize=64)
def _taps(band: str, shape: str, cutoff: float, cutoff_high: float, order: int) -> np.ndarray:
    taps = _core.filter_taps(band, checked_text("shape", shape), cutoff, cutoff_high, order)
    taps.flags.writeable = False
    return taps


def filter_taps(band: str, cutoff: float, cutoff_high: float = 0.25, *, shape: str = "gaussian",
                order: int = 2) -> np.ndarray:
    """Taps of a filter whose frequency response H depends on the frequency f alone: 63x63 to
    511x511.

    ``band``: lowpass, highpass, bandpass or bandstop. ``cutoff``: in cycles/pixel, 0 to 0.7072;
    ``cutoff_high``: the upper one of bandpass and bandstop. ``shape``: gaussian
    exp(-f^2 / (2 cutoff^2)), butterworth 1 / sqrt(1 + (f / cutoff)^(2 order)), or ideal.

    >>> filter_taps("lowpass", 0.1).shape
    (63, 63)
    """
    return _taps(band, shape, number("cutoff", cutoff), number("cutoff_high", cutoff_high),
                 whole("order", order, LARGEST_INT)).copy()


def response_taps(formula: str, shape: Any = (0, 0)) -> np.ndarray:
    """Taps of any frequency response H(fx, fy), such as "exp(-(f / 0.1)^2)", in cycles/pixel.
    ``shape``: as many taps, (rows, columns); by default as many as H needs. Complex where H is not
    Hermitian.
    """
    try:
        rows, columns = (whole("shape", side, _MOST_TAPS) for side in wholes("shape", shape, 2))
    except (TypeError, ValueError):
        raise ValueError(f"shape is {quoted(shape)}; (rows, columns) is allowed, such as (1, 511) "
                         "for a signal, and (0, 0) for as many as H needs") from None
    return _core.response_taps(checked_text("formula", formula), rows, columns)


def load_taps(file: Any) -> np.ndarray:
    """Taps from a file: a .npy file of two axes, or text with a row a line."""
    return _core.load_taps(os.fsdecode(file))


def _filtered(band: str, image: Any, cutoff: float, cutoff_high: float, shape: str, order: int,
              mode: str, channel_axis: Optional[int], out: Optional[Array]) -> Array:
    taps = _taps(band, shape, number("cutoff", cutoff), number("cutoff_high", cutoff_high),
                 whole("order", order, LARGEST_INT))
    return convolve(image, taps, mode, channel_axis=channel_axis, out=out)


def lowpass(image: Any, cutoff: float, *, shape: str = "gaussian", order: int = 2,
            mode: str = "mirror", channel_axis: Optional[int] = None,
            out: Optional[Array] = None) -> Array:
    """The image's frequencies below ``cutoff``, in cycles/pixel: 0.05 keeps what is coarser than
    20 pixels. Shape (rows, columns), and the result's; :func:`filter_taps` says what ``shape`` and
    ``order`` are, :func:`convolve` the rest.

    >>> lowpass(np.ones((4, 4), np.float32), 0.1).round(3)[0]
    array([1., 1., 1., 1.], dtype=float32)
    """
    return _filtered("lowpass", image, cutoff, 0.7072, shape, order, mode, channel_axis, out)


def highpass(image: Any, cutoff: float, *, shape: str = "gaussian", order: int = 2,
             mode: str = "mirror", channel_axis: Optional[int] = None,
             out: Optional[Array] = None) -> Array:
    """The image's frequencies above ``cutoff``, in cycles/pixel; otherwise as :func:`lowpass`."""
    return _filtered("highpass", image, cutoff, 0.7072, shape, order, mode, channel_axis, out)


def bandpass(image: Any, cutoff: float, cutoff_high: float, *, shape: str = "gaussian",
             order: int = 2, mode: str = "mirror", channel_axis: Optional[int] = None,
             out: Optional[Array] = None) -> Array:
    """The image's frequencies between two cutoffs, in cycles/pixel; otherwise as :func:`lowpass`.
    """
    return _filtered("bandpass", image, cutoff, cutoff_high, shape, order, mode, channel_axis, out)


def bandstop(image: Any, cutoff: float, cutoff_high: float, *, shape: str = "gaussian",
             order: int = 2, mode: str = "mirror", channel_axis: Optional[int] = None,
             out: Optional[Array] = None) -> Array:
    """The image without its frequencies between two cutoffs, in cycles/pixel; otherwise as
    :func:`lowpass`."""
    return _filtered("bandstop", image, cutoff, cutoff_high, shape, order, mode, channel_axis, out)


def motion_blur(length: float, angle: float = 0.0) -> np.ndarray:
    """Taps of a blur by even motion: ``length`` in pixels, ``angle`` in degrees counter-clockwise
    from the rows. Their sum is 1."""
    return _core.motion_blur(number("length", length), number("angle", angle))


def defocus_blur(radius: float) -> np.ndarray:
    """Taps of a blur by a lens out of focus: a disc of ``radius`` pixels. Their sum is 1."""
    return _core.defocus_blur(number("radius", radius))


def gaussian_blur(sigma: float) -> np.ndarray:
    """Taps of a Gaussian blur, ``sigma`` in pixels: those of scipy.ndimage.gaussian_filter."""
    return _core.gaussian_blur(number("sigma", sigma))


def restoring_taps(psf: Any, balance: float = 0.01, *, penalty: str = "gradient") -> np.ndarray:
    """Taps that invert a blur ``psf`` of (rows, columns) taps: the inverse DFT of
    conj(H) / (|H|^2 + balance |P|^2). ``penalty`` is P: flat, gradient, or laplacian, which is the
    default of skimage.restoration.wiener."""
    return _core.restoring_taps(in_double(taps_of("psf", psf)), checked_text("penalty", penalty),
                                number("balance", balance))


_BALANCE = 0.01
"""Of penalties whose balance no rule finds."""
_MOST_PLANES = 64
"""Planes of an image that are measured."""


def measured_balance(image: np.ndarray, psf: Any, channel_axis: Optional[int] = None) -> float:
    """The balance of the penalty gradient that suits the noise of a finite image in this machine's
    memory, which was blurred by ``psf``: the library's measured_lambda()."""
    taps = in_double(taps_of("psf", psf))
    if image.size == 0:
        return _BALANCE
    planes = [image] if channel_axis is None else list(np.moveaxis(image, channel_axis, 0))
    planes = planes[::math.ceil(len(planes) / _MOST_PLANES)]
    if image.dtype.kind == "c":
        planes = [part for plane in planes[::2 if len(planes) > _MOST_PLANES // 2 else 1]
                  for part in (plane.real, plane.imag)]
    return lambda_in(np.stack(planes), taps)


def deconvolve(image: Any, psf: Any, balance: Optional[float] = None, *, penalty: str = "gradient",
               mode: str = "mirror", channel_axis: Optional[int] = None,
               out: Optional[Array] = None) -> Array:
    """The image with a known blur taken out, by Wiener's regularised inverse.

    Shapes: ``image`` (rows, columns), and the result's; ``psf``: the blur's taps. ``balance``
    weighs smoothness against fitting the image; more noise needs more. None: it is found by the
    noise that :func:`estimate_sigma` measures. :func:`restoring_taps` says what ``penalty`` is; for
    others than gradient None is 0.01. An image in this machine's memory
    has to be finite, without marks such as -3.4e38 for "no data": what is restored takes each
    sample from far around.

    >>> sharp = deconvolve(blurred, motion_blur(9, 45))
    """
    image = array_of("image", image)
    channel_axis = whole_or_none("channel_axis", channel_axis)
    axes = len(shape_of(image))
    if channel_axis is not None and not -axes <= channel_axis < axes:
        raise ValueError(f"channel_axis is {quoted(channel_axis)}; image has {axes} axes")
    check_no_marks("image", image, "deconvolution would spread others far", channel_axis)
    if balance is None and penalty != "gradient":
        balance = _BALANCE
    elif balance is None:
        if not is_on_host(image):
            raise ValueError("balance is None, and image lies on a device; a number is allowed "
                             "there: the noise is measured in this machine's memory")
        balance = measured_balance(image, psf, channel_axis)
    return convolve(image, restoring_taps(psf, balance, penalty=penalty), mode,
                    channel_axis=channel_axis, out=out)
