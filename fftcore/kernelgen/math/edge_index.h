// SPDX-License-Identifier: LGPL-2.1-or-later
// Index arithmetic of the edge modes, as short as the range of positions allows.
#pragma once

#include "expr_ops.h"
#include "fftcore/convolution.h"
#include "point_span.h"

namespace fftcore {

/// Positions that an expression may take: least .. most.
struct Range {
  std::int64_t least = 0;
  std::int64_t most = 0;
  bool is_within(std::int64_t extent) const { return least >= 0 && most < extent; }
  bool is_outside(std::int64_t extent) const { return most < 0 || least >= extent; }
};

/// Index into [0, extent) of what the edge mode (not constant) puts at `position`, by arithmetic
/// alone; no more of it than the range calls for.
ast::Expr edge_index(const ast::Expr& position, Range range, std::int64_t extent, EdgeMode edge);

/// Whether 0 <= position < extent, asking only what the range leaves open.
ast::Expr is_inside(const ast::Expr& position, Range range, std::int64_t extent);

/// Whether the position is one of the span, asking likewise.
ast::Expr is_inside(const ast::Expr& position, Range range, const PointSpan& span);
/// Whether the range has none of the span.
bool is_outside(Range range, const PointSpan& span);

}  // namespace fftcore
