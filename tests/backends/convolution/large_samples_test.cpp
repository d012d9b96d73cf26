// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples that are much larger than the others, such as marks for "no data", disturb the outputs
// that taps other than 0 carry them to, and no others, whatever the plan: random convolutions of
// floating point, against the direct sum.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "floating_convolutions.h"

namespace large_samples_test {

using namespace fftcore;
using oracle::Samples;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(),
                 kMostFloat = std::numeric_limits<float>::max();

class LargeSamples : public problems::FloatingConvolutions {
 protected:
  /// Places of marks in an image of that shape: single ones at corners, edges and inside, some
  /// anywhere, or a whole block in each channel.
  std::vector<bool> draw_places(const Samples& shape) {
    std::vector<bool> places(shape.values.size());
    const auto mark = [&](std::int64_t z, std::int64_t y, std::int64_t x) {
      places[shape.index(number(0, shape.frames - 1), number(0, shape.channels - 1), z, y, x)] =
          true;
    };
    const std::int64_t kind = number(0, 3);
    if (kind == 0) {
      mark(0, 0, 0);
      mark(shape.slices - 1, shape.rows - 1, shape.columns - 1);
      mark(shape.slices / 2, shape.rows / 2, shape.columns / 2);
      mark(0, shape.rows / 2, shape.columns - 1);
      return places;
    }
    if (kind == 1) {
      const int share = static_cast<int>(number(1, 300));
      for (std::size_t i = 0; i < places.size(); ++i) places[i] = number(0, 999) < share;
      return places;
    }
    const double part = kind == 2 ? 0.3 : 0.8;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto in_channel = static_cast<double>(static_cast<std::int64_t>(i) %
                                                  (shape.slices * shape.rows * shape.columns));
      places[i] =
          in_channel < part * static_cast<double>(shape.slices * shape.rows * shape.columns);
    }
    return places;
  }
};

Samples with(Samples samples, const std::vector<bool>& places, double mark) {
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i]) samples.values[i] = mark;
  return samples;
}

/// What all magnitudes add up to.
double weight_of(const std::vector<Taps>& taps) {
  double sum = 0;
  for (const Taps& one : taps)
    for (const auto* values : {&one.values, &one.imaginary})
      for (const double value : *values) sum += std::abs(value);
  return sum;
}

/// Bounds of the outputs that marks reach, infinite where all may come of them, and of the others.
struct Bounds {
  double reached, others;
};

void expect_numbers(const Convolution& work, const std::vector<double>& got,
                    const std::vector<double>& want, const std::vector<double>& reach,
                    std::size_t first, std::size_t end, const Bounds& bounds) {
  const SampleType type = part_of(work.output.type);
  const double most = type == SampleType::f16   ? 65504
                      : type == SampleType::f64 ? std::numeric_limits<double>::max()
                                                : double{std::numeric_limits<float>::max()};
  for (std::size_t i = first; i < end; ++i) {
    const bool is_reached = std::isnan(reach[i]);
    const double wanted = problems::stored(want[i], type),
                 bound = (is_reached ? bounds.reached : bounds.others) +
                         (type == SampleType::u8 ? 1 : std::ldexp(std::abs(wanted), -22));
    if (is_reached && std::isinf(bounds.reached)) continue;
    const auto what = [&] {
      return fmt::format("{}: output {}, {}", to_string(work), i,
                         is_reached ? "reached" : "not reached");
    };
    ASSERT_FALSE(std::isnan(got[i])) << what();
    if (std::abs(wanted) + bound >= most) continue;
    ASSERT_NEAR(got[i], wanted, bound) << what();
  }
}

}  // namespace

