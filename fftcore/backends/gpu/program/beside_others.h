// SPDX-License-Identifier: LGPL-2.1-or-later
// Work beside other work: what loads or compiles kernels, of which the compiler takes most.
#pragma once

#include <future>
#include <system_error>
#include <type_traits>

#include "fftcore/compile_stop.h"
#include "log_line.h"
#include "stop_check.h"

namespace fftcore {

/// Work on a thread of its own, which the caller's CompileStop stops too. Where the system gives no
/// thread, as under a limit on processes, the caller's does the work when it waits.
template <class Work>
std::future<std::invoke_result_t<Work>> beside_others(const Work& work) {
  const auto stoppable = [work, token = compile_stop_token()] {
    const CompileStop stop(token);
    return work();
  };
  try {
    return std::async(std::launch::async, stoppable);
  } catch (const std::system_error& error) {
    log_line("kernel", "no thread for a kernel: {}", error.what());
    return std::async(std::launch::deferred, stoppable);
  }
}

}  // namespace fftcore
