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

  /// Weakens a thread's column of bin q in time. `means` are what is kept out of each bin, or
  /// empty. Of pairs of bins in time column 0 becomes what it gives together with its mirror.
  std::vector<Complex> weakened(const std::vector<Complex>& values,
                                const std::vector<Complex>& means, const ast::Expr& column,
                                const ast::Expr& q) const;

 private:
  using Bins = std::vector<Complex>;
  Bins weakened_bins(const Bins& values, const Bins& means, const ast::Expr& bin,
                     bool is_raised) const;
  Bins two_columns(const Bins& values, const Bins& means, bool is_raised) const;
  Bins with_mirror(const Bins& values, const Bins& means, const ast::Expr& q, bool is_raised) const;
  Complex weakened_bin(const Complex& value, const Complex& mean, const ast::Expr& noise,
                       bool is_raised) const;
  std::vector<ast::Expr> powers_of(const ast::Expr& bin) const;
  ast::Expr factor(const ast::Expr& power, const ast::Expr& noise) const;

  Builder& b_;
  const DenoiseSpec& spec_;
  std::vector<ast::Expr> numbers_;  // StrengthNumbers, before the powers
};

}  // namespace fftcore
