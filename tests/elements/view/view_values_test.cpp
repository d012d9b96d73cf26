// SPDX-License-Identifier: LGPL-2.1-or-later
// Bins -> numbers -> levels, as fftview shows them.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <random>

#include "fftview/bin_values.h"
#include "fftview/running_range.h"

namespace fftcore::test::view_values_test {
namespace {

using namespace gst::view;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

SpectrumLayout layout_of(std::int64_t rows, std::int64_t columns, std::int64_t channels = 1,
                         SampleType type = SampleType::f32) {
  SpectrumLayout layout;
  layout.points = {rows, columns};
  layout.channels = channels;
  layout.type = type;
  layout.stored_rows = rows;
  return layout;
}

// Padding is not a number, so that whoever reads it is found out.
std::vector<std::complex<float>> blank(const SpectrumLayout& layout) {
  std::vector<std::complex<float>> values(size_bytes(layout) / 8, {kNan, kNan});
  for (std::int64_t row = 0; row < layout.channels * layout.points.rows; ++row)
    for (std::int64_t k = 0; k < bins(layout); ++k) values[row * row_stride(layout) + k] = 0;
  return values;
}

TEST(ViewValues, LogarithmIsRightOverAllMagnitudes) {
  for (float x = 1e-37F; x < 1e38F; x *= 1.0371F)
    EXPECT_NEAR(approximate_log2(x), std::log2(x), 3e-5) << x;
  for (const float x : {0.5F, 1.0F, 2.0F, 1024.0F}) EXPECT_EQ(approximate_log2(x), std::log2(x));
  EXPECT_EQ(approximate_log2(0), -127);
}

TEST(ViewValues, AnglesAreRightAllRound) {
  for (const float radius : {1e-30F, 1.0F, 1e30F}) {
    for (int i = -500; i <= 500; ++i) {
      const double turns = i / 1000.0 * 0.9999;
      const auto re = static_cast<float>(radius * std::cos(2 * std::numbers::pi * turns));
      const auto im = static_cast<float>(radius * std::sin(2 * std::numbers::pi * turns));
      EXPECT_NEAR(approximate_turns(re, im), turns, 2e-6) << i;
    }
  }
  EXPECT_EQ(approximate_turns(-1, 0), 0.5F);
  EXPECT_EQ(approximate_turns(0, -2), -0.25F);
}

TEST(ViewValues, AnglesOfNothingAndOfWhatIsNotFiniteAreZero) {
  for (const auto& [re, im] : {std::pair{0.0F, 0.0F},
                               {-0.0F, 0.0F},
                               {kNan, 1.0F},
                               {1.0F, kNan},
                               {kNan, kNan},
                               {kInf, 1.0F},
                               {1.0F, -kInf},
                               {kInf, kInf}})
    EXPECT_EQ(approximate_turns(re, im), 0) << re << " " << im;
}

TEST(ViewValues, MagnitudesOfEveryBinOfOneChannelAndOfAll) {
  const SpectrumLayout layout = layout_of(3, 10, 2);
  std::vector<std::complex<float>> values = blank(layout);
  std::mt19937 random(3);
  std::uniform_real_distribution<float> parts(-100, 100);
  for (std::complex<float>& value : values)
    if (!std::isnan(value.real())) value = {parts(random), parts(random)};
  const auto at = [&](int channel, std::int64_t r, std::int64_t k) {
    return values[(channel * 3 + r) * row_stride(layout) + k];
  };

  std::vector<float> one, all;
  magnitudes(layout, values.data(), 1, 0.01F, one);
  magnitudes(layout, values.data(), kAllChannels, 0.01F, all);
  ASSERT_EQ(one.size(), 18U);
  for (std::int64_t r = 0; r < 3; ++r) {
    for (std::int64_t k = 0; k < 6; ++k) {
      EXPECT_NEAR(one[r * 6 + k], 20 * std::log10(0.01 * std::abs(at(1, r, k))), 1e-3);
      EXPECT_NEAR(all[r * 6 + k],
                  10 * std::log10(1e-4 * (std::norm(at(0, r, k)) + std::norm(at(1, r, k))) / 2),
                  1e-3);
    }
  }
}

TEST(ViewValues, LargeSpectraDoNotOverflow) {
  const SpectrumLayout layout = layout_of(1, 2);
  std::vector<std::complex<float>> values = blank(layout);
  values[0] = 3e37F;
  std::vector<float> decibels;
  magnitudes(layout, values.data(), 0, 1e-37F, decibels);
  EXPECT_NEAR(decibels[0], 20 * std::log10(3), 1e-3);
}

TEST(ViewValues, WhatIsNotFiniteIsWhiteAndMovesNoRange) {
  const SpectrumLayout layout = layout_of(1, 8);
  std::vector<std::complex<float>> values = blank(layout);
  values[0] = {kNan, 0};
  values[1] = {0, kInf};
  values[2] = {kInf, kNan};
  values[3] = 10;
  std::vector<float> decibels;
  magnitudes(layout, values.data(), 0, 1, decibels);
  EXPECT_NEAR(largest_finite(decibels), 20, 1e-3);
  std::vector<std::uint8_t> levels(decibels.size());
  decibel_levels(decibels, {-20, 59}, levels);
  EXPECT_EQ(levels, (std::vector<std::uint8_t>{255, 255, 255, 129, 0}));
  EXPECT_EQ(largest_finite(std::vector<float>(5, kNotFinite)), -kInf);
}

TEST(ViewValues, TheLargestIsFoundAnywhere) {
  for (std::size_t place = 0; place < 67; ++place) {
    std::vector<float> decibels(67, -300.0F);
    decibels[place] = -7;
    EXPECT_EQ(largest_finite(decibels), -7) << place;
  }
}

TEST(ViewValues, LevelsOfARange) {
  const std::vector<float> decibels = {-1000, -100, -99.9F, -50, -0.1F, 0, 50};
  std::vector<std::uint8_t> levels(decibels.size());
  decibel_levels(decibels, {-100, 0}, levels);
  EXPECT_EQ(levels, (std::vector<std::uint8_t>{0, 0, 0, 128, 255, 255, 255}));
}

TEST(ViewValues, HalfPrecisionIsReadRight) {
  const SpectrumLayout layout = layout_of(1, 14, 1, SampleType::f16);
  std::vector<std::uint16_t> values(size_bytes(layout) / 2, 0x7e00);  // padding: not a number
  //                          1       -2      65504   2^-14   2^-24   inf     nan     0
  const std::uint16_t re[] = {0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001, 0x7c00, 0x7e00, 0x0000};
  for (int k = 0; k < 8; ++k) {
    values[2 * k] = re[k];
    values[2 * k + 1] = 0;
  }
  std::vector<float> decibels, turns;
  magnitudes(layout, values.data(), 0, 1, decibels);
  const double expected[] = {0, 20 * std::log10(2), 20 * std::log10(65504), -280 * std::log10(2),
                             -480 * std::log10(2)};
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(decibels[k], expected[k], 1e-3) << k;
  EXPECT_EQ(decibels[5], kNotFinite);
  EXPECT_EQ(decibels[6], kNotFinite);
  EXPECT_LT(decibels[7], -300);
  phases(layout, values.data(), 0, turns);
  EXPECT_EQ(turns, (std::vector<float>{0, 0.5F, 0, 0, 0, 0, 0, 0}));
}

TEST(ViewValues, PhaseOfAllChannelsIsThatOfTheirSum) {
  const SpectrumLayout layout = layout_of(2, 2, 2);
  std::vector<std::complex<float>> values = blank(layout);
  const auto at = [&](int channel, std::int64_t r, std::int64_t k) -> std::complex<float>& {
    return values[(channel * 2 + r) * row_stride(layout) + k];
  };
  at(0, 0, 0) = 3;
  at(1, 0, 0) = {-3, 2};
  at(0, 1, 1) = {0, -1};
  at(1, 1, 1) = {1, 0};
  std::vector<float> turns;
  phases(layout, values.data(), kAllChannels, turns);
  ASSERT_EQ(turns.size(), 4U);
  EXPECT_FLOAT_EQ(turns[0], 0.25F);
  EXPECT_NEAR(turns[3], -0.125F, 1e-6);
  phases(layout, values.data(), 1, turns);
  EXPECT_FLOAT_EQ(turns[3], 0);
}

TEST(ViewValues, PhaseLevelsGoRound) {
  const std::vector<float> turns = {0, 0.25F, -0.25F, 0.5F, -0.5F, 0.499F, 1.0F / 256, -1.0F / 256};
  std::vector<std::uint8_t> levels(turns.size());
  phase_levels(turns, levels);
  EXPECT_EQ(levels, (std::vector<std::uint8_t>{128, 192, 64, 0, 0, 0, 129, 127}));
}

TEST(ViewRange, RisesAtOnceAndFallsSlowly) {
  RunningRange range;
  EXPECT_EQ(range.follow(-30, 100), (Range{-130, -30}));
  EXPECT_EQ(range.follow(-10, 100), (Range{-110, -10}));
  EXPECT_EQ(range.follow(-26, 100), (Range{-111, -11}));
  EXPECT_EQ(range.follow(-kInf, 60), (Range{-71, -11}));
  for (int i = 0; i < 200; ++i) range.follow(-26, 100);
  EXPECT_NEAR(range.follow(-26, 100).high, -26, 1e-3);
  range.forget();
  EXPECT_EQ(range.follow(-50, 100), (Range{-150, -50}));
}

TEST(ViewRange, OfNothingAtAllIsFinite) {
  RunningRange range;
  EXPECT_EQ(range.follow(-kInf, 100), (Range{-100, 0}));
}

}  // namespace
}  // namespace fftcore::test::view_values_test
