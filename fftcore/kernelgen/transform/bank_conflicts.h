// SPDX-License-Identifier: LGPL-2.1-or-later
// Shared memory has 32 banks of 4 bytes; a warp's access takes as many rounds as the busiest bank
// has different words.
#pragma once

#include <span>

#include "ast.h"

namespace fftcore {

inline constexpr int kBanks = 32;

/// Rounds that one access of a warp takes. `elements` holds the element index of each active thread
/// (up to ast::kWarp of them), of `words` words each (1, 2 or 4: such accesses go in 1, 2 or 4
/// parts of the warp).
int access_rounds(std::span<const int> elements, int words);

/// Rounds that it would take without conflicts.
int least_rounds(int active_threads, int words);

}  // namespace fftcore