TEST_P(LargeSamples, DisturbWhatTapsCarryThemTo) {
  const std::string_view rule = GetParam();
  const bool is_direct = rule == "direct" || rule == "separable";
  int seen = 0;
  for_works(count(120, 4), [&](ConvolutionExecutable& executable) {
    const Convolution& work = executable.convolution();
    if (work.input.type == SampleType::f16) return;
    // In double precision a mark has to be larger for the others to be faint.
    const double mark = oracle::is_double(work.input.type)
                            ? one_of(std::array{1e20, 9.97e36, -3.4e38, 1e150})
                        : oracle::is_double(work)
                            ? one_of(std::array{1e20, double{-3.4e38F}})
                            : one_of(std::array{1e9, 1e20, double{9.97e36F}, double{-3.4e38F}});
    const std::vector<Taps> taps = draw_taps(work);
    const float gain = one_in(2) ? 1.0F : -0.7F, offset = one_in(2) ? 0.0F : 0.1F;
    executable.set_taps(taps);
    executable.set_gain(gain, offset);
    const Samples before = oracle::random_samples(work.input, engine());
    const Samples expected = run(executable, before);
    const std::vector<bool> places = draw_places(before);
    const Samples input = with(before, places, mark), got = run(executable, input),
                  without = with(before, places, 0),
                  want = oracle::direct_sum(work, input, taps, gain, offset),
                  reach = oracle::direct_sum(work, with(before, places, kNaN), taps, gain, offset);
    const double padded = problems::padded_points(work, want);
    for (std::int64_t f = 0; f < want.frames; ++f)
      for (std::int64_t c = 0; c < want.channels; ++c) {
        const bool is_copied = oracle::names(work.skipped_channels, c);
        const auto bound = [&](const Samples& samples) {
          return is_copied
                     ? 0
                     : std::abs(gain) * oracle::error_bound(work, samples, taps, padded, f, c) +
                           1e-6 * (std::abs(offset) + std::abs(work.bias));
        };
        const std::size_t first = want.index(f, c, 0, 0, 0), end = want.index(f, c + 1, 0, 0, 0);
        // Direct sums may overflow on the way, and first factors of products are larger than taps.
        const bool is_held = !is_direct || 1000 * weight_of(taps) * std::abs(mark) < kMostFloat;
        const Bounds bounds{is_held ? bound(input) : std::numeric_limits<double>::infinity(),
                            bound(without)};
        expect_numbers(work, got.values, want.values, reach.values, first, end, bounds);
        if (!want.imaginary.empty())
          expect_numbers(work, got.imaginary, want.imaginary, reach.imaginary, first, end, bounds);
      }
    ++seen;
    const Samples after = run(executable, before);
    EXPECT_EQ(after.values, expected.values) << to_string(work) << ": something is left";
  });
  EXPECT_GT(seen, 0);
}

namespace {

/// By 21x21 taps, which tiles, partitions and whole frames all do.
constexpr std::string_view kWork = "conv2d f32 90x120 k21x21 reflect same";

/// A mean of what lies around each place.
Taps mean_taps(Extent extent) {
  const auto count = static_cast<std::size_t>(extent.rows * extent.columns);
  return {extent, std::vector<double>(count, 1.0 / static_cast<double>(count))};
}

std::unique_ptr<ConvolutionExecutable> mean_around(std::string_view text, Queue& queue) {
  auto executable = problems::backend().compile(parse_convolution(text), queue);
  executable->set_taps(mean_taps(executable->convolution().taps));
  return executable;
}

Samples exact_mean(const Convolution& work, const Samples& input) {
  const Taps taps = mean_taps(work.taps);
  return oracle::direct_sum(work, input, taps);
}

}  // namespace

// Each reached output is as exact as the largest sample under its taps lets it be, beside marks
// that are much larger yet, and samples that are not finite come last.
TEST_P(LargeSamples, OfSeveralScalesBesideEachOther) {
  const std::string_view rule = GetParam();
  if (rule == "five-pass") return;
  const auto executable = mean_around(kWork, *queue_);
  const Convolution& work = executable->convolution();
  Samples input = oracle::random_samples(work.input, engine());
  input.at(0, 10, 10) = 1e9;
  input.at(0, 10, 70) = 1e20;
  input.at(0, 60, 10) = double{-3.4e38F};
  input.at(0, 60, 70) = std::numeric_limits<double>::infinity();
  const Samples want = exact_mean(work, input), got = run(*executable, input);
  std::array<int, 4> counts{};
  for (std::size_t i = 0; i < want.values.size(); ++i) {
    const double wanted = want.values[i];
    ++counts.at(std::isinf(wanted) ? 3 : std::abs(wanted) > 1e30 ? 2 : std::abs(wanted) > 1e5);
    if (std::isinf(wanted))
      ASSERT_EQ(got.values[i], wanted) << i;
    else
      ASSERT_NEAR(got.values[i], wanted, 1e-5 + 1e-4 * std::abs(wanted)) << i;
  }
  for (const int one : counts) EXPECT_GT(one, 0);
}

