// SPDX-License-Identifier: LGPL-2.1-or-later
// A convolution on a GPU. Images in host memory are copied in and out.
#pragma once

#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "fftcore/backend.h"
#include "gpu_program.h"
#include "image_access.h"
#include "plan.h"
#include "sample_limits.h"
#include "tap_signs.h"
#include "taps_slot.h"
#include "worker_pool.h"

namespace fftcore {

class GpuExecutable final : public ConvolutionExecutable {
 public:
  /// The plan is one of launches.
  GpuExecutable(const Convolution& problem, const Plan& plan, std::shared_ptr<Device> device);

  void set(const Setting& setting) override;
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace = {}) override;
  /// Where there is a plan for other taps, also which one the taps go by that are set.
  std::string plan_text() const override;

 private:
  /// Taps as one program takes them: of plans for some taps alone there are two.
  struct DeviceTaps {
    GpuProgram* program;
    std::shared_ptr<const DeviceMemory> memory;
    TapSigns signs;
  };
  using TapsValues = TapsSlot<DeviceTaps>::Values;

  void change(const Gain& gain);
  /// The taps for that gain.
  void transform(std::span<const Taps> taps, float gain);
  /// Launches of a Frame's buffers. `unit`: what samples were divided by. Calls meanwhile() while
  /// the device works.
  template <class Meanwhile>
  void launch(Queue& queue, const TapsValues& taps, double unit, const Frame& frame,
              Meanwhile meanwhile);

  const Ports ports_;
  const Plan plan_;
  const bool confines_not_finite_;  // from host memory to host memory
  const ImageAccess image_;
  SampleLimits limits_;  // of the last run between host memories
  WorkerPool pool_{1};
  GpuProgram program_;
  TapsSlot<DeviceTaps> taps_;

  std::mutex set_mutex_;  // guards what follows, of set_taps() and set_gain()
  float gain_ = 1;
  float most_gain_ = std::numeric_limits<float>::infinity();  ///< TapsSpectrum::most_gain
  std::vector<Taps> given_;                                   ///< where that is finite
};

}  // namespace fftcore
