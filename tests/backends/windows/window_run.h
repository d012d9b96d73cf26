// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlations of windows on the backend under test, and pictures and places to try them on.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "fftcore/error.h"
#include "search_run.h"
#include "test_backend.h"
#include "window_oracle.h"

namespace windows_test {

using fftcore::WindowCorrelation, fftcore::WindowResult, fftcore::WindowState;
using oracle::PlaceRow, oracle::Samples;

/// Compiled for the backend under test.
class Ready {
 public:
  explicit Ready(const WindowCorrelation& wanted, int threads = 2)
      : windows(wanted),
        queue(problems::backend().create_queue({.threads = threads})),
        executable(problems::backend().compile(windows, *queue)) {}

  /// Results of as many windows as there are places; the others are as they were, NaN.
  std::vector<WindowResult> run(const Samples& first, const Samples& second,
                                const std::vector<PlaceRow>& places) {
    const oracle::TestImage a = searches::image_of(windows.image, first),
                            b = searches::image_of(windows.image, second);
    const std::size_t numbers = windows.is_mapped ? 12 : 4;
    std::vector<float> rows(static_cast<std::size_t>(windows.count) * numbers);
    for (std::size_t i = 0; i < places.size(); ++i)
      std::copy_n(places[i].begin(), numbers,
                  rows.begin() + static_cast<std::ptrdiff_t>(i * numbers));
    WindowResult nothing;
    nothing.x = std::numeric_limits<float>::quiet_NaN();
    std::vector<WindowResult> results(static_cast<std::size_t>(windows.count), nothing);
    executable->set_count(static_cast<std::int64_t>(places.size()));
    executable->run(*queue, a.const_buffer(), b.const_buffer(), {rows.data()}, {results.data()});
    queue->wait();
    EXPECT_TRUE(a.padding_is_untouched() && b.padding_is_untouched());
    return results;
  }

  const WindowCorrelation windows;
  std::unique_ptr<fftcore::Queue> queue;
  std::unique_ptr<fftcore::WindowExecutable> executable;
};

/// Skipped where the machine lacks the backend, or the backend the work.
template <class Base>
class OnThisBackend : public Base {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
  std::unique_ptr<Ready> compile(const WindowCorrelation& windows, int threads = 2) {
    try {
      return std::make_unique<Ready>(windows, threads);
    } catch (const fftcore::Unsupported& error) {
      if (problems::on_cpu()) throw;
      [&] { GTEST_SKIP() << error.what(); }();
      return nullptr;
    }
  }
  std::unique_ptr<Ready> compile(std::string_view text) {
    return compile(fftcore::parse_window_correlation(text));
  }
};

/// Places in the first image, some between samples, and about the same in the second one. Where
/// there are many, one is over each border and some are beyond what `search` finds.
inline std::vector<PlaceRow> drawn_places(const WindowCorrelation& windows, double down,
                                          double right, std::mt19937& random) {
  const auto rows = static_cast<double>(windows.image.rows.extent),
             columns = static_cast<double>(windows.image.columns.extent);
  std::uniform_real_distribution<double> unit(0, 1), near(-1.5, 1.5), turn(-0.15, 0.15);
  std::vector<PlaceRow> places;
  for (std::int64_t i = 0; i < windows.count; ++i) {
    double x = 0.15 * columns + 0.7 * columns * unit(random),
           y = 0.15 * rows + 0.7 * rows * unit(random);
    if (i % 3 != 2) x = std::floor(x) + 0.5, y = std::floor(y) + 0.5;
    if (i % 9 == 7) x = i % 2 == 0 ? 1 : columns - 2.5;
    if (i % 9 == 8) y = i % 2 == 0 ? 0.5 : rows - 1;
    double to_x = x + std::round(right + near(random)), to_y = y + std::round(down + near(random));
    if (i % 5 == 4) to_x += 0.37, to_y -= 0.21;
    PlaceRow row{static_cast<float>(x), static_cast<float>(y), static_cast<float>(to_x),
                 static_cast<float>(to_y)};
    const std::array<double, 4> map{1 + turn(random), turn(random), turn(random), 1 + turn(random)};
    for (std::size_t k = 0; k < 4; ++k) {
      row[4 + k] = i % 2 == 0 ? (k % 3 == 0 ? 1.0F : 0.0F) : static_cast<float>(map[k]);
      row[8 + k] = i % 4 == 3 ? row[4 + k] * 0.97F : row[4 + k];
    }
    places.push_back(row);
  }
  return places;
}

}  // namespace windows_test
