// SPDX-License-Identifier: LGPL-2.1-or-later
// Tiles that are transformed by matrices of halves, run thread by thread, against the direct sum.
#include <gtest/gtest.h>

#include <random>

#include "gpu_rules.h"
#include "image_run.h"
#include "planner.h"
#include "spectral_taps.h"

namespace half_tile_test {

using namespace fftcore;
using fftcore::test::worst_difference;

namespace {

DeviceTraits traits() {
  DeviceTraits traits = gpu_traits("sm_90");
  traits.has_matrices = true;
  return traits;
}

class HalfTiles : public testing::Test {
 protected:
  static LaunchPlan plan(const Convolution& problem) {
    Offer offer = offer_gpu_half_tiles(problem, traits());
    EXPECT_EQ(offer.plans.size(), 1U) << to_string(problem) << offer.reason;
    return std::get<LaunchPlan>(offer.plans.at(0).geometry);
  }

  static Taps drawn(Extent extent, double least) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> tap(least, 1);
    Taps taps{extent, {}};
    for (std::int64_t i = 0; i < extent.rows * extent.columns; ++i)
      taps.values.push_back(tap(random));
    return taps;
  }

  static double worst(const Convolution& problem, const Taps& taps, float gain, float offset,
                      const LaunchPlan& plan, const std::vector<PlannedLaunch>& launches) {
    const SpectralTaps made = spectral_taps(*plan.kept_taps, problem, taps);
    return worst_difference(problem, taps, gain, offset, {made.words, made.scale},
                            launches.front());
  }
};

/// Rounding to whole numbers, and a part of what Precision::fast allows: 2^-11 sqrt(S) of 255.
constexpr double kBound = 0.5 + 0.5;

}  // namespace

TEST_F(HalfTiles, AreDirectSums) {
  for (const char* text :
       {"conv2d u8 60x136 k31x31 reflect-101 same precision=fast",
        "corr2d u8 140x120 k5x17 replicate same precision=fast bias=128",
        "conv2d u8 40x70x1 k63x8 wrap same frames=3 precision=fast",
        "conv2d u8 33x35 k9x65 constant full precision=fast",
        "conv2d u8 36x40 k9x13 constant same precision=fast",
        "conv2d u8 245x40 k31x3 reflect same precision=fast",  // a tile with all rows inside
        "corr2d u8 70x90 k12x30 reflect valid precision=fast",
        "conv2d u8 5x3 k15x15 reflect-101 same precision=fast"}) {
    const Convolution problem = parse_convolution(text);
    const Taps taps = normalized(drawn(problem.taps, 0));
    const LaunchPlan launches = plan(problem);
    EXPECT_LE(worst(problem, taps, 1.5F, -20, launches, launches.run), kBound) << text;
    if (!launches.run_unaligned.empty()) {
      EXPECT_LE(worst(problem, taps, 1, 0, launches, launches.run_unaligned), kBound) << text;
    }
  }
}

TEST_F(HalfTiles, TakeTapsOfAnySize) {
  const Convolution problem =
      parse_convolution("conv2d u8 40x50 k7x9 reflect-101 same precision=fast");
  const LaunchPlan launches = plan(problem);
  for (const double size : {1e-30, 0.3, 1e7}) {
    Taps taps = drawn(problem.taps, 0);
    for (double& tap : taps.values) tap *= size;
    EXPECT_LE(worst(problem, taps, static_cast<float>(1 / (32 * size)), 0, launches, launches.run),
              kBound)
        << size;
  }
}

TEST_F(HalfTiles, SayWhyNot) {
  const auto reason = [](const char* text, const DeviceTraits& of) {
    return offer_gpu_half_tiles(parse_convolution(text), of).reason;
  };
  EXPECT_EQ(reason("conv2d u8 64x64 k9x9 wrap same", traits()),
            "its spectra are halves (precision=fast)");
  EXPECT_EQ(reason("conv2d f32 64x64 k9x9 wrap same precision=fast", traits()),
            "its samples are u8, less a whole bias");
  EXPECT_EQ(reason("conv2d u8 64x64 k9x66 wrap same precision=fast", traits()),
            "9x66 taps are more than 65 a side");
  EXPECT_EQ(reason("conv2d u8 64x64 k9x9 wrap same precision=fast", gpu_traits("sm_90")),
            "sm_90 has no matrices");
  EXPECT_NE(reason("conv2d u8 64x64 k9x9 wrap same precision=fast",
                   [] {
                     DeviceTraits small = traits();
                     small.shared_bytes = 64 * 1024;
                     return small;
                   }()),
            "");
}

}  // namespace half_tile_test
