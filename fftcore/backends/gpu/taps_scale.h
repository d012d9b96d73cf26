// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps in the range of half precision, whatever their size.
#pragma once

#include <span>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

/// The power of two that taps are multiplied by before they are transformed, and the gain divided
/// by, so that the sum of |taps| that an output sample depends on is at most 1, and above 1/2 for
/// one of them: 1 in Precision::full. In Precision::fast no spectrum exceeds it then, nor what lies
/// between launches kFastRange * sqrt(2). Throws InvalidArgument where these sums are further than
/// 256 from each other, since the small ones would lose their digits.
float taps_scale(const Convolution& problem, std::span<const Taps> taps);

/// What a launch with LaunchPlan::has_product_gain multiplies by: 1 / scale where f16 holds the
/// products of any image that the Convolution allows, else 1, the image's gain giving the rest
/// back.
float product_gain(const Convolution& problem, std::span<const Taps> taps, float scale);

}  // namespace fftcore
