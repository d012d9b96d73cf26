// SPDX-License-Identifier: LGPL-2.1-or-later
// How much noise there is in an image.
#pragma once

#include "fftcore/backend.h"

namespace fftcore {

/// Standard deviation of the white noise in one channel of an image, in levels of 8-bit samples:
/// what DenoiseStrength::power is the square of. The image is in host memory, as a Denoise takes
/// it.
///
/// Blocks of 16x16 samples, at most 2048 of them and evenly spread, are windowed (hann), and the
/// power of each is averaged over its bins whose frequencies are 3/8 cycles/pixel and more along
/// both axes, where pictures have little. The result is the root of the median, over all blocks
/// whose power is not 0, by what it is of white Gaussian noise. It is within a fiftieth on
/// 1000 blocks of such noise; fine texture in more than half of the blocks counts as noise, and
/// noise that is not white counts by its high frequencies. 0 where there is none. Throws
/// InvalidArgument for what run() of a Denoise refuses, and for a channel that is not there.
FFTCORE_API double estimate_noise(const Layout& image, ConstBuffer samples,
                                  std::int64_t channel = 0);

}  // namespace fftcore
