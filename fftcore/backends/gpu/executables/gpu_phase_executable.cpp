// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_phase_executable.h"

#include <utility>

#include "fftcore/error.h"
#include "run_checks.h"

namespace fftcore {

GpuPhaseExecutable::GpuPhaseExecutable(const PhaseCorrelation& correlation, LaunchPlan plan,
                                       std::shared_ptr<Device> device)
    : correlation_(correlation),
      program_(std::move(plan), std::move(device),
               {{Place::input, correlation.image},
                CallersBuffer(Place::output, surface_layout(correlation))
                    .given(correlation.has_surface)}),
      spectra_{program_.allocate(Place::spectrum), program_.allocate(Place::spectrum)},
      found_(program_.device(), peak_rules(correlation_)) {}

void GpuPhaseExecutable::bind(GpuRun& run, ConstBuffer image) const {
  run.read(Place::input, image, "image");
  run.bindings().memory[Place::spectrum] = spectra_[reference_].get();
  run.bindings().memory[Place::own_spectrum] = spectra_[1 - reference_].get();
}

void GpuPhaseExecutable::set_reference(Queue& queue, ConstBuffer image) {
  GpuRun run(program_, queue);
  PhaseCorrelation read_only = correlation_;
  read_only.has_surface = false;
  check_images(read_only, image, {}, &program_.device());
  // The last image stays, which may be the reference of now.
  if (last_ == reference_) reference_ = 1 - last_;
  bind(run, image);
  run.launch_reference();
  run.finish();
  has_reference_ = true;
}

void GpuPhaseExecutable::keep_as_reference() {
  if (!has_last_) throw InvalidArgument("keep_as_reference() before run(): there is no image yet");
  reference_ = last_;
  has_reference_ = true;
}

void GpuPhaseExecutable::run(Queue& queue, ConstBuffer image, Buffer surface) {
  GpuRun run(program_, queue);
  check_images(correlation_, image, surface, &program_.device());
  if (!has_reference_)
    throw InvalidArgument("run() before set_reference(): there is no reference yet");
  bind(run, image);
  run.write(Place::output, correlation_.has_surface ? surface : Buffer{}, "surface");
  run.bindings().memory[Place::found] = found_.place();
  run.launch();
  last_ = 1 - reference_;
  has_last_ = true;
  found_.searched_on(run.stream());
  run.finish();
}

}  // namespace fftcore
