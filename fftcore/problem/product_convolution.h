// SPDX-License-Identifier: LGPL-2.1-or-later
// A MultiplyStage seen as a convolution, so that one set of rules serves both.
#pragma once

#include "fftcore/stages.h"

namespace fftcore {

/// A convolution of images of the stage's points, whose channels meet the same number of kernels in
/// the same order: what is known of a Convolution's kernels (taps_needed(), check_taps(),
/// correlation_taps(), bank.h) serves a MultiplyStage too. Kernels of a stage without taps are 1x1.
Convolution product_convolution(const MultiplyStage& stage);

}  // namespace fftcore
