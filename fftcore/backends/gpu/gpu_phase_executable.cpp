// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_phase_executable.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "fftcore/error.h"
#include "run_checks.h"

namespace fftcore {
namespace {

constexpr std::array kOwnPlaces = {Place::work_0, Place::candidates, Place::row_bests};  // always

}  // namespace

GpuPhaseExecutable::GpuPhaseExecutable(const PhaseCorrelation& correlation, LaunchPlan plan,
                                       std::shared_ptr<Device> device)
    : correlation_(correlation),
      plan_(std::move(plan)),
      device_(std::move(device)),
      input_(*device_, correlation.image),
      found_(*device_, peak_rules(correlation_)) {
  // All at once.
  std::vector<PlannedLaunch> planned = plan_.run;
  planned.insert(planned.end(), plan_.set_taps.begin(), plan_.set_taps.end());
  std::vector<Launch> loaded = load_launches(*device_, planned);
  const auto middle = loaded.begin() + static_cast<std::ptrdiff_t>(plan_.run.size());
  run_.assign(std::make_move_iterator(loaded.begin()), std::make_move_iterator(middle));
  set_reference_.assign(std::make_move_iterator(middle), std::make_move_iterator(loaded.end()));
  for (const Place place : kOwnPlaces)
    memory_[static_cast<std::size_t>(place)] =
        device_->allocate(static_cast<std::size_t>(plan_.bytes_of(place)));
  if (correlation_.has_surface)
    surface_.emplace(*device_, surface_layout(correlation_));
  else
    memory_[static_cast<std::size_t>(Place::output)] =
        device_->allocate(span_bytes(surface_layout(correlation_)));
  for (auto& spectrum : spectra_)
    spectrum = device_->allocate(static_cast<std::size_t>(plan_.bytes_of(Place::spectrum)));
}

void GpuPhaseExecutable::bind(Bindings& bindings, DeviceStream& stream, ConstBuffer image) {
  const bool from_host = image.memory == MemoryKind::host;
  for (const Place place : kOwnPlaces)
    bindings[place] =
        static_cast<const DeviceMemory*>(memory_[static_cast<std::size_t>(place)].get());
  bindings[Place::spectrum] = static_cast<const DeviceMemory*>(spectra_[reference_].get());
  bindings[Place::own_spectrum] = static_cast<const DeviceMemory*>(spectra_[1 - reference_].get());
  bindings[Place::input] = from_host ? Argument(input_.memory()) : pointer_to(image.data);
  bindings.input_row_stride =
      checked_row_stride(correlation_.image, from_host ? 0 : image.row_stride, "image");
  if (from_host) input_.copy_in(stream, image);
}

void GpuPhaseExecutable::set_reference(Queue& queue, ConstBuffer image) {
  DeviceStream& stream = gpu_queue(queue, *device_).stream();
  PhaseCorrelation read_only = correlation_;
  read_only.has_surface = false;
  check_images(read_only, image, {},
               device_->takes_pointers() ? Reach::host_and_device : Reach::host_only);
  // The last image stays, which may be the reference of now.
  if (last_ == reference_) reference_ = 1 - last_;
  Bindings bindings;
  bind(bindings, stream, image);
  run_.front().enqueue(stream, Start::after_all, bindings);
  for (Launch& launch : set_reference_) launch.enqueue(stream, Start::early, bindings);
  if (image.memory == MemoryKind::host) stream.wait();
  has_reference_ = true;
}

void GpuPhaseExecutable::keep_as_reference() {
  if (!has_last_) throw InvalidArgument("keep_as_reference() before run(): there is no image yet");
  reference_ = last_;
  has_reference_ = true;
}

void GpuPhaseExecutable::run(Queue& queue, ConstBuffer image, Buffer surface) {
  GpuQueue& gpu = gpu_queue(queue, *device_);
  DeviceStream& stream = gpu.stream();
  check_images(correlation_, image, surface,
               device_->takes_pointers() ? Reach::host_and_device : Reach::host_only);
  if (!has_reference_)
    throw InvalidArgument("run() before set_reference(): there is no reference yet");
  const bool to_callers = correlation_.has_surface && surface.memory == MemoryKind::device;
  const bool to_host = correlation_.has_surface && !to_callers;
  Bindings bindings;
  bind(bindings, stream, image);
  bindings[Place::output] = to_callers ? pointer_to(surface.data)
                            : to_host  ? Argument(surface_->memory())
                                       : memory_[static_cast<std::size_t>(Place::output)].get();
  bindings[Place::found] = found_.place();
  bindings.output_row_stride = checked_row_stride(surface_layout(correlation_),
                                                  to_callers ? surface.row_stride : 0, "surface");
  enqueue(run_, stream, bindings);
  last_ = 1 - reference_;
  has_last_ = true;
  found_.fetch(gpu.shared_stream());
  if (to_host) surface_->copy_out(stream, surface);
  if (to_host || image.memory == MemoryKind::host) stream.wait();
  if (to_host) surface_->finish_copy_out(surface);
}

std::string GpuPhaseExecutable::plan_text() const {
  return fmt::format("{}: {}", to_string(correlation_), to_string(plan_));
}

}  // namespace fftcore
