// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_matching_executable.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "fftcore/error.h"
#include "patterns.h"
#include "run_checks.h"

namespace fftcore {
namespace {

/// S of all patterns, one below the other.
Layout all_rows(const Correlation& correlation) {
  Layout layout = surface_layout(correlation);
  layout.rows.extent *= correlation.patterns;
  layout.frames = Axis{};
  return layout;
}

constexpr const char* kNoReference =
    "a reference image is for phase correlation; matching takes patterns (set_patterns)";

}  // namespace

GpuMatchingExecutable::GpuMatchingExecutable(const Correlation& correlation, LaunchPlan plan,
                                             std::shared_ptr<Device> device)
    : correlation_(correlation),
      plan_(std::move(plan)),
      device_(std::move(device)),
      image_(*device_, correlation.image),
      found_(*device_, correlation_),
      patterns_stream_(device_->create_stream()) {
  std::vector<PlannedLaunch> planned = plan_.run;  // all at once
  planned.insert(planned.end(), plan_.set_taps.begin(), plan_.set_taps.end());
  std::vector<Launch> loaded = load_launches(*device_, planned);
  const auto middle = loaded.begin() + static_cast<std::ptrdiff_t>(plan_.run.size());
  run_.assign(std::make_move_iterator(loaded.begin()), std::make_move_iterator(middle));
  set_patterns_.assign(std::make_move_iterator(middle), std::make_move_iterator(loaded.end()));
  for (const Place place : {Place::work_0, Place::work_1, Place::taps, Place::row_sums,
                            Place::local_norms, Place::candidates, Place::row_bests})
    if (const std::int64_t bytes = plan_.bytes_of(place); bytes > 0)
      memory_[static_cast<std::size_t>(place)] = device_->allocate(static_cast<std::size_t>(bytes));
  // S is stored in any case: peaks' neighbours are read from it, which costs less than a launch
  // that computes them again.
  if (correlation.has_surface)
    surface_.emplace(*device_, all_rows(correlation));
  else
    memory_[static_cast<std::size_t>(Place::output)] =
        device_->allocate(span_bytes(all_rows(correlation)));
}

void GpuMatchingExecutable::set_patterns(std::span<const Taps> patterns) {
  check_patterns(correlation_, patterns);
  std::vector<float> values;
  for (const Taps& taps : numerator_taps(correlation_, patterns))
    for (const double tap : taps.values) values.push_back(static_cast<float>(tap));
  const std::lock_guard one_at_a_time(patterns_mutex_);
  std::shared_ptr<DeviceMemory> spectrum =
      device_->allocate(static_cast<std::size_t>(plan_.bytes_of(Place::spectrum)));
  Bindings bindings;
  for (std::size_t i = 0; i < kPlaces; ++i) bindings.places[i] = memory_[i].get();
  bindings[Place::spectrum] = static_cast<const DeviceMemory*>(spectrum.get());
  bindings.input_row_stride = static_cast<std::int32_t>(correlation_.pattern.columns);
  patterns_stream_->copy_in(*memory_[static_cast<std::size_t>(Place::taps)], values.data(),
                            CopyShape::bytes(values.size() * sizeof(float)));
  enqueue(set_patterns_, *patterns_stream_, bindings);
  patterns_stream_->wait();
  patterns_.set_spectrum(std::move(spectrum));
}

void GpuMatchingExecutable::set_reference(Queue&, ConstBuffer) {
  throw InvalidArgument(kNoReference);
}
void GpuMatchingExecutable::keep_as_reference() {
  throw InvalidArgument(kNoReference);
}

void GpuMatchingExecutable::run(Queue& queue, ConstBuffer image, Buffer surface) {
  GpuQueue& gpu = gpu_queue(queue, *device_);
  check_images(correlation_, image, surface,
               device_->takes_pointers() ? Reach::host_and_device : Reach::host_only);
  const auto patterns = patterns_.values("run() before set_patterns(): there is no pattern yet");
  const bool from_host = image.memory == MemoryKind::host;
  const bool to_callers = correlation_.has_surface && surface.memory == MemoryKind::device;
  const bool to_host = correlation_.has_surface && !to_callers;

  Bindings bindings;
  for (std::size_t i = 0; i < kPlaces; ++i) bindings.places[i] = memory_[i].get();
  bindings[Place::spectrum] = static_cast<const DeviceMemory*>(patterns.spectrum.get());
  bindings[Place::input] = from_host ? Argument(image_.memory()) : pointer_to(image.data);
  bindings.input_row_stride =
      checked_row_stride(correlation_.image, from_host ? 0 : image.row_stride, "image");
  if (to_callers) bindings[Place::output] = pointer_to(surface.data);
  if (to_host) bindings[Place::output] = surface_->memory();
  bindings[Place::found] = found_.place();
  bindings.output_row_stride =
      checked_row_stride(all_rows(correlation_), to_callers ? surface.row_stride : 0, "surface");

  DeviceStream& stream = gpu.stream();
  if (from_host) image_.copy_in(stream, image);
  enqueue(run_, stream, bindings);
  found_.fetch(gpu.shared_stream());
  if (to_host) surface_->copy_out(stream, surface);
  if (from_host || to_host) stream.wait();
  if (to_host) surface_->finish_copy_out(surface);
}

std::string GpuMatchingExecutable::plan_text() const {
  return fmt::format("{}: {}", to_string(correlation_), to_string(plan_));
}

}  // namespace fftcore
