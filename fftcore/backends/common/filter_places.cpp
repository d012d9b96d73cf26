// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_places.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "fftcore/error.h"

namespace fftcore {
namespace {

FilterPlace place_at(const ConstBuffer& places, std::int64_t row) {
  const std::int64_t stride = places.row_stride != 0 ? places.row_stride : kFilterPlaceNumbers;
  float numbers[4];
  std::memcpy(numbers, static_cast<const float*>(places.data) + places.first + row * stride,
              sizeof numbers);
  return {.x = numbers[0], .y = numbers[1], .filter = numbers[2], .rate = numbers[3]};
}

/// The filter that a place has, where its numbers are allowed.
std::optional<std::size_t> filter_of(const FilterPlace& place, std::size_t filters) {
  if (!(place.filter >= 0 && place.filter < static_cast<float>(filters) &&
        place.filter == std::floor(place.filter) && place.rate >= 0 && place.rate <= 1))
    return std::nullopt;
  return static_cast<std::size_t>(place.filter);
}

}  // namespace

void FilterPlaces::check(const ConstBuffer& places, std::int64_t count) {
  if (places.memory != MemoryKind::host) return;
  std::string refusal;
  for (std::int64_t i = 0; i < count && refusal.empty(); ++i) {
    const FilterPlace place = place_at(places, i);
    const auto filter = filter_of(place, users_.size());
    if (!filter) continue;
    std::int64_t& user = users_[*filter];
    const bool learns = place.rate > 0;
    if (user != 0 && (learns || user < 0))
      refusal = fmt::format(
          "windows {} and {} have filter {}, and one of them learns; in a run no other window may "
          "have a filter that learns",
          std::abs(user) - 1, i, *filter);
    user = learns ? -(i + 1) : i + 1;
  }
  for (std::int64_t i = 0; i < count; ++i)
    if (const auto filter = filter_of(place_at(places, i), users_.size())) users_[*filter] = 0;
  if (!refusal.empty()) throw InvalidArgument(refusal);
}

}  // namespace fftcore
