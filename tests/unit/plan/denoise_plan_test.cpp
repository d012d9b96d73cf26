// SPDX-License-Identifier: LGPL-2.1-or-later
// The launch that GPUs denoise by: its blocks fit the device and cover the picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "denoise_launches.h"
#include "fftcore/error.h"
#include "planner.h"

namespace denoise_plan_test {

using namespace fftcore;

namespace {

DenoiseSpec spec_of(const std::string& text, const DeviceTraits& traits) {
  const LaunchPlan plan = plan_launches(parse_denoise(text), traits);
  EXPECT_EQ(plan.run.size(), 1U);
  const auto& spec = std::get<DenoiseSpec>(plan.run.front().spec);
  EXPECT_EQ(plan.kept_numbers, StrengthNumbers::count(spec));
  return spec;
}

}  // namespace

TEST(DenoisePlans, FitTheDeviceAndCoverThePicture) {
  for (const char* gpu : {"sm_75", "sm_90", "48k"}) {
    const DeviceTraits traits = gpu_traits(gpu);
    for (const char* text :
         {"denoise u8 1080x1920 b16 step4 wiener sigma=8", "denoise u8 1080x1920 b8 step1 hard",
          "denoise f32 1x1 b16 step8 wiener", "denoise u16 2160x3840x4 b8 step4 skip=8 gain",
          "denoise u8 7x5000 b8 step2 before=1 after=1 wiener"}) {
      SCOPED_TRACE(std::string(text) + " on " + gpu);
      const DenoiseSpec spec = spec_of(text, traits);
      EXPECT_LE(spec.shared_bytes(), traits.shared_bytes);
      EXPECT_LE(spec.threads(), traits.block_threads);
      EXPECT_GE(spec.strips() * spec.strip_columns(), spec.output.columns);
      EXPECT_LT((spec.strips() - 1) * spec.strip_columns(), spec.output.columns);
      EXPECT_GE(spec.segments() * spec.segment_rows(), spec.output.rows);
      EXPECT_LT((spec.segments() - 1) * spec.segment_rows(), spec.output.rows);
      EXPECT_GE(spec.blocks_beside, 1);
    }
  }
}

TEST(DenoisePlans, HaveMemoryForWhatSharedMemoryHasNoRoomFor) {
  int most = 0;
  for (const int bytes : {227 * 1024, 64 * 1024, 48 * 1024, 16 * 1024}) {
    DeviceTraits traits = gpu_traits("48k");
    traits.shared_bytes = bytes;
    for (const char* text : {"denoise u8 1080x1920 b64 step16 wiener", "denoise u8 1x1 b64 step8",
                             "denoise u8 1080x1920 b64 step32 before=3 after=3 wiener sharpen=1"}) {
      SCOPED_TRACE(std::string(text) + " with " + std::to_string(bytes) + " bytes");
      const LaunchPlan plan = plan_launches(parse_denoise(text), traits);
      const auto& spec = std::get<DenoiseSpec>(plan.run.front().spec);
      EXPECT_GE(spec.outside, 1);
      EXPECT_LE(spec.shared_bytes(), traits.shared_bytes);
      EXPECT_LE(spec.threads(), traits.block_threads);
      EXPECT_GT(spec.strip_columns(), 0);
      EXPECT_EQ(plan.bytes_of(Place::block_arrays), 4 * spec.all_blocks() * spec.numbers_outside());
      most = std::max(most, spec.outside);
    }
  }
  EXPECT_EQ(most, kDenoiseArrays);
  EXPECT_EQ(plan_launches(parse_denoise("denoise u8 1080x1920 b16 step4"), gpu_traits("sm_90"))
                .bytes_of(Place::block_arrays),
            0);
}

TEST(DenoisePlans, WantNoMoreMemoryThanKernelsCountUpTo) {
  DeviceTraits traits = gpu_traits("48k");
  traits.compute_units = 100000;  // so many segments
  try {
    plan_launches(parse_denoise("denoise u8 32000x60000 b64 step8 before=3 after=3"), traits);
    FAIL() << "a plan";
  } catch (const Unsupported& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("of 7 frames want "), std::string::npos)
        << refusal.what();
  }
}

TEST(DenoisePlans, KeepTheStrengthInTheOrderOfTheKernel) {
  const Denoise denoise = parse_denoise("denoise f32 64x64 b8 step2 wiener curve=0:0,0.5:100");
  const DenoiseSpec spec = spec_of(to_string(denoise), gpu_traits("sm_90"));
  const auto numbers = strength_numbers(denoise, denoise.strength, spec);
  const auto power = [&](int across, int down) {
    return numbers.at(
        static_cast<std::size_t>(StrengthNumbers::kPowers + across * spec.power_pitch() + down));
  };
  EXPECT_EQ(power(0, 0), static_cast<float>(kLeastDividedPower));
  EXPECT_GT(power(1, 0), 0);
  EXPECT_EQ(power(1, 0), power(0, 1)) << "a curve over the distance";
  EXPECT_NEAR(power(4, 0), 4 * power(1, 0), 1e-4 * power(4, 0)) << "a line from 0";
  EXPECT_EQ(power(4, 0), power(4, 3)) << "the last point holds beyond it";
}

}  // namespace denoise_plan_test
