// SPDX-License-Identifier: LGPL-2.1-or-later
// MultiplyStages seen as Convolutions, so that one set of rules serves both.
#pragma once

#include "fftcore/stages.h"

namespace fftcore {

/// Convolution of images of the stage's points, whose channels meet as many filters in the same
/// order. So what is known of a Convolution's filters serves a MultiplyStage too: taps_needed(),
/// check_taps(), correlation_taps(), bank.h. Filters of a stage without taps are 1x1.
Convolution product_convolution(const MultiplyStage& stage);

}  // namespace fftcore
