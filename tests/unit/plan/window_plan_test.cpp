// SPDX-License-Identifier: LGPL-2.1-or-later
// The launch that GPUs correlate windows by: it fits the device, or the reason says what does not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fast_size.h"
#include "fftcore/error.h"
#include "filter_launches.h"
#include "planner.h"
#include "window_launches.h"

namespace window_plan_test {

using namespace fftcore;

namespace {

WindowSpec spec_of(const std::string& text, const std::string& gpu) {
  const LaunchPlan plan = plan_launches(parse_window_correlation(text), gpu_traits(gpu));
  EXPECT_EQ(plan.run.size(), 1U);
  return std::get<WindowSpec>(plan.run.front().spec);
}

std::string reason_of(const std::string& text, const std::string& gpu) {
  const auto plan = launches_of(parse_window_correlation(text), gpu_traits(gpu));
  return plan ? "" : plan.none().reason;
}

}  // namespace

TEST(WindowPlans, FitTheDeviceAndTheSamples) {
  for (const char* gpu : {"sm_75", "sm_90", "48k"})
    for (const char* text :
         {"windows zncc u8 1080x1920 w32x32 count=1000", "windows zncc u8 99x99 w4x4 search=1",
          "windows zncc u8 1080x1920 w17x33 search=3",
          "windows phase u8 1080x1920 w125x15 refine=0",
          "windows plain f32 300x300 w20x8 search=0 refine=0"}) {
      SCOPED_TRACE(std::string(text) + " on " + gpu);
      const WindowSpec spec = spec_of(text, gpu);
      const DeviceTraits traits = gpu_traits(gpu);
      EXPECT_LE(spec.shared_bytes(), traits.shared_bytes);
      EXPECT_LE(spec.threads, traits.block_threads);
      EXPECT_EQ(spec.threads % traits.warp_threads, 0);
      EXPECT_GE(spec.down.length(), spec.second_rows());
      EXPECT_GE(spec.across.length(), spec.second_columns());
      EXPECT_EQ(spec.pitch() % 2, 1);
      EXPECT_GT(spec.pitch(), spec.spare_column());
      if (spec.search > 0) continue;
      EXPECT_EQ(spec.down.length(), spec.window_rows);
      EXPECT_EQ(spec.across.length(), spec.window_columns);
    }
}

TEST(WindowPlans, PutEachBinSomewhereElse) {
  const WindowLine line{8, 10};
  std::vector<int> bins(80);
  for (int bin = 0; bin < line.length(); ++bin)
    ++bins[static_cast<std::size_t>(line.place_of(bin))];
  EXPECT_EQ(bins, std::vector<int>(80, 1));
}

TEST(WindowPlans, AreNoneWhereABlockHasNoRoom) {
  EXPECT_NE(reason_of("windows zncc u8 1080x1920 w128x128 search=64", "sm_90")
                .find("of shared memory; a block of sm_90 has"),
            std::string::npos);
  EXPECT_NE(reason_of("windows zncc u8 1080x1920 w64x64", "48k").find("of shared memory"),
            std::string::npos);
  EXPECT_EQ(reason_of("windows zncc u8 1080x1920 w64x64", "sm_90"), "");
  EXPECT_EQ(reason_of("windows phase u8 1080x1920 w128x128", "sm_90"), "");
}

TEST(WindowPlans, HaveButterfliesForAllSides) {
  for (std::int64_t side = kMinWindow; side <= kMaxWindow; ++side)
    for (const std::int64_t search : {0, 1, 64}) {
      WindowCorrelation windows =
          parse_window_correlation("windows plain u8 1080x1920 w16x16 search=1");
      windows.window = {side, 16};
      windows.search = search;
      if (search == 0 && !is_smooth(side)) continue;
      SCOPED_TRACE(to_string(windows));
      const auto plan = launches_of(windows, gpu_traits("sm_90"));
      if (!plan) continue;  // no room
      const auto& spec = std::get<WindowSpec>(plan->run.front().spec);
      EXPECT_GE(spec.down.length(), side + 2 * search);
      EXPECT_LE(spec.down.length(), search == 0 ? side : side + 2 * search + 12);
    }
}

TEST(WindowPlans, KeepTheFirstWindowWhereBlocksHaveRoom) {
  EXPECT_TRUE(spec_of("windows zncc u8 1080x1920 w64x64", "sm_90").keeps_window);
  EXPECT_FALSE(spec_of("windows zncc u8 1080x1920 w64x64 refine=0", "sm_90").keeps_window);
  EXPECT_TRUE(spec_of("windows phase u8 1080x1920 w128x128", "sm_90").keeps_window);
  EXPECT_FALSE(spec_of("windows phase u8 1080x1920 w128x128", "orin-agx-64").keeps_window);
}

TEST(WindowPlans, OfRoundLagsHaveRoomIn48KiB) {
  EXPECT_EQ(reason_of("windows phase u8 1080x1920 w64x64", "48k"), "");
  EXPECT_EQ(reason_of("windows plain u8 1080x1920 w64x64 search=0", "48k"), "");
}

TEST(FilterPlans, FitTheDevice) {
  const auto reason = [](const std::string& text, const char* gpu) {
    const auto plan = launches_of(parse_window_filters(text), gpu_traits(gpu));
    return plan ? "" : plan.none().reason;
  };
  EXPECT_EQ(reason("filters u8 1080x1920x2 w64x64 count=100", "48k"), "");
  EXPECT_EQ(reason("filters u8 1080x1920x4 w64x64 count=100", "sm_75"), "");
  EXPECT_NE(reason("filters u8 1080x1920x4 w64x64 count=100", "48k").find("of shared memory"),
            std::string::npos);
  EXPECT_EQ(reason("filters u8 1080x1920x4 w128x128 count=100", "sm_90"), "");
  EXPECT_NE(reason("filters u8 1080x1920x3 w128x128 filters=40000", "sm_90").find("filters reach"),
            std::string::npos);
}

}  // namespace window_plan_test
