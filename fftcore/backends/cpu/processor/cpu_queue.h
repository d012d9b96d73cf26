// SPDX-License-Identifier: LGPL-2.1-or-later
// A Queue on the CPU: a pool of threads, whose work is done when run() returns.
#pragma once

#include <fmt/format.h>

#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "worker_pool.h"

namespace fftcore {

class CpuQueue final : public Queue {
 public:
  explicit CpuQueue(int threads) : pool_(threads) {}
  int threads() const override { return pool_.threads(); }
  void wait() override {}  // run() returns when it is done
  WorkerPool& pool() { return pool_; }

 private:
  WorkerPool pool_;
};

/// The threads of a Queue, for an executable that was compiled for at most `threads` of them.
/// Throws InvalidArgument where there are more, or the queue is another backend's.
inline WorkerPool& pool_of(Queue& queue, int threads) {
  auto* const cpu = dynamic_cast<CpuQueue*>(&queue);
  if (cpu == nullptr)
    throw InvalidArgument(
        "this is a queue of another backend; this executable is backend cpu's: run it on a queue "
        "that backend cpu has made");
  if (cpu->threads() > threads)
    throw InvalidArgument(
        fmt::format("this executable was compiled for a queue of {} threads; this one has {}",
                    threads, cpu->threads()));
  return cpu->pool();
}

}  // namespace fftcore
