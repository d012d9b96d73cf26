// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions as peers do them: circular, and a signal in blocks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <complex>

#include "cufft_plan.h"
#include "fftcore/error.h"
#include "overlap_save.h"
#include "whole_input.h"

namespace bench {
namespace {

using namespace fftcore;

/// Circular convolution by its definition.
double convolved(const std::vector<float>& grid, const std::vector<double>& x,
                 const Circular& circular, int row, int column) {
  double sum = 0;
  for (int y = 0; y < circular.rows; ++y)
    for (int x_ = 0; x_ < circular.columns; ++x_) {
      const int from_row = ((row - y) % circular.rows + circular.rows) % circular.rows;
      const int from_column =
          ((column - x_) % circular.columns + circular.columns) % circular.columns;
      sum += grid[static_cast<std::size_t>(y * circular.columns + x_)] *
             x[static_cast<std::size_t>(from_row * circular.columns + from_column)];
    }
  return sum;
}

TEST(Circular, TheKernelsGridGivesTheProblemsResult) {
  for (const char* text :
       {"conv2d f32 9x11 k4x5 replicate same", "corr2d f32 9x11 k4x5 reflect-101 same",
        "conv2d f32 3x16 k1x16 wrap same", "corr2d f32 3x16 k1x7 wrap same",
        "conv2d f32 6x7 k3x4 constant same"}) {
    SCOPED_TRACE(text);
    const Convolution problem = parse_convolution(text);
    const Taps taps = bench_taps(problem).front();
    const oracle::Samples input = whole_input(problem),
                          exact = oracle::direct_sum(problem, input, taps);
    const bool is_line = is_circular_line(problem);
    const Circular circular = is_line ? circular_line(problem) : circular_frame(problem, 16, 20);
    const std::vector<float> grid = kernel_grid(problem, taps, circular);
    const auto rows = static_cast<int>(problem.input.rows.extent),
               columns = static_cast<int>(problem.input.columns.extent);
    std::vector<double> x(static_cast<std::size_t>(circular.points()));
    for (int line = 0; line < (is_line ? rows : 1); ++line) {
      // As the kernel `pad` lays a frame out.
      for (int y = 0; y < (is_line ? 1 : circular.extended_rows); ++y)
        for (int k = 0; k < (is_line ? columns : circular.extended_columns); ++k) {
          const auto row =
              is_line ? line : oracle::walk_edge(y - circular.rows_before, rows, problem.edge);
          const auto column =
              is_line ? k : oracle::walk_edge(k - circular.columns_before, columns, problem.edge);
          x[static_cast<std::size_t>(y * circular.columns + k)] =
              row < 0 || column < 0 ? 0 : input.at(0, row, column);
        }
      for (int row = 0; row < (is_line ? 1 : rows); ++row)
        for (int column = 0; column < columns; ++column)
          ASSERT_NEAR(convolved(grid, x, circular, row, column),
                      exact.at(0, is_line ? line : row, column), 1e-6);
    }
  }
}

TEST(Circular, AnImageThatGoesRoundIsItsOwnGrid) {
  const Convolution problem = parse_convolution("conv2d complex64 6x7 k3x4 wrap same");
  ASSERT_TRUE(is_circular_image(problem));
  EXPECT_FALSE(is_circular_image(parse_convolution("conv2d complex64 6x7 k3x9 wrap same")));
  EXPECT_FALSE(is_circular_image(parse_convolution("conv2d complex64 6x7 k3x4 reflect same")));
  const Taps taps = bench_taps(problem).front();
  const Circular circular = circular_image(problem);
  const oracle::Samples input = whole_input(problem),
                        exact = oracle::direct_sum(problem, input, taps);
  std::vector<float> re, im;
  for (const std::complex<float>& value : complex_kernel_grid(problem, taps, circular)) {
    re.push_back(value.real());
    im.push_back(value.imag());
  }
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column < 7; ++column) {
      const auto by = [&](const std::vector<float>& grid, const std::vector<double>& x) {
        return convolved(grid, x, circular, row, column);
      };
      const std::size_t i = exact.index(0, 0, 0, row, column);
      EXPECT_NEAR(by(re, input.values) - by(im, input.imaginary), exact.values[i], 1e-6);
      EXPECT_NEAR(by(im, input.values) + by(re, input.imaginary), exact.imaginary[i], 1e-6);
    }
}

TEST(Circular, ChannelsAndKernelsAreGrids) {
  const Circular mixed =
      circular_image(parse_convolution("conv2d f32 8x8x3 k8x8 wrap same planar mix=full"));
  EXPECT_EQ(mixed.batch, 3);
  EXPECT_EQ(mixed.results, 3);
  const Circular bank =
      circular_frame(parse_convolution("conv2d f32 8x8 k3x3 constant same filters=5"), 10, 12);
  EXPECT_EQ(bank.batch, 1);
  EXPECT_EQ(bank.results, 5);
}

TEST(OverlapSave, BlocksGiveTheProblemsResult) {
  for (const char* text : {"conv1d f32 300 k40 constant same", "corr1d f32 301 k41 replicate same"})
    for (const int points : {80, 128, 400}) {
      SCOPED_TRACE(fmt::format("{} in blocks of {}", text, points));
      const Convolution problem = parse_convolution(text);
      const Taps taps = bench_taps(problem).front();
      const oracle::Samples input = whole_input(problem),
                            exact = oracle::direct_sum(problem, input, taps);
      const Blocks blocks = blocks_of(problem, points);
      const Circular signal = extended_signal(problem, blocks),
                     grids = block_grids(problem, blocks);
      ASSERT_GE(std::int64_t{blocks.count} * blocks.hop, exact.columns);
      ASSERT_GE(signal.columns, signal.extended_columns);
      // As the kernel `pad` lays the signal out.
      std::vector<double> extended(static_cast<std::size_t>(signal.columns));
      for (int i = 0; i < signal.extended_columns; ++i) {
        const std::int64_t from =
            oracle::walk_edge(i - signal.columns_before, input.columns, problem.edge);
        if (from >= 0) extended[static_cast<std::size_t>(i)] = input.at(0, 0, from);
      }
      const std::vector<float> grid = kernel_grid(problem, taps, grids);
      for (std::int64_t n = 0; n < exact.columns; ++n) {
        const auto first = extended.begin() + n / blocks.hop * blocks.hop;
        const std::vector<double> block(first, first + blocks.points);
        ASSERT_NEAR(convolved(grid, block, grids, 0, static_cast<int>(n % blocks.hop)),
                    exact.at(0, 0, n), 1e-6);
      }
    }
  EXPECT_THROW(blocks_of(parse_convolution("conv1d f32 300 k40 constant same"), 48),
               InvalidArgument);
}

TEST(OverlapSave, BlocksToTry) {
  const Convolution problem = parse_convolution("conv1d f32 67108864 k1048576 constant same");
  const std::vector<Blocks> all = blocks_to_try(problem);
  EXPECT_EQ(all.front().points, 1 << 21);
  EXPECT_EQ(all.front().hop, 1 << 20);
  EXPECT_EQ(all.front().count, 64);
  EXPECT_EQ(all.at(2).hop, 3 << 20);
  EXPECT_EQ(all.back().count, 1);
  for (const Blocks& blocks : all) EXPECT_TRUE(is_smooth(blocks.points));
}

}  // namespace
}  // namespace bench
