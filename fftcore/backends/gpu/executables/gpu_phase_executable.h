// SPDX-License-Identifier: LGPL-2.1-or-later
// A phase correlation on a GPU. Images in host memory are copied in, surfaces out.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>

#include "fftcore/backend.h"
#include "found_peaks.h"
#include "gpu_run.h"

namespace fftcore {

class GpuPhaseExecutable final : public PhaseExecutable {
 public:
  /// The plan is plan_launches().
  GpuPhaseExecutable(const PhaseCorrelation& correlation, LaunchPlan plan,
                     std::shared_ptr<Device> device);

  void set(const Setting& setting) override;
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace = {}) override;
  std::span<const Peak> found() override { return found_.peaks(); }
  std::string plan_text() const override { return program_.text(to_string(correlation())); }

 private:
  void read_reference(Queue& queue, const ConstBuffer& image);
  void keep_last();
  /// Binds both spectra.
  void bind_spectra(GpuRun& run) const;

  const Ports ports_;
  GpuProgram program_;
  std::array<std::unique_ptr<DeviceMemory>, 2> spectra_;
  std::size_t reference_ = 0, last_ = 1;  // of spectra_; equal where the last image was kept
  bool has_reference_ = false, has_last_ = false;
  FoundPeaks found_;
};

}  // namespace fftcore
