// SPDX-License-Identifier: LGPL-2.1-or-later
// Half spectrum -> image on a GPU. What lies in host memory is copied in or out.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "fftcore/backend.h"
#include "gain_slot.h"
#include "gpu_program.h"

namespace fftcore {

class GpuInverseExecutable final : public StageExecutable {
 public:
  /// The plan is plan_launches().
  GpuInverseExecutable(const InverseStage& stage, LaunchPlan plan, std::shared_ptr<Device> device);

  void set(const Setting& setting) override;
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace = {}) override;
  std::string plan_text() const override { return program_.text(to_string(stage_)); }

 private:
  const InverseStage& stage_ = std::get<InverseStage>(work());
  const Ports ports_;
  GpuProgram program_;
  GainSlot gain_;
};

}  // namespace fftcore
