// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps placed among those of a larger stage do what they did: compared by the sums that define
// convolution and correlation.
#include <gtest/gtest.h>

#include "fftmultiply/placed_taps.h"

namespace fftcore::gst::multiply::multiply_taps_test {
namespace {

Taps numbered(Extent extent) {
  Taps taps{extent, {}};
  for (std::int64_t i = 0; i < extent.rows * extent.columns; ++i)
    taps.values.push_back(static_cast<double>(1 + i * i));
  return taps;
}

// The result at (0, 0) of a field that is 0 but for 1 at (y, x).
double response(const Taps& taps, Operation operation, bool is_causal, std::int64_t y,
                std::int64_t x) {
  const auto index = [&](std::int64_t count, std::int64_t offset, bool causal) {
    if (causal) return operation == Operation::convolve ? -offset : count - 1 + offset;
    return count / 2 + (operation == Operation::convolve ? -offset : offset);
  };
  const std::int64_t row = index(taps.extent.rows, y, false),
                     column = index(taps.extent.columns, x, is_causal);
  if (row < 0 || column < 0 || row >= taps.extent.rows || column >= taps.extent.columns) return 0;
  return taps.values[static_cast<std::size_t>(row * taps.extent.columns + column)];
}

TEST(PlacedTaps, DoTheSame) {
  constexpr Operation kOperations[] = {Operation::convolve, Operation::correlate};
  for (const bool is_causal : {false, true}) {
    for (const Operation from : kOperations) {
      for (const Operation to : kOperations) {
        for (const Extent extent :
             {Extent{1, 1}, Extent{2, 3}, Extent{3, 2}, Extent{4, 4}, Extent{5, 5}}) {
          const Taps taps = numbered(extent);
          const std::optional<Taps> moved = placed(taps, from, {{6, 7}, to, false, is_causal});
          ASSERT_TRUE(moved);
          EXPECT_EQ(moved->extent, (Extent{6, 7}));
          for (std::int64_t y = -9; y <= 9; ++y)
            for (std::int64_t x = -9; x <= 9; ++x)
              ASSERT_EQ(response(*moved, to, is_causal, y, x),
                        response(taps, from, is_causal, y, x))
                  << y << ' ' << x;
        }
      }
    }
  }
}

TEST(PlacedTaps, AreNoneWhereTheyReachTooFar) {
  EXPECT_FALSE(placed(numbered({3, 3}), Operation::convolve, {{3, 2}}));
  EXPECT_TRUE(placed(numbered({2, 2}), Operation::convolve, {{2, 2}}));
  EXPECT_FALSE(placed(numbered({2, 2}), Operation::correlate, {{2, 2}}));  // to the other side
  EXPECT_TRUE(placed(numbered({2, 2}), Operation::correlate, {{3, 3}}));
}

TEST(PlacedTaps, BecomeTheirSumWhereThereIsOneRow) {
  const std::optional<Taps> line = placed({{2, 3}, {1, 2, 3, 10, 20, 30}}, Operation::convolve,
                                          {{1, 3}, Operation::convolve, true, true});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->values, (std::vector<double>{11, 22, 33}));
}

}  // namespace
}  // namespace fftcore::gst::multiply::multiply_taps_test
