// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "fftcore/taps.h"

namespace fftcore::taps_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string refusal(const Taps& taps) {
  try {
    validate(taps);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

Taps ones(std::int64_t rows, std::int64_t columns) {
  return {{rows, columns}, std::vector<double>(rows * columns, 1.0)};
}

TEST(Taps, AreAcceptedUpToTheLimit) {
  EXPECT_EQ(refusal(ones(1, 1)), "accepted");
  EXPECT_EQ(refusal(ones(100000, 1)), "accepted");
  EXPECT_EQ(refusal(ones(1, 100000)), "accepted");
}

TEST(Taps, OutsideTheLimitAreRefusedWithIt) {
  for (const Extent extent :
       {Extent{0, 3}, {3, 0}, {-1, 3}, {kMaxTaps + 1, 1}, {1, kMaxTaps + 1}}) {
    EXPECT_THAT(refusal({extent, std::vector<double>(3)}),
                AllOf(HasSubstr(std::to_string(extent.rows) + " rows x " +
                                std::to_string(extent.columns) + " columns"),
                      HasSubstr("1 to 1073741824")));
  }
}

TEST(Taps, MustBeAsManyAsTheExtentSays) {
  EXPECT_THAT(refusal({{kMaxTaps, kMaxTaps, kMaxTaps}, {}}), HasSubstr("1125899906842624 taps"));
  EXPECT_THAT(refusal({{2, 3}, std::vector<double>(5)}),
              AllOf(HasSubstr("5 values"), HasSubstr("need 6")));
  EXPECT_THAT(refusal({{2, 3}, std::vector<double>(7)}), HasSubstr("7 values"));
}

TEST(Taps, MustBeFinite) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    Taps taps = ones(3, 4);
    taps.values[6] = bad;
    EXPECT_THAT(refusal(taps), HasSubstr("row 2, column 3 (counted from 1)"));
  }
}

TEST(Taps, MustBeNumbersThatFloatsHold) {
  EXPECT_NO_THROW(validate(Taps{{1, 1}, {3.4028234e38}}));
  EXPECT_THROW(validate(Taps{{1, 2}, {1, 1e39}}), InvalidArgument);
  EXPECT_THROW(validate(Taps{{1, 2}, {-3.5e38, 1}}), InvalidArgument);
}

TEST(Taps, NormalizedAddUpToOne) {
  EXPECT_EQ(normalized({{2, 2}, {1, 2, 3, 2}}), (Taps{{2, 2}, {0.125, 0.25, 0.375, 0.25}}));
  EXPECT_EQ(normalized({{1, 2}, {-3, 1}}), (Taps{{1, 2}, {1.5, -0.5}}));
  EXPECT_EQ(normalized({{1, 1}, {1e-300}}), (Taps{{1, 1}, {1}}));
}

TEST(Taps, ThatAddUpToNothingAreNotNormalized) {
  EXPECT_THROW(normalized({{1, 3}, {-1, 0, 1}}), InvalidArgument);
  EXPECT_THROW(normalized({{1, 2}, {0, 0}}), InvalidArgument);
  EXPECT_THROW(normalized({{1, 2}, {1, -1 + 1e-10}}), InvalidArgument);
  EXPECT_THROW(
      normalized(
          {{1, 2}, {std::numeric_limits<double>::max(), std::numeric_limits<double>::max()}}),
      InvalidArgument);
  EXPECT_NO_THROW(normalized({{1, 2}, {1, -1 + 1e-8}}));
}

TEST(Taps, HaveAsManyImaginaryPartsOrNone) {
  Taps taps = ones(2, 3);
  taps.imaginary.assign(6, -1);
  EXPECT_EQ(refusal(taps), "accepted");
  taps.imaginary[4] = std::numeric_limits<double>::infinity();
  EXPECT_THAT(refusal(taps), AllOf(HasSubstr("infi at row 2, column 2"), HasSubstr("3.4e38")));
  taps.imaginary.resize(5);
  EXPECT_THAT(refusal(taps), HasSubstr("5 imaginary parts and 6 real ones"));
}

TEST(Taps, AreDividedByAComplexSum) {
  const Taps taps = normalized(Taps{{1, 2}, {1, 0}, {0, 1}});  // 1 and i, whose sum is 1 + i
  EXPECT_THAT(taps.values, ::testing::ElementsAre(0.5, 0.5));
  EXPECT_THAT(taps.imaginary, ::testing::ElementsAre(-0.5, 0.5));
  EXPECT_THROW(normalized(Taps{{1, 2}, {1, -1}, {1, -1}}), InvalidArgument);
}

}  // namespace
}  // namespace fftcore::taps_test
