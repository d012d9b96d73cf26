// SPDX-License-Identifier: LGPL-2.1-or-later
// How a stage's lines are dealt out to blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "line_spec.h"

namespace fftcore {

/// Neighbours that a block has.
int neighbours_of(const LineSpec& spec);
/// Blocks along the neighbours' dimension.
int groups_of(const LineSpec& spec);
/// Dimensions that blocks are numbered along, but for the neighbours'.
std::vector<Dim> block_dims(const LineSpec& spec);
/// In all; where they are more than 2^31 - 1, some such number.
std::int64_t blocks_of(const LineSpec& spec);

}  // namespace fftcore
