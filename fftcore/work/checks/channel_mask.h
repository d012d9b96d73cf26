// SPDX-License-Identifier: LGPL-2.1-or-later
// Channels as bits of a mask: those that are skipped.
#pragma once

#include <cstdint>

namespace fftcore {

/// Whether a channel is in a mask, which has bits for the first 32.
constexpr bool is_in_mask(std::int64_t channel, std::uint32_t mask) {
  return channel < 32 && (mask >> channel & 1U) != 0;
}

}  // namespace fftcore
