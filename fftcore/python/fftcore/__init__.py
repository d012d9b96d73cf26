# SPDX-License-Identifier: LGPL-2.1-or-later
"""FFT convolution, correlation, searches and transforms of images, on CPUs and GPUs.

Functions take and return arrays, by the names and definitions of SciPy and scikit-image. Plan
objects do the same for repeated work. A bad value is a ValueError that says what is allowed.
"""
from ._backends import backends, devices
from ._convolution import Convolution, ConvolutionPlan, convolve, correlate
from ._core import __version__, unavailable_reason
from ._denoise import denoise, estimate_sigma
from ._fft import (dct, dctn, dst, dstn, fft, fft2, fftn, hfft, hfft2, hfftn, idct, idctn, idst,
                   idstn, ifft, ifft2, ifftn, ihfft, ihfft2, ihfftn, irfft, irfft2, irfftn, rfft,
                   rfft2, rfftn)
from ._filters import (bandpass, bandstop, deconvolve, defocus_blur, filter_taps, gaussian_blur,
                       highpass, load_taps, lowpass, motion_blur, response_taps, restoring_taps)
from ._matching import TemplateMatching, find_template, match_template
from ._motion import CameraMotion, Motion, camera_motion, fit_motion
from ._piv import piv
from ._plans import Plan, clear_plans
from ._register import Registration, register
from ._scipy_backend import DOMAIN as __ua_domain__
from ._scipy_backend import serve as __ua_function__
from ._search import Peak, PhaseCorrelation, phase_correlation
from ._tiles import TilePositions, register_tiles
from ._transforms import Transform, TransformPlan
from ._vectors import VectorField
from ._warp import warp
from ._windows import WindowShifts, correlate_windows

__all__ = ["CameraMotion", "Convolution", "ConvolutionPlan", "Motion", "Peak", "PhaseCorrelation",
           "Plan", "Registration", "TemplateMatching", "TilePositions", "Transform",
           "TransformPlan", "VectorField", "WindowShifts", "__ua_domain__", "__ua_function__",
           "__version__", "backends", "bandpass", "bandstop", "camera_motion", "clear_plans",
           "convolve", "correlate", "correlate_windows", "dct", "dctn", "deconvolve",
           "defocus_blur", "denoise", "devices", "dst", "dstn", "estimate_sigma", "fft", "fft2",
           "fftn", "filter_taps", "find_template", "fit_motion", "gaussian_blur", "hfft", "hfft2",
           "hfftn", "highpass", "idct", "idctn", "idst", "idstn", "ifft", "ifft2", "ifftn", "ihfft",
           "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "load_taps", "lowpass",
           "match_template", "motion_blur", "phase_correlation", "piv", "register",
           "register_tiles", "response_taps", "restoring_taps", "rfft", "rfft2", "rfftn",
           "unavailable_reason", "warp"]
