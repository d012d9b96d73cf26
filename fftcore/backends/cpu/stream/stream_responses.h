// SPDX-License-Identifier: LGPL-2.1-or-later
// Responses as a StreamExecutable on a CPU needs them.
#pragma once

#include <vector>

#include "aligned_array.h"

namespace fftcore {

/// One set of responses.
template <class Real>
struct StreamResponses {
  AlignedArray<Real> head;  ///< the head's taps, response after response
  /// Spectra, times 1 / block. By level: response, group of bins, partition.
  std::vector<AlignedArray<Real>> levels;
  StreamResponses* next = nullptr;  ///< in a ResponseSlot
};

}  // namespace fftcore
