// SPDX-License-Identifier: LGPL-2.1-or-later
// Places of WindowFilters in host memory: what a row says, and which of them have one filter.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fftcore/backend.h"

namespace fftcore {

FilterPlace place_at(const ConstBuffer& places, std::int64_t row);

/// The filter of a place; none where its filter or its rate is not allowed.
std::optional<std::int64_t> filter_of(const FilterPlace& place, std::int64_t filters);

/// One run at a time. It takes no memory once it is made.
class FilterPlaces {
 public:
  explicit FilterPlaces(const WindowFilters& filters)
      : users_(static_cast<std::size_t>(filters.filters), 0) {}

  /// Throws InvalidArgument where several of the first `count` windows have one filter, and one of
  /// them learns. Says nothing of places in device memory.
  void check(const ConstBuffer& places, std::int64_t count);

 private:
  std::vector<std::int64_t> users_;  ///< of each filter: 1 + a window that has it, less than 0
                                     ///< where that learns; 0: none
};

}  // namespace fftcore
