// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "fftcore/filters.h"

namespace fftcore::parametric_taps_test {
namespace {

constexpr Band kBands[] = {Band::lowpass, Band::highpass, Band::bandpass, Band::bandstop};
constexpr Shape kShapes[] = {Shape::gaussian, Shape::butterworth, Shape::ideal};
constexpr double kCutoffs[] = {0.12, 0.05, 0.03, 0.0};  // sides 63, 127, 255, 511

/// Frequency of a grid index, in cycles/pixel.
double frequency(int index, int side) {
  return double(index <= side / 2 ? index : index - side) / side;
}

/// The DFT of the taps about their centre at one frequency of the grid, by its definition.
std::complex<double> transform_at(const Taps& taps, int ky, int kx) {
  const int side = int(taps.extent.rows), centre = side / 2;
  const auto turn = [&](int k, int n) {
    return std::polar(1.0, -2 * std::numbers::pi * ((k * (n - centre)) % side) / side);
  };
  std::vector<std::complex<double>> turns(side);
  for (int x = 0; x < side; ++x) turns[x] = turn(kx, x);
  std::complex<double> sum = 0;
  for (int y = 0; y < side; ++y) {
    std::complex<double> row = 0;
    for (int x = 0; x < side; ++x) row += taps.values[std::size_t(y) * side + x] * turns[x];
    sum += row * turn(ky, y);
  }
  return sum;
}

template <class Check>
void for_each_filter(Check check) {
  for (const Band band : kBands) {
    for (const Shape shape : kShapes) {
      for (const double cutoff : kCutoffs) {
        SCOPED_TRACE(testing::Message()
                     << "band " << int(band) << ", shape " << int(shape) << ", cutoff " << cutoff);
        check(ParametricFilter{band, shape, cutoff, 0.25, 3});
      }
    }
  }
}

std::int64_t side(double cutoff) {
  const Extent extent = taps_of({.cutoff = cutoff}).extent;
  EXPECT_EQ(extent.rows, extent.columns);
  return extent.rows;
}

TEST(ParametricTaps, SideFollowsTheCutoff) {
  EXPECT_EQ(side(kMaxCutoff), 63);
  EXPECT_EQ(side(0.1), 63);
  EXPECT_EQ(side(0.0968), 63);  // 6 / 62 = 0.09677
  EXPECT_EQ(side(0.0967), 127);
  EXPECT_EQ(side(0.0477), 127);  // 6 / 126 = 0.04762
  EXPECT_EQ(side(0.0476), 255);
  EXPECT_EQ(side(0.0237), 255);  // 6 / 254 = 0.02362
  EXPECT_EQ(side(0.0236), 511);
  EXPECT_EQ(side(0.001), 511);
  EXPECT_EQ(side(0), 511);
  EXPECT_EQ(side(-0.0), 511);
}

TEST(ParametricTaps, AreValid) {
  for_each_filter(
      [](const ParametricFilter& filter) { EXPECT_NO_THROW(validate(taps_of(filter))); });
}

TEST(ParametricTaps, TransformIsTheResponse) {
  for_each_filter([](const ParametricFilter& filter) {
    const Taps taps = taps_of(filter);
    const int n = int(taps.extent.rows);
    // 0 (the sum of the taps), both ends of the axes, the corner, points of neither symmetry,
    // negative frequencies.
    const int points[][2] = {{0, 0},         {0, 1},         {1, 0},         {n / 2, n / 2},
                             {n / 2 + 1, 3}, {n / 5, n / 7}, {n - 1, n / 4}, {n - n / 9, n / 10}};
    for (const auto [ky, kx] : points) {
      const std::complex<double> found = transform_at(taps, ky, kx);
      EXPECT_NEAR(found.real(),
                  frequency_response(filter, std::hypot(frequency(ky, n), frequency(kx, n))), 1e-12)
          << ky << ' ' << kx;
      EXPECT_NEAR(found.imag(), 0, 1e-12) << ky << ' ' << kx;
    }
  });
}

TEST(ParametricTaps, EveryFrequencyOfASmallGrid) {
  const ParametricFilter filter{Band::bandpass, Shape::butterworth, 0.1, 0.3, 1};
  const Taps taps = taps_of(filter);
  for (int ky = 0; ky < 63; ++ky) {
    for (int kx = 0; kx < 63; ++kx) {
      const double expected =
          frequency_response(filter, std::hypot(frequency(ky, 63), frequency(kx, 63)));
      EXPECT_LT(std::abs(transform_at(taps, ky, kx) - expected), 1e-12) << ky << ' ' << kx;
    }
  }
}

TEST(ParametricTaps, AreSymmetricToTheBit) {
  for_each_filter([](const ParametricFilter& filter) {
    const Taps taps = taps_of(filter);
    const int n = int(taps.extent.rows);
    const auto at = [&](int y, int x) { return taps.values[std::size_t(y) * n + x]; };
    int broken = 0;
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x)
        broken +=
            at(y, x) != at(n - 1 - y, x) || at(y, x) != at(y, n - 1 - x) || at(y, x) != at(x, y);
    }
    EXPECT_EQ(broken, 0);
  });
}

TEST(ParametricTaps, CutoffZeroLeavesTheMean) {
  for (const Shape shape : kShapes) {
    const Taps low = taps_of({Band::lowpass, shape, 0, 0.25, 2});
    const Taps high = taps_of({Band::highpass, shape, 0, 0.25, 2});
    const double share = 1.0 / (511 * 511);
    int wrong = 0;
    for (std::size_t i = 0; i < low.values.size(); ++i) {
      const bool is_centre = i == low.values.size() / 2;
      wrong += std::abs(low.values[i] - share) > 1e-16 ||
               std::abs(high.values[i] - (is_centre - share)) > 1e-12;
    }
    EXPECT_EQ(wrong, 0);
  }
}

}  // namespace
}  // namespace fftcore::parametric_taps_test
