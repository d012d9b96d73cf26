// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <future>
#include <iterator>
#include <utility>

#include "beside_others.h"

namespace fftcore {
namespace {

std::shared_ptr<HostStaging> staging_for(Device& device, const CallersBuffer& buffer) {
  using enum HostStaging::Through;
  return std::make_shared<HostStaging>(device, reach_bytes(buffer.values),
                                       !buffer.is_given                      ? nothing
                                       : buffer.values.skipped_channels != 0 ? any_host_memory
                                                                             : pinned);
}

/// Frames without gaps are one image, the first above the others.
Layout image_of(const Port& port) {
  Layout image = std::get<Layout>(port.layout);
  if (port.has_dense_frames) {
    image.rows.extent *= image.frames.extent;
    image.frames = Axis{};
  }
  return image;
}

}  // namespace

CallersBuffer::CallersBuffer(const Port& port)
    : CallersBuffer(std::holds_alternative<Layout>(port.layout)
                        ? CallersBuffer(port.place, image_of(port))
                        : CallersBuffer(port.place, std::get<SpectrumLayout>(port.layout))) {}

std::vector<CallersBuffer> buffers_of(const Ports& ports) {
  std::vector<CallersBuffer> buffers(ports.inputs.begin(), ports.inputs.end());
  if (ports.output) buffers.emplace_back(*ports.output);
  if (ports.state) buffers.emplace_back(*ports.state);
  return buffers;
}

GpuProgram::GpuProgram(LaunchPlan plan, std::shared_ptr<Device> device,
                       std::vector<CallersBuffer> buffers, Buffers sharing, Workspace workspace)
    : plan_(std::move(plan)), device_(std::move(device)) {
  std::future<std::unique_ptr<GpuProgram>> other;
  if (!plan_.otherwise.empty())
    other = beside_others([this] {
      return std::make_unique<GpuProgram>(plan_.otherwise.front(), device_,
                                          std::vector<CallersBuffer>());
    });
  std::vector<Launch> preparing = load();
  for (const PlaceEntry& entry : kPlaceTable)
    if (workspace == Workspace::own && entry.is_programs && plan_.bytes_of(entry.place) > 0)
      memory_[entry.place] = allocate(entry.place);
  if (!preparing.empty()) prepare(std::move(preparing));
  if (plan_.bytes_of(Place::taps) > 0 || plan_.kept_taps || plan_.kept_numbers > 0)
    taps_stream_ = device_->create_stream();

  std::shared_ptr<HostStaging> shared;
  if (sharing == Buffers::in_place) {
    std::size_t most = 0;
    for (const CallersBuffer& buffer : buffers) most = std::max(most, reach_bytes(buffer.values));
    shared = std::make_shared<HostStaging>(*device_, most, HostStaging::Through::pinned);
  }
  for (const CallersBuffer& buffer : buffers)
    buffers_[buffer.place] = KnownBuffer{buffer.values, buffer.image, buffer.element_bytes,
                                         shared ? shared : staging_for(*device_, buffer)};
  if (!other.valid()) return;
  otherwise_ = other.get();
  for (GpuProgram* one = otherwise(); one != nullptr; one = one->otherwise())
    one->buffers_ = buffers_;
}

/// All parts at once, since the compiler takes most of the time.
std::vector<Launch> GpuProgram::load() {
  std::vector<Launch> preparing;
  const std::array parts{
      std::pair{&plan_.run, &run_}, std::pair{&plan_.run_unaligned, &run_unaligned_},
      std::pair{&plan_.set_taps, &set_taps_}, std::pair{&plan_.prepare, &preparing}};
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
  return preparing;
}

void GpuProgram::prepare(std::vector<Launch> launches) {
  memory_[Place::spectrum] = allocate(Place::spectrum);
  const auto stream = device_->create_stream();
  enqueue(launches, *stream, own_bindings());
  stream->wait();
}

std::string GpuProgram::text(std::string_view purpose) const {
  return fmt::format("{}: {}", purpose, to_string(plan_));
}

std::unique_ptr<DeviceMemory> GpuProgram::allocate(Place place) const {
  return device_->allocate(static_cast<std::size_t>(plan_.bytes_of(place)));
}

Bindings GpuProgram::own_bindings() const {
  Bindings bindings;
  for (const PlaceEntry& entry : kPlaceTable)
    bindings.memory[entry.place] = memory_[entry.place].get();
  return bindings;
}

void GpuProgram::enqueue_run(DeviceStream& stream, const Bindings& bindings, bool is_aligned,
                             Start start) {
  enqueue(is_aligned || run_unaligned_.empty() ? run_ : run_unaligned_, stream, bindings, start);
}

std::shared_ptr<const DeviceMemory> GpuProgram::transform_taps(std::span<const std::byte> taps,
                                                               std::int64_t columns) {
  const std::lock_guard one_at_a_time(taps_mutex_);
  std::shared_ptr<const DeviceMemory> spectrum = allocate(Place::spectrum);
  Bindings bindings = own_bindings();
  bindings.memory[Place::spectrum] = spectrum.get();
  bindings.row_strides[Place::input] = static_cast<std::int32_t>(columns);
  taps_stream_->copy_in(*memory_[Place::taps], taps.data(), CopyShape::bytes(taps.size_bytes()));
  enqueue(set_taps_, *taps_stream_, bindings);
  taps_stream_->wait();
  return spectrum;
}

std::shared_ptr<const DeviceMemory> GpuProgram::keep_taps(std::span<const float> taps) {
  const std::lock_guard one_at_a_time(taps_mutex_);
  std::shared_ptr<DeviceMemory> kept = allocate(Place::spectrum);
  taps_stream_->copy_in(*kept, taps.data(), CopyShape::bytes(taps.size_bytes()));
  taps_stream_->wait();
  return kept;
}

}  // namespace fftcore
