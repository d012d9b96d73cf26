// SPDX-License-Identifier: LGPL-2.1-or-later
#include "pass_side.h"

namespace fftcore {

std::vector<PieceAxis> piece_axes(const TransformPass& pass, std::size_t launch) {
  std::vector<PieceAxis> axes;
  std::int64_t before = 1;
  for (std::size_t i = 0; i < launch; ++i) {
    const std::int64_t points = line_points(pass.shapes[i]);
    axes.push_back({Dim::whole, points, pass.points_from(i + 1), before});
    before *= points;
  }
  if (launch + 1 < pass.shapes.size())
    axes.push_back({Dim::part, pass.points_from(launch + 1), 1, 1});
  if (!axes.empty()) axes.back().dim = Dim::part;
  return axes;
}

PassSide side_of(const TransformPass& pass, const TransformArray& array, std::size_t launch,
                 bool is_between) {
  const std::int64_t step = pass.length() / line_points(pass.shapes[launch]);
  PassSide side{array, {}, static_cast<int>(step), is_between};
  for (const Dim dim : kAllDims)
    if (pass.numbers[dim].end() > 1) side.strides.line[dim] = array.strides[dim];
  const std::int64_t stride = array.strides[pass.dim()];
  side.strides.offset = array.offset;
  side.strides.element = stride * (is_between ? pass.points_from(launch + 1) : step);
  for (const PieceAxis& axis : piece_axes(pass, launch))
    side.strides.line[axis.dim] = stride * (is_between ? axis.between : axis.callers);
  return side;
}

Dim neighbours_of(const TransformPass& pass, std::size_t launch) {
  if (pass.shapes.size() == 1 || pass.is_adjacent) return pass.neighbours;
  // Rows that come out beside each other are of neighbouring bins of the first launch.
  return launch + 1 < pass.shapes.size() ? Dim::part : piece_axes(pass, launch).front().dim;
}

}  // namespace fftcore
