// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels of a Transform with ranges: zeros, on memory that is NaN wherever nothing is stored, and
// what they write where not all results are wanted.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "device_run.h"
#include "launch_kernel.h"
#include "planner.h"

namespace fftcore::test::ranges_test {
namespace {

DeviceTraits small_gpu() {
  DeviceTraits traits;
  traits.name = "small GPU";
  traits.kind = DeviceKind::gpu;
  traits.shared_bytes = 16 * 1024;
  traits.block_threads = 256;
  return traits;
}

/// The output, NaN where it was not written.
std::vector<float> output_of(const fftcore::Transform& transform, const std::vector<float>& input) {
  const LaunchPlan plan = plan_launches(transform, small_gpu());
  std::map<Place, HostBuffer> memory;
  const auto poisoned = [](std::size_t bytes) {
    return bytes_of(std::vector<float>(bytes / sizeof(float), NAN));
  };
  memory[Place::input] = bytes_of(input);
  memory[Place::output] = poisoned(output_size_bytes(transform));
  for (const Place work : {Place::work_0, Place::work_1})
    memory[work] = poisoned(static_cast<std::size_t>(plan.bytes_of(work)));
  for (const PlannedLaunch& launch : plan.run) {
    HostArguments arguments;
    arguments.buffers["input"] = memory.at(launch.from);
    arguments.buffers["output"] = memory.at(launch.to);
    run(launch_kernel(launch.spec), arguments);
    memory.at(launch.to) = arguments.buffers.at("output");
  }
  return values_of<float>(memory.at(Place::output));
}

/// Calls visit(float index) for all floats of a side but those of zero padding, and those that
/// nobody wants.
template <class Visit>
void for_each_float(const fftcore::Transform& transform, bool is_input, const Visit& visit) {
  const auto halved = is_input ? TransformKind::c2r : TransformKind::r2c;
  const bool is_real = is_trigonometric(transform.kind) ||
                       transform.kind == (is_input ? TransformKind::r2c : TransformKind::c2r);
  const std::int64_t floats = is_real ? 1 : 2;
  const auto& ranges = is_input ? transform.zero : transform.keep;
  std::vector<std::int64_t> places = {0};
  for (std::size_t axis = 0; axis < transform.axes.size(); ++axis) {
    const auto& [extent, input_stride, output_stride] = transform.axes[axis];
    const std::int64_t all = transform.kind == halved && axis == 0 ? extent / 2 + 1 : extent;
    const auto [first, end] = ranges.empty() ? fftcore::PointRange{} : ranges[axis];
    std::vector<std::int64_t> next;
    for (std::int64_t i = 0; i < all; ++i) {
      const bool is_in = first <= end ? i >= first && i < end : i >= first || i < end;
      if (first != end && is_in == is_input) continue;
      for (const std::int64_t place : places)
        next.push_back(place + i * (is_input ? input_stride : output_stride));
    }
    places = std::move(next);
  }
  for (const std::int64_t place : places)
    for (std::int64_t i = 0; i < floats; ++i) visit(static_cast<std::size_t>(place * floats + i));
}

TEST(ZeroPadding, IsNotRead) {
  if (device() == nullptr) GTEST_SKIP() << reason();
  for (const char* text :
       {"c2c 64 zero=20:64", "c2c 4000 zero=1500:4000 inverse", "r2c 64 zero=33:64",
        "r2c 64 zero=32:64", "r2c 63 zero=30:63", "r2c 9000 zero=4001:9000", "c2r 64 zero=10:33",
        "c2r 63 zero=10:32", "c2r 9000 zero=1234:4501", "r2c 12x10x14 zero=6:12x5:10x7:14",
        "c2c 64 zero=0:20", "c2c 61 zero=20:40", "r2c 64 zero=50:6", "r2c 64 zero=9:31",
        "c2r 64 zero=30:7", "dct2 60 zero=40:13", "dct4 25 zero=3:9", "c2c 16x20 zero=3:9x15:4"}) {
    const fftcore::Transform transform = parse_transform(text);
    fftcore::Transform whole = transform;
    whole.zero.clear();
    const auto random = random_complex(input_size_bytes(whole) / sizeof(float), 5);
    std::vector<float> zeros(random.size(), 0.0F), poison(random.size(), NAN);
    for_each_float(transform, true,
                   [&](std::size_t i) { zeros[i] = poison[i] = random[i].real(); });
    const std::vector<float> output = output_of(transform, poison);
    EXPECT_EQ(output, output_of(transform, zeros)) << text;  // NaN is equal to nothing
  }
}

TEST(Pruning, WhatNobodyWantsIsNotWritten) {
  if (device() == nullptr) GTEST_SKIP() << reason();
  for (const char* text :
       {"c2c 64 keep=20:40", "c2c 61 keep=50:11", "c2c 4000 keep=3900:7", "r2c 64 keep=9:31",
        "r2c 63 keep=30:2", "c2r 64 keep=7:50", "c2r 64 keep=50:6", "c2r 9000 keep=8000:100",
        "dct2 60 keep=40:13", "dct4 25 keep=3:9", "dst1 20 keep=5:20", "c2c 74 keep=1:9",
        "c2c 16x20 keep=12:3x1:7", "r2c 6x10x7 keep=3:6x4:2x0:3",
        "c2r 6x10x7 zero=2:5x0:0x2:4 keep=3:4x4:2x1:3", "dct3 12x5 keep=3:4x4:1"}) {
    const fftcore::Transform transform = parse_transform(text);
    std::vector<float> input(input_size_bytes(transform) / sizeof(float));
    const auto random = random_complex(input.size(), 6);
    for (std::size_t i = 0; i < input.size(); ++i) input[i] = random[i].real();
    const std::vector<float> output = output_of(transform, input);
    std::vector<bool> wanted(output.size());
    for_each_float(transform, false, [&](std::size_t i) { wanted[i] = true; });
    for (std::size_t i = 0; i < output.size(); ++i)
      EXPECT_EQ(wanted[i], !std::isnan(output[i])) << text << ": " << i;
  }
}

}  // namespace
}  // namespace fftcore::test::ranges_test
