// SPDX-License-Identifier: LGPL-2.1-or-later
// A SpectralOp on values as they are stored: normalized spectra are divided by their points.
#pragma once

#include "fftcore/spectral_op.h"

namespace fftcore {

struct StoredOp {
  /// What the weight's divisor holds beside magnitudes; at least FLT_MIN where there is a divisor,
  /// so that it is never 0.
  double floor = 0;
  /// What the weighted product is multiplied by to be that of unnormalized spectra.
  double scale = 1;
};

/// `input_divisor`, `factor_divisor`: unnormalized values over stored ones.
StoredOp stored_op(const SpectralOp& op, double points, double input_divisor,
                   double factor_divisor);

/// The weight as text, without what is conjugated; empty for multiply.
std::string weight_text(const SpectralOp& op);

}  // namespace fftcore
