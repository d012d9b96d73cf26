// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoising on a GPU. Frames in host memory are copied in, the output out.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "fftcore/backend.h"
#include "gpu_run.h"
#include "taps_slot.h"

namespace fftcore {

class GpuDenoiseExecutable final : public DenoiseExecutable {
 public:
  /// The plan is denoise_launches().
  GpuDenoiseExecutable(const Denoise& denoise, LaunchPlan plan, std::shared_ptr<Device> device);

  void set_strength(const DenoiseStrength& strength) override;
  void run(Queue& queue, std::span<const ConstBuffer> frames, Buffer output) override;
  const Denoise& denoise() const override { return denoise_; }
  std::string plan_text() const override { return program_.text(to_string(denoise_)); }

 private:
  const Denoise denoise_;
  const Ports ports_;
  GpuProgram program_;
  TapsSlot<DeviceMemory> strength_;
};

}  // namespace fftcore
