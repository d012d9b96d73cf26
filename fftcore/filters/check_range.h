// SPDX-License-Identifier: LGPL-2.1-or-later
// Check of a parameter against its range, with a message that names both.
#pragma once

#include <string_view>

#include <fmt/format.h>

#include "fftcore/error.h"

namespace fftcore {

template <class Number>
void check_range(std::string_view field, Number value, Number low, Number high) {
  if (!(value >= low && value <= high)) {  // NaN is in no range
    throw InvalidArgument(fmt::format("{} is {}; allowed is {} to {}", field, value, low, high));
  }
}

}  // namespace fftcore
