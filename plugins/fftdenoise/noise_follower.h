// SPDX-License-Identifier: LGPL-2.1-or-later
// The noise of a stream's frames: when it is measured, and how measurements are followed.
#pragma once

#include <gst/gst.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace fftcore::gst::denoise {

/// Standard deviations in 8-bit levels: of Y, U and V, or of R, G and B.
using Noise = std::array<double, 3>;

/// Measures the first frame, then seldom: measuring takes time, and a copy of a frame that lies on
/// a GPU. Times between measurements go from the least to the most while the noise stays, and back
/// to the least where it has changed.
class NoiseFollower {
 public:
  static constexpr GstClockTime kLeastWait = GST_SECOND, kMostWait = 4 * GST_SECOND;

  /// The frames to come are another scene's.
  void restart() { noise_.reset(); }

  /// Whether the next frame's noise is to be measured. `time`: when it is shown; where that is
  /// unknown or not later than the frame before, it comes `duration` after that one.
  bool is_due(GstClockTime time, GstClockTime duration) {
    const bool is_later =
        GST_CLOCK_TIME_IS_VALID(time) && GST_CLOCK_TIME_IS_VALID(last_) && time > last_;
    waited_ += is_later ? time - last_ : duration;
    last_ = time;
    return !noise_ || waited_ >= wait_;
  }

  /// Takes a measurement. Half of a change counts, and a quarter of what may be chance.
  void follow(const Noise& measured) {
    bool has_changed = !noise_;
    if (!noise_) noise_ = measured;
    for (std::size_t i = 0; i < measured.size(); ++i)
      has_changed = has_changed || std::abs(measured[i] - (*noise_)[i]) >
                                       std::max(kChange * (*noise_)[i], kLeastChange);
    for (std::size_t i = 0; i < measured.size(); ++i)
      (*noise_)[i] += (has_changed ? kNewsOfChange : kNews) * (measured[i] - (*noise_)[i]);
    wait_ = has_changed ? kLeastWait : std::min(2 * wait_, kMostWait);
    waited_ = 0;
  }

  /// In use; 0 before the first measurement.
  Noise noise() const { return noise_.value_or(Noise{}); }

 private:
  static constexpr double kChange = 0.1, kLeastChange = 0.2;  // a part of the noise; levels
  static constexpr double kNewsOfChange = 0.5, kNews = 0.25;

  std::optional<Noise> noise_;
  GstClockTime last_ = GST_CLOCK_TIME_NONE;
  GstClockTime wait_ = kLeastWait, waited_ = 0;  // from one measurement to the next
};

}  // namespace fftcore::gst::denoise
