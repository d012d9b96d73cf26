// SPDX-License-Identifier: LGPL-2.1-or-later
// Image -> half spectrum, or back, on a GPU. What lies in host memory is copied in or out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fftcore/backend.h"
#include "gain_slot.h"
#include "gpu_queue.h"
#include "host_image.h"
#include "host_spectrum.h"
#include "launch.h"

namespace fftcore {

class GpuForwardExecutable final : public StageExecutable {
 public:
  /// Of forward_launches().
  GpuForwardExecutable(const ForwardStage& stage, LaunchPlan plan, std::shared_ptr<Device> device);

  void run(Queue& queue, ConstBuffer input, Buffer output) override;
  std::string plan_text() const override;

 private:
  const ForwardStage stage_;
  const LaunchPlan plan_;
  std::shared_ptr<Device> device_;  // before what is made from it
  std::vector<Launch> run_;
  HostImage image_;
  HostSpectrum spectrum_;
};

class GpuInverseExecutable final : public StageExecutable {
 public:
  /// Of inverse_launches().
  GpuInverseExecutable(const InverseStage& stage, LaunchPlan plan, std::shared_ptr<Device> device);

  void set_gain(float gain, float offset) override { gain_.set(gain, offset); }
  void run(Queue& queue, ConstBuffer input, Buffer output) override {
    run(queue, input, {}, output);
  }
  void run(Queue& queue, ConstBuffer input, ConstBuffer source, Buffer output) override;
  std::string plan_text() const override;

 private:
  const InverseStage stage_;
  const LaunchPlan plan_;
  std::shared_ptr<Device> device_;  // before what is made from it
  std::vector<Launch> run_, run_unaligned_;
  std::unique_ptr<DeviceMemory> work_;  // null where there is no launch for columns
  HostSpectrum spectrum_;
  std::optional<HostImage> source_;  // of a stage that copies
  HostImage image_;
  GainSlot gain_;
};

}  // namespace fftcore
