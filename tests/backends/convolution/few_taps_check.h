// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions of few taps, of any rank, against the direct sum.
#pragma once

#include <random>
#include <vector>

#include "convolution_check.h"

namespace problems {

inline void expect_right(fftcore::ConvolutionExecutable& executable, fftcore::Queue& queue,
                         const fftcore::Convolution& problem, const fftcore::Taps& taps,
                         unsigned seed) {
  const bool integers = !oracle::is_real(problem.output.type);
  expect_right(executable, queue, problem, {taps}, integers ? 1.4F : -0.75F,
               integers ? -20.0F : 0.25F, seed);
}

/// Averaging taps keep integers in range.
inline fftcore::Taps random_taps(const fftcore::Convolution& problem, std::mt19937& random) {
  return oracle::is_real(problem.output.type) ? oracle::random_kernels(problem, random).front()
                                              : oracle::averaging_kernels(problem, random).front();
}

/// A sum of so many products of a column and a row, whose magnitudes have the sum 1.
inline fftcore::Taps products(const fftcore::Convolution& problem, int count,
                              std::mt19937& random) {
  std::uniform_real_distribution<double> magnitude(0.1, 1);
  fftcore::Taps taps{problem.taps,
                     std::vector<double>(static_cast<std::size_t>(problem.taps.rows) *
                                         static_cast<std::size_t>(problem.taps.columns))};
  for (int product = 0; product < count; ++product) {
    std::vector<double> row;
    for (std::int64_t x = 0; x < problem.taps.columns; ++x) row.push_back(magnitude(random));
    std::size_t i = 0;
    for (std::int64_t y = 0; y < problem.taps.rows; ++y) {
      const double of_column = magnitude(random);
      for (const double of_row : row) taps.values[i++] += of_column * of_row;
    }
  }
  return normalized(taps);
}

/// One product, any, two and three, none.
inline std::vector<fftcore::Taps> taps_of_each_rank(const fftcore::Convolution& problem,
                                                    std::mt19937& random) {
  std::vector<fftcore::Taps> all = {products(problem, 1, random), random_taps(problem, random)};
  for (const int count : {2, 3}) all.push_back(products(problem, count, random));
  all.push_back(products(problem, 1, random));
  for (double& value : all.back().values) value = 0;
  return all;
}

}  // namespace problems
