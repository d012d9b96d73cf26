// SPDX-License-Identifier: LGPL-2.1-or-later
// What a GpuExecutable asks of its device, counted by a device that computes nothing: as many
// launches as the plan states, no memory taken and nothing compiled in run().
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "counting_device.h"
#include "fftcore/error.h"
#include "gpu_executable.h"
#include "gpu_queue.h"
#include "planner.h"

namespace launch_count_test {

using namespace fftcore;
using fftcore::test::CountingDevice;

namespace {

Taps taps_of(const Convolution& problem) {
  const Extent& kernel = problem.taps;
  return {kernel, std::vector<double>(
                      static_cast<std::size_t>(kernel.slices * kernel.rows * kernel.columns), 1.0)};
}

}  // namespace

TEST(GpuExecutable, LaunchesWhatThePlanStatesAndTakesNoMemory) {
  struct Case {
    const char* text;
    int launches;         // of run()
    int kernel_launches;  // of set_taps()
    const char* rule = "three-pass";
  };
  for (const auto& [text, launches, kernel_launches, rule] : {
           Case{"conv1d f32 4000 k31 constant full", 1, 1},
           Case{"conv1d f32 1000x3 k31 reflect same mix=full", 1, 1},
           Case{"conv2d u8 480x640 k1x31 reflect same", 1, 1},
           Case{"conv2d u8 480x640 k31x31 reflect same", 3, 2},
           Case{"corr2d u8 97x101x3 k5x4 wrap full", 3, 2},
           Case{"conv2d u16 60x80x4 k9x9 constant same skip=8", 3, 2},
           Case{"conv2d f32 64x64x3 k3x3 replicate valid planar", 3, 2},
           Case{"conv2d u8 1x1 k63x63 reflect same", 3, 2},
           Case{"conv2d u8 97x101x3 k5x5 wrap same mix=full", 3, 2},
           Case{"conv2d u8 97x101x3 k5x5 wrap same mix=symmetric", 3, 2},
           Case{"conv2d u8 97x101x4 k5x5 wrap same frames=3 mix=diagonal", 3, 2},
           Case{"conv2d f32 97x101 k5x5 wrap same filters=5", 3, 2},
           Case{"conv2d f32 97x101 k5x5 wrap same frames=5 filters=5", 3, 2},
           Case{"conv2d f32 97x101 k5x5 wrap same frames=4 filters=9 bank=crossed", 3, 2},
           Case{"conv1d f32 1000x3 k31 reflect same frames=9 filters=7 bank=crossed mix=full", 1,
                1},
           Case{"conv3d f32 9x20x30 k3x3x3 wrap same", 5, 3},
           Case{"conv2d f64 97x101 k5x5 reflect same", 3, 2},
           Case{"conv2d complex64 540x960 k31x31 replicate same", 3, 2},
           Case{"conv2d complex128 97x101x3 k5x5 wrap same mix=full", 3, 2},
           Case{"corr2d f32>complex64 97x101 k5x5 constant full filters=5", 3, 2},
           Case{"conv3d complex64 9x20x30 k3x3x3 wrap same", 5, 3},
           Case{"conv2d f32 40x30000 k3x3 wrap same", 5, 3},  // rows in two launches each way
           Case{"conv1d f32 60000 k31 wrap same", 3, 2},
           Case{"conv1d u8 8192 k31 wrap same", 1, 1},  // half as many complex points fit a block
           Case{"conv2d u8 480x640 k15x15 reflect same", 1, 2, "tile"},
           Case{"conv2d u8 97x101x4 k5x5 wrap same skip=8 frames=3", 1, 2, "tile"},
           Case{"conv2d complex64 480x640 k15x15 reflect same", 1, 2, "tile"},
       }) {
    const auto device = std::make_shared<CountingDevice>();
    const Convolution problem = parse_convolution(text);
    setenv("FFTCORE_PLAN", rule, 1);
    const Plan plan = plan_convolution(problem, CountingDevice::traits());
    unsetenv("FFTCORE_PLAN");
    ASSERT_EQ(std::get<LaunchPlan>(plan.geometry).run.size(), static_cast<std::size_t>(launches))
        << text << "\n"
        << to_string(plan);
    GpuExecutable executable(problem, plan, device);
    EXPECT_EQ(device->counts.loads, launches + kernel_launches) << text;
    const Taps taps = taps_of(problem);
    executable.set_taps(std::vector<Taps>(static_cast<std::size_t>(taps_needed(problem)), taps));
    EXPECT_EQ(device->counts.launches, kernel_launches) << text;

    GpuQueue queue(device, device->create_stream());
    std::vector<std::byte> input(1 << 23), output(1 << 23);
    const int allocations = device->counts.allocations, loads = device->counts.loads;
    device->counts.launches = device->counts.early_launches = device->counts.waits = 0;
    executable.run(queue, {input.data()}, {output.data()});
    EXPECT_EQ(device->counts.launches, launches) << text;
    // not the first: what comes before it may be somebody else's
    EXPECT_EQ(device->counts.early_launches, launches - 1) << text;
    EXPECT_EQ(device->counts.waits, 1) << text;
    EXPECT_EQ(device->counts.allocations, allocations) << text;
    EXPECT_EQ(device->counts.loads, loads) << text;
  }
}

TEST(GpuExecutable, RunsOnDeviceMemoryWithoutWaiting) {
  const auto device = std::make_shared<CountingDevice>();
  const Convolution problem = parse_convolution("conv2d u8 20x30 k3x3 wrap same");
  GpuExecutable executable(problem, plan_convolution(problem, CountingDevice::traits()), device);
  executable.set_taps(taps_of(problem));
  GpuQueue queue(device, device->create_stream());
  std::vector<std::byte> input(600), output(600);
  const Buffer there{output.data(), 0, 0, MemoryKind::device};
  device->counts.copies = device->counts.waits = 0;
  executable.run(queue, {input.data(), 0, 0, MemoryKind::device}, there);
  EXPECT_EQ(device->counts.copies, 0);
  EXPECT_EQ(device->counts.waits, 0);
  executable.run(queue, {input.data()}, there);
  EXPECT_EQ(device->counts.copies, 1);
  EXPECT_EQ(device->counts.waits, 1);
  EXPECT_THROW(
      executable.run(queue, {input.data(), std::int64_t{1} << 30, 0, MemoryKind::device}, there),
      InvalidArgument);
}

TEST(GpuExecutable, ReadsAndWritesPairsOnlyWhereTheyAreAligned) {
  const auto device = std::make_shared<CountingDevice>();
  device->takes_device_pointers = true;
  const Convolution problem = parse_convolution("conv2d f32 4x64 k1x5 wrap same");
  const Plan plan = plan_convolution(problem, CountingDevice::traits());
  ASSERT_EQ(std::get<LaunchPlan>(plan.geometry).run_unaligned.size(), 1U) << to_string(plan);
  GpuExecutable executable(problem, plan, device);
  executable.set_taps(taps_of(problem));
  GpuQueue queue(device, device->create_stream());
  alignas(8) std::array<float, 512> input{}, output{};
  const auto kernel_of = [&](int input_at, int input_stride, int output_at, int output_stride) {
    executable.run(queue, {input.data() + input_at, input_stride, 0, MemoryKind::device},
                   {output.data() + output_at, output_stride, 0, MemoryKind::device});
    return device->counts.last_launched.load();
  };
  const LoadedKernel* const in_pairs = kernel_of(0, 0, 0, 0);
  const LoadedKernel* const one_by_one = kernel_of(1, 64, 0, 64);
  EXPECT_NE(one_by_one, in_pairs);
  EXPECT_EQ(kernel_of(2, 66, 4, 70), in_pairs);
  EXPECT_EQ(kernel_of(0, 64, 3, 64), one_by_one);
  EXPECT_EQ(kernel_of(0, 65, 0, 64), one_by_one);
  EXPECT_EQ(kernel_of(0, 64, 0, 67), one_by_one);
  // copied to the device's own memory
  executable.run(queue, {input.data() + 1}, {output.data() + 1});
  EXPECT_EQ(device->counts.last_launched.load(), in_pairs);
}

TEST(GpuExecutable, RefusesAQueueOfAnotherDevice) {
  const auto device = std::make_shared<CountingDevice>(),
             other = std::make_shared<CountingDevice>();
  const Convolution problem = parse_convolution("conv2d u8 20x30 k3x3 wrap same");
  GpuExecutable executable(problem, plan_convolution(problem, CountingDevice::traits()), device);
  executable.set_taps(taps_of(problem));
  GpuQueue queue(other, other->create_stream());
  std::vector<std::byte> input(600), output(600);
  EXPECT_THROW(executable.run(queue, {input.data()}, {output.data()}), InvalidArgument);
}

TEST(GpuPlan, SaysWhatDoesNotFit) {
  DeviceTraits traits = CountingDevice::traits();
  traits.shared_bytes = 2048;
  try {
    plan_convolution(parse_convolution("conv2d u8 4320x65536 k31x31 wrap same"), traits);
    ADD_FAILURE() << "planned";
  } catch (const Unsupported& error) {
    EXPECT_NE(std::string(error.what()).find("points do not fit a block"), std::string::npos)
        << error.what();
  }
}

TEST(Traits, ByName) {
  setenv("FFTCORE_TRAITS", "sm_90", 1);
  EXPECT_EQ(forced_gpu_traits()->shared_bytes, 227 * 1024);
  setenv("FFTCORE_TRAITS", "sm_90,shared=4096", 1);
  EXPECT_EQ(forced_gpu_traits()->shared_bytes, 4096);
  EXPECT_EQ(forced_gpu_traits()->compute_units, 132);
  for (const char* wrong : {"sm_1", "sm_90,shared=0", "sm_90,shared=300000", "sm_90,shared=4k",
                            "sm_90,size=4", ",shared=4096"}) {
    setenv("FFTCORE_TRAITS", wrong, 1);
    EXPECT_THROW(forced_gpu_traits(), InvalidArgument) << wrong;
  }
  unsetenv("FFTCORE_TRAITS");
  EXPECT_FALSE(forced_gpu_traits());
}

TEST(GpuExecutable, DoublesNeedADeviceThatHasThem) {
  DeviceTraits traits = CountingDevice::traits();
  traits.has_doubles = false;
  EXPECT_NO_THROW(
      plan_convolution(parse_convolution("conv2d complex64 97x101 k5x5 wrap same"), traits));
  for (const char* text :
       {"conv2d f64 97x101 k5x5 wrap same", "conv2d u8>complex128 97x101 k5x5 wrap same",
        "conv2d f64>u8 97x101 k5x5 wrap same"}) {
    try {
      plan_convolution(parse_convolution(text), traits);
      ADD_FAILURE() << text << " is planned";
    } catch (const Unsupported& error) {
      EXPECT_NE(std::string_view(error.what()).find("needs double precision"),
                std::string_view::npos)
          << error.what();
    }
  }
}

/// What launches are given as gain and offset is as wide as what they compute with.
TEST(GpuExecutable, GivesDoublesToLaunchesInDoublePrecision) {
  for (const auto& [text, doubles] : {std::pair{"conv2d f64 20x30 k3x3 wrap same", 2U},
                                      std::pair{"conv2d complex64 20x30 k3x3 wrap same", 0U}}) {
    const auto device = std::make_shared<CountingDevice>();
    const Convolution problem = parse_convolution(text);
    GpuExecutable executable(problem, plan_convolution(problem, CountingDevice::traits()), device);
    GpuQueue queue(device, device->create_stream());
    executable.set_taps(taps_of(problem));
    device->counts.arguments.clear();
    std::vector<std::byte> input(600 * size_bytes(problem.input.type)), output(input.size());
    executable.run(queue, {input.data()}, {output.data()});
    std::size_t floats = 0, wide = 0;
    for (const auto& arguments : device->counts.arguments)
      for (const Argument& argument : arguments) {
        floats += std::holds_alternative<float>(argument) ? 1 : 0;
        wide += std::holds_alternative<double>(argument) ? 1 : 0;
      }
    EXPECT_EQ(wide, doubles) << text;
    EXPECT_EQ(floats, 2 - doubles) << text;
  }
}

TEST(GpuExecutable, ComplexSamplesOnTheDeviceAreAlignedToTheirSize) {
  for (const auto& [text, bytes] : {std::pair{"conv2d complex64 20x30 k3x3 wrap same", 8},
                                    std::pair{"conv2d complex128 20x30 k3x3 wrap same", 16}}) {
    const auto device = std::make_shared<CountingDevice>();
    const Convolution problem = parse_convolution(text);
    GpuExecutable executable(problem, plan_convolution(problem, CountingDevice::traits()), device);
    GpuQueue queue(device, device->create_stream());
    executable.set_taps(taps_of(problem));
    std::vector<std::byte> input(601 * 16), output(601 * 16);
    const auto run = [&](int away) {
      executable.run(queue, {input.data() + away, 0, 0, MemoryKind::device},
                     {output.data(), 0, 0, MemoryKind::device});
    };
    EXPECT_NO_THROW(run(0));
    EXPECT_NO_THROW(run(bytes));
    try {
      run(bytes / 2);
      ADD_FAILURE() << text << ": parts of samples are taken for samples";
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string_view(error.what()).find("not aligned to the " + std::to_string(bytes)),
                std::string_view::npos)
          << error.what();
    }
  }
}

}  // namespace launch_count_test
