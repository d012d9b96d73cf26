# SPDX-License-Identifier: LGPL-2.1-or-later
"""FFT convolution, correlation, searches and transforms of images, on CPUs and GPUs.

Functions take and return arrays, by the names and definitions of SciPy and scikit-image. Plan
objects do the same for repeated work. A bad value is a ValueError that says what is allowed.
"""
from ._convolution import Convolution, ConvolutionPlan, convolve, correlate
from ._core import __version__, backends, unavailable_reason
from ._plans import Plan, clear_plans

__all__ = ["Convolution", "ConvolutionPlan", "Plan", "__version__", "backends", "clear_plans",
           "convolve", "correlate", "unavailable_reason"]
