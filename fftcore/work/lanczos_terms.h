// SPDX-License-Identifier: LGPL-2.1-or-later
// Weights of Lanczos's kernel without sines, the same for every backend.
//
// Let a place lie t after sample 0, with 0 <= t < 1, and u = 1 - t. Sample m has the weight
// sinc(t - m) sinc((t - m) / 3), for m from -2 to 3. sin(pi (t - m)) is sin(pi t) but for the sign,
// so that it falls out of weights that are divided by their sum. With p(x) = sin(pi x / 3) / x,
//   A = t p(t) = sin(pi (3 - t) / 3), B = u p(u) = sin(pi (2 + t) / 3),
//   A + B = sin(pi (1 + t) / 3) = sin(pi (1 + u) / 3),
// and all weights times t u, so that none is infinite where t or u is 0:
//   m = -2        -1              0       1       2               3
//   t u B/(2+t)^2 -t u (A+B)/(1+t)^2 u p(t)  t p(u)  -t u (A+B)/(1+u)^2 t u A/(2+u)^2
#pragma once

#include <array>
#include <cstddef>

namespace fftcore {

/// Terms that single and double precision need: the next one is below half an ulp at x = 1.
inline constexpr std::size_t kLanczosTerms = 6, kLanczosTermsOfDouble = 10;

/// p(x), times what makes p(0) 1, is the sum of these times x^(2 n).
inline constexpr std::array<double, kLanczosTermsOfDouble> kLanczosSeries = [] {
  constexpr double kPi = 3.14159265358979323846;
  std::array<double, kLanczosTermsOfDouble> series{};
  double term = 1;
  for (std::size_t n = 0; n < series.size(); ++n) {
    series[n] = term;
    const auto k = static_cast<double>(2 * n);
    term *= -(kPi / 3) * (kPi / 3) / ((k + 2) * (k + 3));
  }
  return series;
}();

}  // namespace fftcore
