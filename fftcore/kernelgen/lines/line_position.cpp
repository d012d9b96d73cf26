// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_position.h"

#include "line_blocks.h"

namespace fftcore {

using ast::Expr;
using ast::integer;

namespace {

/// Number of the line that is so many lines after the first one.
Expr numbered(const Expr& line, Dim dim, const LineSpec& spec) {
  const std::int64_t first = spec.first_line[dim], around = spec.around[dim];
  if (first == 0) return line;
  if (around == 0) return line + first;
  return edge_index(line + first, {first, first + spec.lines[dim] - 1}, around, EdgeMode::wrap);
}

}  // namespace

LinePosition position_of(Builder& b, const LineSpec& spec, const Expr& block,
                         const Expr& line_of_block) {
  const int neighbours = neighbours_of(spec), groups = groups_of(spec);
  LinePosition position;
  position.lines = spec.lines;
  // Also where there is one line.
  for (const Dim dim : kAllDims) position.number[dim] = integer(spec.first_line[dim]);
  Expr rest = block;
  const std::vector<Dim> dims = block_dims(spec);
  const Expr group = dims.empty() ? rest : b.let("group", rest % groups);
  rest = dims.empty() ? rest : b.let("rest", rest / groups);
  for (const Dim dim : dims) {
    const bool is_last = dim == dims.back();
    position.number[dim] =
        b.let("number", numbered(is_last ? rest : rest % spec.lines[dim], dim, spec));
    if (!is_last) rest = b.let("rest", rest / spec.lines[dim]);
  }
  if (spec.channels_per_block > 1)
    position.number[Dim::channel] = b.let("channel", line_of_block / neighbours);
  const Expr neighbour = spec.channels_per_block > 1 ? line_of_block % neighbours : line_of_block;
  const int lines = spec.lines[spec.neighbours];
  Expr line = b.let("line", group * neighbours + neighbour);
  if (lines % neighbours != 0) {
    position.exists = b.let("exists", less(line, integer(lines)));
    line = b.let("line", minimum(line, integer(lines - 1)));
  }
  position.number[spec.neighbours] = numbered(line, spec.neighbours, spec);
  position.is_wide = spec.has_wide_indices;
  if (position.is_wide)
    for (Expr& number : position.number.values) number = b.let("number", ast::widened(number));
  return position;
}

}  // namespace fftcore
