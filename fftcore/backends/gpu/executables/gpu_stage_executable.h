// SPDX-License-Identifier: LGPL-2.1-or-later
// Image -> half spectrum, or back, on a GPU. What lies in host memory is copied in or out.
#pragma once

#include <memory>
#include <string>

#include "fftcore/backend.h"
#include "gain_slot.h"
#include "gpu_program.h"

namespace fftcore {

class GpuForwardExecutable final : public StageExecutable {
 public:
  /// The plan is forward_launches().
  GpuForwardExecutable(const ForwardStage& stage, LaunchPlan plan, std::shared_ptr<Device> device);

  void run(Queue& queue, ConstBuffer input, Buffer output) override;
  std::string plan_text() const override { return program_.text(to_string(stage_)); }

 private:
  const ForwardStage stage_;
  const Ports ports_;
  GpuProgram program_;
};

class GpuInverseExecutable final : public StageExecutable {
 public:
  /// The plan is inverse_launches().
  GpuInverseExecutable(const InverseStage& stage, LaunchPlan plan, std::shared_ptr<Device> device);

  void set_gain(float gain, float offset) override { gain_.set(gain, offset); }
  void run(Queue& queue, ConstBuffer input, Buffer output) override {
    run(queue, input, {}, output);
  }
  void run(Queue& queue, ConstBuffer input, ConstBuffer source, Buffer output) override;
  std::string plan_text() const override { return program_.text(to_string(stage_)); }

 private:
  const InverseStage stage_;
  const Ports ports_;
  GpuProgram program_;
  GainSlot gain_;
};

}  // namespace fftcore
