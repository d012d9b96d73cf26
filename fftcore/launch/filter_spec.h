// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters of windows in one launch: a block of threads has a window, from its samples to what it
// finds and to what its filter becomes (fftcore/window_filters.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "window_spec.h"

namespace fftcore {

/// The image is `input`, places are `source`, filters are `state`, and results are `output`.
struct FilterSpec {
  std::string name;
  /// How a window is gathered and transformed, two channels at once. It has no weights: those of
  /// the channels are below. kept_bytes() are its other_bytes.
  WindowSpec windows;
  std::vector<float> weights;  ///< of each channel
  Storage stored = Storage::f16;
  int filters = 1;
  double width = 2;
  double regularization = 0.01;

  int channels() const { return static_cast<int>(weights.size()); }
  /// Channels go two at once; where there are more, products of the first two are kept.
  int pairs() const { return (channels() + 1) / 2; }
  int planes() const { return 2 * channels() + 1; }
  int bins() const { return windows.across.length() / 2 + 1; }
  /// Pairs of numbers of products, and numbers of powers, that are kept.
  int kept_products() const {
    return pairs() > 1 ? windows.half_columns() * windows.down.length() : 0;
  }
  int kept_powers() const { return pairs() > 1 ? bins() * windows.down.length() : 0; }
  std::int64_t kept_bytes() const {
    return std::int64_t{8} * kept_products() + std::int64_t{4} * kept_powers();
  }
};

}  // namespace fftcore
