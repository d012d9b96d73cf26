// SPDX-License-Identifier: LGPL-2.1-or-later
// Points of cosine and sine transforms in global memory. cosine_line.h has the formulas.
#pragma once

#include "access.h"

namespace fftcore {

/// Builder and transform must outlive what is returned.
Loader make_loader(Builder& builder, LineTransform& transform, const CosineLoad& load,
                   const LinePosition& line, const std::string& buffer);
Storer make_storer(Builder& builder, LineTransform& transform, const CosineStore& store,
                   const LinePosition& line);

/// What sample i of the real line of types II and III is.
struct Reordered {
  ast::Expr point;  ///< its number in x
  Range range;
  ast::Expr sign;  ///< of sine transforms: -1 where the point is odd
};
Reordered reordered(const CosineLine& line, const WholeElement& sample);

/// Sample `i` (0 or 1) of an element of folded lines.
WholeElement sample_of(const WholeElement& element, int i);

/// `value`, times `weight` where `is_end`, which says so for a range that is not known to exclude
/// it.
ast::Expr weighted(Builder& builder, const ast::Expr& value, const ast::Expr& is_end,
                   double weight);

}  // namespace fftcore
