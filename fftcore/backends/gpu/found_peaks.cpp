// SPDX-License-Identifier: LGPL-2.1-or-later
#include "found_peaks.h"

#include <limits>
#include <utility>

#include "peak_spec.h"

namespace fftcore {
namespace {

/// The search has put the sample at S's border in its place.
void leave_out_what_is_beyond(FoundPeak& peak, Extent surface) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  if (peak.column == 0) peak.left = kNone;
  if (peak.column == surface.columns - 1) peak.right = kNone;
  if (peak.row == 0) peak.above = kNone;
  if (peak.row == surface.rows - 1) peak.below = kNone;
}

}  // namespace

FoundPeaks::FoundPeaks(Device& device, const Correlation& correlation)
    : correlation_(correlation), found_(static_cast<std::size_t>(peaks_looked_for(correlation))) {
  const std::size_t floats =
      found_.size() * static_cast<std::size_t>(correlation.patterns) * kFoundFloats;
  if (device.takes_pointers()) pinned_ = device.allocate_pinned(floats * sizeof(float));
  if (!pinned_) {
    values_.resize(floats);
    memory_ = device.allocate(floats * sizeof(float));
  }
  peaks_.reserve(static_cast<std::size_t>(correlation.max_peaks * correlation.patterns));
}

void FoundPeaks::fetch(std::shared_ptr<DeviceStream> stream) {
  if (memory_)
    stream->copy_out(values_.data(), *memory_, CopyShape::bytes(values_.size() * sizeof(float)));
  stream_ = std::move(stream);
}

std::span<const Peak> FoundPeaks::peaks() {
  peaks_.clear();
  if (stream_ == nullptr) return peaks_;
  stream_->wait();
  const float* values = pinned_ ? reinterpret_cast<const float*>(pinned_->data()) : values_.data();
  for (std::int64_t pattern = 0; pattern < correlation_.patterns; ++pattern) {
    for (FoundPeak& peak : found_) {
      peak = {static_cast<std::int32_t>(values[0]),
              static_cast<std::int32_t>(values[1]),
              values[2],
              values[3],
              values[4],
              values[5],
              values[6]};
      if (correlation_.score != Score::phase)
        leave_out_what_is_beyond(peak, surface_extent(correlation_));
      values += kFoundFloats;
    }
    append_peaks(correlation_, pattern, found_, peaks_);
  }
  return peaks_;
}

}  // namespace fftcore
