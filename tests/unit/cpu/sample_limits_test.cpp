// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sample_limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "fftcore/convolution.h"
#include "octaves.h"

namespace fftcore::sample_limits_test {
namespace {

constexpr std::size_t kRows = 90, kColumns = 120;

/// What a look at an image says is the largest that shares a transform.
template <class Real>
double limit_of(const std::vector<Real>& image) {
  const std::string element = sizeof(Real) == 4 ? "f32" : "f64";
  const Convolution work = parse_convolution("conv2d " + element + " 90x120 k5x5 reflect same");
  const ImageAccess access(work);
  SampleLimits limits(work, access);
  WorkerPool pool(1);
  Frame whole;
  whole.input = {image.data()};
  limits.measure(whole, pool);
  return limits.all().front().largest;
}

template <class Real, class Value>
std::vector<Real> image_of(Value value) {
  std::vector<Real> image(kRows * kColumns);
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<Real>(value(i));
  return image;
}

template <class Real>
class SampleLimitsOf : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(SampleLimitsOf, Reals);

// Passes for each part of the range would take many times as long, and help nobody.
TYPED_TEST(SampleLimitsOf, KeepDataOfAWideRangeTogether) {
  // 2^-60 to 2^60, in no order.
  const auto wide = image_of<TypeParam>(
      [](std::size_t i) { return std::ldexp(1.0, static_cast<int>(i * 7919 % 121) - 60); });
  EXPECT_GE(limit_of(wide), std::ranges::max(wide));
  // By a look at all, since few samples are not 0.
  std::vector<TypeParam> sparse(kRows * kColumns);
  for (std::size_t i = 0; i < 30; ++i) {
    sparse[i * 331] = std::ldexp(TypeParam(1), 4 * static_cast<int>(i));
    sparse[3] = 1;
  }
  EXPECT_GE(limit_of(sparse), std::ranges::max(sparse));
}

TYPED_TEST(SampleLimitsOf, PartMarksFromData) {
  std::minstd_rand random(1);
  std::uniform_real_distribution<double> draw(0.5, 1);
  auto marked = image_of<TypeParam>([&](std::size_t) { return draw(random); });
  for (std::size_t i = 0; i < 2000; ++i) marked[i] = TypeParam(1e30);
  const double limit = limit_of(marked);
  EXPECT_GE(limit, 1);
  EXPECT_LT(limit, 1e30);
}

TYPED_TEST(SampleLimitsOf, AreWithinTheRangeOfNumbers) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam one : {Limits::max(), Limits::min(), Limits::denorm_min()}) {
    const double limit = limit_of(image_of<TypeParam>([&](std::size_t) { return one; }));
    EXPECT_GE(limit, one);
    EXPECT_LE(limit, Limits::max());
  }
}

TYPED_TEST(SampleLimitsOf, LookAtEachNumber) {
  using Limits = std::numeric_limits<TypeParam>;
  std::minstd_rand random(2);
  const std::array odd = {TypeParam(0),        Limits::infinity(),   -Limits::infinity(),
                          Limits::quiet_NaN(), Limits::denorm_min(), -Limits::max()};
  for (std::size_t count = 0; count < 200; ++count) {
    std::vector<TypeParam> numbers(count);
    for (TypeParam& one : numbers)
      one = random() % 50 == 0 ? odd.at(random() % odd.size())
                               : std::ldexp(TypeParam(random() % 100) - 50, random() % 40);
    const TypeParam above = random() % 3 == 0 ? 0 : std::ldexp(TypeParam(1), random() % 40);
    TypeParam least = Limits::infinity(), most = 0;
    bool is_finite = true;
    for (const TypeParam one : numbers) {
      is_finite &= std::isfinite(one);
      if (!std::isfinite(one) || std::abs(one) <= above) continue;
      least = std::min(least, std::abs(one));
      most = std::max(most, std::abs(one));
    }
    const auto span = span_of(numbers.data(), static_cast<std::int64_t>(count), above);
    EXPECT_EQ(span.is_finite, is_finite);
    EXPECT_EQ(std::bit_cast<TypeParam>(span.most), most);
    if (most > 0) {
      EXPECT_EQ(std::bit_cast<TypeParam>(span.least), least);
    }
  }
}

}  // namespace
}  // namespace fftcore::sample_limits_test
