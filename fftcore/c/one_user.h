// SPDX-License-Identifier: LGPL-2.1-or-later
// Handles that one thread uses at a time. A second one is told, since results would be wrong.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <string_view>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

#include "fftcore/error.h"

namespace fftcore {

/// Whether the program has no second thread, so that locks can be left out of short calls.
inline bool is_single_threaded() {
#if __has_include(<sys/single_threaded.h>)
  return __libc_single_threaded != 0;
#else
  return false;
#endif
}

/// The thread that uses a handle, while this lives.
class OneUser {
 public:
  /// Throws InvalidArgument where another thread uses the handle. `what` names it in the message.
  OneUser(std::atomic<bool>& is_in_use, std::string_view what) : is_in_use_(is_in_use) {
    if (!is_single_threaded() && is_in_use.exchange(true, std::memory_order_acquire))
      throw InvalidArgument(fmt::format(
          "another thread uses this {}: give each thread one of its own, or let one wait", what));
  }
  ~OneUser() { is_in_use_.store(false, std::memory_order_release); }
  OneUser(const OneUser&) = delete;
  OneUser& operator=(const OneUser&) = delete;

 private:
  std::atomic<bool>& is_in_use_;
};

}  // namespace fftcore
