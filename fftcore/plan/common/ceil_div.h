// SPDX-License-Identifier: LGPL-2.1-or-later
// How many parts of a size a whole has, the last one filled or not.
#pragma once

#include <cstdint>

namespace fftcore {

constexpr std::int64_t ceil_div(std::int64_t whole, std::int64_t part) {
  return (whole + part - 1) / part;
}

}  // namespace fftcore
