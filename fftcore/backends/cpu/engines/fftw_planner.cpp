// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftw_planner.h"

#include "fftcore/error.h"
#include "fftw_wisdom.h"
#include "tuning.h"

namespace fftcore {
namespace {

/// Longest time that FFTW may measure for one plan, in seconds.
constexpr double kPlanningSeconds = 2;

}  // namespace

FftwPlanner::Plan FftwPlanner::plan(const FftwLines& lines, void* from, void* to) {
  const bool is_measuring = tuning() != Tuning::none;
  const std::lock_guard lock(mutex_);
  if (!is_started_) {
    fftw_.start(kPlanningSeconds);
    if (is_measuring) import_wisdom(fftw_);
    is_started_ = true;
  }
  FftwPlan* found =
      fftw_.plan(lines, from, to, is_measuring ? FftwEffort::remember : FftwEffort::estimate);
  if (found == nullptr && is_measuring) {
    found = fftw_.plan(lines, from, to, FftwEffort::measure);
    has_learnt_ = true;
  }
  if (found == nullptr) throw Error("FFTW could not plan a transform; memory may have run out");
  return Plan(found, Destroy{&fftw_});
}

void FftwPlanner::keep_what_was_learnt() {
  if (!has_learnt_.exchange(false)) return;
  const std::lock_guard lock(mutex_);
  export_wisdom(fftw_);
}

}  // namespace fftcore
