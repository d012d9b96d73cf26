// SPDX-License-Identifier: LGPL-2.1-or-later
// A Transform on a GPU. Values in host memory are copied in and out.
#pragma once

#include <memory>
#include <string>

#include "fftcore/backend.h"
#include "gpu_program.h"
#include "parameters_slot.h"

namespace fftcore {

class GpuTransformExecutable final : public TransformExecutable {
 public:
  /// The plan is plan_launches().
  GpuTransformExecutable(const Transform& transform, LaunchPlan plan,
                         std::shared_ptr<Device> device, Workspace workspace = Workspace::own);

  void set(const Setting& setting) override;
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace = {}) override;
  std::size_t workspace_needed() const override { return workspace_.bytes; }
  std::string plan_text() const override { return program_.text(to_string(transform())); }

 private:
  const Ports ports_;
  const WorkspaceNeeds workspace_;
  GpuProgram program_;
  ParametersSlot parameters_;
};

}  // namespace fftcore
