// SPDX-License-Identifier: LGPL-2.1-or-later
// What the definitions of windows have in common: signals, windows gathered from them, and the peak
// of S (fftcore/window_correlation.h).
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <vector>

#include "direct_sum.h"
#include "fftcore/window_correlation.h"
#include "window_oracle.h"

namespace oracle {

using Matrix = std::vector<std::vector<double>>;

/// The signal of an image.
struct Signal {
  Matrix rows;

  Signal(const fftcore::WindowCorrelation& windows, const Samples& image);

  double height() const { return static_cast<double>(rows.size()); }
  double width() const { return static_cast<double>(rows[0].size()); }
  bool has(double y, double x) const {
    return y >= -0.5 && x >= -0.5 && y < height() - 0.5 && x < width() - 0.5;
  }
  double sample(double y, double x) const;
  double at(fftcore::Interpolation interpolation, double y, double x) const;
};

struct Centre {
  double x, y;
  std::array<double, 4> map;

  Centre moved(double right, double down) const {
    return {x + map[0] * right + map[1] * down, y + map[2] * right + map[3] * down, map};
  }
  template <class Visit>
  void visit(fftcore::Extent extent, Visit visit) const {
    for (std::int64_t i = 0; i < extent.rows; ++i)
      for (std::int64_t j = 0; j < extent.columns; ++j) {
        const Centre place =
            moved(static_cast<double>(j) - static_cast<double>(extent.columns - 1) / 2,
                  static_cast<double>(i) - static_cast<double>(extent.rows - 1) / 2);
        visit(static_cast<std::size_t>(i), static_cast<std::size_t>(j), place.y, place.x);
      }
  }
};

bool is_inside(const Signal& signal, const Centre& centre, fftcore::Extent extent);
Matrix gathered(const fftcore::WindowCorrelation& windows, const Signal& signal,
                const Centre& centre, fftcore::Extent extent);

double sum_of(const Matrix& a, const Matrix& b);
double count_of(const Matrix& a);
Matrix less_mean(Matrix a);
Matrix tapered(fftcore::BlockWindow taper, Matrix a);

/// Direct DFT along both axes.
std::vector<std::complex<double>> dft_of(const std::vector<std::complex<double>>& from,
                                         std::size_t rows, std::size_t columns, double sign);

/// The peak of S; `row` and `column` are the highest lag's.
void find_peak(const fftcore::WindowCorrelation& windows, ExactWindow& window, std::int64_t& row,
               std::int64_t& column);

}  // namespace oracle
