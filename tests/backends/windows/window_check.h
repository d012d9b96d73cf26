// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlations of windows against the definition in double.
#pragma once

#include <functional>
#include <string>

#include "window_run.h"

namespace windows_test {

/// What rounding makes of S: products and sums of some thousand numbers in single precision, and
/// places that are rounded to it.
inline constexpr double kAllowed = 2e-4;

inline void expect_result_right(const WindowCorrelation& windows, const WindowResult& got,
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

/// A texture that moved and got some grain is found, and each result is right.
inline void expect_right(Ready& ready, const std::string& text) {
  const WindowCorrelation& windows = ready.windows;
  std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(text)));
  const Samples first = searches::texture(windows.image, random),
                second =
                    searches::with_grain(searches::moved(first, 2, -1), windows.image.type, random);
  const std::vector<PlaceRow> places = drawn_places(windows, 2, -1, random);
  const std::vector<WindowResult> got = ready.run(first, second, places);
  int good = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    SCOPED_TRACE(testing::Message()
                 << "window " << i << " at " << places[i][0] << ", " << places[i][1] << " and "
                 << places[i][2] << ", " << places[i][3]);
    const oracle::ExactWindow want = oracle::correlated(windows, first, second, places[i]);
    expect_result_right(windows, got[i], want);
    good += want.state == WindowState::good ? 1 : 0;
  }
  EXPECT_GE(good * 3, static_cast<int>(places.size())) << "the test tries too little";
  const std::vector<WindowResult> again = ready.run(first, second, places);
  EXPECT_EQ(std::memcmp(got.data(), again.data(), got.size() * sizeof got[0]), 0);
}

}  // namespace windows_test
