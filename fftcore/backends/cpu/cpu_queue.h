// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "fftcore/backend.h"
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

}  // namespace fftcore
