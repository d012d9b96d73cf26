// SPDX-License-Identifier: LGPL-2.1-or-later
// The place on the device of half spectra that are in host memory; what pads their rows is copied
// as well.
#pragma once

#include "fftcore/backend.h"
#include "strided_copy.h"

namespace fftcore {

class HostSpectrum {
 public:
  HostSpectrum(Device& device, const SpectrumLayout& layout)
      : values_{size_bytes(layout), 0, {}}, copy_(device, values_.value_bytes) {}

  const DeviceMemory* memory() const { return copy_.memory(); }

  /// As HostImage's.
  void copy_in(DeviceStream& stream, ConstBuffer host) {
    copy_.copy_in(stream, host.data, values_);
  }
  void copy_out(DeviceStream& stream, Buffer host) { copy_.copy_out(stream, host.data, values_); }
  void finish_copy_out(Buffer host) const { copy_.finish_copy_out(host.data, values_); }

 private:
  StridedValues values_;  // one run of bytes
  StridedCopy copy_;
};

}  // namespace fftcore
