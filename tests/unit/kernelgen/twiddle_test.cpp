// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <complex>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include "twiddle.h"

namespace fftcore::test::twiddle_test {
namespace {

constexpr int kRadices[] = {2, 3, 4, 5, 7, 8, 10, 13, 15, 16, 24, 31, 32};

/// What is not loaded follows from powers before it.
TEST(Twiddles, PowersFollowFromEachOther) {
  for (const int radix : kRadices)
    for (const double most : {0.4, 1.5, 4.0, 1e9}) {
      constexpr int kBefore = 20;
      const TwiddlePlan plan = plan_twiddles(radix, kBefore, most);
      for (int q = 0; q < kBefore; ++q) {
        std::vector<std::complex<double>> power{1};
        for (int k = 1; k < radix; ++k) {
          const std::complex<double> exact =
              std::polar(1.0, -2 * std::numbers::pi * q * k / (kBefore * radix));
          const auto middle = static_cast<std::size_t>(plan.middle[static_cast<std::size_t>(k)]),
                     at = static_cast<std::size_t>(k);
          power.push_back(middle == 0 ? exact
                                      : 2 * power.at(at - middle).real() * power.at(middle) -
                                            power.at(2 * middle - at));
          ASSERT_LT(std::abs(power.back() - exact), 1e-12) << radix << ", " << k;
        }
      }
    }
}

TEST(Twiddles, LoadsAreAFewPowersWithinTheBound) {
  for (const int radix : kRadices)
    for (const int before : {2, 16, 500})
      for (const double most : {0.5, 2.5, 4.0}) {
        const TwiddlePlan plan = plan_twiddles(radix, before, most);
        EXPECT_LE(plan.error, most) << radix << " after " << before;
        EXPECT_EQ(plan.loaded.front(), 1);
        EXPECT_LE(plan.loaded.size(), most > 2 ? 5U : 31U) << radix << " after " << before;
        EXPECT_EQ(twiddle_table(plan).size(),
                  2 * plan.loaded.size() * static_cast<std::size_t>(before));
        for (int k = 1; k < radix; ++k)
          EXPECT_EQ(plan.middle[static_cast<std::size_t>(k)] == 0,
                    std::find(plan.loaded.begin(), plan.loaded.end(), k) != plan.loaded.end());
      }
}

TEST(Twiddles, EachExponentHasItsTurn) {
  for (const int radix : kRadices) {
    std::vector<int> all(static_cast<std::size_t>(radix - 1));
    std::iota(all.begin(), all.end(), 1);
    std::vector<int> order = plan_twiddles(radix, 8, 4).order;
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, all) << radix;
  }
}

}  // namespace
}  // namespace fftcore::test::twiddle_test
