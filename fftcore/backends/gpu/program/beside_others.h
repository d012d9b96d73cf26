// SPDX-License-Identifier: LGPL-2.1-or-later
// Work beside other work: what loads or compiles kernels, of which the compiler takes most.
#pragma once

#include <future>
#include <system_error>
#include <type_traits>

#include "log_line.h"

namespace fftcore {

/// Work on a thread of its own. Where the system gives none, as under a limit on processes, the
/// caller's does it when it waits.
template <class Work>
std::future<std::invoke_result_t<Work>> beside_others(const Work& work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error& error) {
    log_line("kernel", "no thread for a kernel: {}", error.what());
    return std::async(std::launch::deferred, work);
  }
}

}  // namespace fftcore
