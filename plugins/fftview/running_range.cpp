// SPDX-License-Identifier: LGPL-2.1-or-later
#include "running_range.h"

#include <cmath>

namespace fftcore::gst::view {
namespace {

constexpr float kDecay = 1.0F / 16;  // of the way down, a frame

}  // namespace

Range RunningRange::follow(float peak, float dynamic_range) {
  if (std::isfinite(peak)) {
    peak_ = !has_peak_ || peak > peak_ ? peak : peak_ + kDecay * (peak - peak_);
    has_peak_ = true;
  }
  return {peak_ - dynamic_range, peak_};
}

}  // namespace fftcore::gst::view
