// SPDX-License-Identifier: LGPL-2.1-or-later
// Precision::fast as the planner and a GpuExecutable see it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "counting_device.h"
#include "fftcore/error.h"
#include "gpu_executable.h"
#include "planner.h"
#include "taps_scale.h"

namespace fast_precision_test {

using namespace fftcore;
using fftcore::test::CountingDevice;

namespace {

class FastPrecision : public testing::Test {
 protected:
  void SetUp() override { setenv("FFTCORE_PLAN", "three-pass", 1); }
  void TearDown() override { unsetenv("FFTCORE_PLAN"); }
};

LaunchPlan launches_of(const std::string& text) {
  return std::get<LaunchPlan>(
      plan_convolution(parse_convolution(text), CountingDevice::traits()).geometry);
}

Taps taps_of(const Convolution& problem, double value) {
  const Extent& kernel = problem.taps;
  return {kernel,
          std::vector<double>(
              static_cast<std::size_t>(kernel.slices * kernel.rows * kernel.columns), value)};
}

std::vector<Taps> taps_of(const Convolution& problem, std::initializer_list<double> values) {
  std::vector<Taps> taps;
  for (const double value : values) taps.push_back(taps_of(problem, value));
  return taps;
}

}  // namespace

TEST_F(FastPrecision, HalvesWhatLiesBetweenLaunches) {
  for (const std::string text :
       {"conv2d u8 480x640 k31x31 reflect same",
        "conv2d f32 97x101x3 k5x5 wrap same filters=5 mix=full",
        "conv3d f32 9x20x30 k3x3x3 wrap same", "conv1d f32 60000 k31 wrap same"}) {
    const LaunchPlan full = launches_of(text), fast = launches_of(text + " precision=fast");
    EXPECT_EQ(fast.run.size(), full.run.size()) << text;
    EXPECT_EQ(fast.bytes_of(Place::taps), full.bytes_of(Place::taps)) << text;
    EXPECT_GT(full.bytes_of(Place::work_0), 0) << text;
    for (const Place place : {Place::work_0, Place::work_1, Place::spectrum})
      EXPECT_EQ(2 * fast.bytes_of(place), full.bytes_of(place)) << text;
    EXPECT_EQ(to_string(full).find("f16"), std::string::npos) << to_string(full);
    EXPECT_NE(to_string(fast).find("spectra as f16"), std::string::npos) << to_string(fast);
  }
}

TEST_F(FastPrecision, IsFullWhereNothingLiesBetweenLaunches) {
  for (const std::string text :
       {"conv1d f32 1000 k31 wrap same", "conv2d u8 480x640 k1x31 reflect same"}) {
    const LaunchPlan full = launches_of(text), fast = launches_of(text + " precision=fast");
    EXPECT_EQ(fast.size_bytes, full.size_bytes) << text;
    EXPECT_EQ(to_string(fast), to_string(full)) << text;
  }
  setenv("FFTCORE_PLAN", "tile", 1);
  const std::string tiles = "conv2d u8 480x640 k15x15 reflect same";
  EXPECT_EQ(launches_of(tiles + " precision=fast").size_bytes, launches_of(tiles).size_bytes);
}

TEST_F(FastPrecision, TapsComeToOne) {
  const Convolution problem =
      parse_convolution("conv2d u8 20x30 k2x2 wrap same filters=2 precision=fast");
  // the sum is below, not at, a power of two
  EXPECT_EQ(taps_scale(problem, taps_of(problem, {0.25, 0.125})), 0.5F);
  EXPECT_EQ(taps_scale(problem, taps_of(problem, {-0.2, 0.1})), 1.0F);
  EXPECT_EQ(taps_scale(problem, taps_of(problem, {1000, 3000})), 1.0F / 16384);
  EXPECT_EQ(taps_scale(problem, taps_of(problem, {3e-9, 0})), std::ldexp(1.0F, 26));
  EXPECT_EQ(taps_scale(problem, taps_of(problem, {0, 0})), 1.0F);
  const Convolution full = parse_convolution("conv2d u8 20x30 k2x2 wrap same filters=2");
  EXPECT_EQ(taps_scale(full, taps_of(full, {1000, 3})), 1.0F);
}

TEST_F(FastPrecision, SumsGoOverTheChannelsThatMeet) {
  const Convolution problem =
      parse_convolution("conv2d u8 20x30x2 k1x1 wrap same mix=full precision=fast");
  EXPECT_EQ(taps_scale(problem, taps_of(problem, {0.75, 0.75, 0, 0.25})), 0.5F);
  const Convolution symmetric =
      parse_convolution("conv2d u8 20x30x2 k1x1 wrap same mix=symmetric precision=fast");
  EXPECT_EQ(taps_scale(symmetric, taps_of(symmetric, {0.25, 3.5, 0.25})), 0.25F);
}

TEST_F(FastPrecision, RefusesABankOfLoudAndSilentKernels) {
  const Convolution problem =
      parse_convolution("conv2d u8 20x30 k2x2 wrap same filters=2 precision=fast");
  GpuExecutable executable(problem, plan_convolution(problem, CountingDevice::traits()),
                           std::make_shared<CountingDevice>());
  EXPECT_NO_THROW(executable.set_taps(taps_of(problem, {1, 1.0 / 256})));
  try {
    executable.set_taps(taps_of(problem, {1, 0.001}));
    ADD_FAILURE() << "accepted";
  } catch (const InvalidArgument& error) {
    for (const char* words : {"precision=fast", "256 times", "0.004 to 4", "precision=full"})
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos)
          << error.what() << "\nlacks " << words;
  }
}

}  // namespace fast_precision_test
