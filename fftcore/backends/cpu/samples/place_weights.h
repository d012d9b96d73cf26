// SPDX-License-Identifier: LGPL-2.1-or-later
// Weights of a place's neighbours along an axis (interpolation.h), for loops over places. `t` says
// how far the place lies behind the last sample before it, 0 to 1.
#pragma once

#include <array>
#include <cstddef>

#include "lanczos_terms.h"
#include "simd.h"

namespace fftcore {

/// Of samples -1 to 2.
template <class Real>
FFTCORE_PART_OF_LOOP std::array<Real, 4> bicubic_weights(Real t) {
  const Real square = t * t;
  return {t * ((Real(-0.5) * t + 1) * t - Real(0.5)), (Real(1.5) * t - Real(2.5)) * square + 1,
          t * ((Real(-1.5) * t + 2) * t + Real(0.5)), square * (Real(0.5) * t - Real(0.5))};
}

/// p(x) of lanczos_terms.h.
template <class Real>
FFTCORE_PART_OF_LOOP Real lanczos_sine(Real x) {
  constexpr std::size_t kTerms =
      sizeof(Real) == sizeof(double) ? kLanczosTermsOfDouble : kLanczosTerms;
  const Real square = x * x;
  Real sum = Real(kLanczosSeries[kTerms - 1]);
#pragma GCC unroll 10
  for (std::size_t n = 2; n <= kTerms; ++n) sum = sum * square + Real(kLanczosSeries[kTerms - n]);
  return sum;
}

/// Of samples -2 to 3.
template <class Real>
FFTCORE_PART_OF_LOOP std::array<Real, 6> lanczos_weights(Real t) {
  const Real u = 1 - t, of_t = lanczos_sine(t), of_u = lanczos_sine(u), a = t * of_t, b = u * of_u,
             product = t * u, both = product * (a + b), first = product * b / ((t + 2) * (t + 2)),
             second = -both / ((t + 1) * (t + 1)), third = of_t * u, fourth = of_u * t,
             fifth = -both / ((u + 1) * (u + 1)), last = product * a / ((u + 2) * (u + 2)),
             scale = 1 / (first + second + (third + fourth) + (fifth + last));
  return {first * scale,  second * scale, third * scale,
          fourth * scale, fifth * scale,  last * scale};
}

}  // namespace fftcore
