// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters of windows on a GPU. What lies in host memory is copied in or out, the filters both.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "fftcore/backend.h"
#include "filter_places.h"
#include "gpu_run.h"

namespace fftcore {

class GpuFilterExecutable final : public FilterExecutable {
 public:
  /// The plan is plan_launches().
  GpuFilterExecutable(const WindowFilters& filters, LaunchPlan plan,
                      std::shared_ptr<Device> device);

  void set(const Setting& setting) override;
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& stored = {}) override;
  std::string plan_text() const override { return program_.text(to_string(filters())); }

 private:
  const Ports ports_;
  GpuProgram program_;
  std::int64_t count_;  ///< windows of the next run
  FilterPlaces places_;
};

}  // namespace fftcore
