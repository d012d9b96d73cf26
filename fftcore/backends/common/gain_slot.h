// SPDX-License-Identifier: LGPL-2.1-or-later
// Gain and offset of an executable that has no taps: set by one thread while another runs, always
// seen as a pair.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <mutex>

#include "fftcore/error.h"
#include "fftcore/executable.h"

namespace fftcore {

/// Throws InvalidArgument unless both are finite.
inline void check_gain(float gain, float offset) {
  if (!std::isfinite(gain) || !std::isfinite(offset))
    throw InvalidArgument(
        fmt::format("gain {} and offset {} must be finite numbers", gain, offset));
}

class GainSlot {
 public:
  void set(float gain, float offset) {
    check_gain(gain, offset);
    const std::lock_guard lock(mutex_);
    value_ = {gain, offset};
  }
  Gain value() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;  // guards value_
  Gain value_;
};

}  // namespace fftcore
