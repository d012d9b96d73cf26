// SPDX-License-Identifier: LGPL-2.1-or-later
// Marks for "no data" in images of floating point, and images that have none.
#include "fftcore/marks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace marks_test {

using namespace fftcore;

namespace {

constexpr Extent kExtent{120, 131};
constexpr std::int64_t kStride = 140;

template <class Sample>
struct Picture {
  explicit Picture(double level, double contrast, unsigned seed = 3) : random(seed) {
    std::normal_distribution<double> normal(0, 1);  // which takes no deviation of 0
    for (Sample& sample : samples) sample = static_cast<Sample>(level + contrast * normal(random));
  }
  Sample& at(std::int64_t y, std::int64_t x) {
    return samples[static_cast<std::size_t>(y * kStride + x)];
  }
  /// A part of all samples, spread at random.
  std::int64_t put(double mark, double part) {
    std::bernoulli_distribution is_mark(part);
    std::int64_t count = 0;
    for (std::int64_t y = 0; y < kExtent.rows; ++y)
      for (std::int64_t x = 0; x < kExtent.columns; ++x)
        if (is_mark(random)) {
          at(y, x) = static_cast<Sample>(mark);
          ++count;
        }
    return count;
  }
  Marks marks(bool has_level = true) const {
    return find_marks(samples.data(), kExtent, kStride, has_level);
  }

  std::mt19937 random;
  std::vector<Sample> samples = std::vector<Sample>(kExtent.rows * kStride);
};

template <class Sample>
void expect_marks(const Picture<Sample>& picture, std::vector<double> values, std::int64_t count) {
  for (double& value : values) value = static_cast<double>(static_cast<Sample>(value));
  const Marks found = picture.marks();
  EXPECT_EQ(found.values, values);
  EXPECT_EQ(found.count, count);
}

}  // namespace

TEST(Marks, OneSampleThatHidesAllOthers) {
  for (const double scale : {0x1p-100, 1.0, 0x1p60})
    for (const double mark : {1e9, -1e9, 1e12}) {
      Picture<float> picture(300 * scale, scale);
      picture.at(60, 70) = static_cast<float>(mark * scale);
      expect_marks(picture, {mark * scale}, 1);
    }
  Picture<double> exact(1e6, 1);
  exact.at(0, 0) = 1e9;
  expect_marks(exact, {}, 0);
  exact.at(0, 0) = 1e300;
  expect_marks(exact, {1e300}, 1);
}

TEST(Marks, OfAnyPartOfAnImage) {
  for (const double part : {0.001, 0.1, 0.5, 0.9})
    for (const auto& [mark, level] : {std::pair{-9999.0, 0.5}, {-32768.0, 0.1}, {0.0, 1e4}}) {
      SCOPED_TRACE(testing::Message() << part << " of " << mark << " in " << level);
      Picture<float> picture(level, 0.01);
      const std::int64_t count = picture.put(mark, part);
      expect_marks(picture, {mark}, count);
    }
}

TEST(Marks, UpToThreeOfThem) {
  Picture<float> picture(10, 5);
  std::int64_t count = 0;
  for (const auto& [place, mark] : {std::pair{3, -3.4e38}, {40, 1e9}, {41, 1e9}, {90, -2e9}}) {
    picture.at(place, place) = static_cast<float>(mark);
    ++count;
  }
  expect_marks(picture, {-3.4e38, -2e9, 1e9}, count);
}

/// Samples that are not finite are none, whatever is beside them.
TEST(Marks, AreFinite) {
  Picture<float> picture(10, 5);
  picture.at(1, 1) = std::numeric_limits<float>::infinity();
  picture.at(1, 2) = std::nanf("");
  expect_marks(picture, {}, 0);
  picture.at(1, 3) = 1e12F;
  expect_marks(picture, {1e12}, 1);
  Picture<float> none(NAN, 1);
  expect_marks(none, {}, 0);
}

TEST(Marks, AreNotWhatManyValuesAreLarge) {
  // A spot that falls off to nothing; bright spots on weak noise; few values.
  Picture<float> spot(0, 0);
  Picture<float> spots(0, 1e-8);
  Picture<float> few(0, 0);
  for (std::int64_t y = 0; y < kExtent.rows; ++y)
    for (std::int64_t x = 0; x < kExtent.columns; ++x) {
      const double square =
          std::pow(static_cast<double>(y) - 60, 2) + std::pow(static_cast<double>(x) - 60, 2);
      spot.at(y, x) = static_cast<float>(std::exp(-square / 50));
      if (square < 20) spots.at(y, x) += static_cast<float>(1 + 0.1 * std::sin(square));
      few.at(y, x) = square < 100 ? 5000.0F : static_cast<float>((x / 8 + y / 8) % 2);
    }
  for (const bool has_level : {false, true}) {
    EXPECT_TRUE(spot.marks(has_level).values.empty());
    EXPECT_TRUE(spots.marks(has_level).values.empty());
    EXPECT_TRUE(few.marks(has_level).values.empty());
  }
  // Two values, and one.
  Picture<float> two(0, 0);
  two.at(5, 5) = 1;
  expect_marks(two, {}, 0);
  expect_marks(Picture<float>(7, 0), {}, 0);
}

