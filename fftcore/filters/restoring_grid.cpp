// SPDX-License-Identifier: LGPL-2.1-or-later
#include "restoring_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "check_range.h"
#include "fftcore/error.h"

namespace fftcore {
namespace {

/// G on the grid's frequencies, transposed as transform() leaves them, and divided by the grid's
/// points.
void invert(Square& spectrum, const Restoration& restoration) {
  const int n = spectrum.n;
  std::vector<double> difference(n);
  for (int k = 0; k < n; ++k) difference[k] = 2 - 2 * std::cos(2 * std::numbers::pi * k / n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double &re = spectrum.real[spectrum.at(i, j)], &im = spectrum.imag[spectrum.at(i, j)];
      const double gradient = difference[i] + difference[j];
      const double penalty = restoration.penalty == Penalty::flat       ? 1
                             : restoration.penalty == Penalty::gradient ? gradient
                                                                        : gradient * gradient;
      const double scale = 1 / ((re * re + im * im + restoration.lambda * penalty) * n * n);
      re *= scale;
      im *= -scale;
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

Square periodic_taps(const Taps& blur, const Restoration& restoration, int n) {
  Square square(n);
  const auto [rows, columns, slices] = blur.extent;
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < columns; ++x)
      square.real[square.at(int(y - rows / 2 + n) % n, int(x - columns / 2 + n) % n)] =
          blur.values[y * columns + x];
  transform(square, Direction::forward);
  invert(square, restoration);
  transform(square, Direction::inverse);
  return square;
}

}  // namespace fftcore
