// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions whose spectrum has a formula: the result's direct DFT, bin by bin, and back.
#pragma once

#include <fmt/format.h>

#include <random>
#include <span>
#include <string>
#include <vector>

#include "channel_bits.h"
#include "dft.h"
#include "sample_formula_check.h"
#include "spectrum_formula_list.h"

namespace problems::spectra {

/// One channel of one frame, its bins operated on.
inline void operate(oracle::Samples& samples, std::int64_t frame, std::int64_t channel,
                    const FormulaCase& formula) {
  const bool is_complex = !samples.imaginary.empty();
  const std::int64_t columns = samples.columns, rows = samples.rows;
  const std::string size = fmt::format("{}x{}", rows, columns);
  const fftcore::Transform forward =
                               fftcore::parse_transform((is_complex ? "c2c " : "r2c ") + size),
                           back = fftcore::parse_transform(
                               is_complex ? "c2c " + size + " inverse normalized"
                                          : "c2r " + size + " normalized");
  const std::size_t first = samples.index(frame, channel, 0, 0, 0);
  std::vector<oracle::Wide> values;
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows * columns); ++i)
    values.emplace_back(samples.values[first + i], is_complex ? samples.imaginary[first + i] : 0);
  values = oracle::dft(forward, values);
  const std::int64_t bins = is_complex ? columns : columns / 2 + 1;
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < bins; ++x) {
      FormulaValues at;
      at.p = kFormulaParameters;
      at.fx = static_cast<double>(x) / static_cast<double>(columns);
      at.fy = static_cast<double>(y) / static_cast<double>(rows);
      if (at.fx > 0.5) at.fx -= 1;
      if (at.fy > 0.5) at.fy -= 1;
      oracle::Wide& value = values[static_cast<std::size_t>(y * bins + x)];
      value = oracle::Wide(formula.function(C(value), at));
    }
  values = oracle::dft(back, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    samples.values[first + i] = static_cast<double>(values[i].real());
    if (is_complex) samples.imaginary[first + i] = static_cast<double>(values[i].imag());
  }
}

inline fftcore::Convolution work_of(const SpectrumWork& work) {
  fftcore::Convolution problem = fftcore::parse_convolution(work.problem);
  problem.load = work.load.text;
  problem.spectrum = work.spectrum.text;
  problem.store = work.store.text;
  return problem;
}

/// `executable`: of work_of(work).
inline void expect_right(fftcore::ConvolutionExecutable& executable, fftcore::Queue& queue,
                         const SpectrumWork& work) {
  const fftcore::Convolution problem = work_of(work);
  std::mt19937 random(5);
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
  executable.run(queue, in.const_buffer(), out.buffer());

  const bool is_complex = oracle::is_complex(problem.output.type);
  if (work.load.function)
    input = operated(input, work.load, problem.skipped_channels, is_complex, kFormulaParameters);
  oracle::Samples want = oracle::direct_sum(problem, input, taps, 1, -problem.bias);
  for (std::int64_t f = 0; f < want.frames; ++f)
    for (std::int64_t c = 0; c < want.channels; ++c) {
      if (oracle::names(problem.skipped_channels, c)) continue;
      operate(want, f, c, work.spectrum);
      for (std::size_t i = want.index(f, c, 0, 0, 0); i < want.index(f, c + 1, 0, 0, 0); ++i) {
        want.values[i] = gain * want.values[i] + offset + problem.bias;
        if (is_complex) want.imaginary[i] *= gain;
      }
    }
  if (work.store.function)
    want = operated(want, work.store, problem.skipped_channels, is_complex, kFormulaParameters);
  const double slope = 4 * work.spectrum.slope * work.store.slope;
  for (std::int64_t f = 0; f < want.frames; ++f)
    for (std::int64_t c = 0; c < want.channels; ++c)
      check_channel(problem, input, taps, gain * slope, out.get(), want, f, c);
}

}  // namespace problems::spectra
