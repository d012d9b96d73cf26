// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>

namespace oracle {

using namespace fftcore;

namespace {

double weight_at(Interpolation interpolation, double t) {
  t = std::abs(t);
  const auto sinc = [](double u) {
    return u == 0 ? 1 : std::sin(std::numbers::pi * u) / (std::numbers::pi * u);
  };
  switch (interpolation) {
    case Interpolation::nearest: return 0;
    case Interpolation::bilinear: return std::max(0.0, 1 - t);
    case Interpolation::bicubic:
      return t <= 1  ? 1.5 * t * t * t - 2.5 * t * t + 1
             : t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2
                     : 0;
    case Interpolation::lanczos: return t < 3 ? sinc(t) * sinc(t / 3) : 0;
  }
  return 0;
}

double taper_at(BlockWindow window, std::size_t i, std::size_t extent) {
  const double turn =
      2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(extent);
  return window == BlockWindow::hann ? 0.5 - 0.5 * std::cos(turn) : 1;
}
double between(double a, double c, double b, bool is_gaussian) {
  if (is_gaussian && a > 0 && b > 0) a = std::log(a), b = std::log(b), c = std::log(c);
  return 2 * c - a - b > 0 ? std::clamp((b - a) / (2 * (2 * c - a - b)), -0.5, 0.5) : 0;
}

}  // namespace

Signal::Signal(const WindowCorrelation& windows, const Samples& image)
    : rows(static_cast<std::size_t>(image.rows),
           std::vector<double>(static_cast<std::size_t>(image.columns))) {
  for (std::int64_t y = 0; y < image.rows; ++y)
    for (std::int64_t x = 0; x < image.columns; ++x) {
      double sum = 0;
      for (std::int64_t c = 0; c < image.channels; ++c) {
        const double weight = static_cast<double>(windows.weights[static_cast<std::size_t>(c)]);
        if (weight != 0) sum += weight * image.at(c, y, x);
      }
      rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] =
          std::abs(sum) <= 1e15 ? sum : 0;
    }
}

double Signal::sample(double y, double x) const {
  return rows[static_cast<std::size_t>(std::clamp(y, 0.0, height() - 1))]
             [static_cast<std::size_t>(std::clamp(x, 0.0, width() - 1))];
}

double Signal::at(Interpolation interpolation, double y, double x) const {
  y = std::clamp(y, -9.0, height() + 9);
  x = std::clamp(x, -9.0, width() + 9);
  if (interpolation == Interpolation::nearest)
    return sample(std::floor(y + 0.5), std::floor(x + 0.5));
  const double top = std::floor(y), left = std::floor(x);
  double sum = 0, weights = 0;
  for (double v = top - 3; v <= top + 4; ++v)
    for (double u = left - 3; u <= left + 4; ++u) {
      const double weight = weight_at(interpolation, y - v) * weight_at(interpolation, x - u);
      sum += weight * sample(v, u);
      weights += weight;
    }
  return sum / weights;
}

bool is_inside(const Signal& signal, const Centre& centre, Extent extent) {
  for (const double number :
       {centre.x, centre.y, centre.map[0], centre.map[1], centre.map[2], centre.map[3]})
    if (!std::isfinite(number)) return false;
  std::int64_t count = 0;
  centre.visit(extent, [&](auto, auto, double y, double x) { count += signal.has(y, x) ? 1 : 0; });
  return 2 * count >= extent.rows * extent.columns;
}

Matrix gathered(const WindowCorrelation& windows, const Signal& signal, const Centre& centre,
                Extent extent) {
  Matrix samples(static_cast<std::size_t>(extent.rows),
                 std::vector<double>(static_cast<std::size_t>(extent.columns)));
  centre.visit(extent, [&](std::size_t i, std::size_t j, double y, double x) {
    samples[i][j] = signal.at(windows.interpolation, y, x);
  });
  return samples;
}

