// SPDX-License-Identifier: LGPL-2.1-or-later
// Threads that share the tasks of one parallel step. Own code, since the hot path must not
// allocate, and a live pipeline must not keep idle cores spinning (but for the end of a step),
// which the common libraries do not promise.
//
// A pool is a guest on processors that decoders, encoders and other programs need too:
// - Tasks are taken one by one from a counter. The caller takes those that no worker has begun, so
//   a worker that does not run delays nobody. Only a task that was begun is waited for.
// - The caller waits awake for at most 50 us, and not at all where a worker that it waits for ran
//   on the caller's own processor, or where waiting awake was in vain lately. Then it sleeps.
// - Nobody calls sched_yield(): others that want the processor then go first, which may take
//   milliseconds, while what is waited for has ended.
// - Joining and leaving a step takes no lock, since a worker that holds one may lose its processor.
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

  struct Counts {
    std::int64_t woken = 0;          ///< workers that slept before a run()
    std::int64_t slept = 0;          ///< times that the caller slept until tasks ended
    std::int64_t awake_in_vain = 0;  ///< times that it was awake as long as it may be before that
  };
  /// Of this process's threads since they began. On the thread that calls run().
  Counts counts() const;

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
  int process_id_ = 0;          ///< likewise, as the system counts
  int threads_ = 1;
};

}  // namespace fftcore
