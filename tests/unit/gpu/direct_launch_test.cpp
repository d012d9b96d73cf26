// SPDX-License-Identifier: LGPL-2.1-or-later
// Executables of few taps: what they keep, which launch they choose for taps and for images,
// counted by a device that computes nothing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "counting_device.h"
#include "fftcore/error.h"
#include "fftcore/kernels.h"
#include "gpu_executable.h"
#include "gpu_queue.h"
#include "gpu_target.h"
#include "kept_taps.h"
#include "planner.h"

namespace direct_launch_test {

using namespace fftcore;
using fftcore::test::CountingDevice;

namespace {

Plan plan_by(const char* rule, const Convolution& problem, bool has_matrices = false) {
  setenv("FFTCORE_PLAN", rule, 1);
  DeviceTraits traits = CountingDevice::traits();
  traits.has_matrices = has_matrices;
  Plan plan = plan_convolution(problem, traits);
  unsetenv("FFTCORE_PLAN");
  return plan;
}

const LaunchPlan& launches_of(const Plan& plan) {
  return std::get<LaunchPlan>(plan.geometry);
}

/// 1 everywhere, but for `corner` at the end.
Taps taps_of(const Convolution& problem, double corner) {
  Taps taps{
      problem.taps,
      std::vector<double>(static_cast<std::size_t>(problem.taps.rows * problem.taps.columns), 1.0)};
  taps.values.back() = corner;
  return taps;
}

class CountedRun {
 public:
  CountedRun(const Convolution& problem, const Plan& plan)
      : device_(std::make_shared<CountingDevice>()), executable_(problem, plan, device_) {
    device_->takes_device_pointers = true;
  }
  CountingDevice& device() { return *device_; }
  GpuExecutable& executable() { return executable_; }
  /// The kernel that is launched for an image that begins `first` samples from an aligned address,
  /// and whose rows lie so far apart.
  const LoadedKernel* kernel(std::int64_t first = 0, std::int64_t row_stride = 0) {
    const auto at = [&](std::vector<float>& memory) { return memory.data() + 4 + first; };
    executable_.run(queue_, {at(input_), row_stride, 0, MemoryKind::device},
                    {at(output_), row_stride, 0, MemoryKind::device});
    return device_->counts.last_launched;
  }

