// SPDX-License-Identifier: LGPL-2.1-or-later
// Each correlation of windows of the list against the definition in double.
#include "window_list.h"
#include "window_run.h"

namespace window_test {

using namespace fftcore;
using namespace windows_test;

namespace {

/// What rounding makes of S: products and sums of some thousand numbers in single precision, and
/// places that are rounded to it.
constexpr double kAllowed = 2e-4;

class WindowList : public windows_test::OnThisBackend<testing::TestWithParam<std::string>> {};

std::vector<std::string> list() {
  if (const char* one = std::getenv("FFTCORE_TEST_WINDOWS")) return {one};
  return problems::windows();
}

void expect_right(const WindowCorrelation& windows, const WindowResult& got,
                  const oracle::ExactWindow& want) {
  ASSERT_EQ(got.state, static_cast<float>(want.state));
  EXPECT_NEAR(got.deviation, want.deviation, 1e-4 * want.deviation);
  EXPECT_NEAR(got.score, want.score, kAllowed);
  if (want.lead < 2 * kAllowed) return;  // another lag may be as good
  EXPECT_NEAR(got.second, want.second, kAllowed);
  EXPECT_NEAR(got.sidelobe, want.sidelobe, 2e-3 * (1 + std::abs(want.sidelobe)));
  EXPECT_NEAR(got.noise, want.noise, 2e-3 * (1 + std::abs(want.noise)));
  if (want.is_step_doubtful) return;
  // A fit by three values moves by their error over twice the bend. Steps do not know of it, but
  // for where they begin: each has a tenth of the error before.
  const double of_fit = std::min(1.0, 2 * kAllowed / std::max(want.bend, 1e-9)),
               allowed = windows.refine == 0 || want.state != WindowState::good
                             ? 1e-4 + of_fit
                             : 2e-3 + of_fit * std::pow(0.1, windows.refine);
  EXPECT_NEAR(got.x, want.x, allowed);
  EXPECT_NEAR(got.y, want.y, allowed);
}

}  // namespace

TEST_P(WindowList, IsRight) {
  const auto ready = compile(GetParam());
  if (!ready) return;
  const WindowCorrelation& windows = ready->windows;
  std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(GetParam())));
  const Samples first = searches::texture(windows.image, random),
                second =
                    searches::with_grain(searches::moved(first, 2, -1), windows.image.type, random);
  const std::vector<PlaceRow> places = drawn_places(windows, 2, -1, random);
  const std::vector<WindowResult> got = ready->run(first, second, places);
  int good = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    SCOPED_TRACE(testing::Message()
                 << "window " << i << " at " << places[i][0] << ", " << places[i][1] << " and "
                 << places[i][2] << ", " << places[i][3]);
    const oracle::ExactWindow want = oracle::correlated(windows, first, second, places[i]);
    expect_right(windows, got[i], want);
    good += want.state == WindowState::good ? 1 : 0;
  }
  EXPECT_GE(good * 3, static_cast<int>(places.size())) << "the test tries too little";
  const std::vector<WindowResult> again = ready->run(first, second, places);
  EXPECT_EQ(std::memcmp(got.data(), again.data(), got.size() * sizeof got[0]), 0);
}

INSTANTIATE_TEST_SUITE_P(Windows, WindowList, testing::ValuesIn(list()));

}  // namespace window_test
