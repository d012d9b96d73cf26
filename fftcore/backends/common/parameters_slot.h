// SPDX-License-Identifier: LGPL-2.1-or-later
// Parameters of an executable that has no taps: set by one thread while another runs.
#pragma once

#include <mutex>

#include "parameters.h"

namespace fftcore {

class ParametersSlot {
 public:
  void set(const Parameters& parameters) {
    const std::lock_guard lock(mutex_);
    value_ = parameters;
  }
  Parameters value() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;  // guards value_
  Parameters value_{};
};

}  // namespace fftcore
