// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <numeric>
#include <string>

#include "fftcore/error.h"
#include "fftcore/restoration.h"

namespace fftcore::restoration_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// exp(-2 pi i f n) for n of an axis of taps, counted from their centre.
std::vector<std::complex<double>> wave(std::int64_t taps, double f) {
  std::vector<std::complex<double>> values;
  for (std::int64_t n = 0; n < taps; ++n)
    values.push_back(std::polar(1.0, -2 * std::numbers::pi * f * double(n - taps / 2)));
  return values;
}

/// The spectrum of taps by its definition, at fy and fx cycles/pixel.
std::complex<double> spectrum(const Taps& taps, double fy, double fx) {
  const auto [rows, columns, slices] = taps.extent;
  const auto down = wave(rows, fy), across = wave(columns, fx);
  std::complex<double> sum = 0;
  for (std::int64_t y = 0; y < rows; ++y)
    sum += down[y] * std::inner_product(across.begin(), across.end(), &taps.values[y * columns],
                                        std::complex<double>{});
  return sum;
}

/// |P|^2 as the DFT of what it is made of: differences to the right and below; [0 -1 0; -1 4 -1; 0
/// -1 0].
double penalty(Penalty kind, double fy, double fx) {
  switch (kind) {
    case Penalty::flat: return 1;
    case Penalty::gradient:
      return std::norm(spectrum({{1, 3}, {0, 1, -1}}, fy, fx)) +
             std::norm(spectrum({{3, 1}, {0, 1, -1}}, fy, fx));
    case Penalty::laplacian:
      return std::norm(spectrum({{3, 3}, {0, -1, 0, -1, 4, -1, 0, -1, 0}}, fy, fx));
  }
  return 0;
}

std::complex<double> inverse(const Taps& blur, const Restoration& restoration, double fy,
                             double fx) {
  const std::complex<double> h = spectrum(blur, fy, fx);
  return std::conj(h) / (std::norm(h) + restoration.lambda * penalty(restoration.penalty, fy, fx));
}

// even sides and no symmetry: nothing may be turned or moved
const Taps kSkew{{2, 4}, {0.4, 0.1, 0.05, 0, 0.2, 0, 0.15, 0.1}};

TEST(RestoringTaps, TheirSpectrumIsTheRegularisedInverse) {
  const std::pair<const char*, Taps> blurs[] = {{"none", {{1, 1}, {1}}},
                                                {"skew", kSkew},
                                                {"motion", motion_blur(9, 30)},
                                                {"defocus", defocus_blur(3)}};
  for (const auto& [name, blur] : blurs) {
    for (const Penalty kind : {Penalty::flat, Penalty::gradient, Penalty::laplacian}) {
      for (const double lambda : {0.003, 0.1}) {
        const Restoration restoration{kind, lambda};
        const Taps taps = restoring_taps(blur, restoration);
        double largest = 0, wrong = 0, whole = 0;
        for (const double fy : {0.0, 0.013, 0.1, 0.26, 0.37, 0.5}) {
          for (const double fx : {0.0, 0.021, -0.11, 0.3, -0.44, 0.5}) {
            const std::complex<double> expected = inverse(blur, restoration, fy, fx);
            largest = std::max(largest, std::abs(spectrum(taps, fy, fx) - expected));
            wrong += std::norm(spectrum(taps, fy, fx) - expected);
            whole += std::norm(expected);
          }
        }
        // 2e-6 of the energy may be cut off: a root mean square of 1.4e-3 over all frequencies, of
        // which these are a sample.
        EXPECT_LT(std::sqrt(wrong / whole), 3e-3)
            << name << ", penalty " << int(kind) << ", lambda " << lambda;
        EXPECT_LT(largest, 0.03) << name << ", penalty " << int(kind) << ", lambda " << lambda;
      }
    }
  }
}

TEST(RestoringTaps, TheirSumIsThatAtFrequencyZero) {
  for (const Penalty kind : {Penalty::flat, Penalty::gradient, Penalty::laplacian}) {
    const Restoration restoration{kind, 0.02};
    const Taps taps = restoring_taps(motion_blur(15, 70), restoration);
    EXPECT_NEAR(std::reduce(taps.values.begin(), taps.values.end()),
                kind == Penalty::flat ? 1 / 1.02 : 1, 1e-12);
  }
}

TEST(RestoringTaps, OfAnUnblurredImageWithoutPenaltyNearlyNothing) {
  const Taps taps = restoring_taps({{1, 1}, {2}}, {Penalty::flat, 1});
  EXPECT_EQ(taps.extent, (Extent{1, 1}));
  EXPECT_NEAR(taps.values.at(0), 2.0 / 5, 1e-15);
}

TEST(RestoringTaps, AreAsLongAsNeeded) {
  // Along the rows only: what a motion along the rows needs.
  EXPECT_EQ(restoring_taps(motion_blur(9, 0), {Penalty::flat, 0.01}).extent.rows, 1);
  EXPECT_EQ(restoring_taps(motion_blur(9, 90), {Penalty::flat, 0.01}).extent.columns, 1);
  const auto side = [](double length, double lambda) {
    return restoring_taps(motion_blur(length, 0), {Penalty::flat, lambda}).extent.columns;
  };
  EXPECT_LT(side(9, 0.1), 129);
  EXPECT_GT(side(9, 0.001), side(9, 0.1));
  EXPECT_GT(side(40, 0.003), 513);
  const auto longest = side(1000, 1e-6);
  EXPECT_LE(longest, 2047);
  EXPECT_GT(longest, 1500);
}

std::string refusal(const Taps& blur, const Restoration& restoration) {
  try {
    restoring_taps(blur, restoration);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(RestoringTaps, WhatIsNotAllowedIsSaid) {
  const Taps blur = motion_blur(5, 0);
  EXPECT_THAT(refusal(blur, {Penalty::flat, 0}),
              AllOf(HasSubstr("lambda is 0"), HasSubstr("1e-06 to 1000")));
  EXPECT_THAT(refusal(blur, {Penalty::flat, std::nan("")}), HasSubstr("lambda is nan"));
  EXPECT_THAT(refusal({{1, 3}, {1, 0, -1}}, {}), HasSubstr("the taps add up to 0"));
  EXPECT_THAT(refusal({{1, 1002}, std::vector<double>(1002, 1)}, {}),
              AllOf(HasSubstr("1 rows x 1002 columns"), HasSubstr("at most 1001")));
  EXPECT_THAT(refusal({{1, 1, 2}, {1, 1}}, {}), HasSubstr("2 slices"));
  EXPECT_THAT(refusal({{1, 2}, {1}}, {}), HasSubstr("1 values"));
}

}  // namespace
}  // namespace fftcore::restoration_test
