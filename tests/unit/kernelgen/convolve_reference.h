// SPDX-License-Identifier: LGPL-2.1-or-later
// What a convolution is by definition, summed in double.
#pragma once

#include <algorithm>
#include <vector>

#include "convolve_stages.h"

namespace fftcore::test {

/// Index of the sample that position p stands for, or -1 for none.
inline int border(int p, int n, EdgeMode edge) {
  if (p >= 0 && p < n) return p;
  if (edge == EdgeMode::constant) return -1;
  if (edge == EdgeMode::replicate) return std::clamp(p, 0, n - 1);
  if (n == 1) return 0;
  while (p < 0 || p >= n) {
    if (edge == EdgeMode::wrap)
      p += p < 0 ? n : -n;
    else if (edge == EdgeMode::reflect)
      p = p < 0 ? -1 - p : 2 * n - 1 - p;
    else
      p = p < 0 ? -p : 2 * n - 2 - p;
  }
  return p;
}

template <class Sample>
double direct_sample(const Image& m, const std::vector<Sample>& x, const std::vector<float>& taps,
                     int row, int column, int channel) {
  double sum = 0;
  for (int i = 0; i < m.taps_rows; ++i)
    for (int j = 0; j < m.taps_columns; ++j) {
      const int r = border(row + m.origin_row + i, m.rows, m.edge);
      const int c = border(column + m.origin_column + j, m.columns, m.edge);
      if (r >= 0 && c >= 0)
        sum += (static_cast<double>(
                    x[static_cast<std::size_t>(r * m.row_stride + c * m.channels + channel)]) -
                m.bias) *
               taps[static_cast<std::size_t>(i * m.taps_columns + j)];
    }
  return sum;
}

template <class Sample>
std::vector<double> direct(const Image& m, const std::vector<Sample>& x,
                           const std::vector<float>& taps) {
  std::vector<double> y;
  for (int row = 0; row < m.out_rows; ++row)
    for (int column = 0; column < m.out_columns; ++column)
      for (int channel = 0; channel < m.channels; ++channel)
        y.push_back(direct_sample(m, x, taps, row, column, channel));
  return y;
}

}  // namespace fftcore::test
