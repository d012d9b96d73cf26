// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_phase_executable.h"

#include <utility>

#include "fftcore/error.h"
#include "port_checks.h"

namespace fftcore {

GpuPhaseExecutable::GpuPhaseExecutable(const PhaseCorrelation& correlation, LaunchPlan plan,
                                       std::shared_ptr<Device> device)
    : PhaseExecutable(correlation),
      ports_(ports_of(correlation)),
      program_(std::move(plan), std::move(device),
               {ports_.inputs[0],
                CallersBuffer(surface_port(correlation)).given(correlation.has_surface)}),
      spectra_{program_.allocate(Place::spectrum), program_.allocate(Place::spectrum)},
      found_(program_.device(), peak_rules(correlation)) {}

void GpuPhaseExecutable::bind_spectra(GpuRun& run) const {
  run.bindings().memory[Place::spectrum] = spectra_[reference_].get();
  run.bindings().memory[Place::own_spectrum] = spectra_[1 - reference_].get();
}

void GpuPhaseExecutable::set(const Setting& setting) {
  if (const auto* given = std::get_if<ReferenceImage>(&setting))
    read_reference(given->queue, given->image);
  else if (std::holds_alternative<LastImage>(setting))
    keep_last();
  else
    Executable::set(setting);
}

void GpuPhaseExecutable::read_reference(Queue& queue, const ConstBuffer& image) {
  GpuRun run(program_, queue);
  check_input(ports_.inputs[0], image, &program_.device());
  run.read(ports_.inputs[0], image);
  // The last image stays, which may be the reference of now.
  if (last_ == reference_) reference_ = 1 - last_;
  bind_spectra(run);
  run.launch_reference();
  run.finish();
  has_reference_ = true;
}

void GpuPhaseExecutable::keep_last() {
  if (!has_last_) throw InvalidArgument("keep_as_reference() before run(): there is no image yet");
  reference_ = last_;
  has_reference_ = true;
}

void GpuPhaseExecutable::run_any(Queue& queue, std::span<const ConstBuffer> images,
                                 const Buffer& surface, const Buffer&) {
  GpuRun run(program_, queue);
  run.take(ports_, images, surface);
  if (!has_reference_)
    throw InvalidArgument("run() before set_reference(): there is no reference yet");
  bind_spectra(run);
  run.bindings().memory[Place::found] = found_.place();
  run.launch();
  last_ = 1 - reference_;
  has_last_ = true;
  found_.searched_on(run.stream());
  run.finish();
}

}  // namespace fftcore
