// SPDX-License-Identifier: LGPL-2.1-or-later
// Interpolation: an image between its samples.
#pragma once

#include <cstdint>
#include <string_view>

#include "fftcore/export.h"

namespace fftcore {

/// The value of an image at a place between samples: along each axis the sum of the samples nearest
/// to it, each times w(t), t its distance from the place. At a whole number it is the sample.
///   nearest   the nearest sample; halves go to the greater place
///   bilinear  w = 1 - |t|, of 2 samples
///   bicubic   w = 1.5 |t|^3 - 2.5 |t|^2 + 1 up to 1, and -0.5 |t|^3 + 2.5 |t|^2 - 4 |t| + 2 up to
///             2; of 4 samples (Keys 1981, a = -1/2)
///   lanczos   w = sinc(t) sinc(t / 3), sinc(t) = sin(pi t) / (pi t), divided by the sum of w; of 6
///             samples
enum class Interpolation : std::uint8_t { nearest, bilinear, bicubic, lanczos };

FFTCORE_API std::string_view to_string(Interpolation interpolation);

}  // namespace fftcore
