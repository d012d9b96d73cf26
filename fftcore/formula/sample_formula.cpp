// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sample_formula.h"

#include <algorithm>
#include <array>

namespace fftcore {
namespace {

constexpr auto kParameter = static_cast<std::size_t>(SampleVariable::p0);
constexpr std::size_t kVariables = kParameter + kMaxParameters;
constexpr std::array<std::string_view, kVariables> kNames = {
    "v", "x", "y", "z", "c", "n", "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"};

}  // namespace

Formula parsed(const SampleFormula& formula) {
  std::array<FormulaVariable, kVariables> variables;
  for (std::size_t i = 0; i < kVariables; ++i) variables[i].name = kNames[i];
  variables[static_cast<std::size_t>(SampleVariable::v)].is_complex = formula.is_complex;
  return folded(parse_formula(formula.text, variables));
}

std::int64_t parameters_of(const Formula& formula) {
  std::int64_t count = 0;
  if (formula.op == FormulaOp::variable && formula.variable >= kParameter)
    count = static_cast<std::int64_t>(formula.variable - kParameter) + 1;
  for (const Formula& operand : formula.operands) count = std::max(count, parameters_of(operand));
  return count;
}

}  // namespace fftcore
