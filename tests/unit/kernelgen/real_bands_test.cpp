// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels that filter by band matrices of real numbers, run thread by thread, against the direct
// sum.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "direct_launches.h"
#include "image_run.h"
#include "planner.h"
#include "real_band_taps.h"

namespace real_bands_test {

using namespace fftcore;
using fftcore::test::worst_difference;

namespace {

LaunchPlan plan_of(const Convolution& problem, int tile_rows, int pairs = 1, int warps = 4) {
  auto launches =
      direct_launches(problem, DirectBody::real_bands,
                      {tile_rows, pairs, kMatrixThreads * warps, 1}, 1, gpu_traits("sm_90"));
  EXPECT_TRUE(launches) << to_string(problem);
  return *launches;
}

/// A product of a column and a row of numbers from `least` to 1.
Taps drawn(Extent extent, std::mt19937& random, double least = -1) {
  std::uniform_real_distribution<double> tap(least, 1);
  std::vector<double> column, row;
  for (std::int64_t i = 0; i < extent.rows; ++i) column.push_back(tap(random));
  for (std::int64_t i = 0; i < extent.columns; ++i) row.push_back(tap(random));
  Taps taps{extent, {}};
  for (const double y : column)
    for (const double x : row) taps.values.push_back(y * x);
  return taps;
}
double size_of(const Taps& taps) {
  double size = 0;
  for (const double tap : taps.values) size += std::abs(tap);
  return size;
}

/// Of the largest sample times the sum of |taps|: how far the launch is off.
double worst(const Convolution& problem, const Taps& taps, float gain, float offset,
             const LaunchPlan& plan, const std::vector<PlannedLaunch>& launches) {
  const auto made = real_band_taps(*plan.kept_taps, problem, taps);
  if (!made) {
    ADD_FAILURE() << "no product: " << to_string(problem);
    return 0;
  }
  gain = std::min(gain, made->most_gain);
  constexpr double kLargest = 255;
  return worst_difference(problem, taps, gain, offset, {made->words, made->scale},
                          launches.front()) /
         (kLargest * size_of(taps) * std::abs(gain) + std::abs(offset));
}

/// Two units of single precision: what two TF32 leave out of each factor and of the product, and
/// rounding of sums.
constexpr double kBound = 0x1p-22;
/// Of whole numbers: tensor cores round more sums.
constexpr double kBoundOfWhole = 0x1p-19;
double bound_of(const Convolution& problem) {
  return traits_of(problem.input.type).is_whole() ? kBoundOfWhole : kBound;
}

}  // namespace

TEST(RealBands, AreDirectSums) {
  std::mt19937 random(5);
  for (const char* text :
       {"conv2d f32 33x136 k7x7 reflect-101 same", "conv2d f32 20x44 k3x3 constant same",
        "corr2d u16 40x132 k15x16 replicate same bias=128", "conv2d f32 34x36 k4x6 wrap valid",
        "conv2d u16 17x132 k1x39 reflect full", "conv2d f32 35x8 k5x2 replicate same",
        "conv2d u16 9x140 k33x1 reflect-101 same pitch=144,148 frames=2",
        "conv2d f16 50x140 k31x63 constant same bias=40", "corr2d f32 3x4 k9x9 reflect-101 same",
        "conv2d f32 40x40x2 k17x20 reflect same frames=3",
        "icorr2d f32 21x32 k5x8 constant full"}) {
    const Convolution problem = parse_convolution(text);
    const Taps taps = drawn(problem.taps, random);
    const LaunchPlan launches = plan_of(problem, 32);
    EXPECT_LE(worst(problem, taps, 1.5F, -20, launches, launches.run), bound_of(problem)) << text;
    if (!launches.run_unaligned.empty()) {
      EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run_unaligned), bound_of(problem))
          << text;
    }
  }
}

// Errors of one sign would add up: samples are positive too.
TEST(RealBands, RoundingDoesNotAddUp) {
  std::mt19937 random(8);
  for (const char* text :
       {"conv2d f32 20x100 k31x31 reflect-101 same", "conv2d f32 16x68 k95x95 reflect-101 same"}) {
    const Convolution problem = parse_convolution(text);
    const Taps taps = drawn(problem.taps, random, 0);
    const LaunchPlan launches = plan_of(problem, 32);
    EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run), kBound) << text;
  }
}

TEST(RealBands, TilesHaveAnyShape) {
  std::mt19937 random(6);
  const Convolution problem = parse_convolution("conv2d f32 40x100 k21x25 reflect-101 same");
  const Taps taps = drawn(problem.taps, random);
  for (const auto& [rows, pairs, warps] :
       {std::array{16, 1, 4}, std::array{48, 2, 2}, std::array{32, 1, 8}, std::array{32, 3, 1}}) {
    const LaunchPlan launches = plan_of(problem, rows, pairs, warps);
    EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run), kBound) << rows;
  }
}

TEST(RealBands, TakeTapsOfAnySize) {
  std::mt19937 random(7);
  const Convolution problem = parse_convolution("conv2d f32 20x40 k7x7 reflect-101 same");
  const LaunchPlan launches = plan_of(problem, 32);
  for (const double size : {1e-30, 0.3, 1e7}) {
    Taps taps = drawn(problem.taps, random);
    for (double& tap : taps.values) tap *= size;
    EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run), kBound) << size;
  }
  const Taps none{problem.taps, std::vector<double>(49, 0.0)};
  EXPECT_LE(worst(problem, none, 1, 7, launches, launches.run), kBound);
}

TEST(RealBands, TakeNoOtherTaps) {
  const Convolution problem = parse_convolution("conv2d f32 20x40 k2x2 reflect-101 same");
  const LaunchPlan launches = plan_of(problem, 32);
  EXPECT_FALSE(real_band_taps(*launches.kept_taps, problem, {problem.taps, {1, 2, 3, 4}}));
  EXPECT_TRUE(real_band_taps(*launches.kept_taps, problem, {problem.taps, {1, 2, 2, 4}}));
}

TEST(RealBands, ArePlannedWhereTensorCoresTakeReals) {
  DeviceTraits traits = gpu_traits("sm_90");
  traits.has_matrices = true;
  const auto first = [&](const char* text) {
    return rank_plans(parse_convolution(text), traits).front().rule;
  };
  const char* const gaussian = "conv2d f32 1080x1920 k63x63 reflect-101 same frames=32";
  EXPECT_NE(first(gaussian), "bands");
  traits.has_real_matrices = true;
  EXPECT_EQ(first(gaussian), "bands");
  EXPECT_EQ(first("conv2d u16 1080x1920 k31x31 reflect-101 same frames=16"), "bands");
  EXPECT_EQ(first("conv2d u8 1080x1920 k63x63 reflect-101 same bias=0.5 frames=32"), "bands");
  EXPECT_NE(first("conv2d f32 1080x1920 k127x127 reflect-101 same frames=32"), "bands");
  EXPECT_NE(first("conv2d f32 1080x1921 k63x63 reflect-101 same"), "bands");
  EXPECT_NE(first("conv2d f64 1080x1920 k63x63 reflect-101 same"), "bands");
}

}  // namespace real_bands_test
