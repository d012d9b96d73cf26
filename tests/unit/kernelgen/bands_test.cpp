// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels that filter by band matrices of a column and a row, run thread by thread, against the
// direct sum.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "band_taps.h"
#include "direct_launches.h"
#include "image_run.h"
#include "planner.h"

namespace bands_test {

using namespace fftcore;
using fftcore::test::worst_difference;

namespace {

LaunchPlan plan_of(const Convolution& problem, int tile_rows, int pairs = 2, int warps = 4,
                   int pixel = 1) {
  auto launches =
      direct_launches(problem, DirectBody::bands, {tile_rows, pairs, kMatrixThreads * warps, 1}, 1,
                      gpu_traits("sm_90"), pixel);
  EXPECT_TRUE(launches) << to_string(problem);
  return *launches;
}

/// A product of a column and a row of numbers from `least` to 1.
Taps drawn(Extent extent, std::mt19937& random, double least) {
  std::uniform_real_distribution<double> tap(least, 1);
  std::vector<double> column, row;
  for (std::int64_t i = 0; i < extent.rows; ++i) column.push_back(tap(random));
  for (std::int64_t i = 0; i < extent.columns; ++i) row.push_back(tap(random));
  Taps taps{extent, {}};
  for (const double y : column)
    for (const double x : row) taps.values.push_back(y * x);
  return taps;
}

double worst(const Convolution& problem, const Taps& taps, float gain, float offset,
             const LaunchPlan& plan, const std::vector<PlannedLaunch>& launches) {
  const auto made = band_taps(*plan.kept_taps, problem, taps);
  if (!made) {
    ADD_FAILURE() << "no product: " << to_string(problem);
    return 0;
  }
  EXPECT_LE(std::abs(gain), made->most_gain) << to_string(problem);
  return worst_difference(problem, taps, gain, offset, {made->words, made->scale},
                          launches.front());
}

/// Rounding to whole numbers, and what halves leave out.
constexpr double kBound = 0.5 + 0.45 + 0.01;

}  // namespace

TEST(Bands, AreDirectSums) {
  std::mt19937 random(5);
  for (const char* text :
       {"conv2d u8 33x136 k7x7 reflect-101 same", "conv2d u8 20x44 k3x3 constant same",
        "corr2d u8 40x132 k15x16 replicate same bias=128", "conv2d u8 34x36 k4x6 wrap valid",
        "conv2d u8 17x130 k1x39 reflect full", "conv2d u8 35x5 k5x2 replicate same",
        "conv2d u8 9x260 k33x1 reflect-101 same pitch=264,268 frames=2",
        "conv2d u8 50x300 k31x63 constant same bias=40", "corr2d u8 3x1 k9x9 reflect-101 same",
        "conv2d u8 40x40 k17x20 reflect same frames=3", "icorr2d u8 21x30 k5x8 constant full"}) {
    const Convolution problem = parse_convolution(text);
    const Taps taps = normalized(drawn(problem.taps, random, 0));
    const LaunchPlan launches = plan_of(problem, 32);
    EXPECT_LE(worst(problem, taps, 1.5F, -20, launches, launches.run), kBound) << text;
    if (!launches.run_unaligned.empty()) {
      EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run_unaligned), kBound) << text;
    }
  }
}

TEST(Bands, TilesHaveAnyShape) {
  std::mt19937 random(6);
  const Convolution problem = parse_convolution("conv2d u8 100x136 k21x25 reflect-101 same");
  const Taps taps = normalized(drawn(problem.taps, random, 0));
  for (const auto& [rows, pairs, warps] :
       {std::array{16, 1, 4}, std::array{112, 2, 2}, std::array{48, 1, 8}, std::array{64, 3, 1}}) {
    const LaunchPlan launches = plan_of(problem, rows, pairs, warps);
    EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run), kBound) << rows;
  }
}

