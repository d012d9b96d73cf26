// SPDX-License-Identifier: LGPL-2.1-or-later
#include "rebuild.h"

#include <utility>

namespace fftcore::gst {

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Worker::post(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    next_ = std::move(job);
  }
  wake_.notify_one();
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
}

void Worker::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return quit_ || next_ != nullptr; });
    if (quit_) return;
    const std::function<void()> job = std::exchange(next_, nullptr);
    lock.unlock();
    job();
    lock.lock();
  }
}

}  // namespace fftcore::gst
