// SPDX-License-Identifier: LGPL-2.1-or-later
#include "circular.h"

namespace bench {

using namespace fftcore;

namespace {

/// Values before the frame that the first output needs.
int before(const Convolution& problem, std::int64_t taps) {
  return static_cast<int>(problem.operation == Operation::correlate ? taps / 2
                                                                    : taps - 1 - taps / 2);
}

}  // namespace

bool is_circular_line(const Convolution& problem) {
  return problem.taps.rows == 1 && is_circular_image(problem);
}

Circular circular_line(const Convolution& problem) {
  Circular circular = circular_image(problem);
  circular.batch *= circular.rows;
  circular.results = circular.batch;
  circular.rows = 1;
  return circular;
}

bool is_circular_image(const Convolution& problem) {
  return problem.edge == EdgeMode::wrap && problem.taps.rows <= problem.input.rows.extent &&
         problem.taps.columns <= problem.input.columns.extent;
}

Circular circular_image(const Convolution& problem) {
  Circular circular;
  circular.rows = static_cast<int>(problem.input.rows.extent);
  circular.columns = static_cast<int>(problem.input.columns.extent);
  circular.batch = problem.input.channels.extent * problem.input.frames.extent;
  circular.results = problem.output.channels.extent * problem.output.frames.extent;
  circular.is_padded = false;
  circular.rows_before = before(problem, problem.taps.rows);
  circular.columns_before = before(problem, problem.taps.columns);
  return circular;
}

Circular circular_frame(const Convolution& problem, int rows, int columns) {
  Circular circular;
  circular.rows = rows;
  circular.columns = columns;
  circular.batch = problem.input.frames.extent;
  circular.results = problem.output.frames.extent;
  circular.extended_rows = static_cast<int>(problem.input.rows.extent + problem.taps.rows - 1);
  circular.extended_columns =
      static_cast<int>(problem.input.columns.extent + problem.taps.columns - 1);
  circular.rows_before = before(problem, problem.taps.rows);
  circular.columns_before = before(problem, problem.taps.columns);
  return circular;
}

std::vector<float> kernel_grid(const Convolution& problem, const Taps& taps,
                               const Circular& circular) {
  // Output n is the sum of input[n + j - before] * tap j, the taps in the order of a correlation. A
  // padded frame lies `before` further on, so that its outputs begin at 0.
  std::vector<float> grid(static_cast<std::size_t>(circular.points()));
  const auto place = [&](std::int64_t j, int count, int offset) {
    return ((offset - j) % count + count) % count;
  };
  const bool correlate = problem.operation == Operation::correlate;
  const Extent kernel = taps.extent;
  for (std::int64_t y = 0; y < kernel.rows; ++y) {
    for (std::int64_t x = 0; x < kernel.columns; ++x) {
      const std::int64_t row = place(correlate ? y : kernel.rows - 1 - y, circular.rows,
                                     circular.is_padded ? 0 : circular.rows_before);
      const std::int64_t column = place(correlate ? x : kernel.columns - 1 - x, circular.columns,
                                        circular.is_padded ? 0 : circular.columns_before);
      grid[static_cast<std::size_t>(row * circular.columns + column)] =
          static_cast<float>(taps.values[static_cast<std::size_t>(y * kernel.columns + x)]);
    }
  }
  return grid;
}

std::vector<std::complex<float>> complex_kernel_grid(const Convolution& problem, const Taps& taps,
                                                     const Circular& circular) {
  const std::vector<float> re = kernel_grid(problem, taps, circular),
                           im = kernel_grid(problem, {taps.extent, taps.imaginary}, circular);
  std::vector<std::complex<float>> grid;
  for (std::size_t i = 0; i < re.size(); ++i) grid.emplace_back(re[i], im[i]);
  return grid;
}

}  // namespace bench
