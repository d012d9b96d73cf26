// SPDX-License-Identifier: LGPL-2.1-or-later
#include "square_dft.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace fftcore {
namespace {

/// Columns that are transformed together: their part of all rows stays in the cache.
constexpr int kStrip = 16;

/// Radix 2, decimation in time, along the columns from `first` on; a butterfly takes two rows.
void transform_strip(Square& square, int first, const std::vector<double>& cosine,
                     const std::vector<double>& sine) {
  const int n = square.n, last = std::min(first + kStrip, n);
  for (int i = 0, reversed = 0; i < n; ++i) {
    if (i < reversed) {
      for (auto* values : {&square.real, &square.imag})
        std::swap_ranges(&(*values)[square.at(i, first)],
                         &(*values)[square.at(i, first)] + (last - first),
                         &(*values)[square.at(reversed, first)]);
    }
    // counts up from the highest bit
    for (int bit = n / 2; bit > 0 && ((reversed ^= bit) & bit) == 0;) bit /= 2;
  }
  for (int half = 1; half < n; half *= 2) {
    for (int k = 0; k < half; ++k) {
      const double c = cosine[n / 2 / half * k], s = sine[n / 2 / half * k];
      for (int row = k; row < n; row += 2 * half) {
        double* __restrict re0 = &square.real[square.at(row, 0)], * __restrict im0 =
                                                                      &square
                                                                           .imag[square.at(row, 0)];
        double* __restrict re1 = &square.real[square.at(row + half, 0)], * __restrict im1 =
                                                                             &square.imag[square.at(
                                                                                 row + half, 0)];
        for (int x = first; x < last; ++x) {
          const double re = c * re1[x] - s * im1[x], im = c * im1[x] + s * re1[x];
          re1[x] = re0[x] - re;
          im1[x] = im0[x] - im;
          re0[x] += re;
          im0[x] += im;
        }
      }
    }
  }
}

void transpose(std::vector<double>& values, int n) {
  constexpr int kBlock = 16;  // both sides of the diagonal stay in the cache
  for (int top = 0; top < n; top += kBlock)
    for (int left = top; left < n; left += kBlock)
      for (int y = top; y < std::min(top + kBlock, n); ++y)
        for (int x = std::max(left, y + 1); x < std::min(left + kBlock, n); ++x)
          std::swap(values[std::size_t(y) * n + x], values[std::size_t(x) * n + y]);
}

}  // namespace

void transform(Square& square, Direction direction) {
  const int n = square.n;
  const double sign = direction == Direction::forward ? -1 : 1;
  std::vector<double> cosine(n / 2), sine(n / 2);
  for (int i = 0; i < n / 2; ++i) {
    cosine[i] = std::cos(2 * std::numbers::pi * i / n);
    sine[i] = sign * std::sin(2 * std::numbers::pi * i / n);
  }
  const auto along_columns = [&] {
    for (int first = 0; first < n; first += kStrip) transform_strip(square, first, cosine, sine);
  };
  along_columns();
  transpose(square.real, n);
  transpose(square.imag, n);
  along_columns();
}

}  // namespace fftcore
