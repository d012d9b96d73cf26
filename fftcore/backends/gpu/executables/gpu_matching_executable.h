// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching on a GPU. Images in host memory are copied in, surfaces out.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "fftcore/backend.h"
#include "found_peaks.h"
#include "gpu_program.h"
#include "taps_slot.h"

namespace fftcore {

class GpuMatchingExecutable final : public MatchingExecutable {
 public:
  /// The plan is plan_launches().
  GpuMatchingExecutable(const TemplateMatching& matching, LaunchPlan plan,
                        std::shared_ptr<Device> device);

  void set(const Setting& setting) override;
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace = {}) override;
  std::span<const Peak> found() override { return found_.peaks(); }
  std::string plan_text() const override { return program_.text(to_string(matching())); }

 private:
  const Ports ports_;
  GpuProgram program_;
  FoundPeaks found_;
  TapsSlot<DeviceMemory> templates_;
};

}  // namespace fftcore
