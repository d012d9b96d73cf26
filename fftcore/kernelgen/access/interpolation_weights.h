// SPDX-License-Identifier: LGPL-2.1-or-later
// Weights of the samples around a place, as expressions.
#pragma once

#include <vector>

#include "builder.h"
#include "fftcore/interpolation.h"

namespace fftcore {

/// Weights of samples_of(interpolation) neighbours, where the place is `part` of a sample after the
/// last one before it: 0 <= part < 1.
std::vector<ast::Expr> interpolation_weights(Builder& builder, Interpolation interpolation,
                                             const ast::Expr& part);

/// Neighbours that lie before the last one that is not after the place.
constexpr int lead_of(Interpolation interpolation) {
  return interpolation == Interpolation::nearest ? 0 : samples_of(interpolation) / 2 - 1;
}

}  // namespace fftcore
