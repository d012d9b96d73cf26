// SPDX-License-Identifier: LGPL-2.1-or-later
// Threads that share the tasks of one parallel step. Own code, since the hot path must not
// allocate, and a live pipeline must not keep idle cores spinning (but for the end of a step),
// which the common libraries do not promise.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace fftcore {

class WorkerPool {
 public:
  /// `threads` in all, the one that calls run() included. Where the system does not give so many,
  /// about half of what it gives, which is logged (topic `cpu`).
  explicit WorkerPool(int threads);
  /// In a forked child, which has none of its parent's threads, it ends none and leaves their
  /// memory.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int threads() const { return threads_; }

  /// Calls task(index, worker) for each index in [0, count), each once, in any order; worker is in
  /// [0, threads()) and no two calls run at once with the same one. Returns when all are done.
  /// Tasks must not throw. One run() at a time. The first one in a forked child starts threads.
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
  class Crew;
  void run_erased(std::int64_t count, Function function, void* context);
  void start_anew() noexcept;

  std::unique_ptr<Crew> crew_;  ///< null where the caller works alone
  unsigned process_ = 0;        ///< which the crew's threads are of
  int threads_ = 1;
};

}  // namespace fftcore
