// SPDX-License-Identifier: LGPL-2.1-or-later
// One step of a Stockham transform: butterflies whose results lie in order, so that nothing is
// permuted at the end (Stockham 1966).
#pragma once

#include <complex>
#include <cstdint>

namespace fftcore {

/// A step over `from`, m * radix groups of `group` neighbours, to `to`, likewise. For each place p
/// below m the radix groups p, p + m, p + 2 m ... are transformed, and result k, times
/// exp(-+ 2 pi i p k / (m radix)), becomes group radix p + k.
template <class Real>
struct StockhamStep {
  int radix = 2;  ///< 2, 3, 4 or 5
  std::int64_t places = 1;
  std::int64_t group = 1;
  const Real* cosines = nullptr;  ///< of 2 pi p k / (m radix): for each k from 1 on those of all p
  const Real* sines = nullptr;    ///< likewise
  bool is_inverse = false;
};

/// Arrays must not overlap. Real is float or double.
void run_step(const StockhamStep<float>& step, const std::complex<float>* from,
              std::complex<float>* to);
void run_step(const StockhamStep<double>& step, const std::complex<double>* from,
              std::complex<double>* to);

}  // namespace fftcore
