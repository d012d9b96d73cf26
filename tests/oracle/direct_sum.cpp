// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_sum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace oracle {

using namespace fftcore;

std::int64_t walk_edge(std::int64_t position, std::int64_t extent, EdgeMode edge) {
  while (position < 0 || position >= extent) {
    switch (edge) {
      case EdgeMode::constant: return -1;
      case EdgeMode::replicate: return position < 0 ? 0 : extent - 1;
      case EdgeMode::reflect: position = position < 0 ? -1 - position : 2 * extent - 1 - position; break;
      case EdgeMode::reflect_101:
        if (extent == 1) return 0;
        position = position < 0 ? -position : 2 * extent - 2 - position;
        break;
      case EdgeMode::wrap: position += position < 0 ? extent : -extent; break;
    }
  }
  return position;
}

namespace {

/// First output index n along an axis, by Region's own words.
std::int64_t first_output(const Problem& problem, std::int64_t taps) {
  const std::int64_t anchor = taps / 2;
  const bool correlate = problem.operation == Operation::correlate;
  switch (problem.region) {
    case Region::same: return 0;
    case Region::valid: return correlate ? anchor : taps - 1 - anchor;    // smallest n whose terms all lie inside
    case Region::full: return correlate ? anchor - (taps - 1) : -anchor;  // smallest n with any term inside
  }
  return 0;
}

std::vector<std::int64_t> source_table(const Problem& problem, std::int64_t extent, std::int64_t outputs, std::int64_t taps) {
  const std::int64_t first = first_output(problem, taps), anchor = taps / 2;
  std::vector<std::int64_t> table;
  for (std::int64_t i = 0; i < outputs; ++i) {
    for (std::int64_t k = 0; k < taps; ++k) {
      const std::int64_t n = first + i;
      table.push_back(walk_edge(problem.operation == Operation::correlate ? n - anchor + k : n + anchor - k, extent, problem.edge));
    }
  }
  return table;
}

}  // namespace

Samples direct_sum(const Problem& problem, const Samples& input, const Taps& taps, double gain, double offset) {
  const Extent out = problem.output.extent();
  const auto rows = source_table(problem, input.rows, out.rows, taps.extent.rows);
  const auto columns = source_table(problem, input.columns, out.columns, taps.extent.columns);
  Samples result{input.channels, out.rows, out.columns, {}};
  result.values.resize(static_cast<std::size_t>(input.channels * out.rows * out.columns));
  for (std::int64_t c = 0; c < input.channels; ++c) {
    const bool copied = (problem.copied_channels >> c & 1U) != 0;
    for (std::int64_t y = 0; y < out.rows; ++y) {
      for (std::int64_t x = 0; x < out.columns; ++x) {
        if (copied) {
          result.at(c, y, x) = input.at(c, y, x);
          continue;
        }
        double sum = 0;
        for (std::int64_t j = 0; j < taps.extent.rows; ++j) {
          const std::int64_t row = rows[static_cast<std::size_t>(y * taps.extent.rows + j)];
          if (row < 0) continue;
          for (std::int64_t k = 0; k < taps.extent.columns; ++k) {
            const std::int64_t column = columns[static_cast<std::size_t>(x * taps.extent.columns + k)];
            if (column < 0) continue;
            sum += (input.at(c, row, column) - problem.bias) * taps.values[static_cast<std::size_t>(j * taps.extent.columns + k)];
          }
        }
        result.at(c, y, x) = gain * sum + offset + problem.bias;
      }
    }
  }
  return result;
}

namespace {

/// Largest |H| over a grid of twice the taps a side (and at least 8), by separable direct DFTs.
double largest_response(const Taps& taps) {
  using C = std::complex<double>;
  const std::int64_t rows = taps.extent.rows, columns = taps.extent.columns;
  const std::int64_t grid_rows = rows == 1 ? 1 : std::max<std::int64_t>(8, 2 * rows);
  const std::int64_t grid_columns = columns == 1 ? 1 : std::max<std::int64_t>(8, 2 * columns);
  const auto roots = [](std::int64_t n) {
    std::vector<C> table;
    for (std::int64_t i = 0; i < n; ++i) table.push_back(std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n)));
    return table;
  };
  const auto row_roots = roots(grid_rows), column_roots = roots(grid_columns);
  std::vector<C> half(static_cast<std::size_t>(rows * grid_columns));
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t u = 0; u < grid_columns; ++u)
      for (std::int64_t x = 0; x < columns; ++x)
        half[static_cast<std::size_t>(y * grid_columns + u)] +=
            taps.values[static_cast<std::size_t>(y * columns + x)] * column_roots[static_cast<std::size_t>(u * x % grid_columns)];
  double largest = 0;
  for (std::int64_t v = 0; v < grid_rows; ++v)
    for (std::int64_t u = 0; u < grid_columns; ++u) {
      C sum = 0;
      for (std::int64_t y = 0; y < rows; ++y)
        sum += half[static_cast<std::size_t>(y * grid_columns + u)] * row_roots[static_cast<std::size_t>(v * y % grid_rows)];
      largest = std::max(largest, std::abs(sum));
    }
  return largest;
}

}  // namespace

double error_bound(const Problem& problem, const Samples& input, const Taps& taps, double padded_points, int channel) {
  const Extent out = problem.output.extent();
  // ||x|| of the extended input: each extended row and column once.
  const auto extended = [&](std::int64_t extent, std::int64_t outputs, std::int64_t count) {
    const std::int64_t anchor = count / 2;
    const std::int64_t first = first_output(problem, count) - (problem.operation == Operation::correlate ? anchor : count - 1 - anchor);
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < outputs + count - 1; ++i) indices.push_back(walk_edge(first + i, extent, problem.edge));
    return indices;
  };
  double energy = 0;
  const auto columns = extended(input.columns, out.columns, taps.extent.columns);
  for (const std::int64_t row : extended(input.rows, out.rows, taps.extent.rows))
    for (const std::int64_t column : columns)
      if (row >= 0 && column >= 0) energy += std::pow(input.at(channel, row, column) - problem.bias, 2);
  return 4 * std::ldexp(1.0, -24) * std::sqrt(std::max(1.0, std::log2(padded_points))) * largest_response(taps) * std::sqrt(energy);
}

}  // namespace oracle
