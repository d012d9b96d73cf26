// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bank.h"

#include <algorithm>
#include <bit>

namespace fftcore {
namespace {

std::int64_t filtered_count(const Convolution& convolution) {
  return convolution.input.channels.extent - std::popcount(convolution.skipped_channels);
}

/// Each frame meets all filters.
bool meets_all_filters(const Convolution& convolution) {
  return convolution.bank == Bank::crossed || convolution.input.frames.extent == 1;
}

}  // namespace

std::int64_t mixed_channels(const Convolution& convolution) {
  const bool mixes = convolution.mixing == Mixing::full || convolution.mixing == Mixing::symmetric;
  return mixes ? filtered_count(convolution) : 1;
}

std::int64_t channel_sets(const Convolution& convolution) {
  return filtered_count(convolution) / mixed_channels(convolution);
}

FilterRange filters_of_frame(const Convolution& convolution, std::int64_t frame) {
  if (meets_all_filters(convolution)) return {0, convolution.filters};
  return {convolution.filters == 1 ? 0 : frame, 1};
}

std::int64_t output_frame(const Convolution& convolution, std::int64_t frame, std::int64_t filter) {
  return meets_all_filters(convolution) ? frame * convolution.filters + filter : frame;
}

std::int64_t input_frame(const Convolution& convolution, std::int64_t output_frame) {
  return meets_all_filters(convolution) ? output_frame / convolution.filters : output_frame;
}

std::int64_t taps_index(const Convolution& convolution, std::int64_t filter, std::int64_t to,
                        std::int64_t from) {
  const std::int64_t first = taps_needed(convolution) / convolution.filters * filter;
  const std::int64_t channels = filtered_count(convolution);
  switch (convolution.mixing) {
    case Mixing::none: return first;
    case Mixing::diagonal: return first + to;
    case Mixing::full: return first + to * channels + from;
    case Mixing::symmetric: {
      const std::int64_t row = std::min(to, from), column = std::max(to, from);
      return first + row * channels - row * (row - 1) / 2 + column -
             row;  // the rows above hold channels, channels - 1, ... entries
    }
  }
  return first;
}

}  // namespace fftcore
