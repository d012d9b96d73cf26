// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the lines of the launches of one pass lie: in the caller's memory, or between launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "strides.h"
#include "transform_pass.h"

namespace fftcore {

/// Lines that one launch loads or stores.
struct PassSide {
  TransformArray array;
  Strides strides;
  int step = 1;
  bool is_between = false;  ///< of two launches for one axis, where no element is left out
};

/// What numbers the pieces, or rows of pieces, that a launch transforms of a line.
struct PieceAxis {
  Dim dim;
  std::int64_t count;
  std::int64_t between, callers;  ///< strides, in elements of the line, in memory of either side
};

/// With points n[0], n[1], ... of the launches, what becomes bin k[0] + n[0] * (k[1] + ...) of a
/// line lies between launches where k[0] is the slowest number. So launches but the last and the
/// first store lines over themselves.
std::vector<PieceAxis> piece_axes(const TransformPass& pass, std::size_t launch);

/// One side of a launch: the array of values before the pass, after it, or between its launches.
PassSide side_of(const TransformPass& pass, const TransformArray& array, std::size_t launch,
                 bool is_between);

/// Dimension along which the lines of a block of that launch are neighbours.
Dim neighbours_of(const TransformPass& pass, std::size_t launch);

}  // namespace fftcore
