// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "fftcore/error.h"
#include "fftcore/filters.h"

namespace fftcore::notch_test {
namespace {

using Notches = std::vector<Notch>;

/// What the taps do to a wave of this frequency, by the definition.
std::complex<double> transform_at(const Taps& taps, double fx, double fy) {
  const std::int64_t side = taps.extent.columns, centre = side / 2;
  std::complex<double> sum = 0;
  for (std::int64_t y = 0; y < side; ++y)
    for (std::int64_t x = 0; x < side; ++x)
      sum +=
          taps.values[y * side + x] * std::polar(1.0, -2 * std::numbers::pi *
                                                          (fx * static_cast<double>(x - centre) +
                                                           fy * static_cast<double>(y - centre)));
  return sum;
}

const Notches kExamples[] = {
    {{0.2, 0.1, 0.02}},
    {{-0.2, 0.1, 0.03}, {0.25, 0.25, 0.05}},
    {{0.3, 0, 0.02}, {0.31, 0.005, 0.02}},  // that overlap
    // at the spectrum's edge, where f and -f meet
    {{0.5, 0, 0.04}, {0.49, -0.5, 0.03}, {0, 0.5, 0.1}},
};

TEST(NotchTaps, TransformIsTheResponseAtAnyFrequency) {
  for (const Notches& notches : kExamples) {
    const Taps taps = taps_of(notches);
    for (const auto& [fx, fy] : {std::pair{0.2, 0.1},
                                 {0.21, 0.09},
                                 {-0.2, 0.1},
                                 {0.3051, 0.0022},
                                 {0.5, 0.0},
                                 {0.47, 0.01},
                                 {-0.46, 0.02},
                                 {0.013, 0.481},
                                 {0.4, 0.4},
                                 {0.31, -0.02}}) {
      const std::complex<double> found = transform_at(taps, fx, fy);
      EXPECT_NEAR(found.real(), frequency_response(notches, fx, fy), 2e-4) << fx << ' ' << fy;
      EXPECT_NEAR(found.imag(), 0, 1e-12);
    }
  }
}

TEST(NotchTaps, TransformIsTheResponseOnTheGrid) {
  for (const Notches& notches : kExamples) {
    const Taps taps = taps_of(notches);
    const auto side = static_cast<double>(taps.extent.columns);
    for (const auto& [kx, ky] : {std::pair{1, 0}, {7, 3}, {-5, 9}, {10, 10}, {-2, -8}})
      EXPECT_NEAR(transform_at(taps, kx / side, ky / side).real(),
                  frequency_response(notches, kx / side, ky / side), 1e-12)
          << kx << ' ' << ky;
  }
}

TEST(NotchTaps, OneNotchIsAWaveUnderAGaussian) {
  const Notch notch{0.22, -0.13, 0.025};
  const Taps taps = taps_of({&notch, 1});
  const int side = static_cast<int>(taps.extent.columns), centre = side / 2;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double dx = x - centre, dy = y - centre, pi = std::numbers::pi;
      const double wave =
          4 * pi * notch.radius * notch.radius *
          std::exp(-2 * pi * pi * notch.radius * notch.radius * (dx * dx + dy * dy)) *
          std::cos(2 * pi * (notch.fx * dx + notch.fy * dy));
      ASSERT_NEAR(taps.values[static_cast<std::size_t>(y * side + x)],
                  (x == centre && y == centre) - wave, 1e-10)
          << x << ' ' << y;
    }
  }
}

TEST(NotchTaps, TheFrequencyIsGoneAndTheMeanStays) {
  for (const Notches& notches : kExamples) {
    const Taps taps = taps_of(notches);
    EXPECT_NO_THROW(validate(taps));
    for (const Notch& notch : notches)
      EXPECT_LT(std::abs(transform_at(taps, notch.fx, notch.fy)), 2e-4);
    EXPECT_NEAR(transform_at(taps, 0, 0).real(), 1, 1e-12);
  }
  // Also where the notch reaches 0.
  const Notch near{0.02, 0, 0.02};
  const Taps taps = taps_of({&near, 1});
  EXPECT_NEAR(transform_at(taps, 0, 0).real(), 1, 1e-12);
}

TEST(NotchTaps, SideFollowsTheLeastRadius) {
  const auto side = [](Notches notches) {
    const Extent extent = taps_of(notches).extent;
    EXPECT_EQ(extent.rows, extent.columns);
    return extent.rows;
  };
  EXPECT_EQ(side({{0.3, 0, 0.1}}), 21);
  EXPECT_EQ(side({{0.3, 0, 0.02}}), 101);
  EXPECT_EQ(side({{0.3, 0, 0.1}, {0, 0.3, 0.021}}), 97);
  EXPECT_EQ(side({{0.3, 0, kMinNotchRadius}}), 501);
}

TEST(NotchTaps, Response) {
  const Notches one{{0.2, 0.1, 0.02}};
  EXPECT_EQ(frequency_response(one, 0.2, 0.1), 0);
  EXPECT_EQ(frequency_response(one, -0.2, -0.1), 0);
  EXPECT_NEAR(frequency_response(one, 0.2, 0.12), 1 - std::exp(-0.5), 1e-12);
  EXPECT_NEAR(frequency_response(one, 0.2, -0.1), 1, 1e-12);
  EXPECT_EQ(frequency_response(one, 0, 0), 1);
  EXPECT_EQ(frequency_response({{{0.5, 0.5, 0.05}}}, -0.5, 0.5),
            0);  // the same frequency, by another name
}

/// Words that the refusal of these notches must have.
void expect_refused(const Notches& notches, std::initializer_list<const char*> words) {
  try {
    taps_of(notches);
    ADD_FAILURE() << "was not refused";
  } catch (const InvalidArgument& error) {
    for (const char* word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << word << " in: " << error.what();
  }
}

TEST(NotchTaps, RefusesWhatIsOutOfRange) {
  expect_refused({}, {"0 notches", "1 to 64"});
  expect_refused(Notches(65, {0.2, 0.1, 0.02}), {"65 notches", "1 to 64"});
  expect_refused({{0.2, 0.1, 0.02}, {0.51, 0, 0.02}}, {"notch 2", "fx", "0.51", "-0.5 to 0.5"});
  expect_refused({{0.2, -0.6, 0.02}}, {"notch 1", "fy", "-0.6"});
  expect_refused({{0.2, std::numeric_limits<double>::quiet_NaN(), 0.02}}, {"fy", "nan"});
  expect_refused({{0.2, 0.1, 0.003}}, {"radius", "0.003", "0.004 to 0.1"});
  expect_refused({{0.2, 0.1, 0.11}}, {"radius", "0.11"});
  expect_refused({{0.03, 0, 0.04}}, {"radius 0.04", "high pass"});
  EXPECT_THROW((void)frequency_response(Notches{}, 0.1, 0.1), InvalidArgument);
  EXPECT_THROW((void)frequency_response(kExamples[0], 0.6, 0.1), InvalidArgument);
}

}  // namespace
}  // namespace fftcore::notch_test
