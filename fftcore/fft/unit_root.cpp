// SPDX-License-Identifier: LGPL-2.1-or-later
#include "unit_root.h"

#include <cmath>
#include <numbers>

namespace fftcore {

std::complex<long double> unit_root(std::int64_t numerator, std::int64_t denominator) {
  // By symmetry from the first eighth of the circle, so that roots which should be equal are.
  std::int64_t eighths = 8 * (((numerator % denominator) + denominator) % denominator);
  const std::int64_t octant = eighths / denominator;
  std::int64_t rest = eighths % denominator;
  if (octant % 2 == 1) rest = denominator - rest;
  const long double angle = std::numbers::pi_v<long double> / 4 * static_cast<long double>(rest) /
                            static_cast<long double>(denominator);
  const long double c = rest == denominator ? std::sqrt(0.5L) : std::cos(angle);
  const long double s = rest == denominator ? std::sqrt(0.5L) : std::sin(angle);
  switch (octant) {
    case 0: return {c, -s};
    case 1: return {s, -c};
    case 2: return {-s, -c};
    case 3: return {-c, -s};
    case 4: return {-c, s};
    case 5: return {-s, c};
    case 6: return {s, c};
    default: return {c, s};
  }
}

}  // namespace fftcore