// Blocks that have all channels of their pixels. Columns beyond the last whole group of four, rows
// beyond the last tile, fewer columns than taps, and channels that are copied.
TEST(Bands, TakeWholePixels) {
  std::mt19937 random(9);
  for (const char* text :
       {"conv2d u8 33x136x4 k7x7 reflect-101 same skip=8", "conv2d u8 20x44x3 k3x19 constant same",
        "corr2d u8 40x132x2 k15x16 replicate same bias=128",
        "conv2d u8 34x36x4 k4x6 wrap valid pitch=144,128",
        "conv2d u8 17x130x2 k1x39 reflect full pitch=264,336",
        "conv2d u8 50x301x4 k31x63 constant same bias=40 skip=2 pitch=1216,1216 frames=2",
        "conv2d u8 18x10x3 k21x33 reflect-101 same skip=5 pitch=32,32"}) {
    const Convolution problem = parse_convolution(text);
    const Taps taps = normalized(drawn(problem.taps, random, 0));
    const int pixel = pixel_of(problem);
    ASSERT_EQ(pixel, problem.input.channels.extent) << text;
    const LaunchPlan launches = plan_of(problem, 32, 1, 8, pixel);
    EXPECT_LE(worst(problem, taps, 1.5F, -20, launches, launches.run), kBound) << text;
    EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run_unaligned), kBound) << text;
  }
}

TEST(Bands, ManyTapsAreDirectSums) {
  std::mt19937 random(8);
  const Convolution problem = parse_convolution("conv2d u8 60x140 k127x127 reflect-101 same");
  const LaunchPlan launches = plan_of(problem, 64);
  const Taps taps = normalized(drawn(problem.taps, random, 0));
  EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run), kBound);
}

// Up to the gain at which halves leave out too much.
TEST(Bands, TapsOfAnySizeAreNearEnough) {
  std::mt19937 random(7);
  const Convolution problem = parse_convolution("conv2d u8 20x40 k7x7 reflect-101 same");
  const LaunchPlan launches = plan_of(problem, 32);
  for (const double size : {1e-30, 0.3, 1e7}) {
    Taps taps = drawn(problem.taps, random, -1);
    for (double& tap : taps.values) tap *= size;
    const auto made = band_taps(*launches.kept_taps, problem, taps);
    ASSERT_TRUE(made);
    EXPECT_LE(worst(problem, taps, made->most_gain, 100, launches, launches.run), kBound) << size;
  }
  const Taps none{problem.taps, std::vector<double>(49, 0.0)};
  EXPECT_LE(worst(problem, none, 1, 7, launches, launches.run), kBound);
}

TEST(Bands, TakeNoOtherTaps) {
  const Convolution problem = parse_convolution("conv2d u8 20x40 k2x2 reflect-101 same");
  const LaunchPlan launches = plan_of(problem, 32);
  EXPECT_FALSE(band_taps(*launches.kept_taps, problem, {problem.taps, {1, 2, 3, 4}}));
  EXPECT_TRUE(band_taps(*launches.kept_taps, problem, {problem.taps, {1, 2, 2, 4}}));
}

TEST(Bands, ArePlannedForCudaAlone) {
  DeviceTraits traits = gpu_traits("sm_90");
  const auto first = [&](const char* text) {
    return rank_plans(parse_convolution(text), traits).front().rule;
  };
  const char* const gaussian = "conv2d u8 1080x1920 k63x63 reflect-101 same frames=32";
  EXPECT_NE(first(gaussian), "bands");
  traits.has_matrices = true;
  EXPECT_EQ(first(gaussian), "bands");
  EXPECT_EQ(first("conv2d u8 1080x1920 k31x31 reflect-101 same"), "bands");
  EXPECT_NE(first("conv2d u8 1080x1920 k63x63 reflect-101 same bias=0.5"), "bands");
  EXPECT_EQ(first("conv2d u8 1080x1920x3 k63x63 reflect-101 same"), "bands");
  EXPECT_NE(first("conv2d u8 1080x1921x3 k63x63 reflect-101 same"), "bands");
  EXPECT_NE(first("conv2d f32 1080x1920 k63x63 reflect-101 same"), "bands");
}

}  // namespace bands_test
