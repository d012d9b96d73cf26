// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching on a GPU. Images in host memory are copied in, surfaces out.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "fftcore/backend.h"
#include "found_peaks.h"
#include "gpu_queue.h"
#include "host_image.h"
#include "launch.h"
#include "taps_slot.h"

namespace fftcore {

class GpuMatchingExecutable final : public MatchingExecutable {
 public:
  /// Of a plan of launches.
  GpuMatchingExecutable(const TemplateMatching& matching, LaunchPlan plan,
                        std::shared_ptr<Device> device);

  void set_templates(std::span<const Taps> templates) override;
  void run(Queue& queue, ConstBuffer image, Buffer surface) override;
  std::span<const Peak> peaks() override { return found_.peaks(); }
  const TemplateMatching& matching() const override { return matching_; }
  std::string plan_text() const override;

 private:
  const TemplateMatching matching_;
  const LaunchPlan plan_;
  std::shared_ptr<Device> device_;  // before what is made from it
  std::vector<Launch> run_, set_templates_;
  // by Place, of the caller's own, the spectrum and what is found none; S only where no surface is
  // wanted
  std::array<std::unique_ptr<DeviceMemory>, kPlaces> memory_;
  HostImage image_;
  std::optional<HostImage> surface_;  // where a surface is wanted, for host memory
  FoundPeaks found_;

  // set_templates()'s own: it may run beside run().
  std::mutex templates_mutex_;
  std::unique_ptr<DeviceStream> templates_stream_;

  TapsSlot<DeviceMemory> templates_;
};

}  // namespace fftcore
