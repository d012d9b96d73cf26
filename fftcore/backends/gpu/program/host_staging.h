// SPDX-License-Identifier: LGPL-2.1-or-later
// The place on the device of a buffer that the caller has in host memory.
#pragma once

#include <cstddef>
#include <memory>

#include "device.h"
#include "strided_values.h"

namespace fftcore {

/// Memory of the device, and what copies go through. One thread at a time.
class HostStaging {
 public:
  /// What copies go through between a buffer and the device, unless the buffer is in pinned memory
  /// and few copies do.
  enum class Through {
    nothing,          ///< or there are none
    pinned,           ///< pinned memory, where the device has such
    any_host_memory,  ///< else ordinary memory, as values need it that lie far apart one by one
  };
  HostStaging(Device& device, std::size_t size_bytes, Through through);

  const DeviceMemory* memory() const { return memory_.get(); }

  /// Enqueues; the host's values must stay until the stream is waited for. Waits for nothing where
  /// no earlier copy is under way.
  void copy_in(DeviceStream& stream, const void* host, const StridedValues& values);
  /// Enqueues; finish_copy_out() after the stream was waited for.
  void copy_out(DeviceStream& stream, void* host, const StridedValues& values);
  void finish_copy_out(void* host, const StridedValues& values) const;

 private:
  bool goes_by_itself(const void* host, const StridedValues& values) const;
  void copy_in_through(DeviceStream& stream, const std::byte* host, const StridedValues& values);

  Device& device_;
  std::size_t size_bytes_;
  bool is_under_way_ = false;  // a copy out of through_
  std::unique_ptr<DeviceMemory> memory_;
  std::unique_ptr<PinnedMemory> through_;  // or null
};

}  // namespace fftcore
