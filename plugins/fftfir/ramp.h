// SPDX-License-Identifier: LGPL-2.1-or-later
// A factor that goes to a new value in a straight line, so that nothing clicks.
#pragma once

#include <algorithm>
#include <cstdint>

namespace fftcore::gst::fir {

class Ramp {
 public:
  /// `length`: samples from one value to the next.
  explicit Ramp(std::int64_t length) : length_(length), at_(length) {}

  /// At once.
  void jump_to(double value) {
    to_ = value;
    at_ = length_;
  }
  /// From where it is now.
  void aim_at(double value) {
    if (value == to_) return;
    from_ = value_at(static_cast<double>(at_));
    to_ = value;
    at_ = 0;
  }

  bool has_arrived() const { return at_ == length_; }
  /// 0 now, and until it is aimed elsewhere.
  bool is_zero() const { return has_arrived() && to_ == 0; }

  /// Values of the next samples: number i of the way has from + (to - from) * (i + 1/2) / length.
  template <class Real>
  void take(Real* values, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      values[i] = static_cast<Real>(value_at(static_cast<double>(at_) + 0.5));
      at_ = std::min(at_ + 1, length_);
    }
  }

 private:
  double value_at(double place) const {
    if (at_ >= length_) return to_;
    return from_ + (to_ - from_) * (place / static_cast<double>(length_));
  }

  std::int64_t length_;
  std::int64_t at_;
  double from_ = 0, to_ = 0;
};

}  // namespace fftcore::gst::fir
