// SPDX-License-Identifier: LGPL-2.1-or-later
// A long signal in blocks that overlap, each convolved circularly: overlap-save.
#pragma once

#include <vector>

#include "circular.h"

namespace bench {

/// Block b begins at value b * hop of the extended signal, and the first `hop` values of its result
/// are outputs b * hop and on.
struct Blocks {
  int points = 0;  ///< of each block
  int hop = 0;
  int count = 0;
  std::int64_t extended() const { return std::int64_t{count - 1} * hop + points; }
};

/// Blocks of so many points, more than there are taps by 32 and more, for a problem of one row.
/// Each begins at a multiple of 128 bytes.
Blocks blocks_of(const fftcore::Convolution& problem, int points);

/// The signal, extended on either side as far as the last block goes.
Circular extended_signal(const fftcore::Convolution& problem, const Blocks& blocks);
/// Each block by itself.
Circular block_grids(const fftcore::Convolution& problem, const Blocks& blocks);

/// Blocks that are worth a try: of powers of two and three times those, from twice the taps to 16
/// times, and the whole signal at once.
std::vector<Blocks> blocks_to_try(const fftcore::Convolution& problem);

}  // namespace bench
