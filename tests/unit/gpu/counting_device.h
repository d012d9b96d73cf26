// SPDX-License-Identifier: LGPL-2.1-or-later
// A device that computes nothing and counts what it is asked for.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "device.h"
#include "device_traits.h"

namespace fftcore::test {

struct Counts {
  std::atomic<int> allocations = 0, loads = 0, launches = 0, early_launches = 0, copies = 0,
                   waits = 0;
  std::atomic<const LoadedKernel*> last_launched = nullptr;
  std::vector<std::vector<Argument>> arguments;  ///< of all launches, in order; by one thread
};

class CountedPinned final : public PinnedMemory {
 public:
  explicit CountedPinned(std::size_t size) : bytes_(size) {}
  std::byte* data() override { return bytes_.data(); }

 private:
  std::vector<std::byte> bytes_;
};

/// Ranges of pinned memory that a test has.
struct PinnedRange {
  const std::byte* begin;
  std::size_t size;
};

class CountedMemory final : public DeviceMemory {
 public:
  explicit CountedMemory(std::size_t size) : DeviceMemory(size) {}
  BorrowedMemory from(std::size_t) const override { return {}; }
};

class CountedStream : public DeviceStream {
 public:
  explicit CountedStream(Counts& counts) : counts_(counts) {}
  void copy_in(DeviceMemory& to, const void*, const CopyShape& shape) override { copy(to, shape); }
  void copy_out(void*, const DeviceMemory& from, const CopyShape& shape) override {
    copy(from, shape);
  }
  void launch(LoadedKernel& kernel, Start start, std::span<const Argument> arguments) override {
    ++counts_.launches;
    counts_.last_launched = &kernel;
    if (start == Start::early) ++counts_.early_launches;
    counts_.arguments.emplace_back(arguments.begin(), arguments.end());
    for (const Argument& argument : arguments) {
      const auto* memory = std::get_if<const DeviceMemory*>(&argument);
      EXPECT_TRUE(memory == nullptr || *memory != nullptr);
    }
  }
  void wait() override { ++counts_.waits; }

 private:
  void copy(const DeviceMemory& memory, const CopyShape& shape) {
    ++counts_.copies;
    EXPECT_LE(shape.device_offset + (shape.rows - 1) * shape.device_pitch + shape.row_bytes,
              memory.size_bytes());
  }
  Counts& counts_;
};

class CountingDevice : public Device {
 public:
  const DeviceInfo& info() const override { return info_; }
  std::unique_ptr<DeviceMemory> allocate(std::size_t size) override {
    ++counts.allocations;
    return std::make_unique<CountedMemory>(size);
  }
  std::unique_ptr<DeviceStream> create_stream() override {
    return std::make_unique<CountedStream>(counts);
  }
  std::unique_ptr<PinnedMemory> allocate_pinned(std::size_t size) override {
    return takes_device_pointers ? std::make_unique<CountedPinned>(size) : nullptr;
  }
  bool is_pinned(const void* data) const override {
    const auto* const at = static_cast<const std::byte*>(data);
    return std::ranges::any_of(pinned, [&](const PinnedRange& range) {
      return at >= range.begin && at < range.begin + range.size;
    });
  }
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
  bool takes_pointers() const override { return takes_device_pointers; }
  Counts counts;
  bool takes_device_pointers = false;
  std::vector<PinnedRange> pinned;  // what the test says is

 private:
  DeviceInfo info_;
};

}  // namespace fftcore::test
