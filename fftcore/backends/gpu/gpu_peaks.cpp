// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_peaks.h"

#include <limits>
#include <utility>

#include "peaks.h"
#include "run_checks.h"
#include "score_spec.h"

namespace fftcore {
namespace {

std::size_t found_floats(const Correlation& correlation) {
  return static_cast<std::size_t>(correlation.patterns * peaks_looked_for(correlation)) * kFoundFloats;
}

/// Rows of all patterns, one after the other.
Layout all_rows(const Correlation& correlation) {
  Layout layout = surface_layout(correlation);
  layout.rows.extent *= correlation.patterns;
  layout.frames = Axis{};
  return layout;
}

/// As the search writes it; beyond S's border it repeats the sample.
FoundPeak found_peak(const Correlation& correlation, const float* values) {
  FoundPeak peak{static_cast<std::int32_t>(values[0]), static_cast<std::int32_t>(values[1]), values[2], values[3], values[4], values[5], values[6]};
  if (correlation.score == Score::phase) return peak;
  const Extent surface = surface_extent(correlation);
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  if (peak.column == 0) peak.left = kNone;
  if (peak.column == surface.columns - 1) peak.right = kNone;
  if (peak.row == 0) peak.above = kNone;
  if (peak.row == surface.rows - 1) peak.below = kNone;
  return peak;
}

}  // namespace

GpuPeaks::GpuPeaks(const Correlation& correlation, const LaunchPlan& plan, Device& device) : correlation_(correlation) {
  const auto allocated = [&](Place place) { return device.allocate(static_cast<std::size_t>(plan.bytes_of(place))); };
  offers_ = allocated(Place::offers);
  bests_ = allocated(Place::bests);
  const Layout surface = all_rows(correlation);
  // S is stored in any case: a peak's neighbours are read from it, which costs less than a launch that computes them again.
  if (correlation.has_surface)
    host_surface_ = std::make_unique<HostImage>(device, surface);
  else
    own_surface_ = device.allocate(span_bytes(surface));
  const std::size_t floats = found_floats(correlation);
  pinned_ = device.allocate_pinned(floats * sizeof(float));
  if (!pinned_) unpinned_.resize(floats);
  // Kernels that reach the host's memory leave it there: a copy takes as long as a launch.
  if (!pinned_ || !device.takes_pointers()) found_ = allocated(Place::found);
  found_here_ = pinned_ ? reinterpret_cast<float*>(pinned_->data()) : unpinned_.data();
  peaks_.reserve(static_cast<std::size_t>(correlation.patterns * correlation.max_peaks));
}

void GpuPeaks::bind(Bindings& bindings, Buffer surface) const {
  const bool to_device = correlation_.has_surface && surface.memory == MemoryKind::device;
  bindings[Place::offers] = static_cast<const DeviceMemory*>(offers_.get());
  bindings[Place::bests] = static_cast<const DeviceMemory*>(bests_.get());
  bindings[Place::found] = found_ ? Argument(static_cast<const DeviceMemory*>(found_.get())) : Argument(DevicePointer{found_here_});
  bindings[Place::output] = to_device ? Argument(DevicePointer{surface.data}) : Argument(own_surface_ ? own_surface_.get() : host_surface_->memory());
  bindings.output_row_stride = checked_row_stride(all_rows(correlation_), to_device ? surface.row_stride : 0, "surface");
}

bool GpuPeaks::finish(std::shared_ptr<DeviceStream> stream, Buffer surface) {
  if (found_) stream->copy_out(found_here_, *found_, CopyShape::bytes(found_floats(correlation_) * sizeof(float)));
  stream_ = std::move(stream);
  is_waiting_ = true;
  if (!correlation_.has_surface || surface.memory == MemoryKind::device) return false;
  host_surface_->copy_out(*stream_, surface);
  stream_->wait();
  host_surface_->finish_copy_out(surface);
  return true;
}

std::span<const Peak> GpuPeaks::peaks() {
  if (!is_waiting_) return peaks_;
  stream_->wait();
  is_waiting_ = false;
  peaks_.clear();
  const std::int64_t count = peaks_looked_for(correlation_);
  std::vector<FoundPeak> found;
  for (std::int64_t pattern = 0; pattern < correlation_.patterns; ++pattern) {
    found.clear();
    for (std::int64_t i = 0; i < count; ++i) found.push_back(found_peak(correlation_, found_here_ + (pattern * count + i) * kFoundFloats));
    append_peaks(correlation_, pattern, found, peaks_);
  }
  return peaks_;
}

}  // namespace fftcore
