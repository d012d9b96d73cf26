// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels of a Transform with zero padding, on memory that is NaN wherever nothing is stored.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "device_run.h"
#include "planner.h"

namespace fftcore::test {
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

/// Calls visit(float index) for all floats of the input that `transform` stores.
template <class Visit>
void for_each_stored(const fftcore::Transform& transform, const Visit& visit) {
  const std::int64_t floats =
      transform.kind == TransformKind::r2c || is_trigonometric(transform.kind) ? 1 : 2;
  std::vector<std::int64_t> places = {0};
  for (std::size_t axis = 0; axis < transform.axes.size(); ++axis) {
    const std::int64_t all = transform.kind == TransformKind::c2r && axis == 0
                                 ? transform.axes[axis].extent / 2 + 1
                                 : transform.axes[axis].extent;
    const fftcore::PointRange zero =
        transform.zero.empty() ? fftcore::PointRange{} : transform.zero[axis];
    std::vector<std::int64_t> next;
    for (std::int64_t i = 0; i < all; ++i) {
      const bool is_zero = zero.first <= zero.end ? i >= zero.first && i < zero.end
                                                  : i >= zero.first || i < zero.end;
      if (is_zero) continue;
      for (const std::int64_t place : places)
        next.push_back(place + i * transform.axes[axis].input_stride);
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
    for_each_stored(transform, [&](std::size_t i) { zeros[i] = poison[i] = random[i].real(); });
    const std::vector<float> output = output_of(transform, poison);
    EXPECT_EQ(output, output_of(transform, zeros)) << text;  // NaN is equal to nothing
  }
}

}  // namespace
}  // namespace fftcore::test