double sum_of(const Matrix& a, const Matrix& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j) sum += a[i][j] * b[i][j];
  return sum;
}
double count_of(const Matrix& a) {
  return static_cast<double>(a.size() * a[0].size());
}
Matrix less_mean(Matrix a) {
  double sum = 0;
  for (const auto& row : a) sum = std::accumulate(row.begin(), row.end(), sum);
  for (auto& row : a)
    for (double& value : row) value -= sum / count_of(a);
  return a;
}

Matrix tapered(BlockWindow taper, Matrix a) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j)
      a[i][j] *= taper_at(taper, i, a.size()) * taper_at(taper, j, a[i].size());
  return a;
}

std::vector<std::complex<double>> dft_of(const std::vector<std::complex<double>>& from,
                                         std::size_t rows, std::size_t columns, double sign) {
  const auto root = [&](std::size_t k, std::size_t n, std::size_t extent) {
    return std::polar(1.0, sign * 2 * std::numbers::pi * static_cast<double>(k * n % extent) /
                               static_cast<double>(extent));
  };
  std::vector<std::complex<double>> across(rows * columns), to(rows * columns);
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t k = 0; k < columns; ++k)
      for (std::size_t x = 0; x < columns; ++x)
        across[y * columns + k] += from[y * columns + x] * root(k, x, columns);
  for (std::size_t k = 0; k < rows; ++k)
    for (std::size_t y = 0; y < rows; ++y)
      for (std::size_t x = 0; x < columns; ++x)
        to[k * columns + x] += across[y * columns + x] * root(k, y, rows);
  return to;
}

void find_peak(const WindowCorrelation& windows, ExactWindow& window, std::int64_t& row,
               std::int64_t& column) {
  const std::int64_t s = windows.search;
  const std::int64_t rows = s > 0 ? 2 * s + 1 : windows.window.rows,
                     columns = s > 0 ? 2 * s + 1 : windows.window.columns;
  const auto best = std::max_element(window.s.begin(), window.s.end()) - window.s.begin();
  row = best / columns;
  column = best % columns;
  window.score = *std::max_element(window.s.begin(), window.s.end());
  const auto distance = [&](std::int64_t a, std::int64_t b, std::int64_t extent) {
    const std::int64_t d = std::abs(a - b);
    return s > 0 ? d : std::min(d, extent - d);
  };
  double sum = 0, squares = 0, next = -2, neighbours = -2;
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      const double value = window.s[static_cast<std::size_t>(i * columns + j)];
      const std::int64_t away = std::max(distance(i, row, rows), distance(j, column, columns));
      if (away > 0) neighbours = std::max(neighbours, value);
      if (away < 3) continue;
      next = std::max(next, value);
      sum += value, squares += value * value, ++count;
    }
  window.lead = window.score - neighbours;
  if (count > 0) {
    const auto n = static_cast<double>(count);
    const double deviation = std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n)));
    window.second = next;
    if (deviation > 0) window.sidelobe = (window.score - sum / n) / deviation;
    if (squares > 0) window.noise = window.score / std::sqrt(squares / n);
  }
  const auto at = [&](std::int64_t i, std::int64_t j) {
    return window
        .s[static_cast<std::size_t>((i + rows) % rows * columns + (j + columns) % columns)];
  };
  const auto lag = [&](std::int64_t i, std::int64_t extent) {
    return static_cast<double>(s > 0 ? i - s : i < (extent + 1) / 2 ? i : i - extent);
  };
  window.y = lag(row, rows);
  window.x = lag(column, columns);
  if (s > 0 && (row == 0 || column == 0 || row == rows - 1 || column == columns - 1)) {
    window.state = WindowState::border;
    return;
  }
  const bool is_gaussian = windows.score != WindowScore::zncc;
  window.bend = std::min(2 * window.score - at(row - 1, column) - at(row + 1, column),
                         2 * window.score - at(row, column - 1) - at(row, column + 1));
  window.y += between(at(row - 1, column), window.score, at(row + 1, column), is_gaussian);
  window.x += between(at(row, column - 1), window.score, at(row, column + 1), is_gaussian);
}

}  // namespace oracle
