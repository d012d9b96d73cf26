// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_places.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "fftcore/error.h"

namespace fftcore {
FilterPlace place_at(const ConstBuffer& places, std::int64_t row) {
  const std::int64_t stride = places.row_stride != 0 ? places.row_stride : kFilterPlaceNumbers;
  std::array<float, kFilterPlaceNumbers> numbers{};
  std::memcpy(numbers.data(), static_cast<const float*>(places.data) + places.first + row * stride,
              sizeof numbers);
  return {numbers[0],
          numbers[1],
          numbers[2],
          numbers[3],
          {numbers[4], numbers[5], numbers[6], numbers[7]}};
}

std::optional<std::int64_t> filter_of(const FilterPlace& place, std::int64_t filters) {
  if (!(place.filter >= 0 && place.filter < static_cast<float>(filters) &&
        place.filter == std::floor(place.filter) && place.rate >= 0 && place.rate <= 1))
    return std::nullopt;
  return static_cast<std::int64_t>(place.filter);
}

void FilterPlaces::check(const ConstBuffer& places, std::int64_t count) {
  if (places.memory != MemoryKind::host) return;
  const auto filters = static_cast<std::int64_t>(users_.size());
  const auto user_of = [&](const FilterPlace& place) -> std::int64_t* {
    const auto filter = filter_of(place, filters);
    return filter ? &users_[static_cast<std::size_t>(*filter)] : nullptr;
  };
  std::string refusal;
  for (std::int64_t i = 0; i < count && refusal.empty(); ++i) {
    const FilterPlace place = place_at(places, i);
    std::int64_t* const user = user_of(place);
    if (user == nullptr) continue;
    const bool learns = place.rate > 0;
    if (*user != 0 && (learns || *user < 0))
      refusal = fmt::format(
          "windows {} and {} have filter {}, and one of them learns; in a run no other window may "
          "have a filter that learns",
          std::abs(*user) - 1, i, place.filter);
    *user = learns ? -(i + 1) : i + 1;
  }
  for (std::int64_t i = 0; i < count; ++i)
    if (std::int64_t* const user = user_of(place_at(places, i)); user != nullptr) *user = 0;
  if (!refusal.empty()) throw InvalidArgument(refusal);
}

}  // namespace fftcore
