// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions whose samples have formulas, against the direct sum of what the formulas mean.
#pragma once

#include <array>
#include <optional>
#include <random>
#include <span>

#include "convolution_check.h"
#include "sample_formula_list.h"

namespace problems {

inline constexpr std::array<double, 8> kFormulaParameters = {1.25, -0.125};

inline fftcore::Convolution work_of(const FormulaWork& work) {
  return fftcore::parse_convolution(text_with_formulas(work));
}

/// A second image, where a problem has one.
struct SecondImage {
  SecondImage(const fftcore::Convolution& problem, std::mt19937& random) {
    if (!problem.second) return;
    samples = oracle::random_samples(*problem.second, random);
    image.emplace(*problem.second);
    image->set(*samples);
  }
  bool is_unchanged() const {
    return !image || (image->padding_is_untouched() && image->get().values == samples->values &&
                      image->get().imaginary == samples->imaginary);
  }
  const oracle::Samples* shown() const { return samples ? &*samples : nullptr; }

  std::optional<oracle::Samples> samples;
  std::optional<oracle::TestImage> image;
};

/// `executable`: of work_of(work).
inline void expect_right(fftcore::ConvolutionExecutable& executable, fftcore::Queue& queue,
                         const FormulaWork& work) {
  const fftcore::Convolution problem = work_of(work);
  std::mt19937 random(7);
  const bool is_whole = !oracle::is_real(problem.output.type);
  const auto taps = is_whole ? oracle::averaging_kernels(problem, random)
                             : oracle::random_kernels(problem, random);
  const float gain = is_whole ? 1.25F : -0.75F, offset = is_whole ? -9 : 0.25F;
  auto input = oracle::random_samples(problem.input, random);
  oracle::TestImage in(problem.input), out(problem.output);
  in.set(input);
  executable.set_taps(taps);
  executable.set_gain(gain, offset);
  executable.set_parameters(
      std::span(kFormulaParameters).first(static_cast<std::size_t>(parameters_needed(problem))));
  const SecondImage second(problem, random);
  if (second.image)
    executable.run(queue, in.const_buffer(), second.image->const_buffer(), out.buffer());
  else
    executable.run(queue, in.const_buffer(), out.buffer());

  EXPECT_TRUE(out.padding_is_untouched()) << to_string(problem);
  EXPECT_TRUE(second.is_unchanged()) << to_string(problem);
  const bool is_complex = oracle::is_complex(problem.output.type);
  if (work.load.function)
    input = operated(input, work.load, problem.skipped_channels, is_complex, kFormulaParameters);
  oracle::Samples want = oracle::direct_sum(problem, input, taps, gain, offset);
  if (work.store.function)
    want = operated(want, work.store, problem.skipped_channels, is_complex, kFormulaParameters,
                    second.shown());
  // A formula's own rounding: some units of what it gives, as loaded, which the bound is of too.
  const double rounding = work.load.function ? 3 : 1;
  for (std::int64_t f = 0; f < want.frames; ++f)
    for (std::int64_t c = 0; c < want.channels; ++c)
      check_channel(problem, input, taps, gain * work.store.slope * rounding, out.get(), want, f,
                    c);
}

}  // namespace problems
