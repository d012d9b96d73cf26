// SPDX-License-Identifier: LGPL-2.1-or-later
// A Transform on a GPU. Values in host memory are copied in and out.
#pragma once

#include <memory>
#include <vector>

#include "fftcore/backend.h"
#include "gpu_queue.h"
#include "launch.h"
#include "run_checks.h"
#include "strided_copy.h"

namespace fftcore {

class GpuTransformExecutable final : public TransformExecutable {
 public:
  /// Of a plan of launches.
  GpuTransformExecutable(const Transform& transform, LaunchPlan plan,
                         std::shared_ptr<Device> device);

  void run(Queue& queue, ConstBuffer input, Buffer output) override;
  const Transform& transform() const override { return transform_; }
  std::string plan_text() const override;

 private:
  const Transform transform_;
  const LaunchPlan plan_;
  const TransformReach reach_;
  std::shared_ptr<Device> device_;  // before what is made from it
  std::vector<Launch> run_;
  std::unique_ptr<DeviceMemory> work_0_, work_1_;  // or null
  const StridedValues input_values_, output_values_;
  StridedCopy input_;
  std::unique_ptr<StridedCopy> own_output_;  // null in place: it is the input's
};

}  // namespace fftcore
