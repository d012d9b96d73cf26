// SPDX-License-Identifier: LGPL-2.1-or-later
// What becomes of a column of bins of a block.
#pragma once

#include <vector>

#include "complex.h"
#include "denoise_spec.h"

namespace fftcore {

/// The strength as a kernel's values.
class DenoiseStrengthExpr {
 public:
  /// Declares `taps_spectrum` and loads what the kind needs of it; its powers go to shared memory,
  /// which is in order after a barrier.
  DenoiseStrengthExpr(Builder& b, const DenoiseSpec& spec, const ast::Expr& thread);

  /// Weakens the column `bin`. `means` are what is kept out of each bin, or empty.
  std::vector<Complex> weakened(const std::vector<Complex>& column,
                                const std::vector<Complex>& means, const ast::Expr& bin) const;

 private:
  Complex weakened_bin(const Complex& value, const Complex& mean, const ast::Expr& noise,
                       bool is_raised) const;
  std::vector<ast::Expr> powers_of(const ast::Expr& bin) const;
  ast::Expr factor(const ast::Expr& power, const ast::Expr& noise) const;

  Builder& b_;
  const DenoiseSpec& spec_;
  std::vector<ast::Expr> numbers_;  // StrengthNumbers, before the powers
};

}  // namespace fftcore
