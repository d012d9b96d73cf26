// SPDX-License-Identifier: LGPL-2.1-or-later
#include "edge_index.h"

#include <algorithm>

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

/// position modulo period, for any position of the range.
Expr wrapped(const Expr& position, Range range, std::int64_t period) {
  const std::int64_t shift = range.least < 0 ? (-range.least + period - 1) / period * period : 0;
  return (position + shift) % period;
}

}  // namespace

Expr edge_index(const Expr& position, Range range, std::int64_t extent, EdgeMode edge) {
  const bool below = range.least < 0;
  const bool above = range.most >= extent;
  if (!below && !above) return position;
  if (extent == 1) return integer(0);
  switch (edge) {
    case EdgeMode::constant: return position;
    case EdgeMode::replicate: {
      const Expr raised = below ? maximum(position, integer(0)) : position;
      return above ? minimum(raised, integer(extent - 1)) : raised;
    }
    case EdgeMode::reflect: {
      const std::int64_t period = 2 * extent;
      if (range.least < -extent || range.most >= period) {
        const Expr index = wrapped(position, range, period);
        return minimum(index, integer(period - 1) - index);
      }
      const Expr raised = below ? maximum(position, integer(-1) - position) : position;
      return above ? minimum(raised, integer(period - 1) - raised) : raised;
    }
    case EdgeMode::reflect_101: {
      const std::int64_t period = 2 * extent - 2;
      if (range.least <= -extent || range.most > period) {
        const Expr index = wrapped(position, range, period);
        return minimum(index, integer(period) - index);
      }
      const Expr raised = below ? absolute(position) : position;
      return above ? minimum(raised, integer(period) - raised) : raised;
    }
    case EdgeMode::wrap: {
      if (range.least < -extent || range.most >= 2 * extent)
        return wrapped(position, range, extent);
      const Expr raised =
          below ? select(less(position, integer(0)), position + extent, position) : position;
      return above ? select(less(raised, integer(extent)), raised, raised - extent) : raised;
    }
  }
  return position;
}

Expr is_inside(const Expr& position, Range range, std::int64_t extent) {
  Expr inside = ast::Literal{ast::Type::boolean, 1};
  if (range.least < 0) inside = both(inside, less_equal(integer(0), position));
  if (range.most >= extent) inside = both(inside, less(position, integer(extent)));
  return inside;
}

Expr is_inside(const Expr& position, Range range, const PointSpan& span) {
  if (range.least < 0 && (span.goes_round() || span.first > 0))
    return both(less_equal(integer(0), position), is_inside(position, {0, range.most}, span));
  if (range.least >= span.first || !span.goes_round()) {
    Expr inside = ast::Literal{ast::Type::boolean, 1};
    if (range.least < span.first) inside = less_equal(integer(span.first), position);
    if (range.most >= span.end()) inside = both(inside, less(position, integer(span.end())));
    return inside;
  }
  if (range.most < span.first) return is_inside(position, {0, range.most}, span.round_end());
  const Range ahead{range.least - span.first, std::min(range.most, span.around - 1) - span.first};
  const Expr inside = less(edge_index(position - span.first, ahead, span.around, EdgeMode::wrap),
                           integer(span.count));
  return range.most < span.around ? inside : both(less(position, integer(span.around)), inside);
}

bool is_outside(Range range, const PointSpan& span) {
  return range.most < 0 || range.least >= span.end() ||
         (range.most < span.first && range.least >= span.round_end());
}

}  // namespace fftcore