// Nothing is as faint as the mark in a picture that is nearly all marks.
TEST_P(LargeSamples, FewOthersAmongMarks) {
  const std::string_view rule = GetParam();
  if (rule == "five-pass") return;
  const auto executable = mean_around(kWork, *queue_);
  const Convolution& work = executable->convolution();
  Samples input = oracle::random_samples(work.input, engine());
  for (std::int64_t y = 0; y < 90; ++y)
    for (std::int64_t x = 0; x < 120; ++x)
      if (y < 65 || x < 95) input.at(0, y, x) = double{9.97e36F};
  const Samples want = exact_mean(work, input), got = run(*executable, input);
  int others = 0;
  for (std::size_t i = 0; i < want.values.size(); ++i) {
    ASSERT_NEAR(got.values[i], want.values[i], 1e-5 + 1e-4 * std::abs(want.values[i])) << i;
    others += std::abs(want.values[i]) < 1 ? 1 : 0;
  }
  EXPECT_EQ(others, 15 * 15);
}

// Where nearly all is zero, the least other sample is what is faint.
TEST_P(LargeSamples, AmongZeros) {
  const std::string_view rule = GetParam();
  if (rule == "five-pass") return;
  const auto executable = mean_around(kWork, *queue_);
  const Convolution& work = executable->convolution();
  for (const double scale : {0.0, 1.0, 1e20}) {
    Samples input = oracle::random_samples(work.input, engine());
    for (double& value : input.values) value = 0;
    input.at(0, 20, 30) = scale;
    input.at(0, 71, 99) = 1e-9 * scale;
    const Samples want = exact_mean(work, input), got = run(*executable, input);
    for (std::size_t i = 0; i < want.values.size(); ++i)
      ASSERT_NEAR(got.values[i], want.values[i], 1e-4 * want.values[i] + 1e-15 * scale) << i;
  }
}

// A channel of large samples says nothing of one of small ones, and one of zeros is right too.
TEST_P(LargeSamples, ChannelsHaveLimitsOfTheirOwn) {
  const std::string_view rule = GetParam();
  if (rule == "five-pass") return;
  const auto executable = mean_around("conv2d f32 60x70x3 k15x15 replicate same", *queue_);
  const Convolution& work = executable->convolution();
  Samples input = oracle::random_samples(work.input, engine());
  constexpr std::array kScales = {1e12, 1e-12, 0.0}, kNoise = {1e12, 1e-12, 5.0};
  for (std::int64_t c = 0; c < 3; ++c)
    for (std::int64_t y = 0; y < 60; ++y)
      for (std::int64_t x = 0; x < 70; ++x)
        input.values[input.index(0, c, 0, y, x)] *= kScales.at(static_cast<std::size_t>(c));
  for (const std::int64_t c : {1, 2}) input.values[input.index(0, c, 0, 30, 40)] = 5;
  const Samples want = exact_mean(work, input), got = run(*executable, input);
  for (std::int64_t c = 0; c < 3; ++c)
    for (std::size_t i = want.index(0, c, 0, 0, 0); i < want.index(0, c + 1, 0, 0, 0); ++i)
      ASSERT_NEAR(got.values[i], want.values[i],
                  1e-6 * kNoise.at(static_cast<std::size_t>(c)) + 1e-5 * std::abs(want.values[i]))
          << i;
}

INSTANTIATE_TEST_SUITE_P(Rule, LargeSamples, testing::ValuesIn(problems::rules()),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace large_samples_test
