// SPDX-License-Identifier: LGPL-2.1-or-later
// What kernels compute where two spectra meet: the expressions of each SpectralKind.
#pragma once

#include "complex.h"
#include "fftcore/spectral_op.h"

namespace fftcore {

/// `numerator` times what `op` makes of x and k, for operations that have a divisor; multiply takes
/// no numerator. `floor`: as StoredOp has it.
Complex spectral_product(Builder& builder, const SpectralOp& op, double floor, const Complex& x,
                         const Complex& k, const ast::Expr& numerator = ast::real(1));

}  // namespace fftcore
