// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiles that are asked to stop begin no other kernel, on any of their threads.
#include "fftcore/compile_stop.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <stop_token>

#include "counting_device.h"
#include "gpu_executable.h"
#include "planner.h"
#include "stop_check.h"
#include "tuner.h"

namespace fftcore::test::compile_stop_test {
namespace {

Convolution five_kernels() {
  return parse_convolution("conv2d u8 480x640 k31x31 reflect same");
}

/// An executable of these kernels on a device.
std::unique_ptr<GpuExecutable> compiled_for(const std::shared_ptr<Device>& device) {
  setenv("FFTCORE_PLAN", "three-pass", 1);
  const Plan plan = plan_convolution(five_kernels(), CountingDevice::traits());
  unsetenv("FFTCORE_PLAN");
  return std::make_unique<GpuExecutable>(five_kernels(), plan, device);
}

TEST(CompileStop, LeavesOutAllKernelsWhereItHasComeBefore) {
  const auto device = std::make_shared<CountingDevice>();
  std::stop_source stop;
  stop.request_stop();
  {
    const CompileStop stoppable(stop.get_token());
    EXPECT_THROW(compiled_for(device), Stopped);
  }
  EXPECT_EQ(device->counts.loads, 0);
  compiled_for(device);
  EXPECT_EQ(device->counts.loads, 5);
}

TEST(CompileStop, CountsOnItsThreadUntilItIsDestroyed) {
  std::stop_source inner, outer;
  const CompileStop of_outer(outer.get_token());
  {
    const CompileStop of_inner(inner.get_token());
    outer.request_stop();
    EXPECT_NO_THROW(check_compile_stop());
    inner.request_stop();
    EXPECT_THROW(check_compile_stop(), Stopped);
  }
  EXPECT_THROW(check_compile_stop(), Stopped);
}

/// A device that compiles one kernel at a time, as OpenCL's do, and is asked to stop by the first.
class StoppingDevice final : public CountingDevice {
 public:
  std::unique_ptr<LoadedKernel> load(const ast::Kernel& kernel) override {
    const std::lock_guard lock(one_at_a_time_);
    check_compile_stop();
    stop.request_stop();
    return CountingDevice::load(kernel);
  }
  std::stop_source stop;

 private:
  std::mutex one_at_a_time_;
};

TEST(CompileStop, LeavesOutTheKernelsAfterTheOneUnderWay) {
  const auto device = std::make_shared<StoppingDevice>();
  const CompileStop stoppable(device->stop.get_token());
  EXPECT_THROW(compiled_for(device), Stopped);
  EXPECT_EQ(device->counts.loads, 1);
}

TEST(CompileStop, EndsTheMeasurementOfPlans) {
  CountingDevice device;
  std::stop_source stop;
  stop.request_stop();
  const CompileStop stoppable(stop.get_token());
  const DeviceTraits traits = CountingDevice::traits();
  KernelCache memory;
  EXPECT_THROW(choose_plan(five_kernels(), rank_plans(five_kernels(), traits), traits, device,
                           memory, Tuning::everything),
               Stopped);
  EXPECT_EQ(device.counts.loads, 0);
}

}  // namespace
}  // namespace fftcore::test::compile_stop_test
