// SPDX-License-Identifier: LGPL-2.1-or-later
// A Transform as steps on the CPU, one an axis. Plain values; transform_executable runs them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fftcore/transform.h"

namespace fftcore {

/// Where a pass reads or writes: the caller's buffers or memory of our own.
enum class LinePlace : std::uint8_t { input, output, work };

/// How one pass sees a place. Elements are floats or complex values.
struct LineSide {
  LinePlace place = LinePlace::input;
  bool is_real = false;
  std::int64_t offset = 0;
  std::int64_t stride = 1;  ///< from point to point of a line
  /// points of a line that are read or written; a read line continues with zeros
  std::int64_t count = 1;
};

/// Lines lie at every combination of these.
struct LineAxis {
  std::int64_t extent = 1;
  std::int64_t from_stride = 1;
  std::int64_t to_stride = 1;
};

/// Transforms of all lines along one axis. A task is a block of `lanes` lines, neighbours in the
/// order of `axes`, first axis fastest.
struct LinePass {
  std::int64_t points = 1;
  Direction direction = Direction::forward;
  LineSide from, to;
  std::vector<LineAxis> axes;
  std::int64_t lines = 1;
  std::int64_t lanes = 1;
  float scale = 1;
  std::int64_t blocks() const { return (lines + lanes - 1) / lanes; }
};

struct LinePlan {
  std::vector<LinePass> passes;
  std::int64_t work_values = 0;  ///< complex values of LinePlace::work
};

/// The halved axis comes first, or last for c2r, so that the others are complex. An axis that has
/// its turn later brings no lines that are all padding. Only c2r out of place, of several axes,
/// needs work memory: its input must stay, and its output cannot hold a spectrum.
LinePlan plan_lines(const Transform& transform);

std::string to_string(const LinePlan& plan);

}  // namespace fftcore
