// SPDX-License-Identifier: LGPL-2.1-or-later
// Launches of long lines, and of many.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "counting_device.h"
#include "planner.h"

namespace long_lines_test {

using namespace fftcore;
using fftcore::test::CountingDevice;

/// Lines are read and written in pieces of 32 bytes at least, which memory touches anyway: those
/// that two launches would read in smaller pieces take three.
TEST(TransformPlan, LongLinesTakeThreeLaunches) {
  const auto plan_on = [](std::string_view text, std::string_view gpu) {
    return plan_launches(parse_transform(text), gpu_traits(gpu)).run;
  };
  for (const char* text : {"c2c 4194304", "c2c 16777216", "c2c 1048576 f64", "r2c 16777216"})
    EXPECT_EQ(plan_on(text, "sm_90").size(), 2U) << text;
  for (const char* text :
       {"c2c 33554432", "c2c 33554432 inverse in-place", "c2c 33554432 f64", "r2c 67108864",
        "c2r 100663296", "dct2 67108864", "c2c 38797312", "c2c 60466176x9"}) {
    const std::vector<PlannedLaunch> run = plan_on(text, "sm_90");
    const std::size_t others = text == std::string("c2c 60466176x9") ? 1 : 0;
    ASSERT_EQ(run.size(), 3U + others) << text;
    std::int64_t points = 1;
    for (std::size_t i = others; i < run.size(); ++i) {
      const auto& spec = std::get<LineSpec>(run[i].spec);
      points *= line_points(spec.shape);
      EXPECT_GE(spec.shape.lines, 4) << text;
      // What lies between is stored over itself.
      EXPECT_EQ(spec.in_place, i == others + 1) << text;
    }
    EXPECT_EQ(points, parse_transform(text).axes.back().extent) << text;
  }
}

/// Launches that touch the longest stretches of memory come first: 16 lines of 8 bytes are 128.
TEST(TransformPlan, LaunchesOfLongLinesAreInOrder) {
  std::vector<std::pair<int, int>> points_and_lines;
  for (const PlannedLaunch& launch :
       plan_launches(parse_transform("c2c 268435456"), gpu_traits("sm_90")).run) {
    const LineShape& shape = std::get<LineSpec>(launch.spec).shape;
    points_and_lines.emplace_back(shape.length, shape.lines);
  }
  EXPECT_EQ(points_and_lines, (std::vector<std::pair<int, int>>{{512, 16}, {512, 16}, {1024, 8}}));
}

/// Only where an index may pass 2^31.
TEST(TransformPlan, IndicesAreWideWhereTheyMustBe) {
  const auto wide_launches = [](const char* text, const char* traits) {
    const LaunchPlan plan = plan_launches(parse_transform(text), limited_gpu_traits(traits));
    return std::ranges::count_if(plan.run, [](const PlannedLaunch& launch) {
      return std::get<LineSpec>(launch.spec).has_wide_indices;
    });
  };
  EXPECT_EQ(wide_launches("c2c 268435456", "sm_90"), 0);
  EXPECT_EQ(wide_launches("c2c 268435456 batch=9", "sm_90"), 3);
  EXPECT_EQ(wide_launches("c2c 4294967296", "sm_90"), 3);
  EXPECT_EQ(wide_launches("c2c 4294967296 f64", "48k"), 3);
  EXPECT_EQ(wide_launches("r2c 4294967296", "sm_90"), 3);
  EXPECT_EQ(wide_launches("c2c 1024 batch=2097151", "sm_90"), 0);
  EXPECT_EQ(wide_launches("c2c 1024 batch=2097153", "sm_90"), 1);
  EXPECT_EQ(wide_launches("r2c 1024x1024 batch=2047", "sm_90"), 0);
  EXPECT_EQ(wide_launches("r2c 1024x1024 batch=2049", "sm_90"), 1);  // the input alone
  EXPECT_EQ(wide_launches("c2c 64 in=70000000 out=1", "sm_90"), 1);
  EXPECT_EQ(wide_launches("c2c 64 in=30000000 out=1", "sm_90"), 0);
  EXPECT_EQ(wide_launches("c2c 64 offset=2147483600,0", "sm_90"), 1);
  EXPECT_EQ(wide_launches("c2c 64x64", "sm_90,index=4096"), 0);
  EXPECT_EQ(wide_launches("c2c 64x65", "sm_90,index=4096"), 2);
}

/// Lines and blocks that one launch does not count are split, each part with its own offsets.
TEST(TransformPlan, ManyLinesTakeSeveralLaunches) {
  for (const auto& [text, traits] :
       {std::pair{"c2c 16 batch=4294967296", "sm_90"},
        {"c2c 100 batch=30 in=7,1 out=100,1 offset=5,6", "48k,lines=7"},
        {"r2c 100 batch=30x3", "48k,lines=7"},
        {"dct3 100 batch=7x9", "48k,lines=7"}}) {
    const Transform transform = parse_transform(text);
    const DeviceTraits limits = limited_gpu_traits(traits);
    const LaunchPlan plan = plan_launches(transform, limits);
    std::int64_t lines = 0, wanted = 1;
    for (const TransformAxis& batch : transform.batches) wanted *= batch.extent;
    EXPECT_GE(plan.run.size(), static_cast<std::size_t>(wanted / limits.launch_lines / 64 + 2));
    std::set<std::string> names;
    std::set<std::int64_t> offsets;
    for (const PlannedLaunch& launch : plan.run) {
      const auto& spec = std::get<LineSpec>(launch.spec);
      lines += line_count(spec);
      names.insert(spec.name);
      std::visit(
          [&](const auto& store) {
            if constexpr (requires { store.strides; }) offsets.insert(store.strides.offset);
          },
          spec.store);
      for (const Dim dim : kAllDims) EXPECT_LE(spec.lines[dim], limits.launch_lines) << text;
    }
    EXPECT_EQ(lines, wanted) << text;
    EXPECT_EQ(names.size(), plan.run.size()) << text;
    EXPECT_EQ(offsets.size(), plan.run.size()) << text;
  }
}

/// Many values a thread, of few threads, as there are in f32.
TEST(TransformPlan, LongLinesOfF64FitABlock) {
  DeviceTraits traits = CountingDevice::traits();
  traits.shared_bytes = 160 * 1024;
  for (const char* text : {"c2c 3125 f64", "c2c 8000 f64", "c2c 8192 f64"}) {
    const LaunchPlan plan = plan_launches(parse_transform(text), traits);
    ASSERT_EQ(plan.run.size(), 1U) << text;
    const LineShape& shape = std::get<LineSpec>(plan.run[0].spec).shape;
    EXPECT_EQ(shape.chirped, 0) << text;
    EXPECT_LE(shape.threads, 512) << text;
    EXPECT_GE(shape.length, 16 * shape.threads) << text;
  }
}

/// Chirps of whole lines and their spectra are made on the device once, each in a place of its own,
/// which no caller has to give.
TEST(TransformPlan, ChirpsOfWholeLinesArePrepared) {
  const auto length_of = [](const LaunchPlan& plan, std::size_t first, std::size_t shapes) {
    std::int64_t length = 1;
    for (std::size_t i = first; i < first + shapes; ++i)
      length *= line_points(std::get<LineSpec>(plan.run[i].spec).shape);
    return length;
  };
  const LaunchPlan two = plan_launches(parse_transform("c2c 16777259"), gpu_traits("sm_90"));
  ASSERT_EQ(two.run.size(), 3U);
  ASSERT_EQ(two.prepare.size(), 3U);
  EXPECT_GE(length_of(two, 0, 2), 2 * 16777259 - 1);
  EXPECT_EQ(two.bytes_of(Place::spectrum), 8 * (length_of(two, 0, 2) + 16777259));
  EXPECT_EQ(work_bytes(two), 8 * length_of(two, 0, 2));

  const LaunchPlan three = plan_launches(parse_transform("c2c 2147483647"), gpu_traits("sm_90"));
  ASSERT_EQ(three.run.size(), 5U);
  ASSERT_EQ(three.prepare.size(), 4U);
  EXPECT_GE(length_of(three, 0, 3), 2 * 2147483647LL - 1);
  EXPECT_LE(length_of(three, 0, 3), 2.1 * 2147483647LL);

  const LaunchPlan axes =
      plan_launches(parse_transform("c2c 20011x20021 f64"), gpu_traits("sm_90"));
  ASSERT_EQ(axes.run.size(), 6U);
  ASSERT_EQ(axes.prepare.size(), 6U);
  EXPECT_EQ(axes.bytes_of(Place::spectrum),
            16 * (length_of(axes, 0, 2) + 20021 + length_of(axes, 3, 2) + 20011));
  EXPECT_TRUE(plan_launches(parse_transform("c2c 8191"), gpu_traits("sm_90")).prepare.empty());
}

}  // namespace long_lines_test
