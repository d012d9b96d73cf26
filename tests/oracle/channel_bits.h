// SPDX-License-Identifier: LGPL-2.1-or-later
// Channels that a mask of 32 bits names; the oracle's own reading of it.
#pragma once

#include <cstdint>

namespace oracle {

inline bool names(std::uint32_t mask, std::int64_t channel) {
  return channel <= 31 && ((std::uint64_t{mask} >> channel) & 1U) == 1U;
}

}  // namespace oracle
