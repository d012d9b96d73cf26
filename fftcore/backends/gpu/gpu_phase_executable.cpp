// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_phase_executable.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "fftcore/error.h"
#include "run_checks.h"

namespace fftcore {
GpuPhaseExecutable::GpuPhaseExecutable(const Correlation& correlation, LaunchPlan plan, std::shared_ptr<Device> device)
    : correlation_(correlation),
      plan_(std::move(plan)),
      device_(std::move(device)),
      image_(*device_, correlation.image),
      peaks_(correlation, plan_, *device_) {
  // All at once.
  std::vector<PlannedLaunch> planned = plan_.run;
  planned.insert(planned.end(), plan_.set_kernels.begin(), plan_.set_kernels.end());
  std::vector<Launch> loaded = load_launches(*device_, planned);
  const auto middle = loaded.begin() + static_cast<std::ptrdiff_t>(plan_.run.size());
  run_.assign(std::make_move_iterator(loaded.begin()), std::make_move_iterator(middle));
  set_reference_.assign(std::make_move_iterator(middle), std::make_move_iterator(loaded.end()));
  work_ = device_->allocate(static_cast<std::size_t>(plan_.bytes_of(Place::work_0)));
  for (auto& spectrum : spectra_) spectrum = device_->allocate(static_cast<std::size_t>(plan_.bytes_of(Place::spectrum)));
}

void GpuPhaseExecutable::set_patterns(std::span<const Taps>) {
  throw InvalidArgument("patterns are for matching; phase correlation takes a reference image (set_reference, keep_as_reference)");
}

Bindings GpuPhaseExecutable::bind(DeviceStream& stream, ConstBuffer image) {
  const bool from_host = image.memory == MemoryKind::host;
  Bindings bindings;
  bindings[Place::work_0] = static_cast<const DeviceMemory*>(work_.get());
  bindings[Place::spectrum] = static_cast<const DeviceMemory*>(spectra_[reference_].get());
  bindings[Place::own_spectrum] = static_cast<const DeviceMemory*>(spectra_[1 - reference_].get());
  bindings[Place::input] = from_host ? Argument(image_.memory()) : pointer_to(image.data);
  bindings.input_row_stride = checked_row_stride(correlation_.image, from_host ? 0 : image.row_stride, "image");
  if (from_host) image_.copy_in(stream, image);
  return bindings;
}

void GpuPhaseExecutable::set_reference(Queue& queue, ConstBuffer image) {
  DeviceStream& stream = gpu_queue(queue, *device_).stream();
  Correlation read_only = correlation_;
  read_only.has_surface = false;
  check_images(read_only, image, {}, device_->takes_pointers() ? Reach::host_and_device : Reach::host_only);
  // The last image stays, which may be the reference of now.
  if (last_ == reference_) reference_ = 1 - last_;
  const Bindings bindings = bind(stream, image);
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
  check_images(correlation_, image, surface, device_->takes_pointers() ? Reach::host_and_device : Reach::host_only);
  if (!has_reference_) throw InvalidArgument("run() before set_reference(): there is no reference yet");
  Bindings bindings = bind(gpu.stream(), image);
  peaks_.bind(bindings, surface);
  enqueue(run_, gpu.stream(), bindings);
  last_ = 1 - reference_;
  has_last_ = true;
  if (!peaks_.finish(gpu.shared_stream(), surface) && image.memory == MemoryKind::host) gpu.stream().wait();
}

std::string GpuPhaseExecutable::plan_text() const { return fmt::format("{}: {}", to_string(correlation_), to_string(plan_)); }

}  // namespace fftcore
