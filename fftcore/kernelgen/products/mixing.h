// SPDX-License-Identifier: LGPL-2.1-or-later
// The middle of a convolution: spectra of lines times those of the taps.
#pragma once

#include "access.h"

namespace fftcore {

/// Products of each line's values with its spectrum. SpectrumMultiply::with_mirror adds the
/// products of their Hermitian mirrors with the plane after.
Values multiplied(Builder& builder, LineTransform& transform, const Values& values,
                  const SpectrumMultiply& multiply, const LinePosition& line, int radix);

/// Sums over the channels that a block has together. Each is multiplied by the plane that leads
/// from it to the line's own channel. `first_line`: the block's first one, in channel 0.
Values mixed(Builder& builder, LineTransform& transform, const Values& values,
             const SpectrumMultiply& multiply, const LinePosition& line, int radix, int channels,
             const ast::Expr& first_line, int lines_of_channel);

}  // namespace fftcore
