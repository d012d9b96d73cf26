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
  /// The plan is plan_launches().
  GpuDenoiseExecutable(const Denoise& denoise, LaunchPlan plan, std::shared_ptr<Device> device);

  void set(const Setting& setting) final;
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace = {}) override;
  std::string plan_text() const override { return program_.text(to_string(denoise())); }

 private:
  const Ports ports_;
  GpuProgram program_;
  TapsSlot<DeviceMemory> strength_;
};

}  // namespace fftcore
