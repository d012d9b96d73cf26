// SPDX-License-Identifier: LGPL-2.1-or-later
// A Convolution's formula of the bins of the image's own extents, on blocks of columns. Immutable,
// so that all threads share it.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>

#include "fftcore/convolution.h"
#include "formula_program.h"

namespace fftcore {

template <class Real>
class BinFormula {
 public:
  explicit BinFormula(const Convolution& convolution);

  bool exists() const { return program_.has_value(); }
  /// Operates on a block of products divided by the number of points: rows of `lanes` columns, the
  /// first one number `column`.
  void operator()(std::int64_t column, std::int64_t lanes, const Parameters& parameters,
                  std::complex<Real>* products) const;

 private:
  std::optional<FormulaProgram> program_;
  Extent points_;
};

}  // namespace fftcore
