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
#include "ports.h"
#include "sample_limits.h"
#include "tap_signs.h"
#include "taps_slot.h"

namespace fftcore {

/// `Prepared`: what a plan makes of all filters' taps.
template <class Prepared>
class PreparedExecutable : public ConvolutionExecutable {
 public:
  PreparedExecutable(const Convolution& problem, const Plan& plan, int threads);

  void set(const Setting& setting) final;
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace = {}) final;
  std::string plan_text() const final { return to_string(plan_); }

 protected:
  /// Checked taps as execute() takes them. Called by one thread at a time, perhaps during
  /// execute().
  virtual Prepared prepare(std::span<const Taps> taps) = 0;
  /// Whether execute() lets samples that are not finite, or large, reach as far as taps other than
  /// 0 do, and need not look for them.
  virtual bool confines_by_itself(const Prepared&, std::span<const Taps>) const { return false; }
  /// Whether execute() looks at results for those that are not finite, while Frame::sets_aside is
  /// false, and large ones disturb nothing. Else it reads
  /// all samples by ImageAccess, with sets_aside. What they reach is written later.
  virtual bool looks_at_results(const Prepared&) const { return false; }
  virtual void execute(WorkerPool& pool, const Frame& frame, const Prepared& taps) noexcept = 0;

  /// The next run() uses these.
  void publish(Prepared prepared, std::span<const Taps> taps) {
    const bool looks = confines_not_finite(convolution()) && !confines_by_itself(prepared, taps);
    TapSigns signs(convolution(), looks ? taps : taps.first(0));
    kernel_.set_spectrum(
        std::make_shared<const Kernel>(Kernel{std::move(prepared), looks, std::move(signs)}));
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
  /// What is published as a whole.
  struct Kernel {
    Prepared prepared;
    bool looks;  // for samples that are not finite
    TapSigns signs;
  };

  const Ports ports_;
  const Plan plan_;
  const int threads_;
  const ImageAccess image_;
  SampleLimits limits_;  // of the last run
  const std::vector<int> channels_;

  std::mutex taps_mutex_;  // one prepare() at a time
  TapsSlot<Kernel> kernel_;
};

}  // namespace fftcore
