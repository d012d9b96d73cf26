// SPDX-License-Identifier: LGPL-2.1-or-later
// A work on a GPU whose runs are its launches on its ports, without anything that is set. What lies
// in host memory is copied in or out.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>

#include "fftcore/backend.h"
#include "gpu_program.h"
#include "gpu_run.h"
#include "kinds.h"

namespace fftcore {

template <class Work>
class GpuPlainExecutable final : public ExecutableOf<Work>::type {
 public:
  /// The plan is plan_launches().
  GpuPlainExecutable(const Work& work, LaunchPlan plan, std::shared_ptr<Device> device)
      : ExecutableOf<Work>::type(work),
        ports_(ports_of(work)),
        program_(std::move(plan), std::move(device), buffers_of(ports_)) {}

  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& = {}) override {
    GpuRun run(program_, queue);
    run.take(ports_, inputs, output);
    if (ports_.keeps_output) run.keep_output();
    // Not early: the launch before may have written the inputs, which kernels take to be constant.
    run.launch();
    run.finish();
  }
  std::string plan_text() const override { return program_.text(text_of(this->work())); }

 private:
  const Ports ports_;
  GpuProgram program_;
};

}  // namespace fftcore
