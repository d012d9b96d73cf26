// SPDX-License-Identifier: LGPL-2.1-or-later
// A phase correlation on a GPU. Images in host memory are copied in, surfaces out.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "fftcore/backend.h"
#include "found_peaks.h"
#include "gpu_queue.h"
#include "host_image.h"
#include "launch.h"

namespace fftcore {

class GpuPhaseExecutable final : public PhaseExecutable {
 public:
  /// Of a plan of launches.
  GpuPhaseExecutable(const PhaseCorrelation& correlation, LaunchPlan plan,
                     std::shared_ptr<Device> device);

  void set_reference(Queue& queue, ConstBuffer image) override;
  void keep_as_reference() override;
  void run(Queue& queue, ConstBuffer image, Buffer surface) override;
  std::span<const Peak> peaks() override { return found_.peaks(); }
  const PhaseCorrelation& correlation() const override { return correlation_; }
  std::string plan_text() const override;

 private:
  /// Enqueues the image's copy where it is in host memory, and adds to the bindings what all
  /// launches have in common.
  void bind(Bindings& bindings, DeviceStream& stream, ConstBuffer image);

  const PhaseCorrelation correlation_;
  const LaunchPlan plan_;
  std::shared_ptr<Device> device_;           // before what is made from it
  std::vector<Launch> run_, set_reference_;  // the latter after the first of the former
  // by Place; of the caller's own, the spectra and what is found none; S only where no surface is
  // wanted
  std::array<std::unique_ptr<DeviceMemory>, kPlaces> memory_;
  std::array<std::unique_ptr<DeviceMemory>, 2> spectra_;
  std::size_t reference_ = 0, last_ = 1;  // of spectra_; the same where the last image was kept
  bool has_reference_ = false, has_last_ = false;
  HostImage input_;
  std::optional<HostImage> surface_;  // where a surface is wanted, for host memory
  FoundPeaks found_;
};

}  // namespace fftcore
