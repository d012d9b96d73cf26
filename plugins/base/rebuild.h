// SPDX-License-Identifier: LGPL-2.1-or-later
// Slow work beside the streaming thread. Only the newest request counts: what it supersedes is not
// begun, or its outcome is dropped.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "../memory/owning_task.h"

namespace fftcore::gst {

/// A thread that runs jobs one by one; it starts with the first. A job that has not begun gives way
/// to a newer one.
class Worker {
 public:
  Worker() = default;
  /// Waits for the job under way; one that has not begun is dropped.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void post(std::function<void()> job);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::function<void()> next_;  // guarded by mutex_, as is quit_
  bool quit_ = false;
  std::thread thread_;
};

/// The newest request to a Worker and its outcome. All calls from one thread.
template <class T>
class Rebuild {
 public:
  void post(std::function<T()> build) {
    const auto task = std::make_shared<OwningTask<std::function<T()>>>(std::move(build));
    outcome_ = task->outcome();
    worker_.post([task] { (*task)(); });
  }

  void drop() { outcome_ = {}; }
  bool is_under_way() const { return outcome_.valid(); }

  /// The outcome once it is there. Throws what the job threw.
  std::optional<T> take() {
    if (!outcome_.valid() ||
        outcome_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
      return std::nullopt;
    return outcome_.get();
  }

 private:
  std::future<T> outcome_;
  Worker worker_;
};

}  // namespace fftcore::gst
