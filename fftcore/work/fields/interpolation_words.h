// SPDX-License-Identifier: LGPL-2.1-or-later
// Interpolations as texts have them.
#pragma once

#include <array>

#include "fftcore/interpolation.h"
#include "words.h"

namespace fftcore {

inline constexpr std::array kInterpolationWords = {
    Word<Interpolation>{Interpolation::nearest, "nearest"},
    Word<Interpolation>{Interpolation::bilinear, "bilinear"},
    Word<Interpolation>{Interpolation::bicubic, "bicubic"},
    Word<Interpolation>{Interpolation::lanczos, "lanczos"}};

}  // namespace fftcore
