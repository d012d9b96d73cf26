// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps in the range of half precision, whatever their size.
#pragma once

#include <span>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

/// The power of two that taps are multiplied by before they are transformed, and that the gain is
/// divided by: 1 in Precision::full. In Precision::fast it makes the largest sum of |taps| that an
/// output sample depends on at most 1, and more than 1/2. No spectrum exceeds that sum then, and
/// what lies between launches does not exceed kFastRange * sqrt(2). Throws InvalidArgument where
/// one such sum is more than 256 times another, since small taps would lose their digits.
float taps_scale(const Convolution& problem, std::span<const Taps> taps);

/// What a launch with LaunchPlan::has_product_gain multiplies by: 1 / scale where f16 holds the
/// products of any image that the Convolution allows, else 1. The image's gain makes up for the
/// rest.
float product_gain(const Convolution& problem, std::span<const Taps> taps, float scale);

}  // namespace fftcore
