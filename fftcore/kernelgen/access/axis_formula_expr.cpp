// SPDX-License-Identifier: LGPL-2.1-or-later
#include "axis_formula_expr.h"

#include <array>

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

constexpr std::array kAxes = {Dim::column, Dim::row, Dim::slice};

}  // namespace

AxisFormulaExpr::AxisFormulaExpr(Builder& b, const AxisFormula& formula, const LinePosition& line)
    : formula_(formula), expr_(b, formula.formula), numbers_(line.number), transform_(integer(0)) {
  for (const Dim dim : kAllDims) numbers_[dim] = numbers_[dim] + formula.first_line[dim];
  const auto& [channels, frames] = formula.batches;
  transform_ =
      b.let("transform", numbers_[Dim::channel] +
                             (numbers_[Dim::frame] + numbers_[Dim::batch] * frames) * channels);
}

Complex AxisFormulaExpr::operator()(const Complex& value, const Expr& number) const {
  const auto along = [&](std::size_t axis) {
    return kAxes.at(axis) == formula_.axis ? number : numbers_[kAxes.at(axis)];
  };
  SamplePlace place{along(0), along(1), along(2), integer(0), transform_};
  place.fx = frequency(place.x, formula_.points[0]);
  place.fy = frequency(place.y, formula_.points[1]);
  place.fz = frequency(place.z, formula_.points[2]);
  return expr_(value, place);
}

std::optional<AxisFormulaExpr> axis_formula(Builder& builder, const AxisFormula& formula,
                                            const LinePosition& line) {
  if (!formula.exists()) return std::nullopt;
  return AxisFormulaExpr(builder, formula, line);
}

}  // namespace fftcore
