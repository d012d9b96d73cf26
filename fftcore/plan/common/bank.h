// SPDX-License-Identifier: LGPL-2.1-or-later
// The filter that meets each frame and channel. Channels are counted among those that are filtered.
#pragma once

#include <cstdint>

#include "fftcore/convolution.h"

namespace fftcore {

/// Channels in one product of a matrix and a vector: all that are filtered, or 1 where each channel
/// goes by itself.
std::int64_t mixed_channels(const Convolution& convolution);

/// Products of a matrix and a vector that a frame takes: one a filtered channel, or 1 where all of
/// them mix.
std::int64_t channel_sets(const Convolution& convolution);

/// Filters that an input frame is convolved with.
struct FilterRange {
  std::int64_t first = 0;
  std::int64_t count = 1;
};
FilterRange filters_of_frame(const Convolution& convolution, std::int64_t frame);

/// Output frame that a frame and a filter make.
std::int64_t output_frame(const Convolution& convolution, std::int64_t frame, std::int64_t filter);

/// Frame that an output frame is made of.
std::int64_t input_frame(const Convolution& convolution, std::int64_t output_frame);

/// Number, among the taps that set_taps() got, of a filter's taps from channel `from` to channel
/// `to`.
std::int64_t taps_index(const Convolution& convolution, std::int64_t filter, std::int64_t to,
                        std::int64_t from);

}  // namespace fftcore
