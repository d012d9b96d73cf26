// SPDX-License-Identifier: LGPL-2.1-or-later
// One run of a Convolution on random samples, against the direct sum within its bound.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "channel_bits.h"
#include "direct_sum.h"
#include "fftcore/backend.h"
#include "test_image.h"

namespace problems {

inline double largest_of(const oracle::Samples& samples, std::int64_t f, std::int64_t c) {
  double largest = 0;
  for (std::size_t i = samples.index(f, c, 0, 0, 0); i < samples.index(f, c + 1, 0, 0, 0); ++i)
    largest = std::max(largest, samples.imaginary.empty()
                                    ? std::abs(samples.values[i])
                                    : std::hypot(samples.values[i], samples.imaginary[i]));
  return largest;
}

/// Zero where a sample that is right within the slack overflows half precision, in one of the two.
inline double difference(double got, double want, fftcore::SampleType type, double slack) {
  const bool overflows = type == fftcore::SampleType::f16 && std::isinf(got) &&
                         std::signbit(got) == std::signbit(want) && std::abs(want) + slack > 65504;
  return overflows ? 0 : std::abs(got - oracle::clamped(want, type));
}

inline void check_channel(const fftcore::Convolution& problem, const oracle::Samples& input,
                          const std::vector<fftcore::Taps>& taps, double gain,
                          const oracle::Samples& got, const oracle::Samples& want, std::int64_t f,
                          std::int64_t c) {
  const double padded = 4.0 * static_cast<double>((want.slices + problem.taps.slices) *
                                                  (want.rows + problem.taps.rows) *
                                                  (want.columns + problem.taps.columns));
  const double bound = std::abs(gain) * oracle::error_bound(problem, input, taps, padded, f, c);
  const double samples = static_cast<double>(want.slices * want.rows * want.columns);
  // of |result| here, for the rounding of gain, offset and bias in float
  const double largest = 0.5 * std::abs(gain) + 1000;
  // Half precision is rounded to 11 bits, and of doubles single precision to 24.
  const bool is_double = oracle::is_double(problem);
  const double rounding = problem.output.type == fftcore::SampleType::f16
                              ? std::ldexp(largest_of(want, f, c), -11)
                          : is_double && !oracle::is_double(problem.output.type)
                              ? std::ldexp(largest_of(want, f, c), -24)
                              : 0;
  const double unit = std::ldexp(1.0, is_double ? -53 : -24);
  const std::string where = fmt::format("frame {}, channel {}: {}", f, c, to_string(problem));
  double error = 0, worst = 0;
  for (std::size_t i = want.index(f, c, 0, 0, 0); i < want.index(f, c + 1, 0, 0, 0); ++i) {
    double off = difference(got.values[i], want.values[i], problem.output.type,
                            bound + unit * largest + rounding);
    if (!want.imaginary.empty()) off = std::hypot(off, got.imaginary[i] - want.imaginary[i]);
    error += off * off;
    worst = std::isnan(off) ? INFINITY : std::max(worst, off);
  }
  if (oracle::names(problem.skipped_channels, c)) {
    EXPECT_EQ(worst, 0) << "copied channel " << c << ": " << to_string(problem);
    return;
  }
  if (oracle::is_real(problem.output.type)) {
    EXPECT_LE(std::sqrt(error), bound + (unit * largest + rounding) * std::sqrt(samples)) << where;
  } else {
    EXPECT_LE(worst, problem.output.type == fftcore::SampleType::u8 ? 1.0 : 0.51 + bound) << where;
  }
}

/// Bits beside a number are those of the input in copied channels, else 0.
inline void check_ignored_bits(const fftcore::Convolution& problem, const oracle::TestImage& in,
                               const oracle::TestImage& out) {
  const oracle::Samples before = in.ignored_bits(), after = out.ignored_bits();
  for (std::int64_t f = 0; f < after.frames; ++f)
    for (std::int64_t c = 0; c < after.channels; ++c) {
      const bool is_copied = oracle::names(problem.skipped_channels, c);
      const std::int64_t from = oracle::input_frame(problem, f);
      for (std::size_t i = 0; i < after.index(0, 1, 0, 0, 0); ++i)
        ASSERT_EQ(after.values[after.index(f, c, 0, 0, 0) + i],
                  is_copied ? before.values[before.index(from, c, 0, 0, 0) + i] : 0)
            << "ignored bits of frame " << f << ", channel " << c << ": " << to_string(problem);
    }
}

/// Which samples of the memory images begin with.
struct Begins {
  std::int64_t input = 0;
  std::int64_t output = 0;
};

/// The result is right, and nothing but the output's samples was written.
inline void expect_right(fftcore::ConvolutionExecutable& executable, fftcore::Queue& queue,
                         const fftcore::Convolution& problem,
                         const std::vector<fftcore::Taps>& taps, float gain, float offset,
                         unsigned seed, const Begins& begins = {}) {
  std::mt19937 random(seed);
  const auto input = oracle::random_samples(problem.input, random);
  oracle::TestImage in(problem.input, begins.input), out(problem.output, begins.output);
  in.set(input);
  executable.set_taps(taps);
  executable.set_gain(gain, offset);
  executable.run(queue, in.const_buffer(), out.buffer());

  EXPECT_TRUE(in.padding_is_untouched() && out.padding_is_untouched()) << to_string(problem);
  EXPECT_EQ(in.get().values, input.values) << "input changed: " << to_string(problem);
  EXPECT_EQ(in.get().imaginary, input.imaginary) << "input changed: " << to_string(problem);
  check_ignored_bits(problem, in, out);
  const auto got = out.get(), want = oracle::direct_sum(problem, input, taps, gain, offset);
  for (std::int64_t f = 0; f < want.frames; ++f)
    for (std::int64_t c = 0; c < want.channels; ++c)
      check_channel(problem, input, taps, gain, got, want, f, c);
}

}  // namespace problems
