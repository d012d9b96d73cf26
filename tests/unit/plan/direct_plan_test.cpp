// SPDX-License-Identifier: LGPL-2.1-or-later
// Plans without transforms, beside those with.
#include "direct_plan.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fftcore/error.h"
#include "planner.h"

namespace direct_plan_test {

using namespace fftcore;

namespace {

const DeviceTraits kTwoCores = [] {
  DeviceTraits traits;
  traits.name = "two cores";
  traits.threads = 2;
  traits.has_wide_vectors = true;
  return traits;
}();

Plan plan_of(std::string_view text, const DeviceTraits& traits = kTwoCores) {
  return plan_convolution(parse_convolution(text), traits);
}

void expect_words(const std::string& text, std::initializer_list<const char*> all) {
  for (const char* const words : all)
    EXPECT_NE(text.find(words), std::string::npos) << text << "\nlacks " << words;
}

}  // namespace

TEST(DirectPlan, FewTapsAreSummedUpAndManyTransformed) {
  for (const char* taps : {"1x1", "3x3", "7x7", "11x11"})
    EXPECT_EQ(plan_of(std::string("conv2d u8 1080x1920 k") + taps).rule, "direct") << taps;
  for (const char* taps : {"19x19", "31x31", "127x127"})
    EXPECT_NE(plan_of(std::string("conv2d u8 1080x1920 k") + taps).rule, "direct") << taps;
  // A line is one outer product whatever its taps are.
  const Plan line = plan_of("conv2d u8 1080x1920 k5x1");
  EXPECT_TRUE(line.rule == "direct" || line.rule == "separable") << line.rule;
  // Narrow vectors take longer.
  DeviceTraits narrow = kTwoCores;
  narrow.has_wide_vectors = false;
  EXPECT_EQ(plan_of("conv2d u8 1080x1920 k13x13").rule, "direct");
  EXPECT_EQ(plan_of("conv2d u8 1080x1920 k13x13", narrow).rule, "tile");
}

TEST(DirectPlan, LowRankIsPlannedBesideWhereItCostsLess) {
  EXPECT_FALSE(plan_of("conv2d u8 1080x1920 k1x1").low_rank);
  for (const char* taps : {"7x7", "31x31", "63x63"}) {
    const Plan plan = plan_of(std::string("conv2d u8 1080x1920 k") + taps);
    ASSERT_TRUE(plan.low_rank) << taps;
    EXPECT_EQ(plan.low_rank->geometry.products,
              static_cast<std::int64_t>(plan.low_rank->cost_ns.size()));
    EXPECT_LT(plan.low_rank->cost_ns.back(), plan.cost_ns);
    expect_words(to_string(plan), {"\n    beside it separable: ", "outer product"});
  }
  const Plan many = plan_of("conv2d u8 1080x1920 k15x15");
  EXPECT_EQ(many.low_rank->geometry.products, 3);
  // What is beside it takes memory too.
  setenv("FFTCORE_PLAN", "tile", 1);
  const Plan alone = plan_of("conv2d u8 1080x1920 k15x15");
  unsetenv("FFTCORE_PLAN");
  EXPECT_FALSE(alone.low_rank);
  EXPECT_GT(many.workspace_bytes, alone.workspace_bytes);
}

TEST(DirectPlan, TilesCoverTheOutput) {
  for (const char* rule : {"direct", "separable"}) {
    setenv("FFTCORE_PLAN", rule, 1);
    for (const char* text :
         {"conv2d u8 1080x1920 k31x31", "conv2d u8 1x1 k1x1", "conv1d u8 4000 k63",
          "conv2d f32 997x13x3 k8x5 wrap full", "conv2d u8 5x5 k63x63 reflect same",
          "conv1d f32 100000000 k7", "conv2d u8 70000x70000 k127x3"}) {
      const Convolution problem = parse_convolution(text);
      const Plan plan = plan_convolution(problem, kTwoCores);
      ASSERT_EQ(plan.rule, rule) << text;
      const auto& tiles = std::get<DirectPlan>(plan.geometry);
      EXPECT_GE(tiles.grid.rows * tiles.tile.rows, problem.output.rows.extent) << text;
      EXPECT_LT((tiles.grid.rows - 1) * tiles.tile.rows, problem.output.rows.extent) << text;
      EXPECT_GE(tiles.grid.columns * tiles.tile.columns, problem.output.columns.extent) << text;
      EXPECT_LT((tiles.grid.columns - 1) * tiles.tile.columns, problem.output.columns.extent)
          << text;
      EXPECT_EQ(tiles.products, std::string_view(rule) == "direct"
                                    ? 0
                                    : std::min(problem.taps.rows, problem.taps.columns));
      EXPECT_GT(plan.workspace_bytes, 0);
    }
    unsetenv("FFTCORE_PLAN");
  }
}

TEST(DirectPlan, ReasonsSayWhatIsNotSummedUp) {
  const auto text_of = [](const char* text) {
    return describe_choice(parse_convolution(text), kTwoCores);
  };
  expect_words(text_of("conv2d complex64 40x50 k3x3"),
               {"direct has no plan: sums of samples times taps are of real numbers"});
  expect_words(text_of("conv2d f64 40x50 k3x3"),
               {"separable has no plan: sums of samples times taps are in single precision"});
  expect_words(text_of("conv2d f32 40x50x3 k3x3 wrap same mix=full"),
               {"direct has no plan: channels mix, and each is filtered by itself"});
  expect_words(text_of("conv3d f32 9x20x30 k3x3x3"),
               {"direct has no plan: its tiles have two dimensions"});
  expect_words(text_of("conv2d f32 400x500 k3x3 wrap same filters=2"),
               {"separable has no plan: a frame meets several filters", "chosen direct"});
  expect_words(text_of("conv2d f32 40x50 k3x3 wrap same spectrum=\"v\""),
               {"direct has no plan: its transforms are not"});
}

TEST(DirectPlan, TheErrorOfAWrongNameListsThem) {
  setenv("FFTCORE_PLAN", "magic", 1);
  try {
    plan_of("conv2d u8 40x50 k3x3");
    ADD_FAILURE();
  } catch (const InvalidArgument& error) {
    expect_words(error.what(), {"FFTCORE_PLAN=magic is no rule", "direct, separable, tile",
                                "bands, half-tile, passes, half-spectrum are"});
  }
  unsetenv("FFTCORE_PLAN");
}

}  // namespace direct_plan_test
