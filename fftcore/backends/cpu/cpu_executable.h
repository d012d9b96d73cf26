// SPDX-License-Identifier: LGPL-2.1-or-later
// What all CPU plans share: the checks at run(), and the taps and gain that may change between
// runs from another thread.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "aligned_array.h"
#include "bank.h"
#include "cpu_queue.h"
#include "fft_engine.h"
#include "fftcore/backend.h"
#include "image_access.h"
#include "plan.h"
#include "taps_slot.h"

namespace fftcore {

/// Spectra of all filters' taps, one after the other as taps_index() numbers them.
template <class Real>
using SpectrumOf = AlignedArray<std::complex<Real>>;

/// Arithmetic is in Real.
template <class Real>
class CpuExecutable : public ConvolutionExecutable {
 public:
  using Complex = std::complex<Real>;
  using Spectrum = SpectrumOf<Real>;

  CpuExecutable(const Convolution& problem, const Plan& plan, int threads);

  void set_taps(const Taps& taps) final { set_taps({&taps, 1}); }
  void set_taps(std::span<const Taps> taps) final;
  void set_gain(float gain, float offset) final;
  void set_parameters(std::span<const double> parameters) final;
  void run(Queue& queue, ConstBuffer input, Buffer output) final;
  const Convolution& convolution() const final { return problem_; }
  std::string plan_text() const final { return to_string(plan_); }

 protected:
  /// The spectrum that execute() multiplies by, of taps in correlation form: taps_points() values.
  /// Called by one thread at a time, perhaps during execute().
  virtual void transform_taps(const std::vector<Real>& taps, Complex* spectrum) = 0;
  virtual std::int64_t taps_points() const = 0;
  virtual void execute(WorkerPool& pool, const Frame& frame, const Spectrum& spectrum) noexcept = 0;

  const ImageAccess& image() const { return image_; }
  /// Channels that are filtered.
  const std::vector<int>& channels() const { return channels_; }
  /// Channels that one product takes together: 1, or all.
  std::int64_t mixed() const { return mixed_; }
  /// The spectrum from channel `from` to channel `to`, counted among channels().
  const Complex* taps_spectrum(const Spectrum& spectrum, std::int64_t kernel, std::int64_t to,
                               std::int64_t from) const {
    return spectrum.data() + taps_index(problem_, kernel, to, from) * taps_points();
  }
  /// Copies the channels that are not filtered.
  void copy_channels(WorkerPool& pool, const Frame& whole) const;
  /// The same, task by task: some rows of an output slice each. 0 where nothing is copied.
  std::int64_t copy_tasks() const;
  void copy_rows(const Frame& whole, std::int64_t task) const;
  int threads() const { return threads_; }
  /// Numbers of a sample in rows: 2 where it is complex.
  int parts() const { return parts_; }

 private:
  const Convolution problem_;
  const Plan plan_;
  const int threads_;
  const ImageAccess image_;
  const std::vector<int> channels_;
  const std::int64_t mixed_;
  const int parts_;

  std::mutex taps_mutex_;  // one transform_taps() at a time
  TapsSlot<Spectrum> kernel_;
};

std::unique_ptr<ConvolutionExecutable> make_tile_executable(const Convolution& problem,
                                                            const Plan& plan, int threads,
                                                            const FftEngine& engine);
std::unique_ptr<ConvolutionExecutable> make_partition_executable(const Convolution& problem,
                                                                 const Plan& plan, int threads,
                                                                 const FftEngine& engine);
std::unique_ptr<ConvolutionExecutable> make_three_pass_executable(const Convolution& problem,
                                                                  const Plan& plan, int threads,
                                                                  const FftEngine& engine);
std::unique_ptr<ConvolutionExecutable> make_five_pass_executable(const Convolution& problem,
                                                                 const Plan& plan, int threads,
                                                                 const FftEngine& engine);

}  // namespace fftcore
