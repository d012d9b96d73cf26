// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of rows times taps, in the loop for this processor and in the one for any.
#include "direct_loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "direct_plan.h"

namespace direct_loops_test {

using namespace fftcore;

namespace {

using Loop = void (*)(const DirectSums&);

/// Random rows, with no numbers where none may be needed.
struct RandomSums {
  RandomSums(std::int64_t output_rows, std::int64_t columns, Extent extent, std::int64_t step = 1)
      : stride(columns + (extent.columns - 1) * step + kDirectOverrun),
        values(static_cast<std::size_t>((output_rows + extent.rows - 1) * stride)),
        taps(static_cast<std::size_t>(extent.rows * extent.columns)),
        out(static_cast<std::size_t>(output_rows * stride), 1.0F) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> number(-1, 1);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<std::int64_t>(i) % stride < columns + (extent.columns - 1) * step
                      ? number(random)
                      : NAN;
    for (float& tap : taps) tap = number(random);
    for (std::int64_t i = 0; i < output_rows + extent.rows - 1; ++i)
      rows.push_back(values.data() + i * stride);
    sums = {.rows = rows.data(),
            .count = output_rows,
            .columns = columns,
            .taps = taps.data(),
            .extent = extent,
            .step = step,
            .out = out.data(),
            .stride = stride};
  }
  /// The sum, and the sum of magnitudes, which rounding goes with.
  std::pair<double, double> want(std::int64_t m, std::int64_t x) const {
    double sum = 0, magnitudes = 0;
    for (std::int64_t i = 0; i < sums.extent.rows; ++i)
      for (std::int64_t j = 0; j < sums.extent.columns; ++j) {
        const double product =
            static_cast<double>(rows[static_cast<std::size_t>(m + i)][x + j * sums.step]) *
            static_cast<double>(taps[static_cast<std::size_t>(i * sums.extent.columns + j)]);
        sum += product;
        magnitudes += std::abs(product);
      }
    return {sum, magnitudes};
  }

  std::int64_t stride;
  std::vector<float> values, taps, out;
  std::vector<const float*> rows;
  DirectSums sums;
};

}  // namespace

TEST(DirectLoops, SumRowsTimesTaps) {
  for (const Loop loop : {correlate_rows, correlate_rows_anywhere})
    for (const Extent extent :
         {Extent{1, 1}, {1, 3}, {3, 1}, {2, 2}, {3, 3}, {5, 7}, {40, 30}, {1, 700}, {700, 1}})
      for (const std::int64_t rows : {1, 2, 4, 7, 8})
        for (const std::int64_t columns : {1, 15, 16, 96, 97, 200}) {
          // Of three channels side by side, too.
          RandomSums work(rows, columns, extent, (rows + columns) % 2 == 0 ? 3 : 1);
          for (const bool adds : {false, true}) {
            work.sums.adds = adds;
            loop(work.sums);
            // A sum of up to 256 products, such sums, and what is added to what was there.
            const auto count = static_cast<double>(work.taps.size());
            const double roundings = std::min(count, 256.0) + std::ceil(count / 256) + 2;
            for (std::int64_t m = 0; m < rows; ++m)
              for (std::int64_t x = 0; x < columns; ++x) {
                const auto [sum, magnitudes] = work.want(m, x);
                ASSERT_NEAR(work.out[static_cast<std::size_t>(m * work.stride + x)],
                            (adds ? 2 : 1) * sum,
                            std::ldexp((adds ? 2 : 1) * roundings * magnitudes, -24))
                    << extent.rows << "x" << extent.columns << ", " << m << ", " << x;
              }
          }
        }
}

TEST(DirectLoops, ASumHasTheSameBitsWhereverItLies) {
  for (const Loop loop : {correlate_rows, correlate_rows_anywhere})
    for (const Extent extent : {Extent{3, 3}, {9, 50}}) {
      RandomSums whole(9, 300, extent);
      loop(whole.sums);
      for (const std::int64_t m : {0, 1, 4, 8})
        for (const std::int64_t x : {0, 1, 95, 96, 250}) {
          std::vector<const float*> rows;
          for (std::int64_t i = 0; i < extent.rows; ++i)
            rows.push_back(whole.rows[static_cast<std::size_t>(m + i)] + x);
          std::vector<float> out(static_cast<std::size_t>(1 + kDirectOverrun));
          DirectSums alone = whole.sums;
          alone.rows = rows.data();
          alone.count = 1;
          alone.columns = 1;
          alone.out = out.data();
          loop(alone);
          EXPECT_EQ(out[0], whole.out[static_cast<std::size_t>(m * whole.stride + x)]);
        }
    }
}

}  // namespace direct_loops_test
