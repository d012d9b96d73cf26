// SPDX-License-Identifier: LGPL-2.1-or-later
// A kernel of a convolution on its device, with its twiddle table and the places of its arguments.
#pragma once

#include <vector>

#include "device.h"
#include "stage_kernel.h"

namespace fftcore {

/// What a launch may ask for, by the names that kernels use.
struct Bindings {
  const DeviceMemory* input = nullptr;
  const DeviceMemory* output = nullptr;
  const DeviceMemory* kernel_spectrum = nullptr;
  std::int32_t input_row_stride = 0;   ///< samples
  std::int32_t output_row_stride = 0;  ///< samples
  float gain = 1;
  float offset = 0;
};

class Launch {
 public:
  /// `kernel` is the stage's, loaded by the device. Copies the table.
  Launch(Device& device, const StageKernel& stage, std::unique_ptr<LoadedKernel> kernel);
  /// Allocates nothing and waits for nothing. One thread at a time.
  void enqueue(DeviceStream& stream, const Bindings& bindings);

 private:
  enum class Slot : std::uint8_t { input, output, kernel_spectrum, twiddles, input_row_stride, output_row_stride, gain, offset };
  static Slot slot_of(const ast::Parameter& parameter);

  std::unique_ptr<LoadedKernel> kernel_;
  std::unique_ptr<DeviceMemory> twiddles_;
  std::vector<Slot> slots_;
};

}  // namespace fftcore
