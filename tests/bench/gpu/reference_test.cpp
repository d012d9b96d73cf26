// SPDX-License-Identifier: LGPL-2.1-or-later
// What results are held against.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <set>

#include "convolution_reference.h"
#include "whole_input.h"
#include "work.h"

namespace bench {
namespace {

using namespace fftcore;

TEST(Reference, AShiftGoesEitherWay) {
  const auto error = [&](int frame, double x, double y) {
    Result result;
    result.shift = {x, y};
    result.frame = frame;
    return check_shift(result);
  };
  EXPECT_TRUE(error(1, kShift[0], kShift[1]).is_right());
  EXPECT_TRUE(error(0, -kShift[0], -kShift[1] + 0.4).is_right());
  EXPECT_FALSE(error(0, kShift[0], kShift[1]).is_right());
  EXPECT_EQ(error(1, kShift[0], kShift[1] + 2).error, 2);
  EXPECT_FALSE(error(1, NAN, kShift[1]).is_right());
}

TEST(Reference, AMatchIsWhereItsTemplateLies) {
  const TemplateMatching matching =
      parse_matching("match ccoeff-normed u8 90x120 p16x16 templates=3");
  std::vector<Match> matches;
  for (const std::int64_t number : {0, 1, 2}) {
    const auto [row, column] = template_place(matching, number);
    EXPECT_LE(row + 16, 90);
    EXPECT_LE(column + 16, 120);
    matches.push_back({row, column, 1 - 5e-5});
  }
  EXPECT_TRUE(check_matches(matching, matches).is_right());
  const auto with = [&](const Match& last) {
    std::vector<Match> other = matches;
    other.back() = last;
    return check_matches(matching, other);
  };
  const Match right = matches.back();
  EXPECT_FALSE(with({right.row + 1, right.column, 1}).is_right());
  EXPECT_FALSE(with({right.row, right.column - 1, 1}).is_right());
  EXPECT_FALSE(with({right.row, right.column, 1.0002}).is_right());
  EXPECT_FALSE(with({right.row, right.column, NAN}).is_right());
  matches.pop_back();
  EXPECT_FALSE(check_matches(matching, matches).is_right());
}

TEST(Reference, OnePlaceIsThatOfTheWholeDirectSum) {
  for (const char* text :
       {"conv2d f32 9x11 k4x5 constant same frames=3", "corr2d f32 9x11 k4x5 replicate same",
        "conv2d u8 9x11 k5x4 reflect same frames=2", "conv2d f32 12x7 k3x6 reflect-101 same",
        "corr2d u8 12x7 k2x3 wrap same", "corr2d u10-high 12x7 k2x3 wrap same",
        "conv2d f32 5x16 k1x16 wrap same frames=2", "conv2d complex64 9x11 k4x5 wrap same",
        "conv2d f32 9x11x3 k4x9 wrap same planar mix=full",
        "conv2d f32 9x11 k4x5 constant same filters=3", "conv1d f32 50 k9 constant same"}) {
    SCOPED_TRACE(text);
    const Convolution problem = parse_convolution(text);
    check_is_plain(problem);
    const std::vector<Taps> taps = bench_taps(problem);
    const oracle::Samples whole = oracle::direct_sum(problem, whole_input(problem), taps);
    for (const Place& place : checked_places(problem)) {
      const std::size_t i = whole.index(place.frame, place.channel, 0, place.row, place.column);
      const std::complex<double> exact = exact_output(problem, taps, place);
      ASSERT_NEAR(exact.real(), whole.values[i], 1e-12);
      ASSERT_NEAR(exact.imag(), whole.imaginary.empty() ? 0 : whole.imaginary[i], 1e-12);
    }
  }
}

TEST(Reference, FewerPlacesWhereEachTakesLong) {
  EXPECT_EQ(checked_places(parse_convolution("conv1d f32 67108864 k1048576 constant same")).size(),
            128U);
  const std::vector<Place> places =
      checked_places(parse_convolution("conv2d f32 512x512x16 k512x512 wrap same planar mix=full"));
  EXPECT_EQ(places.size(), 32U);
  std::set<std::int64_t> channels;
  for (const Place& place : places) channels.insert(place.channel);
  EXPECT_GE(channels.size(), 12U);
  EXPECT_LT(*channels.rbegin(), 16);
}

TEST(Reference, WhereAPlaceLies) {
  Result result;
  result.row_stride = 100;
  result.frame_stride = 10000;
  result.channel_stride = 1000;
  EXPECT_EQ(index_of(result, {2, 3, 7, 4}), 24307);
  result.block = 3;
  result.block_stride = 8;
  EXPECT_EQ(index_of(result, {2, 3, 7, 4}), 24300 + 2 * 8 + 1);
}

TEST(Reference, PlacesHoldCornersOfTheFirstAndLastFrame) {
  const Convolution problem =
      parse_convolution("conv2d u8 720x1280 k15x15 reflect-101 same frames=4");
  const std::vector<Place> places = checked_places(problem);
  EXPECT_GE(places.size(), 400U);
  int near_top = 0;
  for (const Place& place : places) {
    ASSERT_TRUE(place.frame >= 0 && place.frame < 4 && place.row >= 0 && place.row < 720 &&
                place.column >= 0 && place.column < 1280);
    near_top += place.row < 15 ? 1 : 0;
  }
  EXPECT_GE(near_top, 30);
  for (const std::int64_t frame : {0, 3})
    for (const std::int64_t row : {0, 719})
      for (const std::int64_t column : {0, 1279})
        EXPECT_TRUE(std::any_of(places.begin(), places.end(), [&](const Place& p) {
          return p.frame == frame && p.row == row && p.column == column;
        }));
}

TEST(Work, PixelsSpreadAndResultsKeepTheirRange) {
  const Convolution problem = parse_convolution("conv2d u8 64x64 k15x15 reflect-101 same");
  const oracle::Samples result =
      oracle::direct_sum(problem, whole_input(problem), bench_taps(problem));
  double sum = 0, squares = 0;
  for (const double value : result.values) {
    sum += value;
    squares += value * value;
  }
  const double count = static_cast<double>(result.values.size()), mean = sum / count;
  EXPECT_NEAR(mean, 127.5, 5);
  // else a misplaced result would pass for rounding
  EXPECT_GT(std::sqrt(squares / count - mean * mean), 10);
}

}  // namespace
}  // namespace bench
