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
  /// The plan is matching_launches().
  GpuMatchingExecutable(const TemplateMatching& matching, LaunchPlan plan,
                        std::shared_ptr<Device> device);

  void set_templates(std::span<const Taps> templates) override;
  void run(Queue& queue, ConstBuffer image, Buffer surface) override;
  std::span<const Peak> peaks() override { return found_.peaks(); }
  const TemplateMatching& matching() const override { return matching_; }
  std::string plan_text() const override { return program_.text(to_string(matching_)); }

 private:
  const TemplateMatching matching_;
  const Ports ports_;
  GpuProgram program_;
  FoundPeaks found_;
  TapsSlot<DeviceMemory> templates_;
};

}  // namespace fftcore
