// SPDX-License-Identifier: LGPL-2.1-or-later
// A Transform's formula in a kernel, for the values of a line.
#pragma once

#include <optional>

#include "access.h"
#include "axis_formula.h"
#include "formula_expr.h"

namespace fftcore {

class AxisFormulaExpr {
 public:
  AxisFormulaExpr(Builder& builder, const AxisFormula& formula, const LinePosition& line);

  /// The value of the line's element of that number.
  Complex operator()(const Complex& value, const ast::Expr& number) const;

 private:
  AxisFormula formula_;
  FormulaExpr expr_;
  PerDim<ast::Expr> numbers_;  ///< of the line
  ast::Expr transform_;        ///< number in the batch
};

/// Nothing where there is no formula.
std::optional<AxisFormulaExpr> axis_formula(Builder& builder, const AxisFormula& formula,
                                            const LinePosition& line);

}  // namespace fftcore
