// SPDX-License-Identifier: LGPL-2.1-or-later
#include "product_formula.h"

#include "formula_expr.h"

namespace fftcore {

using ast::Expr;
using ast::integer;
using ast::real;

Values operated(Builder& b, const LineTransform& transform, Values values,
                const ProductFormula& formula, const LinePosition& line, int radix) {
  if (!formula.formula.exists()) return values;
  const FormulaExpr expr(b, formula.formula);
  const int run = transform.shape().length;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = transform.butterflies(radix)[i];
    for (std::size_t k = 0; k < values[i].size(); ++k) {
      const Expr element = b.let("k", butterfly.first + static_cast<int>(k) * butterfly.step);
      Expr column = line.number[Dim::column], row = element;
      if (formula.row_stride != 0) {
        const Expr place = b.let("place", line.number[Dim::row] * run + element);
        column = b.let("column", place % formula.row_stride);
        row = b.let("row", place / formula.row_stride);
      }
      SamplePlace at{column, row, integer(0), integer(0), integer(0)};
      at.fx = frequency(column, formula.columns);
      at.fy = frequency(row, formula.rows);
      const Complex bin = scaled(b, values[i][k], real(formula.scale));
      const Complex changed = scaled(b, expr(bin, at), real(1 / formula.scale));
      const Expr is_bin = b.let("is", less_equal(column, integer(formula.columns / 2)));
      const Expr re = b.let("r", select(is_bin, changed.re, real(0)));
      values[i][k] = {re, b.let("r", select(is_bin, changed.im, real(0)))};
    }
  }
  return values;
}

}  // namespace fftcore
