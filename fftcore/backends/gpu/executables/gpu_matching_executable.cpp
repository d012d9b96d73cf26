// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_matching_executable.h"

#include <utility>
#include <vector>

#include "gpu_run.h"
#include "setting_checks.h"
#include "templates.h"

namespace fftcore {

// S is stored in any case: peaks' neighbours are read from it, which costs less than a launch that
// computes them again.
GpuMatchingExecutable::GpuMatchingExecutable(const TemplateMatching& matching, LaunchPlan plan,
                                             std::shared_ptr<Device> device)
    : MatchingExecutable(matching),
      ports_(ports_of(matching)),
      program_(
          std::move(plan), std::move(device),
          {ports_.inputs[0], CallersBuffer(surface_port(matching)).given(matching.has_surface)}),
      found_(program_.device(), peak_rules(matching)) {}

void GpuMatchingExecutable::set(const Setting& setting) {
  const auto* templates = std::get_if<std::span<const Taps>>(&setting);
  if (templates == nullptr) return Executable::set(setting);
  check_templates(matching(), *templates);
  std::vector<float> values;
  for (const Taps& taps : numerator_taps(matching(), *templates))
    for (const double tap : taps.values) values.push_back(static_cast<float>(tap));
  templates_.set_spectrum(program_.transform_taps(std::as_bytes(std::span(values)),
                                                  matching().template_extent.columns));
}

void GpuMatchingExecutable::run_any(Queue& queue, std::span<const ConstBuffer> images,
                                    const Buffer& surface, const Buffer&) {
  GpuRun run(program_, queue);
  run.take(ports_, images, surface);
  // Held until the launches are enqueued.
  const auto templates =
      templates_.values("run() before set_templates(): there is no template yet");
  run.bindings().memory[Place::spectrum] = templates.spectrum.get();
  run.bindings().memory[Place::found] = found_.place();
  run.launch();
  found_.searched_on(run.stream());
  run.finish();
}

}  // namespace fftcore
