// SPDX-License-Identifier: LGPL-2.1-or-later
// A convolution on a GPU. Images in host memory are copied in and out.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "fftcore/backend.h"
#include "gpu_queue.h"
#include "host_image.h"
#include "launch.h"
#include "plan.h"
#include "taps_slot.h"

namespace fftcore {

class GpuExecutable final : public ConvolutionExecutable {
 public:
  /// Of a plan of launches.
  GpuExecutable(const Convolution& problem, const Plan& plan, std::shared_ptr<Device> device);

  void set_taps(const Taps& taps) override { set_taps({&taps, 1}); }
  void set_taps(std::span<const Taps> taps) override;
  void set_gain(float gain, float offset) override { kernel_.set_gain(gain, offset); }
  void run(Queue& queue, ConstBuffer input, Buffer output) override;
  const Convolution& problem() const override { return problem_; }
  std::string plan_text() const override { return to_string(plan_); }

 private:
  const LaunchPlan& launches() const { return std::get<LaunchPlan>(plan_.geometry); }

  const Convolution problem_;
  const Plan plan_;
  std::shared_ptr<Device> device_;  // before what is made from it
  std::vector<Launch> run_, run_unaligned_, set_taps_;
  // by Place; of the caller's own and the spectrum none
  std::array<std::unique_ptr<DeviceMemory>, kPlaces> memory_;
  HostImage input_, output_;

  // set_taps()'s own: it may run beside run().
  std::mutex taps_mutex_;
  std::unique_ptr<DeviceStream> taps_stream_;

  TapsSlot<DeviceMemory> kernel_;
};

}  // namespace fftcore
