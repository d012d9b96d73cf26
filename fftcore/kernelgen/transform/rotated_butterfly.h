// SPDX-License-Identifier: LGPL-2.1-or-later
// A stage that comes after others: its butterflies with the rotations of their values.
#pragma once

#include <cstddef>
#include <functional>

#include "butterfly.h"
#include "twiddle.h"

namespace fftcore {

/// Butterflies of x_k w^k, w being one for all of them; power(slot) gives w^k for k =
/// plan.loaded[slot].
Values rotated_butterflies(Builder& b, Values x, const TwiddlePlan& plan,
                           const std::function<Complex(std::size_t slot)>& power);

}  // namespace fftcore
