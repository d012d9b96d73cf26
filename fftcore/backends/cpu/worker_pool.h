// SPDX-License-Identifier: LGPL-2.1-or-later
// Threads that share the tasks of one parallel step. Own code, since the hot path must not
// allocate, and a live pipeline must not keep idle cores spinning (but for the end of a step),
// which the common libraries do not promise.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace fftcore {

class WorkerPool {
 public:
  /// `threads` in all, the one that calls run() included. Where the system does not give so many,
  /// about half of what it gives, which is logged (topic `cpu`).
  explicit WorkerPool(int threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls task(index, worker) for each index in [0, count), each once, in any order; worker is in
  /// [0, threads()) and no two calls run at once with the same one. Returns when all are done.
  /// Tasks must not throw. One run() at a time.
  template <class Task>
  void run(std::int64_t count, Task&& task) {
    run_erased(
        count,
        [](void* context, std::int64_t index, int worker) {
          (*static_cast<std::remove_reference_t<Task>*>(context))(index, worker);
        },
        &task);
  }

 private:
  using Function = void (*)(void* context, std::int64_t index, int worker);
  void start_workers(int count);
  void stop_workers();
  void run_erased(std::int64_t count, Function function, void* context);
  void work(int worker);
  void take_tasks(int worker);

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  std::uint64_t step_ = 0;     // counts run()s; workers wait for it to move
  bool is_open_ = false;       // workers may still join the step
  std::atomic<int> busy_ = 0;  // workers that joined the step and have not finished
  bool stop_ = false;
  Function function_ = nullptr;
  void* context_ = nullptr;
  std::int64_t count_ = 0;
  std::atomic<std::int64_t> next_ = 0;
  std::vector<std::thread> workers_;
};

}  // namespace fftcore
