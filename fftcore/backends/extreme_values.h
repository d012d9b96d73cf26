// SPDX-License-Identifier: LGPL-2.1-or-later
// The smallest and the largest of many values, and which of them lie far from all others.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace fftcore {

/// Of samples that are finite; others are passed over.
class ExtremeValues {
 public:
  void add(float sample) {
    if (!std::isfinite(sample)) return;
    low_.add(sample);
    high_.add(-sample);
  }

  /// Up to kMost values, each of which is farther from the nearest other one than `spreads` times
  /// the spread of all others but those. None where all others are equal.
  std::vector<float> far(double spreads) const {
    std::vector<float> found;
    for (std::size_t low = 0, high = 0; found.size() < kMost;) {
      if (low + 1 >= low_.used || high + 1 >= high_.used) break;
      const double least = low_.values[low], most = -double(high_.values[high]),
                   above = low_.values[low + 1], below = -double(high_.values[high + 1]);
      const bool is_low = above - least > most - below;
      const double apart = std::max(above - least, most - below),
                   spread = is_low ? most - above : below - least;
      if (!(spread > 0 && apart > spreads * spread)) break;
      found.push_back(static_cast<float>(is_low ? least : most));
      ++(is_low ? low : high);
    }
    return found;
  }

 private:
  static constexpr std::size_t kMost = 3;

  /// The smallest different values, in order.
  struct Smallest {
    std::array<float, kMost + 1> values{};
    std::size_t used = 0;

    void add(float value) {
      if (used == values.size() && value >= values.back()) return;
      const auto end = values.begin() + static_cast<std::ptrdiff_t>(used);
      const auto place = std::lower_bound(values.begin(), end, value);
      if (place != end && *place == value) return;
      used = std::min(used + 1, values.size());
      const auto last = values.begin() + static_cast<std::ptrdiff_t>(used) - 1;
      std::move_backward(place, last, last + 1);
      *place = value;
    }
  };

  Smallest low_, high_;  // of negated samples
};

}  // namespace fftcore
