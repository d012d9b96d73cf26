// SPDX-License-Identifier: LGPL-2.1-or-later
// What the CPU's plans with transforms share: the spectrum of the taps.
#pragma once

#include <memory>
#include <vector>

#include "aligned_array.h"
#include "arithmetic.h"
#include "bank.h"
#include "fft_engine.h"
#include "prepared_executable.h"

namespace fftcore {

/// Spectra of all filters' taps, one after the other as taps_index() numbers them.
template <class Real>
using SpectrumOf = AlignedArray<std::complex<Real>>;

/// Arithmetic is in Real.
template <class Real>
class CpuExecutable : public PreparedExecutable<SpectrumOf<Real>> {
 public:
  using Complex = std::complex<Real>;
  using Spectrum = SpectrumOf<Real>;

  CpuExecutable(const Convolution& problem, const Plan& plan, int threads)
      : PreparedExecutable<Spectrum>(problem, plan, threads),
        mixed_(mixed_channels(problem)),
        parts_(parts_of(problem)) {}

 protected:
  using PreparedExecutable<Spectrum>::convolution;

  /// The spectrum that execute() multiplies by, of taps in correlation form: taps_points() values.
  virtual void transform_taps(const std::vector<Real>& taps, Complex* spectrum) = 0;
  virtual std::int64_t taps_points() const = 0;

  /// Channels that one product takes together: 1, or all.
  std::int64_t mixed() const { return mixed_; }
  /// The spectrum from channel `from` to channel `to`, counted among channels().
  const Complex* taps_spectrum(const Spectrum& spectrum, std::int64_t kernel, std::int64_t to,
                               std::int64_t from) const {
    return spectrum.data() + taps_index(convolution(), kernel, to, from) * taps_points();
  }
  /// Numbers of a sample in rows: 2 where it is complex.
  int parts() const { return parts_; }

 private:
  Spectrum prepare(std::span<const Taps> taps) final {
    const auto count = static_cast<std::int64_t>(taps.size());
    Spectrum spectra(count * taps_points());
    for (std::int64_t i = 0; i < count; ++i)
      transform_taps(correlation_taps<Real>(convolution(), taps[static_cast<std::size_t>(i)]),
                     spectra.data() + i * taps_points());
    return spectra;
  }

  const std::int64_t mixed_;
  const int parts_;
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
