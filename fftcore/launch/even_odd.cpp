// SPDX-License-Identifier: LGPL-2.1-or-later
#include "even_odd.h"

namespace fftcore {

std::vector<float> even_odd_taps(const EvenOdd& line, std::span<const float> taps) {
  const auto samples = static_cast<std::size_t>(line.samples), points = samples / 2;
  // y[i] = sum_j x[i + origin + j] g[j]: tap j is sample -(origin + j) of h.
  std::vector<double> h(samples, 0.0);
  for (std::size_t j = 0; j < taps.size(); ++j) {
    const std::int64_t place = -(line.origin + static_cast<std::int64_t>(j)) % line.samples;
    h[static_cast<std::size_t>(place < 0 ? place + line.samples : place)] += taps[j];
  }
  std::vector<float> sequences(4 * points);
  for (std::size_t n = 0; n < points; ++n) {
    const double even = h[2 * n], odd = h[2 * n + 1],
                 odd_before = h[2 * (n == 0 ? points - 1 : n - 1) + 1];
    sequences[2 * n] = static_cast<float>(even);
    sequences[2 * n + 1] = static_cast<float>((odd - odd_before) / 2);
    sequences[2 * (points + n) + 1] = static_cast<float>((odd + odd_before) / 2);
  }
  return sequences;
}

}  // namespace fftcore
