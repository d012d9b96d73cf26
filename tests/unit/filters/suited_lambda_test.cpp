// SPDX-License-Identifier: LGPL-2.1-or-later
// The lambda that suits an image, by its formula and by taps that are made with it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "fftcore/error.h"
#include "fftcore/restoration.h"

namespace fftcore::suited_lambda_test {
namespace {

constexpr Extent kImage = {240, 320};

double by_formula(double noise, double gradient) {
  return 0.5 * std::pow(noise / gradient, 0.7);
}

/// L of the taps that restore with this lambda.
double leak(const Taps& blur, double lambda, Extent image) {
  const Taps taps = restoring_taps(blur, {.lambda = lambda});
  double sum = 0;
  for (std::int64_t y = 0; y < taps.extent.rows; ++y)
    for (std::int64_t x = 0; x < taps.extent.columns; ++x) {
      const double tap = taps.values[static_cast<std::size_t>(y * taps.extent.columns + x)];
      const auto share = [](std::int64_t place, std::int64_t side, std::int64_t samples) {
        return std::min(double(std::abs(place - side / 2)) / double(samples), 1.0);
      };
      sum +=
          tap * tap *
          (share(y, taps.extent.rows, image.rows) + share(x, taps.extent.columns, image.columns));
    }
  return sum;
}

Taps times(Taps taps, double factor) {
  for (double& value : taps.values) value *= factor;
  return taps;
}

TEST(SuitedLambda, IsTheFormulasWhereLittleComesFromOutside) {
  for (const double noise : {0.01, 4.0, 400.0, 9000.0})
    for (const Taps& blur : {Taps{{1, 1}, {1}}, gaussian_blur(0.7)})
      EXPECT_NEAR(suited_lambda(blur, noise, 200, kImage) / by_formula(noise, 200), 1, 1e-12);
  EXPECT_EQ(suited_lambda({{1, 1}, {1}}, 0, 200, kImage), 1e-4);
  EXPECT_EQ(suited_lambda({{1, 1}, {1}}, 0, 0, kImage), 1e-4);
  EXPECT_EQ(suited_lambda({{1, 1}, {1}}, 1, 0, kImage), 1e3);
}

TEST(SuitedLambda, KeepsWhatLiesOutsideOut) {
  double before = 0;
  for (const Taps& blur : {defocus_blur(2), defocus_blur(6), motion_blur(15, 75)}) {
    const double lambda = suited_lambda(blur, 0, 200, kImage);
    EXPECT_LE(leak(blur, lambda, kImage), 0.31);
    EXPECT_GT(leak(blur, 0.5 * lambda, kImage), 0.3);
    EXPECT_EQ(suited_lambda(blur, 1e-6, 200, kImage), lambda) << "noise does not count";
    EXPECT_GT(lambda, before) << "it reaches farther";
    before = lambda;
    const double of_large = suited_lambda(blur, 0, 200, {2400, 3200});
    EXPECT_LT(of_large, 0.5 * lambda);
    EXPECT_GT(suited_lambda(blur, 0, 200, {24, 32}), 2 * lambda);
    EXPECT_NEAR(suited_lambda(blur, 400, 200, kImage) / by_formula(400, 200), 1, 1e-12);
  }
}

TEST(SuitedLambda, GoesWithTheSquareOfTheBlursGain) {
  const Taps blur = defocus_blur(3);
  for (const double noise : {0.0, 40.0})
    EXPECT_NEAR(
        suited_lambda(times(blur, 3), noise, 200, kImage) / suited_lambda(blur, noise, 200, kImage),
        9, 1e-9);
  EXPECT_EQ(suited_lambda(times(blur, 30), 1, 0, kImage), 1e3) << "what restoring_taps() takes";
  EXPECT_EQ(suited_lambda({{1, 1}, {1e-3}}, 0, 200, kImage), 1e-6);
}

TEST(SuitedLambda, RefusesWhatIsWrong) {
  const auto refusal = [](const Taps& blur, double noise, double gradient, Extent image) {
    try {
      suited_lambda(blur, noise, gradient, image);
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  using ::testing::HasSubstr;
  const Taps blur = gaussian_blur(1);
  EXPECT_THAT(refusal(blur, -1, 1, kImage), HasSubstr("noise is -1; a finite number"));
  EXPECT_THAT(refusal(blur, 1, std::numeric_limits<double>::quiet_NaN(), kImage),
              HasSubstr("gradient is nan"));
  EXPECT_THAT(refusal(blur, 1, 1, {0, 5}), HasSubstr("0 rows and 5 columns"));
  EXPECT_THAT(refusal({{1, 2}, {1, -1}}, 1, 1, kImage), HasSubstr("add up to 0"));
  EXPECT_THAT(refusal({{1, 1, 2}, {1, 1}}, 1, 1, kImage), HasSubstr("2 slices"));
}

}  // namespace
}  // namespace fftcore::suited_lambda_test