/// However few they are. Whole samples beside weak noise, as an impulse is, are none.
TEST(Marks, BySize) {
  const auto by_size = [](const Picture<float>& picture) {
    return find_marks(picture.samples.data(), kExtent, kStride, true, MarkBy::size);
  };
  Picture<float> picture(0.5, 0.2);
  for (int i = 0; i < 9; ++i) picture.at(5 + i, 3) = -9999;
  EXPECT_TRUE(picture.marks().values.empty());
  EXPECT_EQ(by_size(picture).values, std::vector<double>{-9999});
  EXPECT_EQ(by_size(picture).count, 9);
  EXPECT_TRUE(by_size(Picture<float>(0.5, 0.2)).values.empty());
  for (const float impulse : {1.0F, 255.0F}) {
    Picture<float> weak(0, 1e-5 * impulse);
    weak.at(60, 60) = impulse;
    EXPECT_TRUE(by_size(weak).values.empty()) << impulse;
  }
  // What is a mark by power is one by size.
  picture.put(1e9, 0.01);
  EXPECT_EQ(picture.marks().values, std::vector<double>{1e9});
  EXPECT_EQ(by_size(picture).values, (std::vector<double>{1e9, -9999}));
}

/// What is far from the level may be near 0, and the other way round.
TEST(Marks, CountFromTheLevelOrFromZero) {
  Picture<float> picture(1e6, 1);
  picture.put(0, 0.2);
  EXPECT_EQ(picture.marks(true).values, std::vector<double>{0});
  EXPECT_TRUE(picture.marks(false).values.empty());
}

/// A mask or an impulse that came out of a transform in double precision.
TEST(Marks, AreNotFullSamplesBesideRounding) {
  for (const double full : {1.0, 255.0, -1.0}) {
    Picture<float> picture(0, full * 1e-17);
    picture.at(60, 70) = static_cast<float>(full);
    for (const bool has_level : {false, true}) EXPECT_TRUE(picture.marks(has_level).values.empty());
    EXPECT_TRUE(std::isinf(least_mark(picture.samples.data(), kExtent, kStride)));
  }
  // Other numbers, and those beside more than rounding, are marks.
  for (const auto& [mark, others] :
       {std::pair{1e20, 1.0}, {-9999.0, 1e-9}, {9999.0, 1e-13}, {1.0, 1e-10}, {1.0, 1e-30}}) {
    SCOPED_TRACE(mark);
    Picture<float> picture(0, others);
    picture.at(60, 70) = static_cast<float>(mark);
    expect_marks(picture, {mark}, 1);
    const double least = least_mark(picture.samples.data(), kExtent, kStride);
    EXPECT_LE(least, std::abs(mark));
    EXPECT_GT(least, std::abs(mark) / 2);
  }
}

TEST(Marks, AreFoundBesideAMaskAndItsRounding) {
  Picture<float> picture(0, 1e-17);
  for (std::int64_t x = 0; x < 30; ++x) picture.at(60, x) = 1;
  picture.at(7, 8) = 1e20F;
  expect_marks(picture, {1e20}, 1);
  EXPECT_EQ(least_mark(picture.samples.data(), kExtent, kStride), 0x1p66);
}

/// A sample near 0, such as of a sine or of a dead pixel, makes no marks of all others.
TEST(Marks, AreNotDataBesideASmallSample) {
  for (const double small : {1e-10, 1e-20, -1e-38}) {
    Picture<float> picture(100, 20);
    picture.at(0, 0) = static_cast<float>(small);
    EXPECT_TRUE(std::isinf(least_mark(picture.samples.data(), kExtent, kStride)));
  }
}

/// Marks of different size lie beyond the first gap; data without a gap have none.
TEST(Marks, LieBeyondAGap) {
  Picture<double> picture(0, 1);
  const auto least = [&picture](int gap) {
    return least_mark(picture.samples.data(), kExtent, kStride, gap);
  };
  EXPECT_TRUE(std::isinf(least(kMarkGap)));
  picture.at(0, 0) = 1e30;
  picture.at(1, 1) = -1e12;
  picture.at(2, 2) = std::numeric_limits<double>::infinity();
  picture.at(3, 3) = std::nan("");
  EXPECT_EQ(least(kMarkGap), 0x1p39);
  EXPECT_EQ(least(kMarkGapDouble), 0x1p99);
  for (std::int64_t x = 0; x < 20; ++x) picture.at(9, x) = std::ldexp(1.0, static_cast<int>(5 * x));
  EXPECT_TRUE(std::isinf(least(kMarkGap)));
  // Zeros are no data that marks are beside.
  Picture<double> two(0, 0);
  two.at(4, 4) = -3.4e38;
  EXPECT_TRUE(std::isinf(least_mark(two.samples.data(), kExtent, kStride)));
}

}  // namespace marks_test
