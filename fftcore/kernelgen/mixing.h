// SPDX-License-Identifier: LGPL-2.1-or-later
// The middle of a convolution: spectra times the kernels' spectra.
#pragma once

#include "access.h"

namespace fftcore {

/// Each line's values times its own, and perhaps their opposites' conjugates times the next.
Values multiplied(Builder& builder, LineTransform& transform, const Values& values,
                  const SpectrumMultiply& multiply, const LinePosition& line, int radix);

/// The sums over the channels that a block has together, each times what goes from it to the line's
/// own. `first_line`: of the block, in channel 0.
Values mixed(Builder& builder, LineTransform& transform, const Values& values,
             const SpectrumMultiply& multiply, const LinePosition& line, int radix, int channels,
             const ast::Expr& first_line, int lines_of_channel);

}  // namespace fftcore
