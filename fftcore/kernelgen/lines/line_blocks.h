// SPDX-License-Identifier: LGPL-2.1-or-later
// Numbers that say how a launch's lines are dealt out to blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "line_spec.h"

namespace fftcore {

/// Neighbours in a block, along LineSpec::neighbours.
int neighbours_of(const LineSpec& spec);
/// Blocks along the neighbours' dimension.
int groups_of(const LineSpec& spec);
/// Dimensions that blocks are numbered along, but for the neighbours'.
std::vector<Dim> block_dims(const LineSpec& spec);
/// All blocks of the launch; above 2^31 - 1, some number above it.
std::int64_t blocks_of(const LineSpec& spec);

}  // namespace fftcore
