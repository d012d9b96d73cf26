// SPDX-License-Identifier: LGPL-2.1-or-later
// What both kinds of CPU plan share: the checks at run(), and the kernel and gain that may change between runs from another thread.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "aligned_array.h"
#include "cpu_queue.h"
#include "fft_engine.h"
#include "fftcore/backend.h"
#include "image_access.h"
#include "kernel_slot.h"
#include "plan.h"

namespace fftcore {

using Spectrum = AlignedArray<Complex>;

class CpuExecutable : public Executable {
 public:
  CpuExecutable(const Problem& problem, const Plan& plan, int threads);

  void set_kernel(const Taps& taps) final;
  void set_gain(float gain, float offset) final;
  void run(Queue& queue, ConstBuffer input, Buffer output) final;
  const Problem& problem() const final { return problem_; }
  std::string plan_text() const final { return to_string(plan_); }

 protected:
  /// The spectrum that execute() multiplies by, of taps in correlation form. Called by one thread at a time, perhaps during execute().
  virtual Spectrum transform_kernel(const std::vector<float>& taps) = 0;
  virtual void execute(WorkerPool& pool, const Frame& frame, const Spectrum& spectrum) noexcept = 0;

  const ImageAccess& image() const { return image_; }
  const std::vector<int>& channels() const { return channels_; }
  int threads() const { return threads_; }

 private:
  const Problem problem_;
  const Plan plan_;
  const int threads_;
  const ImageAccess image_;
  const std::vector<int> channels_;  // that are filtered

  std::mutex kernel_mutex_;  // one transform_kernel() at a time
  KernelSlot<Spectrum> kernel_;
};

std::unique_ptr<Executable> make_tile_executable(const Problem& problem, const Plan& plan, int threads, const FftEngine& engine);
std::unique_ptr<Executable> make_three_pass_executable(const Problem& problem, const Plan& plan, int threads, const FftEngine& engine);

}  // namespace fftcore
