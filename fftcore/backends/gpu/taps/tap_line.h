// SPDX-License-Identifier: LGPL-2.1-or-later
// A row or a column of taps for band matrices.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "direct_spec.h"
#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Taps times a power of two, so that the sum of |taps| is from 1/2 to 1.
class TapLine {
 public:
  TapLine(std::vector<double> taps, bool is_reversed) : taps_(std::move(taps)) {
    if (is_reversed) std::ranges::reverse(taps_);
    for (const double tap : taps_) size_ += std::abs(tap);
    if (size_ == 0) return;
    // Sums of samples keep their range then.
    int exponent = 0;
    std::frexp(size_, &exponent);
    scale_ = std::ldexp(1.0, -exponent);
    for (double& tap : taps_) tap *= scale_;
    size_ *= scale_;
  }

  double scale() const { return scale_; }
  /// Of |taps|, at most 1.
  double size() const { return size_; }
  /// What is left out of |taps| where `rounded(tap)` stands for each.
  template <class Rounded>
  double left_out(Rounded&& rounded) const {
    double left_out = 0;
    for (const double tap : taps_) left_out += std::abs(tap - rounded(tap));
    return left_out;
  }
  double sum() const {
    double sum = 0;
    for (const double tap : taps_) sum += tap;
    return sum;
  }
  double tap(int number) const {
    return number >= 0 && number < static_cast<int>(taps_.size())
               ? taps_[static_cast<std::size_t>(number)]
               : 0;
  }

 private:
  std::vector<double> taps_;
  double scale_ = 1, size_ = 0;
};

struct TapLines {
  TapLine column, row;
};
/// In the order of a correlation. Nothing where taps are no product of a column and a row.
std::optional<TapLines> tap_lines(const KeptTaps& kept, const Convolution& problem,
                                  const Taps& taps);

}  // namespace fftcore
