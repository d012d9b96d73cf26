// SPDX-License-Identifier: LGPL-2.1-or-later
#include "block_window_value.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "block_window_words.h"

namespace fftcore {
namespace {

/// The modified Bessel function of the first kind, of order 0: its power series, which converges
/// fast for arguments as small as a window's. (std::cyl_bessel_i is not in every library.)
double bessel_i0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > 1e-18 * sum; ++k) {
    term *= x / (2 * k) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

}  // namespace

double window_value(BlockWindow window, double u) {
  const double turn = 2 * std::numbers::pi * u;
  switch (window) {
    case BlockWindow::rectangle: return 1;
    case BlockWindow::bartlett: return 1 - std::abs(2 * u - 1);
    case BlockWindow::sine: return std::sin(turn / 2);
    case BlockWindow::hann: return std::sin(turn / 2) * std::sin(turn / 2);
    case BlockWindow::hamming: return 0.53836 - 0.46164 * std::cos(turn);
    case BlockWindow::blackman: return 0.42 - 0.5 * std::cos(turn) + 0.08 * std::cos(2 * turn);
    case BlockWindow::nuttall:
      return 0.355768 - 0.487396 * std::cos(turn) + 0.144232 * std::cos(2 * turn) -
             0.012604 * std::cos(3 * turn);
    case BlockWindow::kaiser: {
      const double width = 2.5 * std::numbers::pi, place = 2 * u - 1;
      return bessel_i0(width * std::sqrt(std::max(0.0, 1 - place * place))) / bessel_i0(width);
    }
  }
  return 1;
}

std::string_view to_string(BlockWindow window) {
  return word_of(kBlockWindowWords, window);
}

}  // namespace fftcore
