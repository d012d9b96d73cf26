// SPDX-License-Identifier: LGPL-2.1-or-later
// How much noise there is in an image, and what suits it.
#pragma once

#include "fftcore/backend.h"
#include "fftcore/taps.h"

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
/// noise that is not white counts by its high frequencies. 0 where there is none. An image of one
/// row or one column has lines of 16 samples in place of blocks.
///
/// In floating point, blocks that have a sample that is not finite are left out. So are those that
/// have one of up to three values that stand for "no data": each farther from the next value than
/// all others are from each other. If all blocks have such values, these count as data, unless they
/// are 16 times as far.
///
/// Throws InvalidArgument for what run() of a Denoise refuses, for a channel that is not there, and
/// where all blocks that have structure are left out.
FFTCORE_API double estimate_noise(const Layout& image, ConstBuffer samples,
                                  std::int64_t channel = 0);

/// suited_lambda() (restoration.h) of an image's first so many channels, 0: of all, by their own
/// noise and gradient. The image is as estimate_noise() takes it, and all its samples are finite.
///
/// N is the sum over channels of estimate_noise()^2, and at least 1/12 of a step squared where
/// samples are whole numbers. A is what the gradient of means of b x b samples has, less 4 N / b^2
/// of noise: pictures have about as much of it at any scale, and the blur leaves it where b is as
/// many samples as it mixes, 1 / sqrt(sum h^2) for taps of sum 1. b is 4 at least, and at most an
/// eighth of the image's shorter side. Throws InvalidArgument for what restoring_taps() refuses,
/// too.
FFTCORE_API double measured_lambda(const Layout& image, ConstBuffer samples, const Taps& blur,
                                   std::int64_t channels = 0);

}  // namespace fftcore
