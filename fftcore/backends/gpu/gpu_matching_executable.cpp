// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_matching_executable.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "fftcore/error.h"
#include "run_checks.h"
#include "templates.h"

namespace fftcore {
namespace {

/// The surfaces of all templates, one below the other.
Layout all_rows(const TemplateMatching& matching) {
  Layout layout = surface_layout(matching);
  layout.rows.extent *= matching.templates;
  layout.frames = Axis{};
  return layout;
}

}  // namespace

GpuMatchingExecutable::GpuMatchingExecutable(const TemplateMatching& matching, LaunchPlan plan,
                                             std::shared_ptr<Device> device)
    : matching_(matching),
      plan_(std::move(plan)),
      device_(std::move(device)),
      image_(*device_, matching.image),
      found_(*device_, peak_rules(matching_)),
      templates_stream_(device_->create_stream()) {
  std::vector<PlannedLaunch> planned = plan_.run;  // all at once
  planned.insert(planned.end(), plan_.set_taps.begin(), plan_.set_taps.end());
  std::vector<Launch> loaded = load_launches(*device_, planned);
  const auto middle = loaded.begin() + static_cast<std::ptrdiff_t>(plan_.run.size());
  run_.assign(std::make_move_iterator(loaded.begin()), std::make_move_iterator(middle));
  set_templates_.assign(std::make_move_iterator(middle), std::make_move_iterator(loaded.end()));
  for (const Place place : {Place::work_0, Place::work_1, Place::taps, Place::row_sums,
                            Place::local_norms, Place::candidates, Place::row_bests})
    if (const std::int64_t bytes = plan_.bytes_of(place); bytes > 0)
      memory_[static_cast<std::size_t>(place)] = device_->allocate(static_cast<std::size_t>(bytes));
  // S is stored in any case: peaks' neighbours are read from it, which costs less than a launch
  // that computes them again.
  if (matching.has_surface)
    surface_.emplace(*device_, all_rows(matching));
  else
    memory_[static_cast<std::size_t>(Place::output)] =
        device_->allocate(span_bytes(all_rows(matching)));
}

void GpuMatchingExecutable::set_templates(std::span<const Taps> templates) {
  check_templates(matching_, templates);
  std::vector<float> values;
  for (const Taps& taps : numerator_taps(matching_, templates))
    for (const double tap : taps.values) values.push_back(static_cast<float>(tap));
  const std::lock_guard one_at_a_time(templates_mutex_);
  std::shared_ptr<DeviceMemory> spectrum =
      device_->allocate(static_cast<std::size_t>(plan_.bytes_of(Place::spectrum)));
  Bindings bindings;
  for (std::size_t i = 0; i < kPlaces; ++i) bindings.places[i] = memory_[i].get();
  bindings[Place::spectrum] = static_cast<const DeviceMemory*>(spectrum.get());
  bindings.input_row_stride = static_cast<std::int32_t>(matching_.template_extent.columns);
  templates_stream_->copy_in(*memory_[static_cast<std::size_t>(Place::taps)], values.data(),
                             CopyShape::bytes(values.size() * sizeof(float)));
  enqueue(set_templates_, *templates_stream_, bindings);
  templates_stream_->wait();
  templates_.set_spectrum(std::move(spectrum));
}

void GpuMatchingExecutable::run(Queue& queue, ConstBuffer image, Buffer surface) {
  GpuQueue& gpu = gpu_queue(queue, *device_);
  check_images(matching_, image, surface,
               device_->takes_pointers() ? Reach::host_and_device : Reach::host_only);
  const auto templates =
      templates_.values("run() before set_templates(): there is no template yet");
  const bool from_host = image.memory == MemoryKind::host;
  const bool to_callers = matching_.has_surface && surface.memory == MemoryKind::device;
  const bool to_host = matching_.has_surface && !to_callers;

  Bindings bindings;
  for (std::size_t i = 0; i < kPlaces; ++i) bindings.places[i] = memory_[i].get();
  bindings[Place::spectrum] = static_cast<const DeviceMemory*>(templates.spectrum.get());
  bindings[Place::input] = from_host ? Argument(image_.memory()) : pointer_to(image.data);
  bindings.input_row_stride =
      checked_row_stride(matching_.image, from_host ? 0 : image.row_stride, "image");
  if (to_callers) bindings[Place::output] = pointer_to(surface.data);
  if (to_host) bindings[Place::output] = surface_->memory();
  bindings[Place::found] = found_.place();
  bindings.output_row_stride =
      checked_row_stride(all_rows(matching_), to_callers ? surface.row_stride : 0, "surface");

  DeviceStream& stream = gpu.stream();
  if (from_host) image_.copy_in(stream, image);
  enqueue(run_, stream, bindings);
  found_.fetch(gpu.shared_stream());
  if (to_host) surface_->copy_out(stream, surface);
  if (from_host || to_host) stream.wait();
  if (to_host) surface_->finish_copy_out(surface);
}

std::string GpuMatchingExecutable::plan_text() const {
  return fmt::format("{}: {}", to_string(matching_), to_string(plan_));
}

}  // namespace fftcore
