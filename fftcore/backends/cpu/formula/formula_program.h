// SPDX-License-Identifier: LGPL-2.1-or-later
// A sample's formula on the CPU: steps that each go over a block of samples, so that a step's
// choice costs little and its loop can use vectors. Immutable, so that all threads share it.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <vector>

#include "parameters.h"
#include "sample_formula.h"

namespace fftcore {

/// Where neighbouring samples lie.
struct SampleRun {
  std::array<std::int64_t, 3> first{};  ///< column, row and slice of the first one
  std::array<std::int64_t, 3> step{};   ///< from each to the next
  std::int64_t channel = 0;
  std::int64_t frame = 0;
  /// Points of the axes that frequencies are of.
  std::array<std::int64_t, 3> points{1, 1, 1};
};

class FormulaProgram {
 public:
  /// The formula is one that can be read.
  explicit FormulaProgram(const SampleFormula& formula);

  /// Puts the formula's value into each sample's place: float or double, or complex ones, which is
  /// what it is computed with. `second`: as many samples w, of a formula that has it. Works in
  /// memory of the stack.
  template <class Number>
  void operator()(const SampleRun& run, const Parameters& parameters, std::int64_t count,
                  Number* samples, const Number* second = nullptr) const;

 private:
  /// Operands lie in slots `to`, to + 1, ..., and the result goes to slot `to`.
  struct Step {
    enum class Kind : std::uint8_t {
      compute,  ///< `op`
      widen,    ///< a real number becomes a complex one
    };
    Kind kind = Kind::compute;
    FormulaOp op = FormulaOp::number;
    bool of_complex = false;  ///< whether operands are complex, and the result with them
    std::size_t to = 0;
    std::complex<double> number = {};  ///< of FormulaOp::number
    SampleVariable variable{};         ///< of FormulaOp::variable
  };
  template <class Real>
  class Block;

  void add(const Formula& formula, std::size_t slot, bool is_wanted_complex);

  std::vector<Step> steps_;
  std::size_t slots_ = 0;
  bool has_complex_ = false;  ///< whether any value is, so that slots have imaginary parts
  bool is_complex_ = false;   ///< whether the result is
};

}  // namespace fftcore
