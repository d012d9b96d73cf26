// SPDX-License-Identifier: LGPL-2.1-or-later
// Handles that one thread uses at a time. A second one is told, since results would be wrong.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <string_view>

#include "fftcore/error.h"

namespace fftcore {

/// The thread that uses a handle, while this lives.
class OneUser {
 public:
  /// Throws InvalidArgument where another thread uses the handle. `what` names it in the message.
  OneUser(std::atomic_flag& is_in_use, std::string_view what) : is_in_use_(is_in_use) {
    if (is_in_use.test_and_set(std::memory_order_acquire))
      throw InvalidArgument(fmt::format(
          "another thread uses this {}: give each thread one of its own, or let one wait", what));
  }
  ~OneUser() { is_in_use_.clear(std::memory_order_release); }
  OneUser(const OneUser&) = delete;
  OneUser& operator=(const OneUser&) = delete;

 private:
  std::atomic_flag& is_in_use_;
};

}  // namespace fftcore
