// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps as sums of outer products.
#include "low_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "fftcore/filters.h"
#include "test_image.h"

namespace low_rank_test {

using namespace fftcore;

namespace {

std::mt19937 random_numbers{7};

/// Taps of that rank, to the rounding of doubles.
Taps taps_of_rank(Extent extent, int rank) {
  Taps taps{extent, std::vector<double>(static_cast<std::size_t>(extent.rows * extent.columns))};
  for (int i = 0; i < rank; ++i) {
    const Taps column = oracle::random_taps({extent.rows, 1}, random_numbers),
               row = oracle::random_taps({1, extent.columns}, random_numbers);
    for (std::size_t at = 0; at < taps.values.size(); ++at)
      taps.values[at] += column.values[at / row.values.size()] * row.values[at % row.values.size()];
  }
  return taps;
}

/// Number of products, -1 where there are none to be had.
int rank_of(const Taps& taps, std::int64_t most) {
  const auto products = low_rank(taps, most);
  return products ? static_cast<int>(products->size()) : -1;
}

/// Sum of |taps - products| over max|H| of taps that are not negative.
double left_out(const Taps& taps, const std::vector<OuterProduct>& products) {
  double left = 0, sum = 0;
  const auto columns = static_cast<std::size_t>(taps.extent.columns);
  for (std::size_t i = 0; i < taps.values.size(); ++i) {
    double value = taps.values[i];
    for (const OuterProduct& product : products)
      value -= product.column[i / columns] * product.row[i % columns];
    left += std::abs(value);
    sum += std::abs(taps.values[i]);
  }
  return left / sum;
}

}  // namespace

TEST(LowRank, ItIsTheFewestProducts) {
  for (const Extent extent : {Extent{3, 3}, {7, 7}, {5, 31}, {31, 4}, {127, 127}, {511, 3}})
    for (int rank = 0; rank <= 3; ++rank) {
      const Taps taps = taps_of_rank(extent, rank);
      EXPECT_EQ(rank_of(taps, 3), rank) << extent.rows << "x" << extent.columns;
      if (rank > 0) {
        EXPECT_EQ(rank_of(taps, rank - 1), -1);
      }
    }
}

TEST(LowRank, FullRankTakesAsManyProductsAsTheShorterSide) {
  for (const Extent extent : {Extent{4, 4}, {9, 5}, {6, 31}, {63, 63}}) {
    const Taps taps = oracle::random_taps(extent, random_numbers);
    const auto least = static_cast<int>(std::min(extent.rows, extent.columns));
    EXPECT_EQ(rank_of(taps, least), least);
    EXPECT_EQ(rank_of(taps, 3), -1);
  }
}

TEST(LowRank, LinesAndSingleTapsAreOneProduct) {
  for (const Extent extent : {Extent{1, 31}, {31, 1}, {1, 1}})
    EXPECT_EQ(rank_of(oracle::random_taps(extent, random_numbers), 1), 1);
}

TEST(LowRank, ProductsMakeTheTaps) {
  for (const int rank : {1, 2, 3}) {
    Taps taps = taps_of_rank({15, 9}, rank);
    for (double& value : taps.values) value *= 1e-30;
    const auto products = low_rank(taps, 3);
    ASSERT_TRUE(products);
    EXPECT_LT(left_out(taps, *products), 1e-14);
    // Factors are of a size that single precision holds.
    for (const OuterProduct& product : *products)
      for (const double value : product.column) EXPECT_LT(std::abs(value), 1e-10);
  }
}

TEST(LowRank, GaussiansAreOneProductInSinglePrecisionToo) {
  for (const double cutoff : {0.01, 0.05, 0.2}) {
    Taps taps = taps_of(ParametricFilter{.cutoff = cutoff});
    EXPECT_EQ(rank_of(taps, 3), 1) << cutoff;
    for (double& value : taps.values) value = static_cast<float>(value);
    EXPECT_EQ(rank_of(taps, 3), 1) << cutoff;
  }
}

TEST(LowRank, WhatIsLeftOutIsBelowTheBound) {
  // One tap beside a product: left out where it is small enough, and a product of its own else.
  Taps taps{{9, 9}, std::vector<double>(81, 1.0)};
  const double sum = 81;
  for (const double part : {0.3, 0.9, 1.5, 10.0}) {
    taps.values[40] = 1 + part * kLeftOutOfProducts * sum;
    const auto products = low_rank(taps, 3);
    ASSERT_TRUE(products);
    // The nearest product takes some of it in.
    if (part < 0.5 || part > 2) {
      EXPECT_EQ(products->size(), part < 1 ? 1U : 2U) << part;
    }
    EXPECT_LE(left_out(taps, *products), kLeftOutOfProducts) << part;
  }
  EXPECT_EQ(low_rank(taps, 3, 1e-3)->size(), 1U);
}

TEST(LowRank, TapsThatAreNoProductsHaveNone) {
  Taps taps = taps_of_rank({5, 5}, 1);
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Taps bad = taps;
    bad.values[12] = value;
    EXPECT_EQ(rank_of(bad, 5), -1);
  }
  taps.imaginary.assign(25, 0);
  EXPECT_EQ(rank_of(taps, 5), 1);
  taps.imaginary[3] = 1;
  EXPECT_EQ(rank_of(taps, 5), -1);
  EXPECT_EQ(rank_of(Taps{{2, 2, 2}, std::vector<double>(8, 1.0)}, 5), -1);
}

}  // namespace low_rank_test
