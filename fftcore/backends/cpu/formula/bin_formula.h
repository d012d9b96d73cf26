// SPDX-License-Identifier: LGPL-2.1-or-later
// A formula of bins, of a Convolution or of a MultiplyStage, on blocks of columns. Immutable, so
// that all threads share it.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>

#include "fftcore/layout.h"
#include "formula_program.h"

namespace fftcore {

template <class Real>
class BinFormula {
 public:
  /// Of a field of so many points, whose rows have `bins`. Products are `scale` times what the
  /// formula is of.
  BinFormula(const SampleFormula& formula, Extent points, std::int64_t bins, double scale);

  /// Operates on a block of products: rows of `lanes` columns, the first one number `column`. What
  /// lies beyond the bins stays.
  void operator()(std::int64_t column, std::int64_t lanes, const Parameters& parameters,
                  std::complex<Real>* products) const;

 private:
  std::optional<FormulaProgram> program_;
  Extent points_;
  std::int64_t bins_;
  Real scale_;
};

}  // namespace fftcore
