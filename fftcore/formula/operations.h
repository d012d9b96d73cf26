// SPDX-License-Identifier: LGPL-2.1-or-later
// Operations of formulas: the one table of their names, how many operands they take, and of which
// kind operands and result are.
#pragma once

#include <span>
#include <string_view>

#include "formula.h"

namespace fftcore {

/// Which numbers an operation takes and gives.
enum class Domain : std::uint8_t {
  any,        ///< any; complex where an operand is
  real,       ///< real ones alone
  to_real,    ///< any; the result is real
  condition,  ///< the first is real; complex where another one is
};

struct FormulaOperation {
  std::string_view name;  ///< as it is written
  FormulaOp op;
  std::size_t operands;
  Domain numbers;
};

/// What is written between operands, or before one.
std::span<const FormulaOperation> operators();
/// What is written as name(operands).
std::span<const FormulaOperation> functions();

}  // namespace fftcore
