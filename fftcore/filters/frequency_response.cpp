// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/frequency_response.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "check_range.h"
#include "excerpt.h"
#include "fftcore/taps.h"
#include "formula.h"
#include "grid_dft.h"
#include "input_file.h"
#include "npy.h"

namespace fftcore {
namespace {

using Complex = std::complex<double>;

constexpr std::array<std::string_view, 4> kVariables{"fx", "fy", "fz", "f"};

void check_grid(Extent grid) {
  check_range<std::int64_t>("the grid's rows", grid.rows, 1, kMaxFileTaps);
  check_range<std::int64_t>("the grid's columns", grid.columns, 1, kMaxFileTaps);
  check_range<std::int64_t>("the grid's slices", grid.slices, 1, kMaxFileTaps);
}

std::size_t points(Extent grid) {
  return static_cast<std::size_t>(grid.rows * grid.columns * grid.slices);
}

/// Frequencies of a line of n points that stand for the same wave there: one, or two at half a
/// cycle.
struct Alike {
  double first;
  double second;
};

Alike alike(std::int64_t k, std::int64_t n) {
  const double frequency = static_cast<double>(k) / static_cast<double>(n);
  if (2 * k == n) return {0.5, -0.5};
  return {2 * k > n ? frequency - 1 : frequency, 2 * k > n ? frequency - 1 : frequency};
}

/// Mean of H over the frequencies that are alike.
Complex mean(const FrequencyResponse& response, Alike x, Alike y, Alike z) {
  Complex sum = 0;
  int count = 0;
  for (const double fx : {x.first, x.second}) {
    for (const double fy : {y.first, y.second}) {
      for (const double fz : {z.first, z.second}) {
        sum += response({fx, fy, fz});
        ++count;
        if (z.first == z.second) break;
      }
      if (y.first == y.second) break;
    }
    if (x.first == x.second) break;
  }
  return sum / static_cast<double>(count);
}

/// Whether the taps are real.
bool is_hermitian(const SampledResponse& response) {
  const auto [rows, columns, slices] = response.grid;
  const auto at = [&](std::int64_t z, std::int64_t y, std::int64_t x) {
    return response.values[static_cast<std::size_t>((z * rows + y) * columns + x)];
  };
  double largest = 0, difference = 0;
  for (std::int64_t z = 0; z < slices; ++z) {
    for (std::int64_t y = 0; y < rows; ++y) {
      for (std::int64_t x = 0; x < columns; ++x) {
        const Complex value = at(z, y, x);
        const Complex mirrored =
            at((slices - z) % slices, (rows - y) % rows, (columns - x) % columns);
        largest = std::max(largest, std::abs(value));
        difference = std::max(difference, std::abs(value - std::conj(mirrored)));
      }
    }
  }
  return difference <= 1e-9 * largest;
}

/// Magnitudes of the taps that lie outside of the middle side x side, over those of all.
double share_outside(const Taps& taps, std::int64_t side) {
  double all = 0, inside = 0;
  const Extent extent = taps.extent;
  for (std::int64_t y = 0; y < extent.rows; ++y) {
    for (std::int64_t x = 0; x < extent.columns; ++x) {
      const auto at = static_cast<std::size_t>(y * extent.columns + x);
      const double magnitude = taps.imaginary.empty()
                                   ? std::abs(taps.values[at])
                                   : std::hypot(taps.values[at], taps.imaginary[at]);
      all += magnitude;
      if (2 * std::max(std::abs(y - extent.rows / 2), std::abs(x - extent.columns / 2)) < side)
        inside += magnitude;
    }
  }
  return all == 0 ? 0 : (all - inside) / all;
}

}  // namespace

FrequencyResponse::FrequencyResponse(std::string text)
    : text_(std::move(text)),
      formula_(std::make_shared<const Formula>(parse_formula(text_, kVariables))) {}

std::complex<double> FrequencyResponse::operator()(const Frequency& frequency) const {
  const auto [x, y, z] = frequency;
  const std::array values{x, y, z, std::sqrt(x * x + y * y + z * z)};
  return value_of(*formula_, values);
}

SampledResponse sampled(const FrequencyResponse& response, Extent grid) {
  check_grid(grid);
  SampledResponse result{grid, {}};
  result.values.reserve(points(grid));
  for (std::int64_t z = 0; z < grid.slices; ++z) {
    for (std::int64_t y = 0; y < grid.rows; ++y) {
      for (std::int64_t x = 0; x < grid.columns; ++x) {
        const Alike fx = alike(x, grid.columns), fy = alike(y, grid.rows),
                    fz = alike(z, grid.slices);
        const Complex value = mean(response, fx, fy, fz);
        if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) {
          throw InvalidArgument(fmt::format(
              "the frequency response '{}' is {} at fx = {}, fy = {}, fz = {}; a finite number is "
              "needed, as "
              "by if(f == 0, 1, ...)",
              excerpt(response.text()), std::isnan(std::abs(value)) ? "no number" : "infinite",
              fx.first, fy.first, fz.first));
        }
        result.values.push_back(value);
      }
    }
  }
  return result;
}

Taps taps_of(const SampledResponse& response) {
  check_grid(response.grid);
  if (response.values.size() != points(response.grid))
    throw InvalidArgument(
        fmt::format("the frequency response has {} values; its grid of {} x {} x {} has {}",
                    response.values.size(), response.grid.slices, response.grid.rows,
                    response.grid.columns, points(response.grid)));
  const bool is_real = is_hermitian(response);
  std::vector<Complex> values = response.values;
  grid_dft(values, response.grid, Direction::inverse);
  for (Complex& value : values) value /= static_cast<double>(values.size());
  const auto [rows, columns, slices] = response.grid;
  Taps taps{response.grid, std::vector<double>(values.size())};
  if (!is_real) taps.imaginary.resize(values.size());
  std::size_t to = 0;
  for (std::int64_t z = 0; z < slices; ++z) {
    for (std::int64_t y = 0; y < rows; ++y) {
      for (std::int64_t x = 0; x < columns; ++x, ++to) {
        // Tap L / 2 is the centre.
        const std::int64_t from_z = (z + slices - slices / 2) % slices;
        const std::int64_t from_y = (y + rows - rows / 2) % rows;
        const std::int64_t from_x = (x + columns - columns / 2) % columns;
        const Complex tap =
            values[static_cast<std::size_t>((from_z * rows + from_y) * columns + from_x)];
        taps.values[to] = tap.real();
        if (!is_real) taps.imaginary[to] = tap.imag();
      }
    }
  }
  validate(taps);
  return taps;
}

Taps taps_of(const FrequencyResponse& response, Extent grid) {
  return taps_of(sampled(response, grid));
}

Taps taps_of(const FrequencyResponse& response) {
  constexpr std::int64_t kGrid = 512, kMost = 511;
  constexpr double kOutside = 1e-3;
  const Taps large = taps_of(response, {kGrid, kGrid});
  for (const std::int64_t side : {31, 63, 127, 255})
    if (share_outside(large, side) <= kOutside) return taps_of(response, {side, side});
  return taps_of(response, {kMost, kMost});
}

SampledResponse load_frequency_response(const std::filesystem::path& path) {
  InputFile file(path, "frequency response file");
  return read_npy_response(file);
}

}  // namespace fftcore
