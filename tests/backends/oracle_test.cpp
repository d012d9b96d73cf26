// SPDX-License-Identifier: LGPL-2.1-or-later
// Each problem of the list, by each rule that can plan it, against the direct sum.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "fftcore/error.h"
#include "problem_list.h"
#include "test_backend.h"
#include "test_image.h"

using namespace fftcore;

namespace {

class Oracle : public problems::ByRule {
 protected:
  void check(const Convolution& problem, const std::vector<Taps>& taps, float gain, float offset) {
    std::unique_ptr<ConvolutionExecutable> executable;
    try {
      if (!queue_) queue_ = problems::backend().create_queue({.threads = 2});
      executable = problems::backend().compile(problem, *queue_);
    } catch (const Unsupported&) {
      return;  // this rule has no plan; another one must (checked by TheWholeList)
    }
    ++compiled_;
    std::mt19937 random(static_cast<unsigned>(compiled_));
    const auto input = oracle::random_samples(problem.input, random);
    oracle::TestImage in(problem.input), out(problem.output);
    in.set(input);
    executable->set_taps(taps);
    executable->set_gain(gain, offset);
    executable->run(*queue_, in.const_buffer(), out.buffer());

    EXPECT_TRUE(in.padding_is_untouched() && out.padding_is_untouched()) << to_string(problem);
    EXPECT_EQ(in.get().values, input.values) << "input changed: " << to_string(problem);
    const auto got = out.get(), want = oracle::direct_sum(problem, input, taps, gain, offset);
    for (std::int64_t f = 0; f < want.frames; ++f)
      for (std::int64_t c = 0; c < want.channels; ++c)
        check_channel(problem, input, taps, gain, got, want, f, c);
  }

  static double largest_of(const oracle::Samples& samples, std::int64_t f, std::int64_t c) {
    double largest = 0;
    for (std::size_t i = samples.index(f, c, 0, 0, 0); i < samples.index(f, c + 1, 0, 0, 0); ++i)
      largest = std::max(largest, std::abs(samples.values[i]));
    return largest;
  }

  void check_channel(const Convolution& problem, const oracle::Samples& input,
                     const std::vector<Taps>& taps, double gain, const oracle::Samples& got,
                     const oracle::Samples& want, std::int64_t f, std::int64_t c) {
    double error = 0, worst = 0;
    for (std::size_t i = want.index(f, c, 0, 0, 0); i < want.index(f, c + 1, 0, 0, 0); ++i) {
      const double difference =
          std::abs(got.values[i] - oracle::clamped(want.values[i], problem.output.element));
      error += difference * difference;
      worst = std::isnan(difference) ? INFINITY : std::max(worst, difference);
    }
    if ((problem.copied_channels >> c & 1U) != 0) {
      EXPECT_EQ(worst, 0) << "copied channel " << c << ": " << to_string(problem);
      return;
    }
    const double padded = 4.0 * static_cast<double>((want.slices + problem.taps.slices) *
                                                    (want.rows + problem.taps.rows) *
                                                    (want.columns + problem.taps.columns));
    // Two channels of a frame travel as one complex signal: the error is relative to the pair.
    double bound = 0;
    for (std::int64_t other = 0; other < want.channels; ++other)
      bound = std::hypot(bound, oracle::error_bound(problem, input, taps, padded, f, other));
    bound *= std::abs(gain);
    const double samples = static_cast<double>(want.slices * want.rows * want.columns);
    // of |result| here, for the rounding of gain, offset and bias in float
    const double largest = 0.5 * std::abs(gain) + 1000;
    const std::string where = fmt::format("frame {}, channel {}: {}", f, c, to_string(problem));
    if (oracle::is_real(problem.output.element)) {
      // Half precision is rounded to 11 bits.
      const double rounding =
          problem.output.element == Element::f16 ? std::ldexp(largest_of(want, f, c), -11) : 0;
      EXPECT_LE(std::sqrt(error),
                bound + (std::ldexp(largest, -24) + rounding) * std::sqrt(samples))
          << where;
    } else {
      EXPECT_LE(worst, problem.output.element == Element::u8 ? 1.0 : 0.51 + bound) << where;
    }
  }

  std::unique_ptr<Queue> queue_;
  std::size_t compiled_ = 0;
};

}  // namespace

TEST_P(Oracle, TheWholeList) {
  std::mt19937 random(1);
  // A GPU compiles kernels for each problem: there every pair of choices meets once.
  // FFTCORE_TEST_PROBLEM: this one alone.
  const char* const only = std::getenv("FFTCORE_TEST_PROBLEM");
  const bool is_tile = std::string_view(GetParam()) == "tile";
  const auto list = only != nullptr      ? std::vector<std::string>{only}
                    : problems::on_cpu() ? problems::all()
                    : is_tile            ? problems::in_tiles()
                                         : problems::on_gpus();
  int valid = 0;
  for (const auto& text : list) {
    Convolution problem;
    try {
      problem = parse_convolution(text);
    } catch (const InvalidArgument&) {
      // `valid` of a kernel larger than the image: refused, as executable_test.cpp checks
      continue;
    }
    ++valid;
    const bool integers = !oracle::is_real(problem.output.element);
    // Averaging taps keep integers in range; a gain and an offset that move them a little out of it
    // test the clamp.
    check(problem,
          integers ? oracle::averaging_kernels(problem, random)
                   : oracle::random_kernels(problem, random),
          integers ? 1.4F : -0.75F, integers ? -20.0F : 0.25F);
  }
  if (only != nullptr) return;
  if (!problems::on_cpu()) {
    EXPECT_EQ(compiled_, valid);
    EXPECT_GT(valid, is_tile ? 8 : 40);
    return;
  }
  const bool volumes = std::string_view(GetParam()) == "five-pass";
  EXPECT_EQ(compiled_, volumes ? problems::volumes().size()
                               : static_cast<std::size_t>(valid) - problems::volumes().size());
  EXPECT_GT(valid, 600);
}

INSTANTIATE_TEST_SUITE_P(Rule, Oracle, testing::Values("tile", "three-pass", "five-pass"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });
