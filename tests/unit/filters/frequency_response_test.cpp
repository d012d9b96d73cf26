// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fftcore/error.h"
#include "fftcore/filters.h"

namespace fftcore::frequency_response_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double gaussian(Band band, double f, double cutoff = 0.1, double cutoff_high = 0.25) {
  return frequency_response({band, Shape::gaussian, cutoff, cutoff_high, 2}, f);
}
double butterworth(Band band, int order, double f, double cutoff = 0.1, double cutoff_high = 0.25) {
  return frequency_response({band, Shape::butterworth, cutoff, cutoff_high, order}, f);
}
double ideal(Band band, double f, double cutoff = 0.1, double cutoff_high = 0.25) {
  return frequency_response({band, Shape::ideal, cutoff, cutoff_high, 2}, f);
}

TEST(Response, Gaussian) {
  EXPECT_EQ(gaussian(Band::lowpass, 0), 1);
  EXPECT_NEAR(gaussian(Band::lowpass, 0.1), std::exp(-0.5), 1e-15);
  EXPECT_NEAR(gaussian(Band::lowpass, 0.2), std::exp(-2.0), 1e-15);
  EXPECT_EQ(gaussian(Band::highpass, 0), 0);
  EXPECT_NEAR(gaussian(Band::highpass, 0.2), 1 - std::exp(-2.0), 1e-15);
  // at 0.2: twice 0.1, 0.8 of 0.25
  const double pass = (1 - std::exp(-0.5 * 4)) * std::exp(-0.5 * 0.64);
  EXPECT_NEAR(gaussian(Band::bandpass, 0.2), pass, 1e-15);
  EXPECT_NEAR(gaussian(Band::bandstop, 0.2), 1 - pass, 1e-15);
}

TEST(Response, Butterworth) {
  for (const int order : {1, 2, 16}) {
    EXPECT_EQ(butterworth(Band::lowpass, order, 0), 1);
    EXPECT_NEAR(butterworth(Band::lowpass, order, 0.1), std::sqrt(0.5), 1e-15);
    EXPECT_NEAR(butterworth(Band::lowpass, order, 0.2), 1 / std::sqrt(1 + std::pow(4.0, order)),
                1e-15);
    EXPECT_EQ(butterworth(Band::highpass, order, 0), 0);
    EXPECT_NEAR(butterworth(Band::highpass, order, 0.1), std::sqrt(0.5), 1e-15);
    EXPECT_NEAR(butterworth(Band::highpass, order, 0.05), 1 / std::sqrt(1 + std::pow(4.0, order)),
                1e-15);
  }
  const double pass = 1 / std::sqrt(1 + 1.0 / 16) / std::sqrt(1 + std::pow(0.8, 4));
  EXPECT_NEAR(butterworth(Band::bandpass, 2, 0.2), pass, 1e-15);
  EXPECT_NEAR(butterworth(Band::bandstop, 2, 0.2), 1 - pass, 1e-15);
}

TEST(Response, IdealPassesItsCutoff) {
  EXPECT_EQ(ideal(Band::lowpass, 0.1), 1);
  EXPECT_EQ(ideal(Band::lowpass, std::nextafter(0.1, 1)), 0);
  EXPECT_EQ(ideal(Band::highpass, 0.1), 0);
  EXPECT_EQ(ideal(Band::highpass, std::nextafter(0.1, 1)), 1);
  EXPECT_EQ(ideal(Band::bandpass, 0.1), 0);
  EXPECT_EQ(ideal(Band::bandpass, 0.2), 1);
  EXPECT_EQ(ideal(Band::bandpass, 0.25), 1);
  EXPECT_EQ(ideal(Band::bandpass, 0.3), 0);
  EXPECT_EQ(ideal(Band::bandstop, 0.2), 0);
  EXPECT_EQ(ideal(Band::bandstop, 0.3), 1);
}

TEST(Response, CutoffZeroIsTheLimit) {
  for (const Shape shape : {Shape::gaussian, Shape::butterworth, Shape::ideal}) {
    for (const double zero : {0.0, -0.0}) {
      EXPECT_EQ(frequency_response({Band::lowpass, shape, zero, 0.25, 2}, 0), 1);
      EXPECT_EQ(frequency_response({Band::lowpass, shape, zero, 0.25, 2}, 1e-300), 0);
      EXPECT_EQ(frequency_response({Band::highpass, shape, zero, 0.25, 2}, 0), 0);
      EXPECT_EQ(frequency_response({Band::highpass, shape, zero, 0.25, 2}, 1e-300), 1);
      // A band from 0 to 0 lets nothing pass.
      EXPECT_EQ(frequency_response({Band::bandpass, shape, zero, 0, 2}, 0), 0);
      EXPECT_EQ(frequency_response({Band::bandpass, shape, zero, 0, 2}, 0.1), 0);
      EXPECT_EQ(frequency_response({Band::bandstop, shape, zero, 0, 2}, 0), 1);
      EXPECT_EQ(frequency_response({Band::bandstop, shape, zero, 0, 2}, 0.1), 1);
    }
  }
}

std::string refusal(const ParametricFilter& filter) {
  std::string from_response = "accepted", from_taps = "accepted";
  try {
    frequency_response(filter, 0.1);
  } catch (const InvalidArgument& error) {
    from_response = error.what();
  }
  try {
    taps_of(filter);
  } catch (const InvalidArgument& error) {
    from_taps = error.what();
  }
  return from_response == from_taps ? from_response : "frequency_response() and taps_of() differ";
}

TEST(Response, FieldsOutOfRangeAreRefused) {
  EXPECT_EQ(refusal({.cutoff = kMaxCutoff, .cutoff_high = kMaxCutoff}), "accepted");
  for (const double bad : {-0.01, 0.7073, kNaN, std::numeric_limits<double>::infinity()}) {
    EXPECT_THAT(refusal({.cutoff = bad}), AllOf(HasSubstr("cutoff is "), HasSubstr("0 to 0.7072")));
    EXPECT_THAT(refusal({.cutoff_high = bad}),
                AllOf(HasSubstr("cutoff_high is "), HasSubstr("0 to 0.7072")));
  }
  EXPECT_THAT(refusal({.cutoff = -0.01}), HasSubstr("-0.01"));
  EXPECT_THAT(refusal({.shape = Shape::butterworth, .order = 0}),
              AllOf(HasSubstr("order is 0"), HasSubstr("1 to 16")));
  EXPECT_THAT(refusal({.shape = Shape::butterworth, .order = 17}), HasSubstr("order is 17"));
  EXPECT_EQ(refusal({.shape = Shape::gaussian, .order = 0}), "accepted") << "it has no order";
  EXPECT_EQ(refusal({.order = 16}), "accepted");
}

TEST(Response, CutoffsMustBeOrderedForBandsOnly) {
  for (const Band band : {Band::bandpass, Band::bandstop}) {
    EXPECT_THAT(refusal({.band = band, .cutoff = 0.3, .cutoff_high = 0.2}),
                AllOf(HasSubstr("0.3"), HasSubstr("0.2"), HasSubstr("cutoff_high")));
    EXPECT_EQ(refusal({.band = band, .cutoff = 0.2, .cutoff_high = 0.2}), "accepted");
  }
  for (const Band band : {Band::lowpass, Band::highpass}) {
    EXPECT_EQ(refusal({.band = band, .cutoff = 0.3, .cutoff_high = 0.2}), "accepted");
  }
}

TEST(Response, FrequencyMustNotBeNegative) {
  EXPECT_THROW(frequency_response({}, -0.1), InvalidArgument);
  EXPECT_THROW(frequency_response({}, kNaN), InvalidArgument);
}

}  // namespace
}  // namespace fftcore::frequency_response_test
