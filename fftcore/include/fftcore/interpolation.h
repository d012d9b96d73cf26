// SPDX-License-Identifier: LGPL-2.1-or-later
// Interpolation: what an image has between its samples.
#pragma once

#include <cstdint>
#include <string_view>

#include "fftcore/export.h"

namespace fftcore {

/// The value at place p along an axis is the sum over samples k of w(p - k) x[k]; of an image, the
/// product of the weights of both axes. With d the magnitude of p - k:
///   nearest   the sample at floor(p + 1/2) alone
///   bilinear  w = 1 - d up to 1: 2 samples
///   bicubic   w = 1.5 d^3 - 2.5 d^2 + 1 up to 1, -0.5 d^3 + 2.5 d^2 - 4 d + 2 up to 2: 4 samples.
///             This is the kernel of Keys ("Cubic convolution interpolation for digital image
///             processing", 1981) with a = -1/2, the one that gives back parabolas. OpenCV has
///             a = -3/4
///   lanczos   w = sinc(d) sinc(d / 3) up to 3, divided by the sum of the weights: 6 samples
/// A place that is a whole number gives its sample exactly.
enum class Interpolation : std::uint8_t { nearest, bilinear, bicubic, lanczos };

/// Samples along an axis that a value is made of: 1, 2, 4 or 6.
constexpr int samples_of(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::nearest: return 1;
    case Interpolation::bilinear: return 2;
    case Interpolation::bicubic: return 4;
    case Interpolation::lanczos: return 6;
  }
  return 0;
}

FFTCORE_API std::string_view to_string(Interpolation interpolation);

}  // namespace fftcore
