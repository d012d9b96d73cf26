// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps as numbers of 16 bits, and the loops that sum them up, at their limits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#include "direct_plan.h"
#include "fixed_point_loops.h"
#include "fixed_point_taps.h"

namespace fixed_point_test {

using namespace fftcore;

namespace {

int sum_of(const std::vector<std::int16_t>& taps) {
  return std::accumulate(taps.begin(), taps.end(), 0);
}
int magnitude_of(const std::vector<std::int16_t>& taps) {
  return std::accumulate(taps.begin(), taps.end(), 0,
                         [](int sum, std::int16_t tap) { return sum + std::abs(tap); });
}

std::int64_t rounded_product(std::int64_t sample, std::int64_t tap) {
  return (sample * tap + (1 << 14)) >> 15;
}

}  // namespace

TEST(FixedPointTaps, AddUpToWhatTheTapsDo) {
  const auto taps = fixed_point_taps({{0.1, 0.2, 0.1}, {1, 1.0 / 3, 1.0 / 7, 1}});
  ASSERT_TRUE(taps);
  EXPECT_EQ(sum_of(taps->row), 32768);
  EXPECT_EQ(sum_of(taps->column), std::lround(0.4 * (2 + 1.0 / 3 + 1.0 / 7) * 32768));
  EXPECT_EQ(taps->column[0], taps->column[2]);
}

TEST(FixedPointTaps, OfOneTapAreJustBelowOne) {
  const auto taps = fixed_point_taps({{1}, {-1}});
  ASSERT_TRUE(taps);
  EXPECT_EQ(taps->row.front(), -32767);
  EXPECT_EQ(taps->column.front(), 32767);
}

TEST(FixedPointTaps, AreNoneWhereResultsMayBeOutOfRange) {
  EXPECT_FALSE(fixed_point_taps({{1, -1}, {0.5, 0.1}}));
  EXPECT_FALSE(fixed_point_taps({{0}, {0}}));
  EXPECT_FALSE(fixed_point_taps({{NAN}, {1}}));
  EXPECT_TRUE(fixed_point_taps({{0.25, 0.5, 0.25}, {0.5, 0.5}}));
}

TEST(FixedPointTaps, NeverOverflow) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int i = 0; i < 1000; ++i) {
    OuterProduct product;
    for (std::int64_t n = 0; n <= i % kMostFixedPointTaps; ++n)
      product.row.push_back(number(random));
    product.column = {0.5 / std::abs(number(random)), number(random)};
    const auto taps = fixed_point_taps(product);
    if (!taps) continue;
    // 255 * 2^7 times all of one sign, each product rounded up.
    EXPECT_LE(255 * 128 * (magnitude_of(taps->row) / 32768.0) + 0.5 * kMostFixedPointTaps, 32767);
  }
}

TEST(FixedPointLoops, LoadEverySample) {
  std::vector<std::uint8_t> bytes(256 * 3);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i / 3);
  for (const std::int64_t step : {1, 3, -3}) {
    std::vector<std::int16_t> out(255);
    load_fixed_point(bytes.data() + (step < 0 ? 254 * 3 : 0), step, 255, out.data());
    for (std::int64_t i = 0; i < 255; ++i)
      EXPECT_EQ(out[static_cast<std::size_t>(i)],
                128 * bytes[static_cast<std::size_t>(step < 0 ? 254 * 3 - 3 * i : step * i)]);
  }
}

TEST(FixedPointLoops, SumUpRowsAndColumns) {
  std::mt19937 random(2);
  std::uniform_int_distribution<int> sample(-255 * 128, 255 * 128);
  constexpr std::int64_t kCount = 2 * kFixedPointBlock;
  for (std::int64_t n = 1; n <= kMostFixedPointTaps; ++n) {
    std::vector<std::vector<std::int16_t>> rows(
        static_cast<std::size_t>(n),
        std::vector<std::int16_t>(static_cast<std::size_t>(kCount) * 2));
    std::vector<const std::int16_t*> pointers;
    for (auto& row : rows) {
      for (std::int16_t& value : row) value = static_cast<std::int16_t>(sample(random));
      pointers.push_back(row.data());
    }
    std::vector<std::int16_t> taps(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i)
      taps[static_cast<std::size_t>(i)] =
          static_cast<std::int16_t>((i % 2 == 0 ? 32767 : -32767) / n);
    std::vector<std::int16_t> along(kCount);
    // Of three channels side by side, too.
    filter_fixed_point_row(rows.front().data(), 3, kCount, taps.data(), n, along.data());
    for (std::int64_t x = 0; x < kCount; ++x) {
      std::int64_t row = 0;
      for (std::int64_t i = 0; i < n; ++i)
        row += rounded_product(rows.front()[static_cast<std::size_t>(x + 3 * i)],
                               taps[static_cast<std::size_t>(i)]);
      ASSERT_EQ(along[static_cast<std::size_t>(x)], row) << n << " taps, " << x;
    }
    filter_fixed_point_row(rows.front().data(), 1, kCount, taps.data(), n, along.data());
    for (const int offset : {-255 * 64 - 32, 32, 100 * 64 + 32, 255 * 64 + 32}) {
      std::vector<std::uint8_t> down(kCount);
      constexpr std::int64_t kFirst = 5;
      filter_fixed_point_columns(pointers.data(), kFirst, kCount, taps.data(), n,
                                 static_cast<std::int16_t>(offset), down.data());
      for (std::int64_t x = 0; x < kCount; ++x) {
        std::int64_t row = 0, column = 0;
        for (std::int64_t i = 0; i < n; ++i) {
          const std::int64_t tap = taps[static_cast<std::size_t>(i)];
          row += rounded_product(rows.front()[static_cast<std::size_t>(x + i)], tap);
          column += rounded_product(
              rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(kFirst + x)], tap);
        }
        ASSERT_EQ(along[static_cast<std::size_t>(x)], row) << n << " taps, " << x;
        ASSERT_EQ(down[static_cast<std::size_t>(x)],
                  std::clamp<std::int64_t>(((column >> 1) + offset) >> 6, 0, 255))
            << n << " taps, " << x;
      }
    }
  }
}

}  // namespace fixed_point_test
