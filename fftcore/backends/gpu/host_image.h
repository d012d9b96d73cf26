// SPDX-License-Identifier: LGPL-2.1-or-later
// The place on the device of images that are in host memory. Only samples are touched at the host, never what lies between.
#pragma once

#include "fftcore/backend.h"
#include "strided_copy.h"

namespace fftcore {

/// From the first sample to the last, as the Layout says.
std::size_t span_bytes(const Layout& layout);

class HostImage {
 public:
  /// The image lies on the device as the Layout says.
  HostImage(Device& device, const Layout& layout);

  const DeviceMemory* memory() const { return copy_.memory(); }

  /// Enqueues; the host's image must stay until the stream is waited for. Waits for nothing where no earlier copy is under way.
  void copy_in(DeviceStream& stream, ConstBuffer host);
  /// Enqueues; finish_copy_out() after the stream was waited for.
  void copy_out(DeviceStream& stream, Buffer host);
  void finish_copy_out(Buffer host) const;

 private:
  Layout layout_;
  StridedCopy copy_;
};

}  // namespace fftcore
