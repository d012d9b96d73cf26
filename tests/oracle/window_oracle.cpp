// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_oracle.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>

#include "window_parts.h"

namespace oracle {

using namespace fftcore;

namespace {

std::vector<double> phase_surface(const WindowCorrelation& windows, const Matrix& t,
                                  const Matrix& x) {
  const std::size_t rows = t.size(), columns = t[0].size(), all = rows * columns;
  std::vector<std::complex<double>> a, b;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) a.emplace_back(t[i][j]), b.emplace_back(x[i][j]);
  a = dft_of(a, rows, columns, -1);
  b = dft_of(b, rows, columns, -1);
  double p = 0, q = 0, weights = 0;
  for (std::size_t k = 0; k < all; ++k) p += std::norm(a[k]), q += std::norm(b[k]);
  const double noise = 0.01 * std::sqrt(p * q) / static_cast<double>(all);
  std::vector<std::complex<double>> product(all);
  const auto frequency = [](std::size_t k, std::size_t extent) {
    return static_cast<double>(std::min(k, extent - k)) / static_cast<double>(extent);
  };
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const double bandwidth = static_cast<double>(windows.bandwidth);
      const double squared =
          frequency(i, rows) * frequency(i, rows) + frequency(j, columns) * frequency(j, columns);
      const double weight = bandwidth == 0 ? 1 : std::exp(-squared / (2 * bandwidth * bandwidth));
      const std::size_t k = i * columns + j;
      product[k] = weight * b[k] * std::conj(a[k]) / (std::abs(a[k]) * std::abs(b[k]) + noise);
      weights += weight;
    }
  std::vector<double> surface;
  for (const auto& value : dft_of(product, rows, columns, 1))
    surface.push_back(value.real() / weights);
  return surface;
}

/// S of zncc and plain.
std::vector<double> summed_surface(const WindowCorrelation& windows, const Matrix& t,
                                   const Matrix& x) {
  const std::size_t rows = t.size(), columns = t[0].size();
  const bool is_zncc = windows.score == WindowScore::zncc;
  const auto s = static_cast<std::size_t>(windows.search);
  const std::size_t lag_rows = s > 0 ? 2 * s + 1 : rows, lag_columns = s > 0 ? 2 * s + 1 : columns;
  const double energy = sum_of(t, t), all = sum_of(x, x) / count_of(x),
               flat = static_cast<double>(windows.flat);
  std::vector<double> surface;
  for (std::size_t a = 0; a < lag_rows; ++a)
    for (std::size_t b = 0; b < lag_columns; ++b) {
      Matrix under = t;
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
          under[i][j] = x[(i + a) % x.size()][(j + b) % x[0].size()];
      const double product = sum_of(t, under);
      if (!is_zncc) {
        surface.push_back(product / std::sqrt(energy * all * count_of(t)));
        continue;
      }
      under = less_mean(std::move(under));
      const double own = sum_of(under, under);
      surface.push_back(own / count_of(t) > std::max(flat * flat, 0x1p-18 * all)
                            ? product / std::sqrt(energy * own)
                            : 0);
    }
  return surface;
}

void refine(const WindowCorrelation& windows, const Matrix& t, const Signal& second,
            const Centre& centre, double highest_y, double highest_x, ExactWindow& window) {
  const auto rows = static_cast<std::int64_t>(t.size()),
             columns = static_cast<std::int64_t>(t[0].size());
  const auto at = [&](std::int64_t i, std::int64_t j) {
    return t[static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, rows - 1))]
            [static_cast<std::size_t>(std::clamp<std::int64_t>(j, 0, columns - 1))];
  };
  Matrix down = t, across = t;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      const auto u = static_cast<std::size_t>(i), v = static_cast<std::size_t>(j);
      down[u][v] = (at(i - 2, j) - 8 * at(i - 1, j) + 8 * at(i + 1, j) - at(i + 2, j)) / 12;
      across[u][v] = (at(i, j - 2) - 8 * at(i, j - 1) + 8 * at(i, j + 1) - at(i, j + 2)) / 12;
    }
  down = less_mean(std::move(down));
  across = less_mean(std::move(across));
  const double yy = sum_of(down, down), yx = sum_of(down, across), xx = sum_of(across, across),
               middle = (yy + xx) / 2, root = std::hypot((yy - xx) / 2, yx),
               condition = (middle - root) / (middle + root);
  window.is_step_doubtful = condition > 0.9e-3 && condition < 1.1e-3;
  if (!(condition > 1e-3)) return;
  for (int step = 0; step < windows.refine; ++step) {
    const Matrix x =
        less_mean(gathered(windows, second, centre.moved(window.x, window.y), windows.window));
    if (!(sum_of(x, x) > 0)) return;
    const double scale = std::sqrt(sum_of(t, t) / sum_of(x, x)),
                 ey = scale * sum_of(down, x) - sum_of(down, t),
                 ex = scale * sum_of(across, x) - sum_of(across, t),
                 y = window.y - (xx * ey - yx * ex) / (yy * xx - yx * yx),
                 to_x = window.x - (yy * ex - yx * ey) / (yy * xx - yx * yx);
    const double far = std::max(std::abs(y - highest_y), std::abs(to_x - highest_x));
    if (std::abs(far - 1) < 0.01) window.is_step_doubtful = true;
    if (far > 1) return;
    window.y = y;
    window.x = to_x;
  }
}

}  // namespace

ExactWindow correlated(const WindowCorrelation& windows, const Samples& first_image,
                       const Samples& second_image, const PlaceRow& place) {
  const Signal first(windows, first_image), second(windows, second_image);
  Centre a{place[0], place[1], {1, 0, 0, 1}}, b{place[2], place[3], {1, 0, 0, 1}};
  for (std::size_t i = 0; i < 4 && windows.is_mapped; ++i)
    a.map[i] = place[4 + i], b.map[i] = place[8 + i];
  const Extent wide{windows.window.rows + 2 * windows.search,
                    windows.window.columns + 2 * windows.search};
  ExactWindow window;
  if (!is_inside(first, a, windows.window) || !is_inside(second, b, wide)) {
    window.state = WindowState::outside;
    return window;
  }
  const Matrix t = less_mean(gathered(windows, first, a, windows.window)),
               x = less_mean(gathered(windows, second, b, wide));
  window.deviation = std::sqrt(sum_of(t, t) / count_of(t));
  const double flat = static_cast<double>(windows.flat);
  if (!(window.deviation > flat) || !(std::sqrt(sum_of(x, x) / count_of(x)) > flat)) {
    window.state = WindowState::flat;
    return window;
  }
  window.s = windows.score == WindowScore::phase
                 ? phase_surface(windows, tapered(windows.taper, t), tapered(windows.taper, x))
                 : summed_surface(windows, tapered(windows.taper, t), tapered(windows.taper, x));
  std::int64_t row = 0, column = 0;
  find_peak(windows, window, row, column);
  if (window.state == WindowState::good) {
    const auto lag = [&](std::int64_t i, std::int64_t extent) {
      return static_cast<double>(windows.search > 0     ? i - windows.search
                                 : i < (extent + 1) / 2 ? i
                                                        : i - extent);
    };
    refine(windows, t, second, b, lag(row, windows.window.rows),
           lag(column, windows.window.columns), window);
  }
  const Centre moved = b.moved(window.x, window.y);
  window.x = moved.x - b.x;
  window.y = moved.y - b.y;
  return window;
}

}  // namespace oracle
