// SPDX-License-Identifier: LGPL-2.1-or-later
// Values of callers' buffers on their way to a device and back, and nothing that lies between.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "counting_device.h"
#include "host_staging.h"

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
    auto& bytes = static_cast<Bytes&>(to).values;
    for (std::size_t row = 0; row < shape.rows; ++row)
      std::memcpy(bytes.data() + shape.device_offset + row * shape.device_pitch,
                  static_cast<const std::byte*>(from) + row * shape.host_pitch, shape.row_bytes);
  }
  void copy_out(void* to, const DeviceMemory& from, const CopyShape& shape) override {
    const auto& bytes = static_cast<const Bytes&>(from).values;
    for (std::size_t row = 0; row < shape.rows; ++row)
      std::memcpy(static_cast<std::byte*>(to) + row * shape.host_pitch,
                  bytes.data() + shape.device_offset + row * shape.device_pitch, shape.row_bytes);
  }
  void launch(LoadedKernel&, Start, std::span<const Argument>) override {}
  void wait() override {}
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
  const Layout image = Layout::interleaved(Element::u8, {3, 5}, 2, 12);
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
  const Layout image = Layout::interleaved(Element::u10_packed, {2, 11}, 1, 15);
  EXPECT_EQ(reach_bytes(image_values(image)), 20 + 20U) << "room for any sample of the first word";
  const StridedValues values = values_at(image_values(image, 1), image, 18, 1);
  for (const bool has_pinned : {false, true}) {
    const auto back = there_and_back(values, 48, HostStaging::Through::pinned, has_pinned);
    for (std::size_t i = 0; i < back.size(); ++i)
      EXPECT_EQ(back[i], static_cast<std::byte>(i % 24 < 16 ? i + 1 : 0xFF)) << i;
  }
}

TEST(HostStaging, LeavesOutChannels) {
  const Layout image = Layout::interleaved(Element::u8, {2, 3}, 4);
  const StridedValues values = image_values(image, 0b1010);
  for (const bool has_pinned : {false, true}) {
    const auto back = there_and_back(values, 24, HostStaging::Through::any_host_memory, has_pinned);
    for (std::size_t i = 0; i < back.size(); ++i)
      EXPECT_EQ(back[i], static_cast<std::byte>(i % 2 == 0 ? i + 1 : 0xFF)) << i;
  }
}
