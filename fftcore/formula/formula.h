// SPDX-License-Identifier: LGPL-2.1-or-later
// Formulas that users write, such as `exp(-(f / 0.1)^2)`, as trees. The tree knows no backend: a
// processor evaluates it here, and a generator may print it as a kernel's code.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fftcore {

/// What a node does with its operands. `operations.h` has the name and the rules of each.
enum class FormulaOp : std::uint8_t {
  // leaves
  number,
  variable,
  // arithmetic
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,
  // 1 where it is true, else 0
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  // of what is 0 or not
  both,
  either,
  negation,
  choose,  ///< if(condition, then, else)
  // of complex numbers too
  exp,
  log,
  sqrt,
  sin,
  cos,
  tan,
  sinh,
  cosh,
  tanh,
  conj,
  // real parts of complex numbers
  re,
  im,
  abs,
  arg,
  // of real numbers
  asin,
  acos,
  atan,
  atan2,
  hypot,
  min,
  max,
  floor,
  round,
  sign,
  sinc,  ///< sin(pi x) / (pi x)
  // of the caller's own
  code,  ///< a function of device code; complex where its first operand is
};

/// Node of a formula, and so a formula. Whether it is complex is known before anything is computed:
/// what is made of real numbers is real, and the root of a negative one is not a number.
struct Formula {
  FormulaOp op = FormulaOp::number;
  bool is_complex = false;
  std::complex<double> number;  ///< of FormulaOp::number
  std::size_t variable = 0;     ///< of FormulaOp::variable: its place in the caller's list
  std::vector<Formula> operands = {};
  std::string function = {};  ///< of FormulaOp::code: its name
};

/// Longest text of a formula, and how deep it may nest: what one line of a person needs, and what
/// any thread's stack holds.
inline constexpr std::size_t kMaxFormulaLength = 4096;
inline constexpr std::size_t kMaxFormulaDepth = 100;
/// Most values that a function of device code takes.
inline constexpr std::size_t kMaxCodeOperands = 16;

struct FormulaVariable {
  std::string_view name;  ///< empty: a place that no formula names
  bool is_complex = false;
};

/// Formula of variables. Throws InvalidArgument with line and column, and what is expected there.
/// `code`: text in which functions are that may be called besides, of 1 to kMaxCodeOperands values.
Formula parse_formula(std::string_view text, std::span<const FormulaVariable> variables,
                      std::string_view code = {});
/// Formula of real variables.
Formula parse_formula(std::string_view text, std::span<const std::string_view> variables);

/// The same with each part that has neither variables nor code computed, which makes a number of
/// it.
Formula folded(Formula formula);

/// Value of a formula of real variables, where these have these values, in the order of
/// parse_formula()'s list. It may be infinite or no number, which it is where code is called. A
/// real formula's has no imaginary part.
std::complex<double> value_of(const Formula& formula, std::span<const double> variables);

}  // namespace fftcore
