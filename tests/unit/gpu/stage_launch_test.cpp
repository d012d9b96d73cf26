// SPDX-License-Identifier: LGPL-2.1-or-later
// Launches of a convolution's stages, counted by a device that computes nothing: as many as plans
// promise, no memory taken, nothing compiled in run(), and copies of host memory alone.
#include <gtest/gtest.h>

#include <vector>

#include "counting_device.h"
#include "fftcore/error.h"
#include "gpu_inverse_executable.h"
#include "gpu_multiply_executable.h"
#include "gpu_plain_executable.h"
#include "gpu_queue.h"
#include "gpu_rules.h"
#include "half_spectrum.h"
#include "planner.h"

namespace stage_launch_test {

using namespace fftcore;
using fftcore::test::CountingDevice;

namespace {

struct Fixture {
  explicit Fixture(const char* text, bool takes_pointers = true)
      : device(std::make_shared<CountingDevice>()),
        queue(device, device->create_stream()),
        problem(parse_convolution(text)),
        image(1 << 22),
        other(1 << 22),
        third(1 << 22) {
    device->takes_device_pointers = takes_pointers;
    const Extent least{problem.output.rows.extent + problem.taps.rows - 1,
                       problem.output.columns.extent + problem.taps.columns - 1};
    stages = stages_for(problem, plan_spectrum_points(least, CountingDevice::traits()));
  }

  void to_whole(SpectrumLayout& spectrum) const {
    spectrum.transformed = Transformed::rows_and_columns;
    spectrum.stored_rows = spectrum.points.rows;
  }
  std::unique_ptr<GpuPlainExecutable<ForwardStage>> forward() const {
    return std::make_unique<GpuPlainExecutable<ForwardStage>>(
        stages.forward, plan_launches(stages.forward, CountingDevice::traits()), device);
  }
  std::unique_ptr<GpuMultiplyExecutable> multiply() const {
    auto made = std::make_unique<GpuMultiplyExecutable>(
        stages.multiply, plan_launches(stages.multiply, CountingDevice::traits()), device);
    if (stages.multiply.taps) {
      const std::vector<double> values(
          static_cast<std::size_t>(problem.taps.rows * problem.taps.columns), 0.01);
      made->set_taps(std::vector<Taps>(static_cast<std::size_t>(taps_needed(problem)),
                                       Taps{problem.taps, {values.begin(), values.end()}}));
    }
    return made;
  }
  std::unique_ptr<GpuInverseExecutable> inverse() const {
    return std::make_unique<GpuInverseExecutable>(
        stages.inverse, plan_launches(stages.inverse, CountingDevice::traits()), device);
  }

  /// Launches of what `run` does, which must do nothing else but so many copies and waits.
  template <class Run>
  int launches(const Run& run, int copies = 0, int waits = 0) {
    auto& counts = device->counts;
    counts.allocations = counts.loads = counts.launches = counts.copies = counts.waits = 0;
    run();
    EXPECT_EQ(counts.allocations + counts.loads, 0);
    EXPECT_EQ(counts.copies, copies);
    EXPECT_EQ(counts.waits, waits);
    return counts.launches;
  }

  static ConstBuffer there(const std::vector<std::byte>& memory,
                           MemoryKind kind = MemoryKind::device) {
    return {aligned(memory), 0, 0, kind};
  }
  static Buffer there(std::vector<std::byte>& memory, MemoryKind kind = MemoryKind::device) {
    return {const_cast<std::byte*>(aligned(memory)), 0, 0, kind};
  }
  static const std::byte* aligned(const std::vector<std::byte>& memory) {
    return memory.data() + (64 - reinterpret_cast<std::uintptr_t>(memory.data()) % 64);
  }

