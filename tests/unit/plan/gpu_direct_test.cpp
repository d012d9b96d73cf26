// SPDX-License-Identifier: LGPL-2.1-or-later
// Which plans GPUs have without transforms, and where they are chosen.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "gpu_rules.h"
#include "planner.h"

namespace gpu_direct_test {

using namespace fftcore;

namespace {

const LaunchPlan& launches_of(const Plan& plan) {
  return std::get<LaunchPlan>(plan.geometry);
}
const DirectSpec& spec_of(const Plan& plan) {
  return std::get<DirectSpec>(launches_of(plan).run.front().spec);
}

}  // namespace

TEST(DirectPlans, AreChosenWhereFloorsSaySo) {
  const DeviceTraits traits = gpu_traits("sm_90");
  const auto rule_of = [&](const char* text) {
    return plan_convolution(parse_convolution(text), traits).rule;
  };
  EXPECT_EQ(rule_of("conv2d u8 1080x1920 k3x3 replicate same"), "direct");
  EXPECT_EQ(rule_of("conv2d u8 1080x1920 k3x3 replicate same frames=32"), "direct");
  EXPECT_EQ(rule_of("conv1d f32 100000 k9 replicate same"), "direct");
  EXPECT_EQ(rule_of("conv2d u8 1080x1920 k63x63 replicate same"), "passes");
  // Which are the better ones depends on the taps: there is a plan for both.
  const Plan seven =
      plan_convolution(parse_convolution("conv2d u8 1080x1920 k7x7 replicate same"), traits);
  EXPECT_EQ(seven.rule, "separable");
  ASSERT_EQ(launches_of(seven).otherwise.size(), 1U);
  EXPECT_TRUE(
      std::holds_alternative<DirectSpec>(launches_of(seven).otherwise.front().run.front().spec));
  const Plan gaussian = plan_convolution(
      parse_convolution("conv2d f32 1080x1920 k31x31 replicate same frames=32"), traits);
  EXPECT_EQ(gaussian.rule, "separable");
  EXPECT_EQ(launches_of(gaussian).kept_taps->most_products, 1);
  EXPECT_TRUE(
      std::holds_alternative<TileSpec>(launches_of(gaussian).otherwise.front().run.front().spec));
}

TEST(DirectPlans, HaveShapesThatFitTheBlock) {
  for (const char* text :
       {"conv2d u8 1080x1920 k7x7 replicate same", "conv2d f32 500x700 k31x31 wrap full",
        "conv2d u8 3x700 k15x15 reflect same", "conv2d u16 17x19x3 k5x6 constant same"})
    for (const char* gpu : {"sm_75", "sm_90", "48k"})
      for (const auto offer_of : {offer_gpu_direct, offer_gpu_separable}) {
        const DeviceTraits traits = gpu_traits(gpu);
        const Offer offer = offer_of(parse_convolution(text), traits);
        std::vector<StripShape> shapes;
        for (const Plan& plan : offer.plans) {
          const DirectSpec& spec = spec_of(plan);
          EXPECT_LE(shared_bytes_of(spec), traits.shared_bytes) << text;
          EXPECT_LE(spec.shape.threads, traits.block_threads) << text;
          EXPECT_EQ(spec.load.first_column % (spec.loads_quads ? kStripColumns : 1), 0) << text;
          EXPECT_EQ(std::count(shapes.begin(), shapes.end(), spec.shape), 0) << text;
          shapes.push_back(spec.shape);
        }
      }
  EXPECT_GE(offer_gpu_direct(parse_convolution("conv2d u8 1080x1920 k7x7 replicate same"),
                             gpu_traits("sm_90"))
                .plans.size(),
            3U)
      << "for the tuner to choose from";
}

TEST(DirectPlans, SayWhyThereAreNone) {
  const auto reason = [](const auto& offer_of, const char* text) {
    return offer_of(parse_convolution(text), gpu_traits("sm_90")).reason;
  };
  for (const auto offer_of : {offer_gpu_direct, offer_gpu_separable})
    for (const auto& [text, words] :
         {std::pair{"conv2d complex64 40x60 k5x5 reflect same", "real samples"},
          {"conv2d f64 40x60 k5x5 reflect same", "single precision"},
          {"conv2d f32 40x60x3 k5x5 reflect same mix=full", "taps of its own"},
          {"conv2d f32 40x60x3 k5x5 reflect same mix=diagonal", "taps of its own"},
          {"conv3d f32 4x40x60 k3x5x5 reflect same", "two dimensions"},
          {"conv2d f32 40x60 k5x5 reflect same filters=2", "several filters"},
          {"conv2d f32 40x60 k5x5 reflect same store=\"v * 2\"", "formulas"},
          {"conv2d f32 40x60 k5x35 reflect same", "more than"}})
      EXPECT_NE(reason(offer_of, text).find(words), std::string::npos)
          << text << ": " << reason(offer_of, text);
  EXPECT_NE(reason(offer_gpu_separable, "conv2d u8 40x60 k3x9 reflect same").find("save nothing"),
            std::string::npos);
}

}  // namespace gpu_direct_test
