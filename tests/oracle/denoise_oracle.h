// SPDX-License-Identifier: LGPL-2.1-or-later
// The definition in fftcore/denoise.h, computed directly in double: every block by itself, its DFT
// by sums. It shares no code with the library.
#pragma once

#include <span>

#include "direct_sum.h"
#include "fftcore/denoise.h"

namespace oracle {

/// A result before rounding, and where rounding may decide otherwise.
struct Denoised {
  Samples exact;
  /// Squared 2-norm, over all channels, that bins within 1e-5 of a threshold may differ by.
  double doubtful = 0;
  double input_norm = 0;  ///< 2-norm of the frame that is denoised, of channels that are
};

/// `frames`: before + 1 + after of them, in the order of time.
Denoised denoised(const fftcore::Denoise& denoise, std::span<const Samples> frames);

}  // namespace oracle
