// SPDX-License-Identifier: LGPL-2.1-or-later
#include "worker_pool.h"

#include <chrono>
#include <system_error>

#include "log_line.h"

namespace fftcore {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::microseconds kAwake{50};

}  // namespace

WorkerPool::WorkerPool(int threads) {
  workers_.reserve(static_cast<std::size_t>(threads > 1 ? threads - 1 : 0));
  try {
    start_workers(threads - 1);
  } catch (const std::system_error& error) {
    // A limit on processes, as containers have them: fewer threads do the same work. Half of those
    // given are left to the rest of the program, some of which (GLib) aborts where it gets none.
    const int room = this->threads() / 2;
    stop_workers();
    try {
      start_workers(room);
    } catch (const std::system_error&) {
      // Somebody else took them meanwhile.
    }
    log_line("cpu", "{} of {} threads: {}", this->threads(), threads, error.what());
  }
}

WorkerPool::~WorkerPool() {
  stop_workers();
}

void WorkerPool::start_workers(int count) {
  for (int worker = 1; worker <= count; ++worker)
    workers_.emplace_back([this, worker] { work(worker); });
}

void WorkerPool::stop_workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
  stop_ = false;
}

void WorkerPool::run_erased(std::int64_t count, Function function, void* context) {
  const bool alone = workers_.empty() || count == 1;
  {
    const std::lock_guard lock(mutex_);
    function_ = function;
    context_ = context;
    count_ = count;
    next_.store(0, std::memory_order_relaxed);
    if (!alone) {
      ++step_;
      is_open_ = true;
    }
  }
  if (!alone) start_.notify_all();
  take_tasks(0);
  if (alone) return;
  // All tasks are taken. A worker that has not woken by now is not waited for.
  {
    const std::lock_guard lock(mutex_);
    is_open_ = false;
  }
  // The others are at their last task, most of which end sooner than a thread sleeps and wakes.
  const auto end = Clock::now() + kAwake;
  while (busy_ > 0 && Clock::now() < end) std::this_thread::yield();
  if (busy_ == 0) return;
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
}

void WorkerPool::take_tasks(int worker) {
  for (std::int64_t index = next_.fetch_add(1, std::memory_order_relaxed); index < count_;
       index = next_.fetch_add(1, std::memory_order_relaxed))
    function_(context_, index, worker);
}

void WorkerPool::work(int worker) {
  std::uint64_t seen = 0;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return stop_ || (is_open_ && step_ != seen); });
      if (stop_) return;
      seen = step_;
      ++busy_;
    }
    take_tasks(worker);
    bool last = false;
    {
      const std::lock_guard lock(mutex_);
      last = --busy_ == 0;
    }
    if (last) done_.notify_one();
  }
}

}  // namespace fftcore
