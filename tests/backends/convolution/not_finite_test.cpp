// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples that are not finite reach what the taps other than 0 reach, and no more, whatever the
// plan: random convolutions of floating point, against the direct sum.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "floating_convolutions.h"

namespace not_finite_test {

using namespace fftcore;
using oracle::Samples;
using problems::expect_channel;

namespace {

class NotFinite : public problems::FloatingConvolutions {};

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(),
                 kInfinity = std::numeric_limits<double>::infinity();

/// Some numbers that are not finite, of each kind or of one.
void hurt(std::vector<double>& values, double share, int kinds, std::mt19937& random) {
  constexpr std::array kBad = {kNaN, kInfinity, -kInfinity};
  std::uniform_real_distribution<double> draw;
  std::uniform_int_distribution<std::size_t> kind(0, static_cast<std::size_t>(kinds) - 1);
  for (double& value : values)
    if (draw(random) < share) value = kBad.at(kind(random));
}

Samples without_bad(Samples samples) {
  for (auto* values : {&samples.values, &samples.imaginary})
    for (double& value : *values)
      if (!std::isfinite(value)) value = 0;
  return samples;
}

void expect_right(const Convolution& work, const std::vector<Taps>& taps, const Samples& input,
                  const Samples& got, float gain, float offset) {
  const Samples want = oracle::direct_sum(work, input, taps, gain, offset),
                finite = without_bad(input);
  const double padded = problems::padded_points(work, want);
  for (std::int64_t f = 0; f < want.frames; ++f)
    for (std::int64_t c = 0; c < want.channels; ++c) {
      const bool is_copied = oracle::names(work.skipped_channels, c);
      const double bound =
          is_copied ? 0
                    : std::abs(gain) * oracle::error_bound(work, finite, taps, padded, f, c) +
                          1e-6 * (std::abs(offset) + std::abs(work.bias));
      const std::size_t first = want.index(f, c, 0, 0, 0), end = want.index(f, c + 1, 0, 0, 0);
      expect_channel(work, got.values, want.values, first, end, bound);
      if (!want.imaginary.empty())
        expect_channel(work, got.imaginary, want.imaginary, first, end, bound);
    }
}

}  // namespace

TEST_P(NotFinite, ReachesAsFarAsTheTaps) {
  for_works(count(120, 4), [&](ConvolutionExecutable& executable) {
    const Convolution& work = executable.convolution();
    const std::vector<Taps> taps = draw_taps(work);
    const float gain = one_in(2) ? 1.0F : -0.7F, offset = one_in(2) ? 0.0F : 0.1F;
    executable.set_taps(taps);
    executable.set_gain(gain, offset);
    const Samples before = oracle::random_samples(work.input, engine());
    const Samples expected = run(executable, before);
    Samples input = before;
    const double share = one_of(std::array{0.0005, 0.01, 0.3});
    const int kinds = one_in(2) ? 1 : 3;
    hurt(input.values, share, kinds, engine());
    hurt(input.imaginary, share, kinds, engine());
    expect_right(work, taps, input, run(executable, input), gain, offset);
    const Samples after = run(executable, before);
    EXPECT_EQ(after.values, expected.values) << to_string(work) << ": something is left";
  });
}

// Few taps of floats are summed up from the image itself, where there is nothing to set aside.
TEST_P(NotFinite, ReachesAsFarAsFewTaps) {
  int planned = 0;
  for (const char* edge : {"constant", "replicate", "reflect", "reflect-101", "wrap"}) {
    const Convolution work = parse_convolution(fmt::format("conv2d f32 50x150 k3x3 {} same", edge));
    std::unique_ptr<ConvolutionExecutable> executable;
    try {
      executable = problems::backend().compile(work, *queue_);
    } catch (const Unsupported&) {
      continue;
    }
    ++planned;
    const std::vector<Taps> taps = {{{3, 3}, {1, 0, -1, 2, 0, -2, 1, 0, -1}}};
    executable->set_taps(taps);
    for (const auto& places : {std::vector{std::pair{25, 75}},
                               {{0, 0}},
                               {{49, 149}, {24, 0}},
                               {{25, 149}, {26, 149}, {0, 64}}}) {
      Samples input = oracle::random_samples(work.input, engine());
      for (const auto& [y, x] : places) input.at(0, y, x) = one_in(2) ? kNaN : -kInfinity;
      expect_right(work, taps, input, run(*executable, input), 1, 0);
    }
  }
  const std::string_view rule = GetParam();
  EXPECT_EQ(planned, rule == "five-pass" ? 0 : 5);
}

// What is not finite may come of a formula, and another formula may have a use for it.
TEST_P(NotFinite, FormulasMakeItAndSeeIt) {
  const std::string_view rule = GetParam();
  if (!problems::on_cpu() || rule == "five-pass") return;  // convolution.h leaves out GPUs
  const Convolution work = parse_convolution(
      "conv2d u8>f32 40x60 k5x3 reflect same load=\"if(v == 200, 1 / (v - 200), v)\" "
      "store=\"if(v > 1e30, -7, v)\"");
  const auto executable = problems::backend().compile(work, *queue_);
  Taps taps{{5, 3}, std::vector<double>(15, 1.0 / 15)};
  taps.values[4] = 0;
  executable->set_taps(taps);
  Samples input = oracle::random_samples(work.input, engine());
  for (double& value : input.values) value = std::min(value, 199.0);
  input.at(0, 20, 30) = 200;
  const Samples got = run(*executable, input);
  Convolution plain = work;
  plain.load = plain.store = "";
  plain.input.type = SampleType::f32;
  input.at(0, 20, 30) = kInfinity;
  const Samples want = oracle::direct_sum(plain, input, taps);
  int reached = 0;
  for (std::size_t i = 0; i < want.values.size(); ++i) {
    reached += std::isinf(want.values[i]) ? 1 : 0;
    ASSERT_NEAR(got.values[i], std::isinf(want.values[i]) ? -7 : want.values[i], 1e-3) << i;
  }
  EXPECT_EQ(reached, 14);
}

INSTANTIATE_TEST_SUITE_P(Rule, NotFinite, testing::ValuesIn(problems::rules()),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace not_finite_test
