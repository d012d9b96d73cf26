// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs that a person wants to stop, as by Ctrl-C in Python.
#pragma once

#include <chrono>

namespace fftcore {

/// While it lives, WorkerPool::run() on this thread asks now and then whether to stop. From then on
/// it leaves tasks out, and what is computed is worth nothing. One at a time on a thread.
class StopRequest {
 public:
  /// `asks` is called between tasks, on the thread that made this, ten times a second. Where one
  /// task takes longer, it is called after that.
  using Asks = bool (*)();
  explicit StopRequest(Asks asks);
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  bool has_come() const { return has_come_; }

  /// Whether the calling thread is to stop; asks where it is time to. False without a request.
  static bool has_come_here() {
    return here_ != nullptr && (here_->has_come_ || here_->ask_in_time());
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool ask_in_time();

  static constinit thread_local StopRequest* here_;

  Asks asks_;
  Clock::time_point next_;
  bool has_come_ = false;
};

}  // namespace fftcore
