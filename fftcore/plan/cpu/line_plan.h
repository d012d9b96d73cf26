// SPDX-License-Identifier: LGPL-2.1-or-later
// The plan of a Transform on a CPU: passes over memory, one an axis. Plain values, which
// backends/cpu/transform/transform_executable runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fftcore/transform.h"
#include "point_span.h"

namespace fftcore {

/// Memory that a pass reads or writes: the caller's buffers or memory of our own.
enum class LinePlace : std::uint8_t { input, output, work };

/// Lines of one pass in a place. Elements are real or complex values: as memory holds them, or as
/// arithmetic has them in memory of our own.
struct LineSide {
  LinePlace place = LinePlace::input;
  bool is_real = false;
  std::int64_t offset = 0;
  std::int64_t stride = 1;  ///< from point to point of a line
  /// Reals from a value's real part to its imaginary part, where values are planar; then elements
  /// are reals.
  std::int64_t imaginary = 0;
  PointSpan span{1};       ///< points that are read or written; others that are read are zeros
  bool is_packed = false;  ///< the last bin is the imaginary part of the first one
};

/// One dimension that lines are repeated along.
struct LineAxis {
  PointSpan numbers{1};
  std::int64_t from_stride = 1;
  std::int64_t to_stride = 1;
};

/// Transforms of all lines along one axis. A task is a block of `lanes` lines, which are neighbours
/// in the order of `axes`, the first axis being the fastest.
struct LinePass {
  std::size_t axis = 0;  ///< of the Transform
  std::int64_t points = 1;
  TransformKind kind = TransformKind::c2c;  ///< of these lines
  Direction direction = Direction::forward;
  bool ortho = false;  ///< the ends of lines are weighted; the rest of it is in the scale
  LineSide from, to;
  std::vector<LineAxis> axes;
  std::int64_t lines = 1;
  std::int64_t lanes = 1;
  /// Lines are whole, without gaps, in the numbers of arithmetic, and equally far apart with hardly
  /// a gap between them: the engine takes them where they lie. `axes` has one axis.
  bool is_dense = false;
  double scale = 1;
  std::int64_t blocks() const { return (lines + lanes - 1) / lanes; }
};

struct LinePlan {
  std::vector<LinePass> passes;
  std::int64_t work_values = 0;  ///< complex values of LinePlace::work
  std::int64_t work_bytes = 0;   ///< their size
};

/// The plan of a valid Transform. The halved axis comes first, or last for c2r, so that the others
/// are complex. Lines that are all padding are skipped. Transforms of several axes need work memory
/// where memory holds less than arithmetic has, lest values are rounded between passes; else only
/// c2r out of place does: its input must stay, and its output cannot hold a spectrum.
/// `takes_dense_lines`: whether the engine takes lines where they lie.
LinePlan plan_lines(const Transform& transform, bool takes_dense_lines);

std::string to_string(const LinePlan& plan);

}  // namespace fftcore
