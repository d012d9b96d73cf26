// SPDX-License-Identifier: LGPL-2.1-or-later
// Each warp of the list against the definition.
#include "warp_check.h"
#include "warp_list.h"

namespace warp_test {

using namespace fftcore;
using namespace warps;

namespace {

class WarpList : public warps::OnThisBackend<testing::TestWithParam<std::string>> {};

/// Those of FFTCORE_TEST_WARP alone, where it is set.
std::vector<std::string> list() {
  if (const char* one = std::getenv("FFTCORE_TEST_WARP")) return {one};
  return problems::warps();
}

}  // namespace

TEST_P(WarpList, IsRight) {
  expect_right(*compile(GetParam()));
}

/// Nothing is read that is not there, and what is nowhere is `fill`, or as it was.
TEST_P(WarpList, PlacesThatAreNoNumbersAreFilled) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                  kInfinity = std::numeric_limits<float>::infinity(), kLarge = 3e38F;
  const auto ready = compile(GetParam());
  std::mt19937 random(2);
  const Samples input = oracle::random_samples(ready->warp.input, random);
  const double fill = oracle::clamped(ready->warp.fill, ready->warp.output.type);
  std::vector<WarpMap> maps{
      {kNan, 0, 0, 0, 1, 0, 0, 0, 1},      {1, 0, 0, 0, 1, kNan, 0, 0, 1},
      {1, 0, kInfinity, 0, 1, 0, 0, 0, 1}, {1, 0, 0, 0, 1, -kInfinity, 0, 0, 1},
      {1, 0, kLarge, 0, 1, 0, 0, 0, 1},    {1, 0, 0, 0, 1, -kLarge, 0, 0, 1}};
  if (ready->warp.is_projective) {
    maps.push_back({1, 0, 5, 0, 1, 5, 0, 0, 0});
    maps.push_back({1, 0, 0, 0, 1, 0, 0, 0, kNan});
  }
  for (const WarpMap& map : maps) {
    SCOPED_TRACE(testing::PrintToString(map));
    const Samples before = ready->begin(random), got = ready->run(input, map);
    for (std::size_t i = 0; i < got.values.size(); ++i) {
      const double want = ready->warp.keeps_outside ? before.values[i] : fill;
      ASSERT_NEAR(got.values[i], want, 1e-3 * std::abs(want));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Warp, WarpList, testing::ValuesIn(list()));

}  // namespace warp_test
