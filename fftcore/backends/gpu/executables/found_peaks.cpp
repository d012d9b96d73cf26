// SPDX-License-Identifier: LGPL-2.1-or-later
#include "found_peaks.h"

#include <limits>

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

FoundPeaks::FoundPeaks(Device& device, const PeakRules& rules)
    : rules_(rules), found_(static_cast<std::size_t>(rules.looked_for())) {
  const std::size_t floats =
      found_.size() * static_cast<std::size_t>(rules.surfaces) * kFoundFloats;
  if (device.takes_pointers()) pinned_ = device.allocate_pinned(floats * sizeof(float));
  if (!pinned_) {
    values_.resize(floats);
    memory_ = device.allocate(floats * sizeof(float));
  }
  peaks_.reserve(static_cast<std::size_t>(rules.max_peaks * rules.surfaces));
}

std::span<const Peak> FoundPeaks::peaks() {
  peaks_.clear();
  if (stream_ == nullptr) return peaks_;
  if (memory_)
    stream_->copy_out(values_.data(), *memory_, CopyShape::bytes(values_.size() * sizeof(float)));
  stream_->wait();
  const float* values = pinned_ ? reinterpret_cast<const float*>(pinned_->data()) : values_.data();
  for (std::int64_t template_index = 0; template_index < rules_.surfaces; ++template_index) {
    for (FoundPeak& peak : found_) {
      peak = {static_cast<std::int32_t>(values[0]),
              static_cast<std::int32_t>(values[1]),
              values[2],
              values[3],
              values[4],
              values[5],
              values[6]};
      if (!rules_.wraps) leave_out_what_is_beyond(peak, rules_.surface);
      values += kFoundFloats;
    }
    append_peaks(rules_, template_index, found_, peaks_);
  }
  return peaks_;
}

}  // namespace fftcore
