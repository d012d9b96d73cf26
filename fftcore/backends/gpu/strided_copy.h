// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory of the device beside memory of the host. Only values are touched at the host, never what
// lies between.
#pragma once

#include <array>
#include <memory>

#include "device.h"

namespace fftcore {

/// An axis of values, in bytes.
struct ByteAxis {
  std::size_t count = 1;
  std::size_t host_stride = 0;
  std::size_t device_stride = 0;
};

struct StridedValues {
  std::size_t value_bytes = 0;
  std::size_t offset = 0;  ///< of the first, on both sides
  std::array<ByteAxis, 6> axes;
};

class StridedCopy {
 public:
  /// Copies go through pinned memory where the device has such. `staged`: else through other memory
  /// of the host, as values that lie far apart one by one need it.
  StridedCopy(Device& device, std::size_t size_bytes, bool staged = false);

  const DeviceMemory* memory() const { return memory_.get(); }

  /// Enqueues; the host's values must stay until the stream is waited for. Waits for nothing where
  /// no earlier copy is under way.
  void copy_in(DeviceStream& stream, const void* host, const StridedValues& values);
  /// Enqueues; finish_copy_out() after the stream was waited for.
  void copy_out(DeviceStream& stream, void* host, const StridedValues& values);
  void finish_copy_out(void* host, const StridedValues& values) const;

 private:
  std::size_t size_bytes_;
  std::unique_ptr<DeviceMemory> memory_;
  std::unique_ptr<PinnedMemory> pinned_;  // or null
};

}  // namespace fftcore
