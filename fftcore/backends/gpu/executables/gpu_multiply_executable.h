// SPDX-License-Identifier: LGPL-2.1-or-later
// Half spectrum times taps, or times another one, on a GPU. What lies in host memory is copied in
// or out.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "fftcore/backend.h"
#include "gpu_program.h"
#include "taps_slot.h"

namespace fftcore {

class GpuMultiplyExecutable final : public MultiplyExecutable {
 public:
  /// The plan is plan_launches().
  GpuMultiplyExecutable(const MultiplyStage& stage, LaunchPlan plan,
                        std::shared_ptr<Device> device);

  void set(const Setting& setting) override;
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace = {}) override;
  std::string plan_text() const override { return program_.text(to_string(stage())); }

 private:
  void transform(std::span<const Taps> taps);

  const Ports ports_;
  GpuProgram program_;
  TapsSlot<DeviceMemory> taps_;
};

}  // namespace fftcore
