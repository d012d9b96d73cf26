// SPDX-License-Identifier: LGPL-2.1-or-later
#include "grid_dft.h"

#include <kissfft.hh>

namespace fftcore {
namespace {

using Values = std::vector<std::complex<double>>;

/// Lines of n values, which lie `stride` apart; `outer` blocks of `stride` lines.
void along(Values& values, std::size_t n, std::size_t stride) {
  if (n == 1) return;
  const kissfft<double> transform(n, true);
  Values line(n), result(n);
  for (std::size_t block = 0; block < values.size(); block += n * stride) {
    for (std::size_t first = block; first < block + stride; ++first) {
      for (std::size_t i = 0; i < n; ++i) line[i] = values[first + i * stride];
      transform.transform(line.data(), result.data());
      for (std::size_t i = 0; i < n; ++i)
        values[first + i * stride] = result[i] / static_cast<double>(n);
    }
  }
}

}  // namespace

void inverse_dft(Values& values, Extent extent) {
  const auto columns = static_cast<std::size_t>(extent.columns);
  const auto rows = static_cast<std::size_t>(extent.rows);
  along(values, columns, 1);
  along(values, rows, columns);
  along(values, static_cast<std::size_t>(extent.slices), columns * rows);
}

}  // namespace fftcore
