// SPDX-License-Identifier: LGPL-2.1-or-later
// Half spectrum times taps, or times another one, on a GPU. What lies in host memory is copied in
// or out.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fftcore/backend.h"
#include "gpu_queue.h"
#include "host_spectrum.h"
#include "launch.h"
#include "taps_slot.h"

namespace fftcore {

class GpuMultiplyExecutable final : public MultiplyExecutable {
 public:
  /// Of multiply_launches().
  GpuMultiplyExecutable(const MultiplyStage& stage, LaunchPlan plan,
                        std::shared_ptr<Device> device);

  void set_taps(std::span<const Taps> taps) override;
  void run(Queue& queue, ConstBuffer input, ConstBuffer kernel, Buffer output) override;
  const MultiplyStage& stage() const override { return stage_; }
  std::string plan_text() const override;

 private:
  const MultiplyStage stage_;
  const LaunchPlan plan_;
  std::shared_ptr<Device> device_;  // before what is made from it
  std::vector<Launch> run_, set_taps_;
  std::unique_ptr<DeviceMemory> work_;  // or null
  HostSpectrum input_, output_;
  std::optional<HostSpectrum> kernel_input_;  // where the stage has no taps

  // set_taps()'s own: it may run beside run().
  std::mutex taps_mutex_;
  std::unique_ptr<DeviceMemory> taps_;
  std::unique_ptr<DeviceStream> taps_stream_;

  TapsSlot<DeviceMemory> kernel_;
};

}  // namespace fftcore
