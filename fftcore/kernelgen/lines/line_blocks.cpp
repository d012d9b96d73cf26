// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_blocks.h"

#include <limits>

namespace fftcore {

int neighbours_of(const LineSpec& spec) {
  return spec.shape.lines / spec.channels_per_block;
}

int groups_of(const LineSpec& spec) {
  return (spec.lines[spec.neighbours] + neighbours_of(spec) - 1) / neighbours_of(spec);
}

std::vector<Dim> block_dims(const LineSpec& spec) {
  std::vector<Dim> dims;
  for (const Dim dim : kAllDims)
    if (dim != spec.neighbours && spec.lines[dim] > 1 &&
        !(dim == Dim::channel && spec.channels_per_block > 1))
      dims.push_back(dim);
  return dims;
}

std::int64_t blocks_of(const LineSpec& spec) {
  std::int64_t blocks = groups_of(spec);
  for (const Dim dim : block_dims(spec)) {
    blocks *= spec.lines[dim];
    if (blocks > std::numeric_limits<std::int32_t>::max()) return blocks;
  }
  return blocks;
}

}  // namespace fftcore
