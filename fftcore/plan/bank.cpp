// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bank.h"

#include <algorithm>
#include <bit>

namespace fftcore {
namespace {

std::int64_t filtered_count(const Convolution& problem) {
  return problem.input.channels.extent - std::popcount(problem.copied_channels);
}

}  // namespace

std::int64_t mixed_channels(const Convolution& problem) {
  const bool mixes = problem.mixing == Mixing::full || problem.mixing == Mixing::symmetric;
  return mixes ? filtered_count(problem) : 1;
}

std::int64_t tile_sets(const Convolution& problem) {
  return problem.mixing == Mixing::diagonal ? filtered_count(problem) : 1;
}

std::int64_t channels_of_set(const Convolution& problem) {
  return problem.mixing == Mixing::none ? filtered_count(problem) : 1;
}

FilterRange filters_of_frame(const Convolution& problem, std::int64_t frame) {
  if (problem.input.frames.extent == 1) return {0, problem.filters};
  return {problem.filters == 1 ? 0 : frame, 1};
}

std::int64_t output_frame(const Convolution& problem, std::int64_t frame, std::int64_t kernel) {
  return problem.input.frames.extent == 1 ? kernel : frame;
}

std::int64_t taps_index(const Convolution& problem, std::int64_t kernel, std::int64_t to,
                        std::int64_t from) {
  const std::int64_t first = taps_needed(problem) / problem.filters * kernel;
  const std::int64_t channels = filtered_count(problem);
  switch (problem.mixing) {
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
