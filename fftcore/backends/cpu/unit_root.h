// SPDX-License-Identifier: LGPL-2.1-or-later
// Twiddle factors.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>

namespace fftcore {

/// exp(-2 pi i k / n) for any k from 0 on, to the last bit or so: integers bring the angle to an
/// eighth of a turn, where a double holds it to its own last bit.
inline std::complex<double> unit_root(std::int64_t k, std::int64_t n) {
  std::int64_t eighths = 8 * (k % n);  // angle = eighths / n of an eighth turn
  const bool is_below = eighths > 4 * n;
  if (is_below) eighths = 8 * n - eighths;
  const bool is_left = eighths > 2 * n;
  if (is_left) eighths = 4 * n - eighths;
  const bool is_steep = eighths > n;
  if (is_steep) eighths = 2 * n - eighths;
  const double angle =
      std::numbers::pi / 4 * (static_cast<double>(eighths) / static_cast<double>(n));
  double cosine = std::cos(angle), sine = std::sin(angle);
  if (is_steep) std::swap(cosine, sine);
  return {is_left ? -cosine : cosine, is_below ? sine : -sine};
}

}  // namespace fftcore