 private:
  std::shared_ptr<CountingDevice> device_;
  GpuExecutable executable_;
  GpuQueue queue_{device_, device_->create_stream()};
  std::vector<float> input_ = std::vector<float>(10000), output_ = input_;
};

}  // namespace

TEST(DirectLaunches, TakeTapsThemselvesWithoutALaunch) {
  const Convolution problem = parse_convolution("conv2d f32 40x60 k5x3 reflect same");
  const Plan plan = plan_by("direct", problem);
  EXPECT_EQ(launches_of(plan).run.size(), 1U);
  EXPECT_TRUE(launches_of(plan).set_taps.empty());
  EXPECT_EQ(plan.workspace_bytes, 5 * 4 * 4) << "rows of pairs";
  CountedRun run(problem, plan);
  EXPECT_EQ(run.device().counts.loads, 2) << "for aligned images and for others";
  run.executable().set_taps(taps_of(problem, 2));
  EXPECT_EQ(run.device().counts.launches, 0);
  EXPECT_EQ(run.device().counts.copies, 1);
  const int allocations = run.device().counts.allocations, waits = run.device().counts.waits;
  run.kernel();
  EXPECT_EQ(run.device().counts.launches, 1);
  EXPECT_EQ(run.device().counts.allocations, allocations);
  EXPECT_EQ(run.device().counts.waits, waits);
}

TEST(DirectLaunches, TakeSamplesByFourOnlyWhereTheyAreAligned) {
  const Convolution problem = parse_convolution("conv2d f32 40x60 k5x3 reflect same");
  CountedRun run(problem, plan_by("direct", problem));
  run.executable().set_taps(taps_of(problem, 2));
  const LoadedKernel* const by_four = run.kernel(0, 64);
  EXPECT_EQ(run.kernel(4, 60), by_four);
  const LoadedKernel* const one_by_one = run.kernel(2, 64);
  EXPECT_NE(one_by_one, by_four) << "begins between fours";
  EXPECT_EQ(run.kernel(0, 62), one_by_one) << "rows do";
  for (const char* text :
       {"conv2d f32 40x61x3 k5x3 reflect same", "conv2d f32 40x60 k5x3 reflect same pitch=62,62",
        "conv2d u10-packed 40x60 k5x3 reflect same", "conv2d f32 40x3 k5x3 reflect same"})
    EXPECT_TRUE(launches_of(plan_by("direct", parse_convolution(text))).run_unaligned.empty())
        << text;
}

TEST(DirectLaunches, TakeAllChannelsOfPixelsTogether) {
  for (const auto& [text, samples] : {std::pair{"conv2d u8 40x64x4 k5x3 reflect same skip=8", 16},
                                      std::pair{"conv2d u8 40x64x2 k5x3 reflect same", 8},
                                      std::pair{"conv2d u8 40x64x3 k5x3 reflect same", 4},
                                      std::pair{"conv2d f32 40x60x3 k5x3 reflect same", 4}}) {
    const LaunchPlan launches = launches_of(plan_by("direct", parse_convolution(text)));
    const auto& spec = std::get<DirectSpec>(launches.run.front().spec);
    EXPECT_GT(spec.pixel, 1) << text;
    EXPECT_EQ(spec.tiles[Dim::channel], 1) << text;
    EXPECT_EQ(launches.aligned_samples, samples) << text;
    // Others have a block for each channel.
    const auto& other = std::get<DirectSpec>(launches.run_unaligned.front().spec);
    EXPECT_EQ(other.pixel, 1) << text;
    EXPECT_EQ(other.tiles[Dim::channel], spec.channels()) << text;
  }
}

TEST(DirectLaunches, GoByProductsWhereTapsAreOne) {
  const Convolution problem = parse_convolution("conv2d f32 40x60 k5x6 reflect same");
  const Plan plan = plan_by("separable", problem);
  ASSERT_EQ(launches_of(plan).otherwise.size(), 1U);
  CountedRun run(problem, plan);
  run.executable().set_taps(taps_of(problem, 1));
  const LoadedKernel* const products = run.kernel();
  const auto says = [&](const char* words) {
    return run.executable().plan_text().find(words) != std::string::npos;
  };
  EXPECT_TRUE(says("in use: outer products")) << run.executable().plan_text();
  const int allocations = run.device().counts.allocations;
  Taps full = taps_of(problem, 1);
  for (std::size_t i = 0; i < 5; ++i) full.values[i * 7] += static_cast<double>(i * i + 1);
  run.executable().set_taps(full);
  EXPECT_NE(run.kernel(), products);
  EXPECT_TRUE(says("in use: the plan for taps")) << run.executable().plan_text();
  run.executable().set_taps(taps_of(problem, 1));
  EXPECT_EQ(run.kernel(), products);
  EXPECT_LE(run.device().counts.allocations, allocations + 2) << "taps alone";
  EXPECT_NE(to_string(plan).find("outer products"), std::string::npos) << to_string(plan);
}

// Halves leave out too much of a large gain. Gain and taps come in any order.
TEST(DirectLaunches, GoByBandsWhereTapsAreOneProductAndTheGainIsSmall) {
  const Convolution problem = parse_convolution("conv2d u8 40x60 k15x17 reflect same");
  const Plan plan = plan_by("bands", problem, true);
  ASSERT_EQ(launches_of(plan).otherwise.size(), 1U);
  CountedRun run(problem, plan);
  constexpr float kSmall = 1.0F / 255;
  run.executable().set_gain(kSmall, 0);
  run.executable().set_taps(taps_of(problem, 1));
  const LoadedKernel* const bands = run.kernel();
  run.executable().set_gain(1, 0);
  const LoadedKernel* const other = run.kernel();
  EXPECT_NE(other, bands);
  run.executable().set_taps(taps_of(problem, 1));
  EXPECT_EQ(run.kernel(), other);
  run.executable().set_gain(-kSmall, 0);
  EXPECT_EQ(run.kernel(), bands);
  run.executable().set_taps(taps_of(problem, 2));
  EXPECT_NE(run.kernel(), bands) << "no product";
  run.executable().set_gain(2 * kSmall, 0);
  EXPECT_NE(run.kernel(), bands) << "no product";
}

TEST(DirectLaunches, AreInABundleForAllTaps) {
  const char* const text = "conv2d f32 40x60 k5x6 reflect same";
  const GpuTarget gpu = known_gpu("a100");
  KernelBundle bundle;
  int kernels = 0;
  setenv("FFTCORE_PLAN", "separable", 1);
  const Plan plan = plan_convolution(parse_convolution(text), traits_of(info_of(gpu)));
  try {
    kernels = bundle.add(text, gpu).kernels;
  } catch (const BackendUnavailable& error) {
    unsetenv("FFTCORE_PLAN");
    GTEST_SKIP() << error.what();
  }
  unsetenv("FFTCORE_PLAN");
  std::size_t launches = 0;
  for (const LaunchPlan* one : all_of(launches_of(plan)))
    launches += one->run.size() + one->run_unaligned.size() + one->set_taps.size();
  EXPECT_EQ(static_cast<std::size_t>(kernels), launches);
  EXPECT_EQ(launches, 4U) << "products and direct, aligned and not";
}

TEST(KeptTaps, LieInPairsTurnedForAConvolution) {
  Convolution problem = parse_convolution("conv2d f32 40x60 k2x3 reflect same");
  const Taps taps{problem.taps, {1, 2, 3, 4, 5, 6}};
  const KeptTaps direct{DirectBody::taps, 2, 3};
  EXPECT_EQ(kept_numbers(direct, problem, taps), (std::vector<float>{6, 5, 4, 0, 3, 2, 1, 0}));
  EXPECT_EQ(direct.numbers(), 8);
  const KeptTaps products{DirectBody::products, 2, 3, 1};
  EXPECT_EQ(kept_numbers(products, problem, taps), std::nullopt) << "these are two products";
  problem.operation = Operation::correlate;
  const Taps one{problem.taps, {1, 2, 4, 3, 6, 12}};
  const auto numbers = kept_numbers(products, problem, one);
  ASSERT_TRUE(numbers);
  ASSERT_EQ(numbers->size(), static_cast<std::size_t>(products.numbers()));
  EXPECT_EQ((*numbers)[0], 1) << "product";
  for (std::size_t y = 0; y < 2; ++y)
    for (std::size_t x = 0; x < 3; ++x)
      EXPECT_FLOAT_EQ((*numbers)[2 + y] * (*numbers)[4 + x],
                      static_cast<float>(one.values[y * 3 + x]));
}

}  // namespace direct_launch_test
