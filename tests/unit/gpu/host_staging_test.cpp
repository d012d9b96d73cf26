// SPDX-License-Identifier: LGPL-2.1-or-later
// Values of callers' buffers on their way to a device and back, and nothing that lies between.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "counting_device.h"
#include "host_staging.h"

namespace host_staging_test {

using namespace fftcore;

namespace {

class Bytes final : public DeviceMemory {
 public:
  explicit Bytes(std::size_t size) : DeviceMemory(size), values(size, std::byte{0xEE}) {}
  BorrowedMemory from(std::size_t) const override { return {}; }
  std::vector<std::byte> values;
};

/// Copies at once.
class CopyingStream final : public DeviceStream {
 public:
  void copy_in(DeviceMemory& to, const void* from, const CopyShape& shape) override {
    sources.push_back(from);
    auto& bytes = static_cast<Bytes&>(to).values;
    for (std::size_t row = 0; row < shape.rows; ++row)
      std::memcpy(bytes.data() + shape.device_offset + row * shape.device_pitch,
                  static_cast<const std::byte*>(from) + row * shape.host_pitch, shape.row_bytes);
  }
  void copy_out(void* to, const DeviceMemory& from, const CopyShape& shape) override {
    targets.push_back(to);
    const auto& bytes = static_cast<const Bytes&>(from).values;
    for (std::size_t row = 0; row < shape.rows; ++row)
      std::memcpy(static_cast<std::byte*>(to) + row * shape.host_pitch,
                  bytes.data() + shape.device_offset + row * shape.device_pitch, shape.row_bytes);
  }
  void launch(LoadedKernel&, Start, std::span<const Argument>) override {}
  void wait() override {}
  std::vector<const void*> sources, targets;  // of copies in and out
};

class CopyingDevice final : public test::CountingDevice {
 public:
  std::unique_ptr<DeviceMemory> allocate(std::size_t size) override {
    return std::make_unique<Bytes>(size);
  }
};

/// Bytes 1, 2, ... there and back into memory of 0xFF.
std::vector<std::byte> there_and_back(const StridedValues& values, std::size_t host_bytes,
                                      HostStaging::Through through, bool has_pinned) {
  CopyingDevice device;
  device.takes_device_pointers = has_pinned;
  HostStaging staging(device, reach_bytes(values), through);
  CopyingStream stream;
  std::vector<std::byte> from(host_bytes), to(host_bytes, std::byte{0xFF});
  for (std::size_t i = 0; i < host_bytes; ++i) from[i] = static_cast<std::byte>(i + 1);
  staging.copy_in(stream, from.data(), values);
  staging.copy_out(stream, to.data(), values);
  staging.finish_copy_out(to.data(), values);
  return to;
}

}  // namespace

TEST(HostStaging, TouchesSamplesAndNothingElse) {
  const Layout image = Layout::interleaved(SampleType::u8, {3, 5}, 2, 12);
  // At the host rows have a stride of 14, on the device of 12.
  const StridedValues values = values_at(image_values(image), image, 14, 0);
  EXPECT_EQ(reach_bytes(values), 2 * 12 + 10U);
  for (const bool has_pinned : {false, true}) {
    const auto back = there_and_back(values, 40, HostStaging::Through::pinned, has_pinned);
    for (std::size_t i = 0; i < back.size(); ++i)
      EXPECT_EQ(back[i], static_cast<std::byte>(i % 14 < 10 && i < 38 ? i + 1 : 0xFF)) << i;
  }
}

// Of an image that begins with sample 1 of a word: rows of 11 samples, in words of 3.
TEST(HostStaging, CopiesWholeWordsThatAreShared) {
  const Layout image = Layout::interleaved(SampleType::u10_packed, {2, 11}, 1, 15);
  EXPECT_EQ(reach_bytes(image_values(image)), 20 + 20U) << "room for any sample of the first word";
  const StridedValues values = values_at(image_values(image, 1), image, 18, 1);
  for (const bool has_pinned : {false, true}) {
    const auto back = there_and_back(values, 48, HostStaging::Through::pinned, has_pinned);
    for (std::size_t i = 0; i < back.size(); ++i)
      EXPECT_EQ(back[i], static_cast<std::byte>(i % 24 < 16 ? i + 1 : 0xFF)) << i;
  }
}

TEST(HostStaging, LeavesOutChannels) {
  const Layout image = Layout::interleaved(SampleType::u8, {2, 3}, 4);
  const StridedValues values = image_values(image, 0b1010);
  for (const bool has_pinned : {false, true}) {
    const auto back = there_and_back(values, 24, HostStaging::Through::any_host_memory, has_pinned);
    for (std::size_t i = 0; i < back.size(); ++i)
      EXPECT_EQ(back[i], static_cast<std::byte>(i % 2 == 0 ? i + 1 : 0xFF)) << i;
  }
}

namespace {

/// Bytes there and back, all of them or none in pinned memory of the caller's.
struct Trip {
  Trip(const StridedValues& values, std::size_t host_bytes, std::size_t pinned_bytes)
      : from(host_bytes), to(host_bytes, std::byte{0xFF}) {
    device.takes_device_pointers = true;
    device.pinned = {{from.data(), pinned_bytes}, {to.data(), pinned_bytes}};
    for (std::size_t i = 0; i < host_bytes; ++i) from[i] = static_cast<std::byte>(i * 7 + i / 251);
    HostStaging staging(device, reach_bytes(values), HostStaging::Through::pinned);
    staging.copy_in(stream, from.data(), values);
    staging.copy_out(stream, to.data(), values);
    staging.finish_copy_out(to.data(), values);
  }
  CopyingDevice device;
  CopyingStream stream;
  std::vector<std::byte> from, to;
};

}  // namespace

// Rows of 100 samples, 128 apart at the host.
TEST(HostStaging, CopiesPinnedMemoryByItself) {
  const Layout image = Layout::interleaved(SampleType::u8, {5, 100}, 1, 112);
  const StridedValues values = values_at(image_values(image), image, 128, 0);
  const Trip trip(values, 5 * 128, 5 * 128);
  ASSERT_EQ(trip.stream.sources.size(), 1U);
  EXPECT_EQ(trip.stream.sources[0], trip.from.data());
  ASSERT_EQ(trip.stream.targets.size(), 1U);
  EXPECT_EQ(trip.stream.targets[0], trip.to.data());
  for (std::size_t i = 0; i < trip.to.size(); ++i)
    ASSERT_EQ(trip.to[i], i % 128 < 100 ? trip.from[i] : std::byte{0xFF}) << i;
}

TEST(HostStaging, GoesThroughItsOwnWhereABufferIsPinnedInPart) {
  const Layout image = Layout::interleaved(SampleType::u8, {5, 100});
  const Trip trip(image_values(image), 500, 499);
  EXPECT_NE(trip.stream.sources.at(0), trip.from.data());
  EXPECT_NE(trip.stream.targets.at(0), trip.to.data());
  EXPECT_EQ(trip.to, trip.from);
}

TEST(HostStaging, GoesThroughItsOwnWhereCopiesWouldBeMany) {
  const Layout image = Layout::interleaved(SampleType::u8, {20, 100}, 2, 400);
  StridedValues values = image_values(image);
  values.axes[kColumns].host_stride = values.axes[kColumns].device_stride = 4;  // single samples
  const Trip trip(values, reach_bytes(values), reach_bytes(values));
  EXPECT_NE(trip.stream.sources.at(0), trip.from.data());
  for (std::size_t i = 0; i < trip.to.size(); ++i)
    ASSERT_EQ(trip.to[i], i % 4 < 2 ? trip.from[i] : std::byte{0xFF}) << i;
}

// So that the device fetches one while the processor fills the next.
TEST(HostStaging, CopiesLargeImagesInInParts) {
  for (const std::int64_t host_stride : {1000, 1024}) {
    const Layout image = Layout::interleaved(SampleType::u8, {1000, 1000});
    const StridedValues values = values_at(image_values(image), image, host_stride, 0);
    const auto bytes = static_cast<std::size_t>(999 * host_stride + 1000);
    const Trip trip(values, bytes, 0);
    EXPECT_EQ(trip.stream.sources.size(), 4U);
    for (std::size_t i = 0; i < bytes; ++i)
      ASSERT_EQ(trip.to[i],
                i % static_cast<std::size_t>(host_stride) < 1000 ? trip.from[i] : std::byte{0xFF})
          << i;
  }
}

// Planes of two rows each, one after the other.
TEST(HostStaging, CopiesSeveralBlocksInParts) {
  const Layout image = Layout::planar(SampleType::u8, {600, 700}, 3, 768);
  const Trip trip(image_values(image), reach_bytes(image_values(image)), 0);
  EXPECT_GT(trip.stream.sources.size(), 3U);
  for (std::size_t i = 0; i < trip.to.size(); ++i)
    ASSERT_EQ(trip.to[i], i % 768 < 700 ? trip.from[i] : std::byte{0xFF}) << i;
}

}  // namespace host_staging_test
