// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_oracle.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace oracle {

using namespace fftcore;

namespace {

using Matrix = std::vector<std::vector<double>>;

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

/// The signal of an image.
struct Signal {
  Matrix rows;

  Signal(const WindowCorrelation& windows, const Samples& image)
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

  double height() const { return static_cast<double>(rows.size()); }
  double width() const { return static_cast<double>(rows[0].size()); }
  bool has(double y, double x) const {
    return y >= -0.5 && x >= -0.5 && y < height() - 0.5 && x < width() - 0.5;
  }
  double sample(double y, double x) const {
    return rows[static_cast<std::size_t>(std::clamp(y, 0.0, height() - 1))]
               [static_cast<std::size_t>(std::clamp(x, 0.0, width() - 1))];
  }
  double at(Interpolation interpolation, double y, double x) const {
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
};

struct Centre {
  double x, y;
  std::array<double, 4> map;

  Centre moved(double right, double down) const {
    return {x + map[0] * right + map[1] * down, y + map[2] * right + map[3] * down, map};
  }
  template <class Visit>
  void visit(Extent extent, Visit visit) const {
    for (std::int64_t i = 0; i < extent.rows; ++i)
      for (std::int64_t j = 0; j < extent.columns; ++j) {
        const Centre place =
            moved(static_cast<double>(j) - static_cast<double>(extent.columns - 1) / 2,
                  static_cast<double>(i) - static_cast<double>(extent.rows - 1) / 2);
        visit(static_cast<std::size_t>(i), static_cast<std::size_t>(j), place.y, place.x);
      }
  }
};

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

double taper_at(BlockWindow window, std::size_t i, std::size_t extent) {
  const double turn =
      2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(extent);
  return window == BlockWindow::hann ? 0.5 - 0.5 * std::cos(turn) : 1;
}
Matrix tapered(const WindowCorrelation& windows, Matrix a) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j)
      a[i][j] *= taper_at(windows.taper, i, a.size()) * taper_at(windows.taper, j, a[i].size());
  return a;
}

/// Direct DFT along both axes.
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

double between(double a, double c, double b, bool is_gaussian) {
  if (is_gaussian && a > 0 && b > 0) a = std::log(a), b = std::log(b), c = std::log(c);
  return 2 * c - a - b > 0 ? std::clamp((b - a) / (2 * (2 * c - a - b)), -0.5, 0.5) : 0;
}

/// The peak of S; `row` and `column` are the highest lag's.
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
                 ? phase_surface(windows, tapered(windows, t), tapered(windows, x))
                 : summed_surface(windows, tapered(windows, t), tapered(windows, x));
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
