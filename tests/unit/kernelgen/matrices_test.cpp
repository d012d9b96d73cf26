// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels that multiply matrices, run thread by thread, against the direct sum.
#include <gtest/gtest.h>

#include <random>

#include "direct_launches.h"
#include "image_run.h"
#include "matrix_taps.h"
#include "planner.h"

namespace matrices_test {

using namespace fftcore;
using fftcore::test::worst_difference;

namespace {

constexpr int kPhases = 2;

class Matrices : public testing::Test {
 protected:
  LaunchPlan plan(const Convolution& problem, int phases = kPhases, int pixel = 1) {
    auto launches =
        direct_launches(problem, DirectBody::matrices,
                        {kMatrixRows * phases, phases, kMatrixThreads * kMatrixWarps, 1}, 0,
                        gpu_traits("sm_90"), pixel);
    EXPECT_TRUE(launches) << to_string(problem);
    return *launches;
  }

  static Taps drawn(Extent extent, std::mt19937& random, double least) {
    std::uniform_real_distribution<double> tap(least, 1);
    Taps taps{extent, {}};
    for (std::int64_t i = 0; i < extent.rows * extent.columns; ++i)
      taps.values.push_back(tap(random));
    return taps;
  }

  double worst(const Convolution& problem, const Taps& taps, float gain, float offset,
               const LaunchPlan& plan, const std::vector<PlannedLaunch>& launches) {
    const MatrixTaps made = matrix_taps(*plan.kept_taps, problem, taps);
    return worst_difference(problem, taps, gain, offset, {made.words, made.scale},
                            launches.front());
  }
};

/// Rounding to whole numbers, and what taps' first parts may leave out.
constexpr double kBound = 0.5 + 0.25 + 0.01;

}  // namespace

TEST_F(Matrices, AreDirectSums) {
  std::mt19937 random(5);
  for (const char* text :
       {"conv2d u8 33x136 k7x7 reflect-101 same", "conv2d u8 20x44 k3x3 constant same",
        "corr2d u8 40x132 k15x15 replicate same bias=128", "conv2d u8 34x36 k4x6 wrap valid",
        "conv2d u8 17x130 k1x9 reflect full", "conv2d u8 35x5 k5x2 replicate same",
        "conv2d u8 9x260 k12x1 reflect-101 same pitch=264,268"}) {
    const Convolution problem = parse_convolution(text);
    const Taps taps = normalized(drawn(problem.taps, random, 0));
    const LaunchPlan launches = plan(problem);
    EXPECT_LE(worst(problem, taps, 1.5F, -20, launches, launches.run), kBound) << text;
    if (!launches.run_unaligned.empty()) {
      EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run_unaligned), kBound) << text;
    }
  }
}

TEST_F(Matrices, HaveAsManyPhasesAsOneLikes) {
  std::mt19937 random(6);
  const Convolution problem = parse_convolution("conv2d u8 50x136 k5x5 reflect-101 same");
  const Taps taps = normalized(drawn(problem.taps, random, 0));
  for (const int phases : {1, 3, 4}) {
    const LaunchPlan launches = plan(problem, phases);
    EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run), kBound) << phases;
  }
}

// Taps of any size: the second parts are there for them.
TEST_F(Matrices, TapsOfAnySizeAreExact) {
  std::mt19937 random(7);
  const Convolution problem = parse_convolution("conv2d u8 20x40 k7x7 reflect-101 same");
  const LaunchPlan launches = plan(problem);
  for (const double size : {1e-30, 0.3, 1e7}) {
    Taps taps = drawn(problem.taps, random, -1);
    for (double& tap : taps.values) tap *= size;
    // The sum is of some thousands, of which 0 to 255 are seen.
    EXPECT_LE(worst(problem, taps, static_cast<float>(4 / size), 100, launches, launches.run),
              kBound)
        << size;
  }
  EXPECT_LE(
      worst(problem, {problem.taps, std::vector<double>(49, 0.0)}, 1, 7, launches, launches.run),
      kBound);
}

// Blocks that have all channels of their pixels. Columns beyond the last whole group of four, rows
// beyond the last tile, channels that are copied, and pixels of which some are not filtered.
TEST_F(Matrices, TakeWholePixels) {
  std::mt19937 random(8);
  for (const char* text :
       {"conv2d u8 33x136x4 k7x7 reflect-101 same skip=8", "conv2d u8 20x44x3 k3x3 constant same",
        "corr2d u8 40x132x2 k15x15 replicate same bias=128",
        "conv2d u8 34x36x4 k4x6 wrap valid pitch=144,128",
        "conv2d u8 17x130x2 k1x9 reflect full pitch=264,280",
        "conv2d u8 9x262x2 k12x1 reflect-101 same pitch=528,536",
        "conv2d u8 18x10x4 k5x5 reflect-101 same skip=13 pitch=48,48",
        "conv2d u8 6x8x3 k5x5 replicate same skip=2 pitch=28,32"}) {
    const Convolution problem = parse_convolution(text);
    const Taps taps = normalized(drawn(problem.taps, random, 0));
    const int pixel = pixel_of(problem);
    ASSERT_EQ(pixel, problem.input.channels.extent) << text;
    for (const int phases : {1, 2}) {
      const LaunchPlan launches = plan(problem, phases, pixel);
      EXPECT_LE(worst(problem, taps, 1.5F, -20, launches, launches.run), kBound) << text;
      EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run_unaligned), kBound) << text;
    }
  }
}

// Pixels are whole where rows begin at as many samples as go at once, and no others.
TEST_F(Matrices, TakeNoPixelsThatAreNotAligned) {
  for (const auto& [text, pixel] : {std::pair{"conv2d u8 20x44x3 k3x3 wrap same", 3},
                                    std::pair{"conv2d u8 20x45x3 k3x3 wrap same", 1},
                                    std::pair{"conv2d u8 20x42x4 k3x3 wrap same", 1},
                                    std::pair{"conv2d u8 20x42x2 k3x3 wrap same", 1},
                                    std::pair{"conv2d u16 20x42x4 k3x3 wrap same", 4},
                                    std::pair{"conv2d u10-high 20x44x4 k3x3 wrap same", 1},
                                    std::pair{"conv2d u8 20x44x5 k3x3 wrap same", 1},
                                    std::pair{"conv2d u8 20x44x3 k3x3 wrap same planar", 1},
                                    std::pair{"conv2d u8 20x44 k3x3 wrap same", 1}})
    EXPECT_EQ(pixel_of(parse_convolution(text)), pixel) << text;
}

TEST_F(Matrices, ArePlannedForCudaAlone) {
  const Convolution problem = parse_convolution("conv2d u8 1080x1920 k7x7 reflect-101 same");
  DeviceTraits traits = gpu_traits("sm_90");
  const auto has_matrices = [&] {
    for (const Plan& plan : rank_plans(problem, traits))
      if (const auto* spec =
              std::get_if<DirectSpec>(&std::get<LaunchPlan>(plan.geometry).run.front().spec);
          spec != nullptr && spec->body == DirectBody::matrices)
        return true;
    return false;
  };
  EXPECT_FALSE(has_matrices());
  traits.has_matrices = true;
  EXPECT_TRUE(has_matrices());
}

}  // namespace matrices_test
