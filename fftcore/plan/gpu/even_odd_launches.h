// SPDX-License-Identifier: LGPL-2.1-or-later
// The launch of circular filters of rows that are transformed in two halves, even and odd.
#pragma once

#include "convolution_launches.h"

namespace fftcore {

/// One launch, even_odd.h: rows of an even number of samples whose edges wrap, kernels of one row,
/// channels that do not mix and none that is copied.
ConvolutionOffer even_odd_launches(const Convolution& problem, const DeviceTraits& traits);

}  // namespace fftcore
