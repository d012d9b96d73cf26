// SPDX-License-Identifier: LGPL-2.1-or-later
// A range of decibels that follows the brightest bin of a stream without flicker.
#pragma once

#include "bin_values.h"

namespace fftcore::gst::view {

class RunningRange {
 public:
  /// Once a frame. `peak`: its largest finite value, -infinity where it has none. The first peak,
  /// and each higher one, is white at once; a lower one in the course of some 16 frames. Black is
  /// `dynamic_range` below white.
  Range follow(float peak, float dynamic_range);
  void forget() { *this = {}; }

 private:
  bool has_peak_ = false;
  float peak_ = 0;  // dB
};

}  // namespace fftcore::gst::view
