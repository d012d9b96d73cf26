// SPDX-License-Identifier: LGPL-2.1-or-later
// What all plans of a Convolution share on the CPU: the checks at run(), the channels that are
// copied, and the taps and gain that may change between runs from another thread.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "cpu_queue.h"
#include "fftcore/backend.h"
#include "image_access.h"
#include "plan.h"
#include "taps_slot.h"

namespace fftcore {

/// `Prepared`: what a plan makes of all filters' taps.
template <class Prepared>
class PreparedExecutable : public ConvolutionExecutable {
 public:
  PreparedExecutable(const Convolution& problem, const Plan& plan, int threads);

  void set_taps(const Taps& taps) final { set_taps({&taps, 1}); }
  void set_taps(std::span<const Taps> taps) final;
  void set_gain(float gain, float offset) final;
  void set_parameters(std::span<const double> parameters) final;
  void run(Queue& queue, ConstBuffer input, Buffer output) final;
  const Convolution& convolution() const final { return problem_; }
  std::string plan_text() const final { return to_string(plan_); }

 protected:
  /// Checked taps as execute() takes them. Called by one thread at a time, perhaps during
  /// execute().
  virtual Prepared prepare(std::span<const Taps> taps) = 0;
  virtual void execute(WorkerPool& pool, const Frame& frame, const Prepared& taps) noexcept = 0;

  /// The next run() uses these.
  void publish(Prepared taps) {
    kernel_.set_spectrum(std::make_shared<const Prepared>(std::move(taps)));
  }

  const ImageAccess& image() const { return image_; }
  /// Channels that are filtered.
  const std::vector<int>& channels() const { return channels_; }
  /// Copies the channels that are not filtered.
  void copy_channels(WorkerPool& pool, const Frame& whole) const;
  /// The same, task by task: some rows of an output slice each. 0 where nothing is copied.
  std::int64_t copy_tasks() const;
  void copy_rows(const Frame& whole, std::int64_t task) const;

 private:
  const Convolution problem_;
  const Plan plan_;
  const int threads_;
  const ImageAccess image_;
  const std::vector<int> channels_;

  std::mutex taps_mutex_;  // one prepare() at a time
  TapsSlot<Prepared> kernel_;
};

}  // namespace fftcore
