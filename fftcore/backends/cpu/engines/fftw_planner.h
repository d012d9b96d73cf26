// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW's planner, which has one state a process and precision.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "fftw_module.h"

namespace fftcore {

class FftwPlanner {
 public:
  explicit FftwPlanner(const FftwCalls& fftw) : fftw_(fftw) {}

  struct Destroy {
    const FftwCalls* fftw;
    void operator()(FftwPlan* plan) const { fftw->destroy(plan); }
  };
  using Plan = std::unique_ptr<FftwPlan, Destroy>;

  /// Plans by what is known, else by measuring, which writes to both arrays. Throws Error.
  Plan plan(const FftwLines& lines, void* from, void* to);
  void keep_what_was_learnt();
  FftwRun run_of(FftwKind kind) const { return fftw_.run_of(kind); }

 private:
  const FftwCalls& fftw_;
  std::mutex mutex_;
  bool is_started_ = false;
  std::atomic<bool> has_learnt_ = false;
};

}  // namespace fftcore
