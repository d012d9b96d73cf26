// SPDX-License-Identifier: LGPL-2.1-or-later
// Formulas of samples in a kernel: a tree of complex numbers as pairs of real expressions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "complex.h"
#include "sample_formula.h"

namespace fftcore {

/// Where a sample lies: whole numbers, and frequencies in cycles per sample.
struct SamplePlace {
  ast::Expr x, y, z, c, n;
  ast::Expr fx = ast::real(0), fy = ast::real(0), fz = ast::real(0);
};

/// Writes a formula's value for samples of one kernel. Keeps a reference to the builder.
class FormulaExpr {
 public:
  /// Declares the parameters that the formula names, as scalars of the launch. The formula is one
  /// that can be read.
  FormulaExpr(Builder& builder, const SampleFormula& formula);

  bool is_complex() const { return tree_.is_complex; }
  /// The value, whose imaginary part is 0 where the formula is real. `second`: the sample w.
  Complex operator()(const Complex& sample, const SamplePlace& place,
                     const Complex& second = zero()) const;

 private:
  Builder& b_;
  Formula tree_;
  std::vector<ast::Expr> parameters_;
};

/// Frequency of that number of `points`, in cycles per sample.
ast::Expr frequency(const ast::Expr& number, std::int64_t points);

/// What kernels call p0, p1, ...
std::string parameter_name(std::size_t number);

}  // namespace fftcore
