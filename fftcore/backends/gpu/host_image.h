// SPDX-License-Identifier: LGPL-2.1-or-later
// The place on the device of images that are in host memory. Only samples are touched at the host,
// never what lies between.
#pragma once

#include "fftcore/backend.h"
#include "strided_copy.h"

namespace fftcore {

/// From the first sample to the last, as the Layout says.
std::size_t span_bytes(const Layout& layout);

/// Whether pairs of samples are aligned to such at the beginning of each row, as far as the caller
/// says.
bool begins_pairs(const Layout& layout, const void* data, std::int64_t row_stride);

class HostImage {
 public:
  /// The image lies on the device as the Layout says. Channels in `left_out` (bits) are not copied
  /// out.
  HostImage(Device& device, const Layout& layout, std::uint32_t left_out = 0);

  const DeviceMemory* memory() const { return copy_.memory(); }

  /// Enqueues; the host's image must stay until the stream is waited for. Waits for nothing where
  /// no earlier copy is under way.
  void copy_in(DeviceStream& stream, ConstBuffer host);
  /// Enqueues; finish_copy_out() after the stream was waited for.
  void copy_out(DeviceStream& stream, Buffer host);
  void finish_copy_out(Buffer host) const;

 private:
  Layout layout_;
  std::uint32_t left_out_;
  StridedCopy copy_;
};

}  // namespace fftcore
