// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_oracle.h"

#include <algorithm>
#include <cmath>

#include "window_parts.h"

namespace oracle {

using namespace fftcore;

namespace {

WindowCorrelation channel_of(const WindowFilters& filters, std::size_t channel) {
  WindowCorrelation windows;
  windows.score = WindowScore::plain;
  windows.search = 0;
  windows.image = filters.image;
  windows.weights = {};
  windows.weights[channel] = filters.weights[channel];
  windows.window = filters.window;
  windows.interpolation = filters.interpolation;
  return windows;
}

bool is_allowed(const WindowFilters& filters, const FilterPlace& place) {
  return place.filter >= 0 && place.filter < static_cast<float>(filters.filters) &&
         std::floor(place.filter) == place.filter && place.rate >= 0 && place.rate <= 1;
}

}  // namespace

ExactFilters::ExactFilters(const WindowFilters& filters)
    : filters_(filters), learned_(static_cast<std::size_t>(filters.filters)) {
  const auto points = static_cast<std::size_t>(filters.window.rows * filters.window.columns);
  for (Filter& filter : learned_) {
    filter.a.assign(static_cast<std::size_t>(filters.image.channels.extent), Spectrum(points));
    filter.b.assign(points, 0);
  }
}

ExactFilters::Spectrum ExactFilters::response() const {
  const auto rows = static_cast<std::size_t>(filters_.window.rows),
             columns = static_cast<std::size_t>(filters_.window.columns);
  const auto width = static_cast<double>(filters_.width);
  Spectrum g;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const auto y = static_cast<double>(std::min(i, rows - i)),
                 x = static_cast<double>(std::min(j, columns - j));
      g.emplace_back(std::exp(-(y * y + x * x) / (2 * width * width)));
    }
  return dft_of(g, rows, columns, -1);
}

ExactWindow ExactFilters::met(const Samples& image, const FilterPlace& place) {
  ExactWindow window;
  const auto channels = static_cast<std::size_t>(filters_.image.channels.extent);
  const auto rows = static_cast<std::size_t>(filters_.window.rows),
             columns = static_cast<std::size_t>(filters_.window.columns);
  const auto points = static_cast<double>(rows * columns);
  const Centre centre{place.x, place.y, {place.map[0], place.map[1], place.map[2], place.map[3]}};
  double energy = 0, tapered_energy = 0;
  std::vector<Matrix> samples;
  for (std::size_t c = 0; c < channels; ++c) {
    const WindowCorrelation windows = channel_of(filters_, c);
    const Signal signal(windows, image);
    if (!is_allowed(filters_, place) || !is_inside(signal, centre, filters_.window)) {
      window.state = WindowState::outside;
      return window;
    }
    const Matrix x = less_mean(gathered(windows, signal, centre, filters_.window));
    energy += sum_of(x, x);
    samples.push_back(tapered(filters_.taper, x));
    tapered_energy += sum_of(samples.back(), samples.back());
  }
  window.deviation = std::sqrt(energy / points);
  if (!(window.deviation > static_cast<double>(filters_.flat))) {
    window.state = WindowState::flat;
    return window;
  }

  std::vector<Spectrum> spectra;
  for (const Matrix& x : samples) {
    Spectrum values;
    for (const auto& row : x)
      for (const double value : row) values.emplace_back(value / std::sqrt(tapered_energy));
    spectra.push_back(dft_of(values, rows, columns, -1));
  }
  const Spectrum g = response();
  const double first = g[0].real();
  Filter& filter = learned_[static_cast<std::size_t>(place.filter)];
  Spectrum product(rows * columns);
  for (std::size_t k = 0; k < product.size(); ++k) {
    for (std::size_t c = 0; c < channels; ++c)
      product[k] += std::conj(filter.a[c][k]) * spectra[c][k];
    product[k] *= first / (filter.b[k] + static_cast<double>(filters_.regularization)) / points;
  }
  for (const auto& value : dft_of(product, rows, columns, 1)) window.s.push_back(value.real());

  const auto rate = static_cast<double>(place.rate);
  for (std::size_t k = 0; k < product.size(); ++k) {
    double sum = 0;
    for (std::size_t c = 0; c < channels; ++c) {
      filter.a[c][k] = (1 - rate) * filter.a[c][k] + rate * g[k].real() / first * spectra[c][k];
      sum += std::norm(spectra[c][k]);
    }
    filter.b[k] = (1 - rate) * filter.b[k] + rate * sum;
  }

  if (!(*std::max_element(window.s.begin(), window.s.end()) > 0)) {
    window.state = WindowState::empty;
    return window;
  }
  std::int64_t row = 0, column = 0;
  find_peak(channel_of(filters_, 0), window, row, column);
  const Centre moved = centre.moved(window.x, window.y);
  window.x = moved.x - centre.x;
  window.y = moved.y - centre.y;
  return window;
}

std::vector<double> ExactFilters::stored(std::int64_t number) const {
  const Filter& filter = learned_[static_cast<std::size_t>(number)];
  const auto rows = static_cast<std::size_t>(filters_.window.rows),
             columns = static_cast<std::size_t>(filters_.window.columns), bins = columns / 2 + 1;
  std::vector<double> numbers;
  const auto add = [&](auto value_at) {
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < bins; ++j) numbers.push_back(value_at(i * columns + j));
  };
  for (const Spectrum& a : filter.a) {
    add([&](std::size_t k) { return a[k].real(); });
    add([&](std::size_t k) { return a[k].imag(); });
  }
  add([&](std::size_t k) { return filter.b[k]; });
  return numbers;
}

}  // namespace oracle
