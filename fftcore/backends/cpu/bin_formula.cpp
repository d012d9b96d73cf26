// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bin_formula.h"

#include "sample_formulas.h"

namespace fftcore {

template <class Real>
BinFormula<Real>::BinFormula(const Convolution& convolution) : points_(convolution.input.extent()) {
  if (const SampleFormula formula = spectrum_formula(convolution); formula.exists())
    program_.emplace(formula);
}

template <class Real>
void BinFormula<Real>::operator()(std::int64_t column, std::int64_t lanes,
                                  const Parameters& parameters,
                                  std::complex<Real>* products) const {
  if (!program_) return;
  const Real points = static_cast<Real>(points_.rows) * static_cast<Real>(points_.columns);
  const std::int64_t all = points_.rows * lanes;
  for (std::int64_t i = 0; i < all; ++i) products[i] *= points;
  SampleRun run;
  run.step[0] = 1;
  run.points = {points_.columns, points_.rows, 1};
  for (std::int64_t row = 0; row < points_.rows; ++row) {
    run.first = {column, row, 0};
    (*program_)(run, parameters, lanes, products + row * lanes);
  }
  const Real scale = 1 / points;
  for (std::int64_t i = 0; i < all; ++i) products[i] *= scale;
}

template class BinFormula<float>;
template class BinFormula<double>;

}  // namespace fftcore
