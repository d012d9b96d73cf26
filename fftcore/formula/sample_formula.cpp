// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sample_formula.h"

#include <algorithm>
#include <array>

namespace fftcore {
namespace {

constexpr std::size_t number_of(SampleVariable variable) {
  return static_cast<std::size_t>(variable);
}

constexpr std::size_t kVariables = number_of(SampleVariable::w) + 1;
constexpr std::array<std::string_view, kVariables> kNames = {
    "v",  "x",  "y",  "z",  "c",  "n",  "p0", "p1", "p2", "p3",
    "p4", "p5", "p6", "p7", "fx", "fy", "fz", "f",  "w"};

bool has(const SampleFormula& formula, std::size_t variable) {
  const SampleSide side = formula.side;
  const auto in = [&](SampleVariable first, SampleVariable last) {
    return variable >= number_of(first) && variable <= number_of(last);
  };
  if (variable == number_of(SampleVariable::w)) return formula.second != SecondSamples::none;
  if (side == SampleSide::product && variable == number_of(SampleVariable::fz)) return false;
  if (in(SampleVariable::fx, SampleVariable::f)) return side >= SampleSide::spectrum;
  if (variable == number_of(SampleVariable::c)) return side == SampleSide::image;
  return !in(SampleVariable::x, SampleVariable::n) || side != SampleSide::product;
}

}  // namespace

Formula parsed(const SampleFormula& formula) {
  std::array<FormulaVariable, kVariables> variables;
  for (std::size_t i = 0; i < kVariables; ++i)
    if (has(formula, i)) variables[i].name = kNames[i];
  variables[number_of(SampleVariable::v)].is_complex = formula.is_complex;
  variables[number_of(SampleVariable::w)].is_complex = formula.second == SecondSamples::complex;
  return folded(parse_formula(formula.text, variables, formula.code));
}

bool names(const Formula& formula, SampleVariable variable) {
  return (formula.op == FormulaOp::variable && formula.variable == number_of(variable)) ||
         std::ranges::any_of(formula.operands,
                             [&](const Formula& operand) { return names(operand, variable); });
}

std::int64_t parameters_of(const Formula& formula) {
  std::int64_t count = 0;
  constexpr std::size_t kFirst = number_of(SampleVariable::p0);
  if (formula.op == FormulaOp::variable && formula.variable - kFirst < kMaxParameters)
    count = static_cast<std::int64_t>(formula.variable - kFirst) + 1;
  for (const Formula& operand : formula.operands) count = std::max(count, parameters_of(operand));
  return count;
}

}  // namespace fftcore
