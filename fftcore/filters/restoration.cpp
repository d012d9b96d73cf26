// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

#include "check_range.h"
#include "fftcore/error.h"
#include "fftcore/restoration.h"
#include "square_dft.h"

namespace fftcore {
namespace {

constexpr int kLargestGrid = 2048;
/// Share of the energy that may be cut off along each axis.
constexpr double kCutOff = 1e-6;

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

/// Taps of the inverse. The one at place (y, x) from the centre lies at (y, x) modulo n.
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

/// Energy of the lines at place 0, +-1, +-2, ... +-n/2 of one axis.
std::vector<double> energies(const Square& taps, bool along_rows) {
  const int n = taps.n;
  std::vector<double> result(n / 2 + 1);
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const int place = along_rows ? y : x;
      result[std::min(place, n - place)] += taps.real[taps.at(y, x)] * taps.real[taps.at(y, x)];
    }
  }
  return result;
}

/// Last place of an axis that stays, at most n / 2 - 1.
int kept(const std::vector<double>& energy) {
  const double allowed = kCutOff * std::accumulate(energy.begin(), energy.end(), 0.0);
  int last = int(energy.size()) - 2;
  for (double cut = energy.back(); last > 0 && cut + energy[last] <= allowed; --last)
    cut += energy[last];
  return last;
}

Taps cut_out(const Square& square, int half_rows, int half_columns) {
  const int n = square.n;
  Taps taps{{2 * half_rows + 1, 2 * half_columns + 1}, {}};
  taps.values.reserve(static_cast<std::size_t>(taps.extent.rows * taps.extent.columns));
  for (int y = -half_rows; y <= half_rows; ++y)
    for (int x = -half_columns; x <= half_columns; ++x)
      taps.values.push_back(square.real[square.at((y + n) % n, (x + n) % n)]);
  return taps;
}

}  // namespace

Taps restoring_taps(const Taps& blur, const Restoration& restoration) {
  check_blur(blur, restoration);
  const auto side = std::max(blur.extent.rows, blur.extent.columns);
  for (int n = 256;; n *= 2) {
    if (n < 2 * side && n < kLargestGrid) continue;
    const Square square = periodic_taps(blur, restoration, n);
    const int half_rows = kept(energies(square, true)),
              half_columns = kept(energies(square, false));
    if (std::max(half_rows, half_columns) > n / 4 && n < kLargestGrid) continue;
    Taps taps = cut_out(square, half_rows, half_columns);
    const double h = std::reduce(blur.values.begin(), blur.values.end());
    const double sum =
        h / (h * h + (restoration.penalty == Penalty::flat ? restoration.lambda : 0));
    const double missing = sum - std::reduce(taps.values.begin(), taps.values.end());
    for (double& value : taps.values) value += missing / double(taps.values.size());
    return taps;
  }
}

}  // namespace fftcore
