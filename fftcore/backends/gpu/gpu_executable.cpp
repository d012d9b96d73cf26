// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_executable.h"

#include <iterator>
#include <utility>

#include "canonical.h"
#include "fftcore/error.h"
#include "run_checks.h"
#include "taps_scale.h"

namespace fftcore {
GpuExecutable::GpuExecutable(const Convolution& problem, const Plan& plan,
                             std::shared_ptr<Device> device)
    : problem_(problem),
      plan_(plan),
      device_(std::move(device)),
      input_(*device_, problem.input),
      output_(*device_, problem.output),
      taps_stream_(device_->create_stream()) {
  // All at once.
  const std::array parts{std::pair{&launches().run, &run_},
                         std::pair{&launches().run_unaligned, &run_unaligned_},
                         std::pair{&launches().set_taps, &set_taps_}};
  std::vector<PlannedLaunch> planned;
  for (const auto& [part, launches] : parts)
    planned.insert(planned.end(), part->begin(), part->end());
  std::vector<Launch> loaded = load_launches(*device_, planned);
  auto next = std::make_move_iterator(loaded.begin());
  for (const auto& [part, launches] : parts) {
    const auto end = next + static_cast<std::ptrdiff_t>(part->size());
    launches->assign(next, end);
    next = end;
  }
  for (const Place place : {Place::work_0, Place::work_1, Place::taps})
    if (const std::int64_t bytes = launches().bytes_of(place); bytes > 0)
      memory_[static_cast<std::size_t>(place)] = device_->allocate(static_cast<std::size_t>(bytes));
}

void GpuExecutable::set_taps(std::span<const Taps> taps) {
  check_taps(problem_, taps);
  const float scale = taps_scale(problem_, taps);
  std::vector<float> values;
  for (const Taps& one : taps) {
    std::vector<float> turned = correlation_taps(problem_, one);
    if (launches().even_odd) turned = even_odd_taps(*launches().even_odd, turned);
    for (const float tap : turned) values.push_back(tap * scale);
  }
  const std::lock_guard one_at_a_time(taps_mutex_);
  std::shared_ptr<DeviceMemory> spectrum =
      device_->allocate(static_cast<std::size_t>(launches().bytes_of(Place::spectrum)));
  Bindings bindings;
  for (std::size_t i = 0; i < kPlaces; ++i) bindings.places[i] = memory_[i].get();
  bindings[Place::spectrum] = static_cast<const DeviceMemory*>(spectrum.get());
  bindings.input_row_stride = static_cast<std::int32_t>(problem_.taps.columns);
  taps_stream_->copy_in(*memory_[static_cast<std::size_t>(Place::taps)], values.data(),
                        CopyShape::bytes(values.size() * sizeof(float)));
  enqueue(set_taps_, *taps_stream_, bindings);
  taps_stream_->wait();
  kernel_.set_spectrum(std::move(spectrum), scale,
                       launches().has_product_gain ? product_gain(problem_, taps, scale) : 1);
}

void GpuExecutable::run(Queue& queue, ConstBuffer input, Buffer output) {
  DeviceStream& stream = gpu_queue(queue, *device_).stream();
  check_images(problem_, input, output,
               device_->takes_pointers() ? Reach::host_and_device : Reach::host_only);
  const bool from_host = input.memory == MemoryKind::host,
             to_host = output.memory == MemoryKind::host;
  const auto kernel = kernel_.values();

  Bindings bindings;
  for (std::size_t i = 0; i < kPlaces; ++i) bindings.places[i] = memory_[i].get();
  bindings[Place::spectrum] = static_cast<const DeviceMemory*>(kernel.spectrum.get());
  bindings[Place::input] = bindings[Place::source] =
      from_host ? Argument(input_.memory()) : pointer_to(input.data);
  bindings[Place::output] = to_host ? Argument(output_.memory()) : pointer_to(output.data);
  // At the host rows may lie otherwise than on the device.
  bindings.input_row_stride = bindings.source_row_stride =
      checked_row_stride(problem_.input, from_host ? 0 : input.row_stride, "input");
  bindings.output_row_stride =
      checked_row_stride(problem_.output, to_host ? 0 : output.row_stride, "output");
  bindings.product_gain = kernel.product_gain;
  bindings.gain = kernel.gain / (kernel.scale * kernel.product_gain);
  bindings.offset = kernel.offset + problem_.bias;

  if (from_host) input_.copy_in(stream, input);
  const bool is_aligned =
      (from_host || begins_pairs(problem_.input, input.data, bindings.input_row_stride)) &&
      (to_host || begins_pairs(problem_.output, output.data, bindings.output_row_stride));
  enqueue(is_aligned || run_unaligned_.empty() ? run_ : run_unaligned_, stream, bindings);
  if (to_host) output_.copy_out(stream, output);
  if (from_host || to_host) stream.wait();
  if (to_host) output_.finish_copy_out(output);
}

}  // namespace fftcore