  std::shared_ptr<CountingDevice> device;
  mutable GpuQueue queue;
  Convolution problem;
  std::vector<std::byte> image, other, third;
  Stages stages;
};

}  // namespace

TEST(GpuStages, ThreeLaunchesInAll) {
  for (const char* text : {"conv2d u8 120x160 k9x9 replicate same",
                           "conv2d u8 60x64x3 k5x5 reflect same mix=full precision=fast",
                           "conv2d f32 60x64x4 k5x5 wrap same skip=8"}) {
    SCOPED_TRACE(text);
    Fixture f(text);
    const auto forward = f.forward();
    const auto multiply = f.multiply();
    const auto inverse = f.inverse();
    EXPECT_EQ(f.launches([&] {
      forward->run(f.queue, f.there(std::as_const(f.image)), f.there(f.other));
    }),
              1);
    EXPECT_EQ(f.launches([&] {
      multiply->run(f.queue, f.there(std::as_const(f.other)), {}, f.there(f.third));
    }),
              1);
    const std::vector<std::byte> source(f.image.size());
    const auto back = [&] {
      if (f.stages.inverse.copies_skipped)
        inverse->run(f.queue, f.there(std::as_const(f.third)), f.there(source), f.there(f.image));
      else
        inverse->run(f.queue, f.there(std::as_const(f.third)), f.there(f.image));
    };
    EXPECT_EQ(f.launches(back), 1);
  }
}

TEST(GpuStages, WholeTransformsTakeTwoAndAllProductsOne) {
  for (const bool from_whole : {false, true})
    for (const bool to_whole : {false, true})
      for (const bool by_spectrum : {false, true}) {
        Fixture f("conv2d f32 60x64x3 k5x5 reflect same mix=full");
        if (from_whole) f.to_whole(f.stages.forward.spectrum);
        MultiplyStage& stage = f.stages.multiply;
        stage.input = f.stages.forward.spectrum;
        if (to_whole) f.to_whole(stage.output);
        if (by_spectrum) {
          stage.taps.reset();
          stage.spectrum = stage.input;
          f.to_whole(*stage.spectrum);
          stage.spectrum->channels = 9;
          stage.output.normalized = false;
        }
        f.stages.inverse.spectrum = stage.output;
        const auto forward = f.forward();
        const auto multiply = f.multiply();
        const auto inverse = f.inverse();
        EXPECT_EQ(f.launches([&] {
          forward->run(f.queue, f.there(std::as_const(f.image)), f.there(f.other));
        }),
                  from_whole ? 2 : 1);
        const ConstBuffer kernel = by_spectrum ? f.there(std::as_const(f.image)) : ConstBuffer{};
        EXPECT_EQ(f.launches([&] {
          multiply->run(f.queue, f.there(std::as_const(f.other)), kernel, f.there(f.third));
        }),
                  1);
        EXPECT_EQ(f.launches([&] {
          inverse->run(f.queue, f.there(std::as_const(f.third)), f.there(f.image));
        }),
                  to_whole ? 2 : 1);
      }
}

/// Columns of 4320 points and 3 channels together have room in no block.
TEST(GpuStages, ChannelsThatDoNotFitTogetherTakeLaunchesOfTheirOwn) {
  for (const bool from_whole : {false, true})
    for (const bool to_whole : {false, true}) {
      Fixture f("conv2d f32 4300x64x3 k5x5 reflect same mix=full");
      if (from_whole) f.to_whole(f.stages.multiply.input);
      if (to_whole) f.to_whole(f.stages.multiply.output);
      const auto multiply = f.multiply();
      f.image.resize(1 << 24);
      f.other.resize(1 << 24);
      EXPECT_EQ(f.launches([&] {
        multiply->run(f.queue, f.there(std::as_const(f.image)), {}, f.there(f.other));
      }),
                3 - from_whole - to_whole);
    }
  const Offer whole =
      offer_gpu_half_spectrum(parse_convolution("conv2d f32 4300x64x3 k5x5 reflect same mix=full"),
                              CountingDevice::traits());
  ASSERT_EQ(whole.plans.size(), 1U);
  EXPECT_EQ(std::get<LaunchPlan>(whole.plans.front().geometry).run.size(), 5U);
}

TEST(GpuStages, SignalsHaveNoColumns) {
  Fixture f("conv1d f32 200 k9 reflect same");
  f.to_whole(f.stages.forward.spectrum);
  f.to_whole(f.stages.multiply.input);
  f.to_whole(f.stages.multiply.output);
  f.to_whole(f.stages.inverse.spectrum);
  const auto forward = f.forward();
  const auto multiply = f.multiply();
  const auto inverse = f.inverse();
  EXPECT_EQ(
      f.launches([&] { forward->run(f.queue, f.there(std::as_const(f.image)), f.there(f.other)); }),
      1);
  EXPECT_EQ(f.launches([&] {
    multiply->run(f.queue, f.there(std::as_const(f.other)), {}, f.there(f.third));
  }),
            1);
  EXPECT_EQ(
      f.launches([&] { inverse->run(f.queue, f.there(std::as_const(f.third)), f.there(f.image)); }),
      1);
}

TEST(GpuStages, CopiesOnlyWhatIsInHostMemory) {
  constexpr MemoryKind host = MemoryKind::host;
  Fixture f("conv2d u8 60x64 k5x5 reflect same");
  f.stages.multiply.taps.reset();
  f.stages.multiply.spectrum = f.stages.multiply.input;
  f.to_whole(*f.stages.multiply.spectrum);
  f.stages.multiply.output.normalized = f.stages.inverse.spectrum.normalized = false;
  const auto forward = f.forward();
  const auto multiply = f.multiply();
  const auto inverse = f.inverse();
  f.launches(
      [&] { forward->run(f.queue, f.there(std::as_const(f.image), host), f.there(f.other)); }, 1,
      1);
  f.launches(
      [&] { forward->run(f.queue, f.there(std::as_const(f.image)), f.there(f.other, host)); }, 1,
      1);
  f.launches(
      [&] {
        multiply->run(f.queue, f.there(std::as_const(f.other)),
                      f.there(std::as_const(f.image), host), f.there(f.third));
      },
      1, 1);
  f.launches(
      [&] {
        multiply->run(f.queue, f.there(std::as_const(f.other), host),
                      f.there(std::as_const(f.image), host), f.there(f.third, host));
      },
      3, 1);
  f.launches(
      [&] { inverse->run(f.queue, f.there(std::as_const(f.third)), f.there(f.image, host)); }, 1,
      1);
}

TEST(GpuStages, SayWhatDoesNotFit) {
  ForwardStage stage;
  stage.image = Layout::interleaved(SampleType::u8, {100, 100});
  stage.spectrum = {{128, 50000}, 1, SampleType::f32, Transformed::rows, 100, false};
  try {
    plan_launches(stage, CountingDevice::traits());
    ADD_FAILURE() << "planned";
  } catch (const Unsupported& error) {
    EXPECT_NE(std::string(error.what())
                  .find("rows of 50000 points do not fit a block (48 KiB of shared memory)"),
              std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("backend 'cpu' does it"), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(plan_spectrum_points({100, 60000}, CountingDevice::traits()), Unsupported);
  EXPECT_THROW(plan_spectrum_points({20000, 100}, CountingDevice::traits()), Unsupported);
}

TEST(HalfSpectrumPlan, IsTheCheapestWhereItReadsMuchLess) {
  const Plan plan = plan_convolution(
      parse_convolution("conv2d f32 512x512x16 k512x512 wrap same planar mix=full"),
      gpu_traits("sm_90"));
  EXPECT_EQ(plan.rule, "half-spectrum");
  const auto& launches = std::get<LaunchPlan>(plan.geometry);
  EXPECT_EQ(launches.run.size(), 5U);
  EXPECT_EQ(launches.bytes_of(Place::spectrum), 256 * 512 * 264 * 8);  // 257 bins, padded
}

/// What is chosen without being measured stays.
TEST(HalfSpectrumPlan, IsNeverTheCheapestElsewhere) {
  for (const char* gpu : {"sm_75", "sm_90", "48k"})
    for (const char* text :
         {"conv2d u8 1080x1920 k31x31 replicate same", "conv2d f32 1234x1234 k449x449 reflect full",
          "conv2d u8 2160x3840x3 k101x101 reflect same precision=fast",
          "conv2d f32 64x64 k3x3 wrap same",
          "conv2d u16 720x1280x3 k9x9 wrap same planar mix=full"}) {
      const Offer half = offer_gpu_half_spectrum(parse_convolution(text), gpu_traits(gpu));
      ASSERT_FALSE(half.plans.empty()) << text << half.reason;
      EXPECT_EQ(std::get<LaunchPlan>(half.plans.front().geometry).run.size(), 3U) << text;
      EXPECT_NE(plan_convolution(parse_convolution(text), gpu_traits(gpu)).rule, "half-spectrum")
          << text;
    }
  for (const char* text :
       {"conv3d f32 9x20x30 k3x3x3 wrap same", "conv2d f32 64x64 k3x3 wrap same filters=3",
        "icorr2d f32 64x64 k3x3 wrap same"})
    EXPECT_FALSE(
        offer_gpu_half_spectrum(parse_convolution(text), gpu_traits("sm_90")).reason.empty())
        << text;
}

TEST(GpuStages, BeginEarlyWhereAllOnTheStreamIsOurs) {
  for (const bool is_exclusive : {false, true}) {
    Fixture f("conv2d u8 64x64 k5x5 replicate same");
    GpuQueue queue(f.device, f.device->create_stream(), is_exclusive);
    const auto forward = f.forward();
    const auto multiply = f.multiply();
    const auto inverse = f.inverse();
    auto& counts = f.device->counts;
    counts.early_launches = 0;
    forward->run(queue, Fixture::there(std::as_const(f.image)), Fixture::there(f.other));
    multiply->run(queue, Fixture::there(std::as_const(f.other)), {}, Fixture::there(f.third));
    inverse->run(queue, Fixture::there(std::as_const(f.third)), Fixture::there(f.image));
    // not the first: what it reads may be written by the launch before
    EXPECT_EQ(counts.early_launches, is_exclusive ? 2 : 0);

    // By a spectrum that the launch before may have written: kernels take it that what they
    // multiply by does not change.
    f.stages.multiply.taps.reset();
    f.stages.multiply.spectrum = f.stages.multiply.input;
    f.to_whole(*f.stages.multiply.spectrum);
    f.stages.multiply.output.normalized = f.stages.inverse.spectrum.normalized =
        is_product_normalized(f.stages.multiply);
    const auto by_spectrum = f.multiply();
    counts.early_launches = 0;
    by_spectrum->run(queue, Fixture::there(std::as_const(f.other)),
                     Fixture::there(std::as_const(f.image)), Fixture::there(f.third));
    EXPECT_EQ(counts.early_launches, 0);
  }
}

}  // namespace stage_launch_test
