// SPDX-License-Identifier: LGPL-2.1-or-later
// What the executables of template matching ask of their device, counted by a device that
// computes nothing.
#include <gtest/gtest.h>

#include <vector>

#include "counting_device.h"
#include "fftcore/error.h"
#include "gpu_matching_executable.h"
#include "gpu_queue.h"
#include "planner.h"

namespace matching_launch_test {

using namespace fftcore;
using fftcore::test::CountingDevice;

namespace {

std::vector<Taps> templates_of(const TemplateMatching& matching) {
  Taps taps{matching.template_extent,
            std::vector<double>(static_cast<std::size_t>(matching.template_extent.rows *
                                                         matching.template_extent.columns),
                                1.0)};
  taps.values.front() = 2;
  return std::vector<Taps>(static_cast<std::size_t>(matching.templates), taps);
}

}  // namespace

TEST(GpuMatching, BlocksAreWholeWarpsOfTheDevice) {
  const TemplateMatching matching = parse_matching("match ccoeff-normed u8 480x100 p31x31");
  for (const int warp : {16, 32, 64}) {
    DeviceTraits traits = CountingDevice::traits();
    traits.warp_threads = warp;
    int sums = 0;
    for (const PlannedLaunch& launch : plan_launches(matching, traits).run)
      if (const auto* spec = std::get_if<MovingSumSpec>(&launch.spec)) {
        ++sums;
        EXPECT_EQ(spec->threads % warp, 0) << warp;
      }
    EXPECT_GT(sums, 0);
  }
}

TEST(GpuMatching, LaunchesWhatThePlanStatesAndTakesNoMemory) {
  struct Case {
    const char* text;
    int launches;           // of run()
    int template_launches;  // of set_templates()
  };
  for (const auto& [text, launches, template_launches] : {
           // local norms 2, convolution 3, peaks 2
           Case{"match ccoeff-normed u8 480x640 p31x31", 6, 2},
           Case{"match ccorr-normed u16 97x101x3 p5x4 weights=0.25,0.5,0.25,0 templates=3 surface",
                6, 2},
           Case{"match ccorr u16 97x101 p5x4", 4, 2},
           Case{"match ccorr u8 97x101 p1x4 templates=2", 2, 1},
           // which places were seen 2
           Case{"match ccorr f32 97x101 p5x4", 6, 2},
           Case{"match ccorr f32 97x101 p1x4 templates=2", 4, 1},
           Case{"match ccoeff-normed u8 30000x40 p3x3", 8, 3},  // columns in two launches each way
       }) {
    const auto device = std::make_shared<CountingDevice>();
    const TemplateMatching matching = parse_matching(text);
    const LaunchPlan plan = plan_launches(matching, CountingDevice::traits());
    ASSERT_EQ(plan.run.size(), static_cast<std::size_t>(launches)) << text << "\n"
                                                                   << to_string(plan);
    GpuMatchingExecutable executable(matching, plan, device);
    EXPECT_EQ(device->counts.loads, launches + template_launches) << text;
    executable.set_templates(templates_of(matching));
    EXPECT_EQ(device->counts.launches, template_launches) << text;

    GpuQueue queue(device, device->create_stream());
    std::vector<std::byte> image(1 << 22), surface(1 << 20);
    const int allocations = device->counts.allocations, loads = device->counts.loads;
    device->counts.launches = device->counts.early_launches = device->counts.waits = 0;
    executable.run(queue, {image.data()}, {surface.data()});
    EXPECT_EQ(device->counts.launches, launches) << text;
    EXPECT_EQ(device->counts.early_launches, launches - 1) << text;
    EXPECT_EQ(device->counts.waits, 1) << text;
    EXPECT_EQ(device->counts.allocations, allocations) << text;
    EXPECT_EQ(device->counts.loads, loads) << text;
    executable.peaks();
    EXPECT_EQ(device->counts.waits, 2) << text;
  }
}

TEST(GpuMatching, RunsOnDeviceMemoryWithoutWaiting) {
  const auto device = std::make_shared<CountingDevice>();
  const TemplateMatching matching =
      parse_matching("match ccoeff-normed u8 20x30 p3x3 templates=2 surface");
  GpuMatchingExecutable executable(matching, plan_launches(matching, CountingDevice::traits()),
                                   device);
  GpuQueue queue(device, device->create_stream());
  std::vector<float> image(600), surface(1200);
  const Buffer there{surface.data(), 0, 0, MemoryKind::device};
  EXPECT_TRUE(executable.peaks().empty());
  // no templates
  EXPECT_THROW(executable.run(queue, {image.data()}, {surface.data()}), InvalidArgument);
  executable.set_templates(templates_of(matching));
  device->counts.waits = 0;
  executable.run(queue, {image.data(), 0, 0, MemoryKind::device}, there);
  EXPECT_EQ(device->counts.waits, 0);
  // Two templates of 18 rows: beyond 2^31 samples.
  EXPECT_THROW(executable.run(queue, {image.data(), 0, 0, MemoryKind::device},
                              {surface.data(), std::int64_t{1} << 26, 0, MemoryKind::device}),
               InvalidArgument);
}

TEST(GpuMatching, SaysWhatDoesNotFit) {
  for (const auto& [text, reason] :
       {std::pair{"match ccorr u8 100x20000 p3x3", "do not fit a block"},
        std::pair{"match ccoeff-normed u8 100x20000 p3x3", "do not fit a block"},
        std::pair{"match ccorr u8 4000x4000 p3x3 templates=256", "fewer templates"}}) {
    try {
      plan_launches(parse_matching(text), CountingDevice::traits());
      ADD_FAILURE() << "planned " << text;
    } catch (const Unsupported& error) {
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
  }
}

}  // namespace matching_launch_test
