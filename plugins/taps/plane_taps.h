// SPDX-License-Identifier: LGPL-2.1-or-later
// The taps of each plane of a frame: the same for all, or of a response on the plane's own
// frequencies.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fftcore/frequency_response.h"
#include "taps_source.h"

namespace fftcore::gst {

class PlaneTaps {
 public:
  /// Throws what make_taps() throws.
  explicit PlaneTaps(const TapsSource& source);
  /// These taps for every plane.
  explicit PlaneTaps(TapsMatrix matrix) : matrix_(std::move(matrix)) {}

  /// Channels that the taps mix; 1: each channel by itself.
  std::int64_t channels() const { return matrix_.channels; }
  /// Sides of the taps, for a plane of this extent.
  Extent extent(Extent plane) const;
  /// The plane goes round at its edges, whatever the element's edge mode.
  bool wraps() const { return response_.has_value(); }
  /// Taps for a plane, whose channels lie in memory in this order (PlaneJob::order): those that are
  /// here, which may be megabytes, or what is made in `storage`. Those of a response take as long
  /// to make as some frames. Throws InvalidArgument where it has none on the plane's grid.
  std::span<const Taps> taps(Extent plane, const std::vector<int>& order,
                             std::vector<Taps>& storage) const;

 private:
  TapsMatrix matrix_;
  std::optional<FrequencyResponse> response_;  // exact, on each plane's own grid
  bool normalize_ = false;
};

}  // namespace fftcore::gst
