// SPDX-License-Identifier: LGPL-2.1-or-later
// DFT of grids, held against the definition's sum.
#include "grid_dft.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace grid_dft_test {

using namespace fftcore;

namespace {

using Values = std::vector<std::complex<double>>;

Values by_definition(const Values& values, Extent extent, Direction direction) {
  const auto [rows, columns, slices] = extent;
  const double turn = (direction == Direction::forward ? -2 : 2) * std::numbers::pi;
  const auto share = [](std::int64_t k, std::int64_t i, std::int64_t n) {
    return static_cast<double>(k * i % n) / static_cast<double>(n);
  };
  Values result;
  for (std::int64_t w = 0; w < slices; ++w)
    for (std::int64_t v = 0; v < rows; ++v)
      for (std::int64_t u = 0; u < columns; ++u) {
        std::complex<double> sum;
        std::size_t at = 0;
        for (std::int64_t z = 0; z < slices; ++z)
          for (std::int64_t y = 0; y < rows; ++y)
            for (std::int64_t x = 0; x < columns; ++x)
              sum +=
                  values[at++] * std::polar(1.0, turn * (share(w, z, slices) + share(v, y, rows) +
                                                         share(u, x, columns)));
        result.push_back(sum);
      }
  return result;
}

double norm(const Values& values) {
  double sum = 0;
  for (const auto& value : values) sum += std::norm(value);
  return std::sqrt(sum);
}

}  // namespace

// One line, fewer and more lines than are transformed together, primes, three axes.
TEST(GridDft, IsTheSum) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const Extent extent : {Extent{1, 1},
                              {1, 37},
                              {37, 1},
                              {8, 8},
                              {17, 23},
                              {40, 33},
                              {2, 100},
                              {7, 5, 3},
                              {4, 16, 11},
                              {1, 1, 19}}) {
    SCOPED_TRACE(testing::Message()
                 << extent.slices << " x " << extent.rows << " x " << extent.columns);
    Values values;
    const std::int64_t points = extent.rows * extent.columns * extent.slices;
    for (std::int64_t i = 0; i < points; ++i) values.emplace_back(uniform(random), uniform(random));
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
      Values result = values;
      grid_dft(result, extent, direction);
      const Values want = by_definition(values, extent, direction);
      for (std::size_t i = 0; i < want.size(); ++i) result[i] -= want[i];
      // The definition's own sum of so many values is off by as much as its square root.
      EXPECT_LE(norm(result), 8 * std::ldexp(1.0, -53) * std::sqrt(points) * norm(want));
    }
  }
}

}  // namespace grid_dft_test
