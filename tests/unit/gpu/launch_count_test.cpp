// SPDX-License-Identifier: LGPL-2.1-or-later
// What a GpuExecutable asks of its device, counted by a device that computes nothing: as many launches as the plan states, no memory taken and nothing
// compiled in run().
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "fftcore/error.h"
#include "gpu_executable.h"
#include "planner.h"

using namespace fftcore;

namespace {

struct Counts {
  std::atomic<int> allocations = 0, loads = 0, launches = 0, copies = 0, waits = 0;
};

class CountedMemory final : public DeviceMemory {
 public:
  explicit CountedMemory(std::size_t size) : DeviceMemory(size) {}
};

class CountedStream final : public DeviceStream {
 public:
  explicit CountedStream(Counts& counts) : counts_(counts) {}
  void copy_in(DeviceMemory& to, const void*, const CopyShape& shape) override { copy(to, shape); }
  void copy_out(void*, const DeviceMemory& from, const CopyShape& shape) override { copy(from, shape); }
  void launch(LoadedKernel&, std::span<const Argument> arguments) override {
    ++counts_.launches;
    for (const Argument& argument : arguments)
      if (const auto* memory = std::get_if<const DeviceMemory*>(&argument)) EXPECT_NE(*memory, nullptr);
  }
  void wait() override { ++counts_.waits; }

 private:
  void copy(const DeviceMemory& memory, const CopyShape& shape) {
    ++counts_.copies;
    EXPECT_LE(shape.device_offset + (shape.rows - 1) * shape.device_pitch + shape.row_bytes, memory.size_bytes());
  }
  Counts& counts_;
};

class CountingDevice final : public Device {
 public:
  const DeviceInfo& info() const override { return info_; }
  std::unique_ptr<DeviceMemory> allocate(std::size_t size) override {
    ++counts.allocations;
    return std::make_unique<CountedMemory>(size);
  }
  std::unique_ptr<DeviceStream> create_stream() override { return std::make_unique<CountedStream>(counts); }
  std::unique_ptr<DeviceStream> borrow_stream(void*) override { return create_stream(); }
  std::string source_of(const ast::Kernel&) const override { return {}; }
  std::unique_ptr<LoadedKernel> load(const ast::Kernel& kernel) override {
    ++counts.loads;
    EXPECT_LE(kernel.shared_bytes(), traits().shared_bytes);
    return std::make_unique<LoadedKernel>();
  }
  static DeviceTraits traits() {
    DeviceTraits traits;
    traits.name = "counting";
    traits.kind = DeviceKind::gpu;
    traits.shared_bytes = 48 * 1024;
    traits.block_threads = 1024;
    return traits;
  }
  Counts counts;

 private:
  DeviceInfo info_;
};

}  // namespace

TEST(GpuExecutable, LaunchesWhatThePlanStatesAndTakesNoMemory) {
  for (const char* text : {"conv2d u8 480x640 k31x31 reflect same", "corr2d u8 97x101x3 k5x4 wrap full", "conv2d u16 60x80x4 k9x9 constant same copy=8",
                           "conv2d f32 64x64x3 k3x3 replicate valid planar", "conv2d u8 1x1 k63x63 reflect same"}) {
    CountingDevice device;
    const Problem problem = parse_problem(text);
    const Plan plan = plan_problem(problem, CountingDevice::traits());
    ASSERT_EQ(plan.stages.size(), 3U) << text;
    GpuExecutable executable(problem, plan, device);
    EXPECT_EQ(device.counts.loads, 5) << text;
    const auto count = static_cast<std::size_t>(problem.kernel.rows * problem.kernel.columns);
    executable.set_kernel({problem.kernel, std::vector<double>(count, 1.0)});
    EXPECT_EQ(device.counts.launches, 2) << text;

    GpuQueue queue(device);
    std::vector<std::byte> input(1 << 21), output(1 << 21);
    const int allocations = device.counts.allocations, loads = device.counts.loads;
    device.counts.launches = device.counts.waits = 0;
    executable.run(queue, {input.data()}, {output.data()});
    EXPECT_EQ(device.counts.launches, static_cast<int>(plan.stages.size())) << text;
    EXPECT_EQ(device.counts.waits, 1) << text;
    EXPECT_EQ(device.counts.allocations, allocations) << text;
    EXPECT_EQ(device.counts.loads, loads) << text;
  }
}

TEST(GpuExecutable, RefusesAQueueOfAnotherDevice) {
  CountingDevice device, other;
  const Problem problem = parse_problem("conv2d u8 20x30 k3x3 wrap same");
  GpuExecutable executable(problem, plan_problem(problem, CountingDevice::traits()), device);
  executable.set_kernel({problem.kernel, std::vector<double>(9, 1.0)});
  GpuQueue queue(other);
  std::vector<std::byte> input(600), output(600);
  EXPECT_THROW(executable.run(queue, {input.data()}, {output.data()}), InvalidArgument);
}

TEST(GpuPlan, SaysWhatDoesNotFit) {
  DeviceTraits traits = CountingDevice::traits();
  const auto refusal = [&](const char* text) -> std::string {
    try {
      plan_problem(parse_problem(text), traits);
    } catch (const Unsupported& error) {
      return error.what();
    }
    return "planned";
  };
  EXPECT_NE(refusal("conv2d u8 4320x7680 k31x31 wrap same").find("rows of 7710 points do not fit"), std::string::npos);
  EXPECT_NE(refusal("conv2d u8 20x30 k3x3 wrap same frames=2").find("cpu backend only"), std::string::npos);
  EXPECT_NE(refusal("conv2d u8 20x30x3 k3x3 wrap same mix=full").find("cpu backend only"), std::string::npos);
}

TEST(Traits, ByName) {
  setenv("FFTCORE_TRAITS", "sm_90", 1);
  EXPECT_EQ(forced_gpu_traits()->shared_bytes, 227 * 1024);
  setenv("FFTCORE_TRAITS", "sm_1", 1);
  EXPECT_THROW(forced_gpu_traits(), InvalidArgument);
  unsetenv("FFTCORE_TRAITS");
  EXPECT_FALSE(forced_gpu_traits());
}
