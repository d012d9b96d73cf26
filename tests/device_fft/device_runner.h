// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels that a user writes around an emitted FFT, on a device.
#pragma once

#include <memory>
#include <string>

#include "fft_case.h"

namespace device_fft {

class DeviceRunner {
 public:
  virtual ~DeviceRunner() = default;
  virtual fftcore::Language language() const = 0;
  virtual bool has_halves() const { return true; }
  virtual std::int64_t shared_bytes() const = 0;  ///< of a block
  /// The output of a kernel `test`, whose bytes were all ones before.
  virtual Bytes run(const std::string& source, const Case& c, const Bytes& input) = 0;
};

/// Of FFTCORE_TEST_DEVICE: cuda, by NVRTC, or opencl. Null with `reason` where there is none.
std::unique_ptr<DeviceRunner> device_runner(std::string& reason);
std::unique_ptr<DeviceRunner> opencl_runner();
std::unique_ptr<DeviceRunner> cuda_runner();

}  // namespace device_fft
