// SPDX-License-Identifier: LGPL-2.1-or-later
// Launches of Transforms, counted by a device that computes nothing: as many as the plan states, no
// memory taken and nothing compiled in run(); and what plans promise of the caller's memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "counting_device.h"
#include "fftcore/error.h"
#include "gpu_queue.h"
#include "gpu_transform_executable.h"
#include "planner.h"

namespace transform_launch_test {

using namespace fftcore;
using fftcore::test::CountingDevice;

namespace {

LaunchPlan plan_of(std::string_view text) {
  return plan_launches(parse_transform(text), CountingDevice::traits());
}

std::vector<std::pair<Place, Place>> places_of(const LaunchPlan& plan) {
  std::vector<std::pair<Place, Place>> places;
  for (const PlannedLaunch& launch : plan.run) places.emplace_back(launch.from, launch.to);
  return places;
}

/// How many lines each launch has.
std::vector<std::int64_t> lines_of(const LaunchPlan& plan) {
  std::vector<std::int64_t> lines;
  for (const PlannedLaunch& launch : plan.run) lines.push_back(line_count(launch.spec));
  return lines;
}

std::string refusal_of(std::string_view text,
                       const DeviceTraits& traits = CountingDevice::traits()) {
  try {
    plan_launches(parse_transform(text), traits);
  } catch (const Unsupported& error) {
    return error.what();
  }
  return "planned";
}

}  // namespace

TEST(GpuTransform, LaunchesWhatThePlanStatesAndTakesNoMemory) {
  struct Case {
    const char* text;
    int launches;
  };
  for (const auto& [text, launches] : {Case{"c2c 1", 1},
                                       Case{"c2c 4096", 1},
                                       Case{"r2c 480x640 batch=3", 2},
                                       Case{"c2r 1x640", 1},
                                       Case{"r2c 640x1", 1},
                                       Case{"c2r 1x1x1", 1},
                                       Case{"c2r 30x40x50", 3},
                                       Case{"c2c 8192", 2},
                                       Case{"r2c 8192", 1},
                                       Case{"r2c 8192 packed batch=3", 1},
                                       Case{"c2r 8192 packed in-place", 1},
                                       Case{"c2r 40x32768", 3},
                                       Case{"c2c 8192x8192", 4},
                                       Case{"c2c 40 in=3 out=1", 1},
                                       Case{"r2c 20x30 in-place", 2},
                                       Case{"c2c 449", 1},
                                       Case{"r2c 38x106", 2},
                                       Case{"dct2 480x640", 2},
                                       Case{"dct3 480x640 f16", 2},
                                       Case{"dst1 30x40x50 ortho", 3},
                                       Case{"dct4 10007", 3},
                                       Case{"dst2 5x1x7", 3},
                                       Case{"c2r 4094", 1},
                                       Case{"c2c 449x449 in-place", 2},
                                       Case{"c2c 22387", 2},
                                       Case{"r2c 3x22387", 3},
                                       Case{"c2c 4099", 3},
                                       Case{"c2r 3x11062", 4}}) {
    const auto device = std::make_shared<CountingDevice>();
    const Transform transform = parse_transform(text);
    const int prepared = static_cast<int>(plan_of(text).prepare.size());
    GpuTransformExecutable executable(transform, plan_of(text), device);
    EXPECT_EQ(device->counts.loads, launches + prepared) << text;
    EXPECT_EQ(device->counts.launches, prepared) << text;
    device->counts.launches = 0;
    GpuQueue queue(device, device->create_stream());
    std::vector<float> input(input_size_bytes(transform) / sizeof(float) + 2),
        output(output_size_bytes(transform) / sizeof(float));
    const int allocations = device->counts.allocations;
    device->counts.waits = 0;
    executable.run(queue, {input.data()}, {transform.in_place ? input.data() : output.data()});
    EXPECT_EQ(device->counts.launches, launches) << text;
    EXPECT_EQ(device->counts.waits, 1) << text;
    EXPECT_EQ(device->counts.allocations, allocations) << text;
    EXPECT_EQ(device->counts.loads, launches + prepared) << text;
  }
}

TEST(GpuTransform, RunsOnDeviceMemoryWithoutWaiting) {
  const auto device = std::make_shared<CountingDevice>();
  const Transform transform = parse_transform("r2c 20x30");
  GpuTransformExecutable executable(transform, plan_of("r2c 20x30"), device);
  GpuQueue queue(device, device->create_stream());
  std::vector<double> input(300), output(320);  // aligned as a device's memory is
  const Buffer there{output.data(), 0, 0, MemoryKind::device};
  device->counts.copies = device->counts.waits = 0;
  executable.run(queue, {input.data(), 0, 0, MemoryKind::device}, there);
  EXPECT_EQ(device->counts.copies, 0);
  EXPECT_EQ(device->counts.waits, 0);
  executable.run(queue, {input.data()}, there);
  EXPECT_EQ(device->counts.copies, 1);
  EXPECT_EQ(device->counts.waits, 1);
  EXPECT_THROW(
      executable.run(queue, {reinterpret_cast<float*>(input.data()) + 1, 0, 0, MemoryKind::device},
                     there),
      InvalidArgument);
}

/// With a workspace of the caller's it takes as much memory as a transform that needs none.
TEST(GpuTransform, TakesNoMemoryWhereItIsGivenSome) {
  for (const char* text : {"c2r 20x30", "c2r 40x32768", "c2c 8192", "c2c 4099 f16"}) {
    const Transform transform = parse_transform(text);
    const auto allocations = [&](Workspace workspace) {
      const auto device = std::make_shared<CountingDevice>();
      const GpuTransformExecutable executable(transform, plan_of(text), device, workspace);
      EXPECT_GT(executable.workspace_bytes(), 0U) << text;
      return device->counts.allocations.load();
    };
    const LaunchPlan plan = plan_of(text);
    const int parts = (plan.bytes_of(Place::work_0) > 0) + (plan.bytes_of(Place::work_1) > 0);
    EXPECT_EQ(allocations(Workspace::own) - allocations(Workspace::given), parts) << text;
  }
}

TEST(GpuTransform, CopiesDenseValuesAtOnceAndOthersRowByRow) {
  struct Case {
    const char* text;
    int copies;  // in and out
  };
  for (const auto& [text, copies] :
       {Case{"c2c 20x30 batch=4", 2}, Case{"c2c 20x30 in=40,1 out=30,1", 2},
        Case{"c2c 4x5x6 in=100,10,1 out=30,6,1", 5}, Case{"r2c 20x30 in-place", 2},
        Case{"c2c 64 batch=10 in=16,1 out=64,1", 2}, Case{"c2c 6x10 zero=3:6x5:10", 2}}) {
    const auto device = std::make_shared<CountingDevice>();
    const Transform transform = parse_transform(text);
    GpuTransformExecutable executable(transform, plan_of(text), device);
    GpuQueue queue(device, device->create_stream());
    std::vector<float> input(10000), output(10000);
    device->counts.copies = 0;
    executable.run(queue, {input.data()}, {transform.in_place ? input.data() : output.data()});
    EXPECT_EQ(device->counts.copies, copies) << text;
  }
}

TEST(TransformPlan, TheInputStaysUnlessInPlace) {
  for (const char* text : {"c2c 20x30x40", "r2c 20x30x40", "c2r 20x30x40", "c2c 8192x8192 inverse",
                           "r2c 40x32768", "c2r 40x32768", "c2r 1x30"}) {
    for (const PlannedLaunch& launch : plan_of(text).run) {
      EXPECT_NE(launch.to, Place::input) << text;
      EXPECT_EQ(std::get<LineSpec>(launch.spec).in_place, launch.from == launch.to) << text;
    }
    for (const PlannedLaunch& launch : plan_of(std::string(text) + " in-place").run) {
      const auto is_own = [](Place place) {
        return place == Place::work_0 || place == Place::work_1;
      };
      EXPECT_EQ(std::get<LineSpec>(launch.spec).in_place, is_own(launch.from) == is_own(launch.to))
          << text;
    }
  }
}

/// A line in two launches is stored in another order than it is read: never over itself.
TEST(TransformPlan, MemoryOfItsOwnOnlyWhereItMust) {
  using enum Place;
  using Places = std::vector<std::pair<Place, Place>>;
  const auto expect = [](const char* text, const Places& places, std::int64_t work_0,
                         std::int64_t work_1) {
    const LaunchPlan plan = plan_of(text);
    EXPECT_EQ(places_of(plan), places) << text;
    EXPECT_EQ(plan.bytes_of(Place::work_0), work_0) << text;
    EXPECT_EQ(plan.bytes_of(Place::work_1), work_1) << text;
  };
  expect("c2c 30x40", {{input, output}, {output, output}}, 0, 0);
  expect("r2c 30x40 in-place", {{input, output}, {output, output}}, 0, 0);
  expect("c2r 30x40 in-place", {{input, input}, {input, output}}, 0, 0);
  expect("c2r 30x40", {{input, work_0}, {work_0, output}}, 30 * 21 * 8, 0);
  expect("c2r 8x30x40", {{input, work_0}, {work_0, work_0}, {work_0, output}}, 8 * 30 * 21 * 8, 0);
  expect("c2c 8192 in-place", {{input, work_0}, {work_0, output}}, 8192 * 8, 0);
  // Formats of memory with fewer digits round once.
  expect("c2c 30x40 f64", {{input, output}, {output, output}}, 0, 0);
  expect("c2c 30x40 f16", {{input, work_0}, {work_0, output}}, 30 * 40 * 8, 0);
  expect("r2c 30x40 f32-in-f64 in-place", {{input, work_0}, {work_0, output}}, 30 * 21 * 16, 0);
  expect("c2r 30x32768", {{input, work_0}, {work_0, work_1}, {work_1, output}}, 30 * 16385 * 8,
         30 * 32768 * 8);
}

TEST(TransformPlan, LinesThatAreAllPaddingAreNone) {
  EXPECT_EQ(lines_of(plan_of("r2c 12x10x14 zero=6:12x5:10x7:14")),
            (std::vector<std::int64_t>{6 * 5, 6 * 8, 10 * 8}));
}

TEST(TransformPlan, LinesThatNobodyWantsAreNone) {
  const LaunchPlan plan = plan_of("r2c 12x10x14 zero=10:2x5:10x0:3 keep=11:1x9:3x2:6");
  EXPECT_EQ(lines_of(plan), (std::vector<std::int64_t>{8 * 5, 8 * 4, 4 * 4}));
  // What is wanted has no room for what lies between.
  EXPECT_EQ(plan.run[0].to, Place::work_0);
  EXPECT_EQ(plan_of("c2c 10x14 zero=4:10x0:0 keep=0:4x0:3").run[0].to, Place::output);
}

TEST(TransformPlan, ChirpsOnlyWhereNoButterfliesMakeUpTheLength) {
  for (const auto& [text, points, chirped] : {std::tuple{"c2c 961", 961, false},
                                              {"c2c 899 batch=9", 899, false},
                                              {"r2c 62", 31, false},
                                              {"c2c 37", 37, true},
                                              {"r2c 74", 37, true},
                                              {"c2r 75", 75, false},
                                              {"c2c 2579", 2579, true}}) {
    const LaunchPlan plan = plan_of(text);
    const LineShape& shape = std::get<LineSpec>(plan.run.at(0).spec).shape;
    EXPECT_EQ(line_points(shape), points) << text;
    EXPECT_EQ(shape.chirped != 0, chirped) << text;
    EXPECT_GE(shape.length, chirped ? 2 * points - 1 : points) << text;
    EXPECT_LE(shape.length, chirped ? 2 * points + points / 2 : points) << text;
  }
}

/// Elements of the Fourier transform that a cosine or sine transform is part of.
TEST(TransformPlan, CosinesTakeAsFewElementsAsTheyCan) {
  const auto elements = [](const char* text) {
    return line_points(std::get<LineSpec>(plan_of(text).run.at(0).spec).shape);
  };
  for (const char* kind : {"dct2 ", "dct3 ", "dst2 ", "dst3 "}) {
    EXPECT_EQ(elements((std::string(kind) + "16").c_str()), 8) << kind;
    EXPECT_EQ(elements((std::string(kind) + "15").c_str()), 15) << kind;
  }
  EXPECT_EQ(elements("dct1 17"), 16);
  EXPECT_EQ(elements("dct1 2"), 2);
  EXPECT_EQ(elements("dst1 15"), 16);
  EXPECT_EQ(elements("dct4 16"), 8);
  EXPECT_EQ(elements("dst4 15"), 30);
}

/// A block has a thread for each part of a line: none of the steps takes two rounds where another
/// number of threads does it in one.
TEST(TransformPlan, StepsOfALineTakeOneRound) {
  const auto shape_of = [](const char* text) {
    return std::get<LineSpec>(plan_of(text).run.at(0).spec).shape;
  };
  const LineShape shape = shape_of("c2c 360 batch=1000");
  EXPECT_EQ(shape.radices, (std::vector{20, 18}));
  EXPECT_EQ(shape.threads, 20);
  EXPECT_EQ(shape_of("c2c 3125 batch=1000").chirped, 0);
  EXPECT_EQ(shape_of("c2c 3125 batch=1000").radices, (std::vector{25, 25, 5}));
}

/// Many values a thread where that spares long rows an exchange, and few where threads would touch
/// short stretches of memory.
TEST(TransformPlan, ValuesOfAThreadFitTheRow) {
  const auto shape_of = [](const char* text) {
    const LaunchPlan plan = plan_launches(parse_transform(text), gpu_traits("sm_90"));
    return std::get<LineSpec>(plan.run.at(0).spec).shape;
  };
  EXPECT_EQ(shape_of("c2c 8192 batch=1000").radices, (std::vector{32, 32, 8}));
  EXPECT_EQ(shape_of("c2c 8192 batch=1000").threads, 256);
  EXPECT_EQ(shape_of("c2c 16384 batch=1000").radices, (std::vector{32, 32, 16}));
  EXPECT_EQ(shape_of("c2c 4096 batch=1000").radices, (std::vector{16, 16, 16}));
  EXPECT_EQ(shape_of("c2c 64 batch=1000").radices, (std::vector{8, 8}));
  EXPECT_EQ(shape_of("c2c 64 f64 batch=1000").radices, (std::vector{16, 4}));
  EXPECT_EQ(shape_of("r2c 256 batch=1000").radices, (std::vector{8, 8, 2}));
  EXPECT_EQ(shape_of("c2c 128 batch=1000").radices, (std::vector{16, 8}));
}

TEST(TransformPlan, ShortLinesAreStaged) {
  const auto is_staged = [](const char* text) {
    return std::get<LineSpec>(plan_of(text).run.at(0).spec).is_staged;
  };
  EXPECT_TRUE(is_staged("c2c 17 batch=100"));
  EXPECT_TRUE(is_staged("r2c 32 batch=100 in-place"));
  EXPECT_TRUE(is_staged("dct2 27 batch=100"));
  EXPECT_FALSE(is_staged("c2c 17"));            // one line
  EXPECT_FALSE(is_staged("c2c 37 batch=100"));  // by a chirp
  EXPECT_FALSE(is_staged("c2c 1000 batch=100"));
  EXPECT_FALSE(is_staged("c2c 17 batch=100 in=1,100 out=1,100"));  // lines beside each other
}

TEST(TransformPlan, SaysWhatItCannotDo) {
  EXPECT_EQ(refusal_of("c2c 134217728"), "planned");
  EXPECT_THROW(plan_of("c2c 16 zero=1:17"), InvalidArgument);
}

TEST(TransformPlan, SaysHowLongALineMayBe) {
  const DeviceTraits little = limited_gpu_traits("48k,shared=1024");
  const std::string cpu = "; backend 'cpu' does it";
  EXPECT_NE(refusal_of("c2c 30x1031", little)
                .find("axis 0 of 1031 points does not fit three launches with 1 KiB of shared "
                      "memory a block, nor chirps" +
                      cpu),
            std::string::npos);
  EXPECT_NE(
      refusal_of("c2c 1031 f64", little).find("nor chirps; in single precision more fits" + cpu),
      std::string::npos);
  EXPECT_NE(refusal_of("dct4 1031", little)
                .find("axis 0 of 1031 points, part of a Fourier transform of 2062, does not"),
            std::string::npos);
}

/// Whatever the prime factors, on any GPU.
TEST(TransformPlan, LinesMayHaveUpTo2To32Points) {
  for (const char* text : {"c2c 8388617", "c2c 134217689 f64", "c2c 4294967291",
                           "r2c 4294967294 f64", "dct4 4294967291 f64"})
    EXPECT_EQ(refusal_of(text), "planned") << text;
}

TEST(TransformPlan, SaysThatThereIsNoDoublePrecision) {
  DeviceTraits traits = CountingDevice::traits();
  traits.has_doubles = false;
  for (const char* text : {"c2c 64 f64", "r2c 64 f32-in-f64"}) try {
      plan_launches(parse_transform(text), traits);
      ADD_FAILURE() << text;
    } catch (const Unsupported& error) {
      EXPECT_NE(std::string(error.what()).find("f32 and f16 are possible"), std::string::npos)
          << error.what();
    }
  EXPECT_EQ(plan_launches(parse_transform("c2c 64 f16"), traits).run.size(), 1U);
}

}  // namespace transform_launch_test
