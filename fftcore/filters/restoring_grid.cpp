// SPDX-License-Identifier: LGPL-2.1-or-later
#include "restoring_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "check_range.h"
#include "fftcore/error.h"
#include "grid_dft.h"

namespace fftcore {
namespace {

using Spectrum = std::vector<std::complex<double>>;

/// G on the frequencies of a grid of n x n points, divided by their number.
void invert(Spectrum& spectrum, int n, const Restoration& restoration) {
  std::vector<double> difference(n);
  for (int k = 0; k < n; ++k) difference[k] = 2 - 2 * std::cos(2 * std::numbers::pi * k / n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      std::complex<double>& value = spectrum[std::size_t(i) * n + j];
      const double gradient = difference[i] + difference[j];
      const double penalty = restoration.penalty == Penalty::flat       ? 1
                             : restoration.penalty == Penalty::gradient ? gradient
                                                                        : gradient * gradient;
      value = std::conj(value) / ((std::norm(value) + restoration.lambda * penalty) * n * n);
    }
  }
}

}  // namespace

void check_blur(const Taps& blur, const Restoration& restoration) {
  validate(blur);
  const auto [rows, columns, slices] = blur.extent;
  if (!blur.imaginary.empty())
    throw InvalidArgument("the blur has imaginary parts; real taps are allowed");
  if (slices != 1)
    throw InvalidArgument(fmt::format("the blur has {} slices; 1 is allowed", slices));
  if (constexpr auto most = std::int64_t(kMaxBlur) + 1; std::max(rows, columns) > most)
    throw InvalidArgument(fmt::format(
        "the blur is {} rows x {} columns; at most {} a side are allowed", rows, columns, most));
  check_range("lambda", restoration.lambda, 1e-6, 1e3);
  normalized(blur);  // says what is wrong with a sum of 0
}

int least_grid(Extent blur) {
  int n = 256;
  while (n < 2 * std::max(blur.rows, blur.columns) && n < kLargestGrid) n *= 2;
  return n;
}

TapGrid periodic_taps(const Taps& blur, const Restoration& restoration, int n) {
  Spectrum values(std::size_t(n) * n);
  const auto [rows, columns, slices] = blur.extent;
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < columns; ++x)
      values[std::size_t(y - rows / 2 + n) % n * n + std::size_t(x - columns / 2 + n) % n] =
          blur.values[y * columns + x];
  grid_dft(values, {n, n}, Direction::forward);
  invert(values, n, restoration);
  grid_dft(values, {n, n}, Direction::inverse);
  TapGrid grid{n, {}};
  grid.taps.reserve(values.size());
  for (const std::complex<double>& value : values) grid.taps.push_back(value.real());
  return grid;
}

}  // namespace fftcore
