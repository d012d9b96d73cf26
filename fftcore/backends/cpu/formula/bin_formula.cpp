// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bin_formula.h"

#include <algorithm>

namespace fftcore {

template <class Real>
BinFormula<Real>::BinFormula(const SampleFormula& formula, Extent points, std::int64_t bins,
                             double scale)
    : points_(points), bins_(bins), scale_(static_cast<Real>(scale)) {
  if (formula.exists()) program_.emplace(formula);
}

template <class Real>
void BinFormula<Real>::operator()(std::int64_t column, std::int64_t lanes,
                                  const Parameters& parameters,
                                  std::complex<Real>* products) const {
  const std::int64_t count = std::min(lanes, bins_ - column);
  if (!program_ || count <= 0) return;
  SampleRun run;
  run.step[0] = 1;
  run.points = {points_.columns, points_.rows, 1};
  const Real divisor = 1 / scale_;
  for (std::int64_t row = 0; row < points_.rows; ++row) {
    std::complex<Real>* const values = products + row * lanes;
    for (std::int64_t i = 0; i < count; ++i) values[i] *= divisor;
    run.first = {column, row, 0};
    (*program_)(run, parameters, count, values);
    for (std::int64_t i = 0; i < count; ++i) values[i] *= scale_;
  }
}

template class BinFormula<float>;
template class BinFormula<double>;

}  // namespace fftcore
