// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plane_taps.h"

#include <utility>

namespace fftcore::gst {

PlaneTaps::PlaneTaps(const TapsSource& source)
    : matrix_(make_taps(source)), normalize_(source.normalize) {
  if (source.circular && !source.response.empty()) response_.emplace(source.response);
}

Extent PlaneTaps::extent(Extent plane) const {
  return response_ ? plane : matrix_.taps.front().extent;
}

std::span<const Taps> PlaneTaps::taps(Extent plane, const std::vector<int>& order,
                                      std::vector<Taps>& storage) const {
  if (response_) {
    Taps taps = real_taps_of(*response_, plane);
    storage.clear();
    storage.push_back(normalize_ ? normalized(std::move(taps)) : std::move(taps));
  } else if (channels() > 1) {
    storage = in_order(matrix_, order);
  } else {
    return matrix_.taps;
  }
  return storage;
}

}  // namespace fftcore::gst
