// SPDX-License-Identifier: LGPL-2.1-or-later
// Counted from the addresses in the generated kernels, not from what their generator meant.
#include "bank_conflicts.h"

#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "convolve_stages.h"
#include "direct_kernel.h"
#include "exchange.h"
#include "interpreter.h"
#include "line_kernel.h"

namespace fftcore::test::bank_conflicts_test {
namespace {

std::vector<int> every(int step, int count = ast::kWarp) {
  std::vector<int> elements(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) elements[static_cast<std::size_t>(i)] = i * step;
  return elements;
}

TEST(Opposites, AreButterfliesOfOneThread) {
  for (const std::vector<int>& radices : {std::vector{8, 4}, {32, 16, 16}, {12, 5, 2}}) {
    LineShape shape;
    shape.radices = radices;
    for (const int radix : radices) shape.length *= radix;
    shape.threads = shape.length / radices.front();
    ASSERT_TRUE(can_have_mirrors(shape));
    const int radix = radices.back(), count = shape.length / radix;
    std::vector<int> seen(static_cast<std::size_t>(count), 0);
    for (int thread = 0; thread < shape.threads; ++thread)
      for (int i = 0; i < butterflies_per_thread(shape, radix); i += 2) {
        const int one = mirror_butterfly(shape, radix, thread, i),
                  other = mirror_butterfly(shape, radix, thread, i + 1);
        ++seen.at(static_cast<std::size_t>(one));
        ++seen.at(static_cast<std::size_t>(other));
        EXPECT_TRUE(one == 0 || one + other == count) << one << " " << other;
      }
    EXPECT_EQ(seen, std::vector<int>(seen.size(), 1)) << radices.front();
  }
}

TEST(AccessRounds, CountsTheBusiestBank) {
  EXPECT_EQ(access_rounds(every(1), 1), 1);
  EXPECT_EQ(access_rounds(every(2), 1), 2);
  EXPECT_EQ(access_rounds(every(31), 1), 1);
  EXPECT_EQ(access_rounds(every(32), 1), 32);
  EXPECT_EQ(access_rounds(every(0), 1), 1) << "the same word for all";
  EXPECT_EQ(access_rounds(every(1), 2), 2) << "64 words";
  EXPECT_EQ(access_rounds(every(2), 2), 4);
  EXPECT_EQ(access_rounds(every(16), 2), 32);
  EXPECT_EQ(access_rounds(every(1), 4), 4);
  EXPECT_EQ(access_rounds(every(1, 5), 2), 1);
  EXPECT_EQ(least_rounds(32, 2), 2);
  EXPECT_EQ(least_rounds(17, 2), 2);
  EXPECT_EQ(least_rounds(16, 2), 1);
}

ast::Kernel kernel_of(const LineShape& shape, Work work) {
  LineSpec spec;
  spec.name = "lines";
  spec.shape = shape;
  spec.lines = {1, {{Dim::row, shape.lines}}};
  spec.work = std::move(work);
  const int n = shape.length;
  const Strides strides{1, {0, {{Dim::row, n}}}, 0};
  spec.load = ComplexLoad{ast::Storage::f32, strides, n, 1};
  spec.store = ComplexStore{ast::Storage::f32, strides, n, 1, false, 1};
  return line_kernel(spec).kernel;
}

Work convolution_of(const LineShape& shape) {
  return Convolve{{ast::Storage::f32, {1, {0, {{Dim::row, shape.length}}}, 0}, {}, 0}};
}

LineShape with_threads(LineShape shape, int threads) {
  shape.threads = threads;
  return shape;
}

TEST(BankConflicts, NoneInRowsAndColumnsOfTheConvolution) {
  for (const LineShape& shape :
       {shape_of({16, 16, 8}), shape_of({16, 16, 16}), shape_of({8, 8, 8}), shape_of({8, 8}),
        column_shape_of({24, 24}), column_shape_of({16, 16}), column_shape_of({20, 20})})
    for (const Work& work : {Work(Forward{}), Work(Inverse{}), convolution_of(shape)}) {
      const SharedRounds count = shared_rounds(kernel_of(shape, work));
      EXPECT_EQ(count.rounds - count.least, 0) << fmt::format(
          "{}, work {}: {} rounds", fmt::join(shape.radices, " * "), work.index(), count.rounds);
      EXPECT_GT(count.least, 0);
    }
}

TEST(BankConflicts, TheGeneratorCountsWhatItsKernelsDo) {
  for (const LineShape& shape :
       {shape_of({16, 16, 8}), column_shape_of({24, 24}), shape_of({10, 10, 10}),
        shape_of({3, 5, 7}), shape_of({13, 11}), with_threads(shape_of({16, 8, 9}), 100),
        column_shape_of({12, 10, 10})}) {
    for (const bool back : {false, true}) {
      int conflicts = 0;
      for (std::size_t stage = 0; stage + 1 < shape.radices.size(); ++stage) {
        const ExchangeStep step = exchange_step(shape, stage, back);
        const ExchangeCost cost = exchange_cost(shape, step, choose_layout(shape, step));
        conflicts += cost.rounds - cost.least_rounds;
      }
      // Not the rounds themselves: threads without a butterfly read one again, which the generator
      // does not count.
      const SharedRounds count =
          shared_rounds(kernel_of(shape, back ? Work(Inverse{}) : Work(Forward{})));
      EXPECT_EQ(count.rounds - count.least, conflicts)
          << fmt::format("{}{}", fmt::join(shape.radices, " * "), back ? ", back" : "");
    }
  }
}

/// An address is what its digits say, whatever layout was found: no two elements share one, and all
/// fit.
TEST(Exchange, EveryElementHasAPlaceOfItsOwnWhereItIsReadToo) {
  for (const LineShape& shape :
       {shape_of({16, 16, 8}), shape_of({32, 16, 16}), shape_of({10, 10, 8}),
        shape_of({14, 14, 10}), column_shape_of({24, 24}), column_shape_of({13, 11, 2})})
    for (const bool back : {false, true})
      for (std::size_t stage = 0; stage + 1 < shape.radices.size(); ++stage) {
        const ExchangeStep step = exchange_step(shape, stage, back);
        const ExchangeLayout layout = choose_layout(shape, step);
        std::vector<int> element_at(static_cast<std::size_t>(layout.size), -1);
        for (int line = 0; line < shape.lines; ++line)
          for (int j = 0; j < step.length / step.write_radix; ++j)
            for (int k = 0; k < step.write_radix; ++k) {
              int& element = element_at.at(static_cast<std::size_t>(
                  line * layout.line_stride + written_at(layout, step, j, k)));
              EXPECT_EQ(element, -1);
              element = line * step.length + j / step.before * step.group() + j % step.before +
                        k * step.before;
            }
        for (int line = 0; line < shape.lines; ++line)
          for (int j = 0; j < step.length / step.read_radix; ++j)
            for (int k = 0; k < step.read_radix; ++k)
              ASSERT_EQ(element_at.at(static_cast<std::size_t>(line * layout.line_stride +
                                                               read_at(layout, step, j, k))),
                        line * step.length + j + k * (step.length / step.read_radix));
      }
}

TEST(DirectKernel, MeetsNoBankTwice) {
  DirectSpec spec;
  spec.name = "direct";
  spec.shape = {.tile_rows = 16, .rows = 4, .threads = 128, .tap_rows = 5};
  spec.tap_rows = 5;
  spec.tap_columns = 7;
  spec.tiles = {1, {{Dim::column, 2}, {Dim::row, 2}}};
  // Outputs that need nothing from outside: samples beyond the borders come one by one.
  spec.load.image = {ast::Storage::u8, 36, 256, 1, 0, 0, {}, 1, 0};
  spec.load.count = 256;
  spec.store.image = {ast::Storage::u8, 32, 250, 1, 0, 0, {}, 1, 0};
  spec.store.count = 250;
  spec.loads_quads = spec.stores_quads = true;
  const SharedRounds counted = shared_rounds(direct_kernel(spec).kernel);
  // A warp reads 8 rows of 3 groups, each in 4 rounds, and all write 20 rows of 34 groups.
  EXPECT_GE(counted.least, 4 * (8 * 3 * 4) + 20 * 34 / 8);
  EXPECT_EQ(counted.rounds, counted.least);
}

}  // namespace
}  // namespace fftcore::test::bank_conflicts_test
