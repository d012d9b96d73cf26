// SPDX-License-Identifier: LGPL-2.1-or-later
// Which kernel meets which frame and channel. Channels are counted among those that are filtered.
#pragma once

#include <cstdint>

#include "fftcore/convolution.h"

namespace fftcore {

/// Channels that one product of a matrix and a vector takes together: all that are filtered, or 1
/// where each goes by itself.
std::int64_t mixed_channels(const Convolution& problem);

/// Tiles are numbered set by set; the two tiles of a pair come from one set, so that one kernel
/// fits both. A set holds this many channels of each tile: all of them where one kernel is for all,
/// else 1 (or, mixed, all of them together as 1).
std::int64_t tile_sets(const Convolution& problem);
std::int64_t channels_of_set(const Convolution& problem);

/// Kernels that an input frame is convolved with.
struct FilterRange {
  std::int64_t first = 0;
  std::int64_t count = 1;
};
FilterRange filters_of_frame(const Convolution& problem, std::int64_t frame);

/// Where the result of a frame and a kernel goes.
std::int64_t output_frame(const Convolution& problem, std::int64_t frame, std::int64_t kernel);

/// Place in what set_taps() got of the taps from channel `from` to channel `to`.
std::int64_t taps_index(const Convolution& problem, std::int64_t kernel, std::int64_t to,
                        std::int64_t from);

}  // namespace fftcore
