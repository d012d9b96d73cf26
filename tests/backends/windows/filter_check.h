// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters of windows against the definition in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "filter_run.h"

namespace filters_test {

using fftcore::SampleType;

/// A place about the middle of the image, between samples and through a map by turns.
inline FilterPlace drawn_place(const WindowFilters& filters, std::int64_t number,
                               std::mt19937& random) {
  const auto rows = static_cast<double>(filters.image.rows.extent),
             columns = static_cast<double>(filters.image.columns.extent);
  std::uniform_real_distribution<double> unit(0, 1), turn(-0.15, 0.15);
  FilterPlace place;
  double x = (0.2 + 0.6 * unit(random)) * columns, y = (0.2 + 0.6 * unit(random)) * rows;
  if (number % 3 != 2) x = std::floor(x) + 0.5, y = std::floor(y) + 0.5;
  place.x = static_cast<float>(x);
  place.y = static_cast<float>(y);
  place.filter = static_cast<float>(number % filters.filters);
  for (std::size_t k = 0; k < 4 && number % 2 == 1; ++k)
    place.map[k] += static_cast<float>(turn(random));
  return place;
}

/// The samples as the type holds them.
inline Samples held(Samples image, SampleType type) {
  if (type == SampleType::f16)
    for (double& value : image.values)
      value = static_cast<double>(static_cast<oracle::Half>(value));
  return image;
}

/// What rounding makes of S, and of stored numbers: single precision of some thousand products,
/// whose sums are over `regularization` at least, and f16's last bit where it stores.
inline double allowed(const WindowFilters& filters) {
  const double of_bits = filters.stored == SampleType::f16 ? 0x1p-9 : 0;
  return 2e-4 + of_bits / std::sqrt(static_cast<double>(filters.regularization));
}

inline void expect_result_right(const WindowFilters& filters, const WindowResult& got,
                                const oracle::ExactWindow& want) {
  const double error = allowed(filters);
  ASSERT_EQ(got.state, static_cast<float>(want.state));
  EXPECT_NEAR(got.deviation, want.deviation, 1e-4 * want.deviation);
  if (want.state != WindowState::good) {
    for (const float number : {got.x, got.y, got.score, got.second, got.sidelobe, got.noise})
      EXPECT_EQ(number, 0);
    return;
  }
  EXPECT_NEAR(got.score, want.score, error);
  if (want.lead < 2 * error) return;  // another lag may be as good
  EXPECT_NEAR(got.second, want.second, error);
  const double of_ratios = 2e-3 + 10 * error;
  EXPECT_NEAR(got.sidelobe, want.sidelobe, of_ratios * (1 + std::abs(want.sidelobe)));
  EXPECT_NEAR(got.noise, want.noise, of_ratios * (1 + std::abs(want.noise)));
  const double of_fit = 1e-4 + std::min(1.0, 2 * error / std::max(want.bend, 1e-9));
  EXPECT_NEAR(got.x, want.x, of_fit);
  EXPECT_NEAR(got.y, want.y, of_fit);
}

inline void expect_stored_right(const Ready& ready, const oracle::ExactFilters& exact) {
  const bool is_half = ready.filters.stored == SampleType::f16;
  const std::size_t numbers = ready.numbers_of_filter();
  for (std::int64_t i = 0; i < ready.filters.filters; ++i) {
    const std::vector<double> want = exact.stored(i);
    ASSERT_EQ(want.size(), numbers);
    double worst = 0;
    for (std::size_t k = 0; k < numbers; ++k) {
      const double got = ready.number(static_cast<std::size_t>(i) * numbers + k);
      worst = std::max(worst, std::abs(got - want[k]) / (1 + std::abs(want[k])));
    }
    EXPECT_LE(worst, is_half ? 0x1p-9 : 2e-5) << "filter " << i;
  }
}

/// Filters learn, find what moved, and learn on.
inline void expect_right(Ready& ready, const std::string& text) {
  const WindowFilters& filters = ready.filters;
  std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(text)));
  const Samples first = held(searches::texture(filters.image, random), filters.image.type),
                second = held(
                    searches::with_grain(searches::moved(first, 1, -1), filters.image.type, random),
                    filters.image.type);
  oracle::ExactFilters exact(filters);
  int good = 0;
  const auto try_places = [&](const Samples& image, const std::vector<FilterPlace>& places) {
    const std::vector<WindowResult> got = ready.run(image, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "window " << i << " at " << places[i].x << ", "
                                      << places[i].y << ", rate " << places[i].rate);
      const oracle::ExactWindow want = exact.met(image, places[i]);
      expect_result_right(filters, got[i], want);
      good += want.state == WindowState::good ? 1 : 0;
    }
  };
  std::vector<FilterPlace> learned;
  for (std::int64_t i = 0; i < std::min(filters.count, filters.filters); ++i) {
    learned.push_back(drawn_place(filters, i, random));
    learned.back().rate = 1;
  }
  try_places(first, learned);
  EXPECT_EQ(good, 0) << "filters know something at first";
  expect_stored_right(ready, exact);

  // Several windows may meet one filter, some at other places.
  std::vector<FilterPlace> met;
  for (std::int64_t i = 0; i < filters.count; ++i) {
    FilterPlace place = learned[static_cast<std::size_t>(i) % learned.size()];
    place.rate = 0;
    if (i >= static_cast<std::int64_t>(learned.size())) place.x += 1, place.map[0] *= 1.05F;
    met.push_back(place);
  }
  try_places(second, met);

  for (FilterPlace& place : learned) place.x -= 1, place.y += 1, place.rate = 0.3F;
  if (learned.size() > 1) learned[1].rate = 0;
  try_places(second, learned);
  expect_stored_right(ready, exact);
  try_places(second, met);
  EXPECT_GE(good, static_cast<int>(met.size())) << "the test tries too little";
}

}  // namespace filters_test
