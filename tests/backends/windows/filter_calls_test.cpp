// SPDX-License-Identifier: LGPL-2.1-or-later
// What runs of filters take and refuse, and what becomes of places and filters that are no good.
#include <cmath>
#include <cstring>
#include <limits>

#include "filter_run.h"

namespace filter_calls_test {

using namespace fftcore;
using namespace filters_test;

namespace {

class FilterCalls : public OnThisBackend<testing::Test> {};

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                kInfinite = std::numeric_limits<float>::infinity();

void expect_state(const WindowResult& result, WindowState state) {
  EXPECT_EQ(result.state, static_cast<float>(state));
  if (state == WindowState::good) return;
  for (const float number :
       {result.x, result.y, result.score, result.second, result.sidelobe, result.noise})
    EXPECT_EQ(number, 0);
}

Samples texture_of(const Ready& ready, unsigned seed) {
  std::mt19937 random(seed);
  return searches::texture(ready.filters.image, random);
}

}  // namespace

TEST_F(FilterCalls, WhatMovedIsFound) {
  for (const char* text :
       {"filters u8 128x160 w64x64 count=1", "filters u8 128x160x3 w32x32 count=1",
        "filters f32 128x160 w48x64 count=1 stored=f32"}) {
    SCOPED_TRACE(text);
    const auto ready = compile(text);
    if (!ready) return;
    const Samples image = texture_of(*ready, 1);
    ready->run(image, {{.x = 79.5, .y = 63.5, .filter = 0, .rate = 1}});
    const auto still = ready->run(image, {{.x = 79.5, .y = 63.5}})[0];
    expect_state(still, WindowState::good);
    EXPECT_NEAR(still.x, 0, 0.01);
    EXPECT_NEAR(still.y, 0, 0.01);
    EXPECT_GT(still.score, 0.8);
    EXPECT_LT(still.score, 1.01);
    // The taper hides part of what moved far, and the peak is drawn back.
    const std::int64_t right = -ready->filters.window.columns / 16, down = 1;
    const auto moved = ready->run(searches::moved(image, down, right), {{.x = 79.5, .y = 63.5}})[0];
    expect_state(moved, WindowState::good);
    EXPECT_NEAR(moved.x, static_cast<double>(right), 0.15);
    EXPECT_NEAR(moved.y, static_cast<double>(down), 0.15);
    EXPECT_LT(moved.score, still.score);
    EXPECT_GT(moved.sidelobe, 8);
  }
}

TEST_F(FilterCalls, PlacesAndFiltersThatAreNotAllowedAreOutside) {
  const auto ready = compile("filters u8 64x80 w16x16 count=14 filters=14 stored=f32");
  if (!ready) return;
  const Samples image = texture_of(*ready, 3);
  std::vector<FilterPlace> places(14, {.x = 39.5, .y = 31.5, .filter = 0, .rate = 1});
  for (std::size_t i = 0; i < places.size(); ++i) places[i].filter = static_cast<float>(i);
  places[1].x = -9;
  places[2].y = kNan;
  places[3].x = kInfinite;
  places[4].map[1] = kNan;
  places[5].map[3] = 1e30F;
  places[6].filter = 14;
  places[7].filter = -1;
  places[8].filter = 0.5F;
  places[9].filter = kNan;
  places[10].rate = -0.1F;
  places[11].rate = 1.5F;
  places[12].rate = kNan;
  places[13].filter = 1e30F;
  const auto results = ready->run(image, places);
  expect_state(results[0], WindowState::empty);
  for (std::size_t i = 1; i < places.size(); ++i) {
    SCOPED_TRACE(i);
    expect_state(results[i], WindowState::outside);
  }
  const std::size_t numbers = ready->numbers_of_filter();
  for (std::size_t k = numbers; k < 14 * numbers; ++k) ASSERT_EQ(ready->number(k), 0) << k;
}

TEST_F(FilterCalls, FlatWindowsTeachNothing) {
  const auto ready = compile("filters u8 64x80 w16x16 count=1");
  if (!ready) return;
  const Samples image = texture_of(*ready, 5);
  Samples grey = image;
  std::fill(grey.values.begin(), grey.values.end(), 77.0);
  const FilterPlace place{.x = 39.5, .y = 31.5, .filter = 0, .rate = 1};
  ready->run(image, {place});
  const auto before = ready->stored;
  expect_state(ready->run(grey, {place})[0], WindowState::flat);
  EXPECT_EQ(before, ready->stored);
}

TEST_F(FilterCalls, AFilterThatIsNoNumberIsEmptyUntilItLearnsAnew) {
  for (const char* text :
       {"filters u8 64x80 w16x16 count=1", "filters u8 64x80 w16x16 count=1 stored=f32"}) {
    const auto ready = compile(text);
    if (!ready) return;
    const Samples image = texture_of(*ready, 6);
    std::fill(ready->stored.begin(), ready->stored.end(), std::byte{0xff});
    FilterPlace place{.x = 39.5, .y = 31.5, .filter = 0, .rate = 0};
    expect_state(ready->run(image, {place})[0], WindowState::empty);
    place.rate = 0.5;
    expect_state(ready->run(image, {place})[0], WindowState::empty);
    place.rate = 1;
    expect_state(ready->run(image, {place})[0], WindowState::empty);
    expect_state(ready->run(image, {place})[0], WindowState::good);
  }
}

TEST_F(FilterCalls, WhatOthersLearnIsLeftAlone) {
  const auto ready = compile("filters u8 96x96 w16x16 count=3 filters=3");
  if (!ready) return;
  const Samples image = texture_of(*ready, 7);
  std::vector<FilterPlace> places;
  for (int i = 0; i < 3; ++i)
    places.push_back({.x = 30.5F + 10 * static_cast<float>(i),
                      .y = 47.5,
                      .filter = static_cast<float>(i),
                      .rate = 1});
  ready->run(image, places);
  const auto before = ready->stored;
  places[0].rate = places[2].rate = 0;
  places[1].x += 3;
  ready->run(image, places);
  const std::size_t bytes = before.size() / 3;
  EXPECT_EQ(std::memcmp(before.data(), ready->stored.data(), bytes), 0);
  EXPECT_NE(std::memcmp(before.data() + bytes, ready->stored.data() + bytes, bytes), 0);
  EXPECT_EQ(std::memcmp(before.data() + 2 * bytes, ready->stored.data() + 2 * bytes, bytes), 0);
}

TEST_F(FilterCalls, RunsGiveTheSameBitsOnAnyNumberOfThreads) {
  constexpr const char* kText = "filters u8 96x130x3 w32x32 count=5 filters=5";
  const auto ready = compile(kText), again = compile(kText, 1);
  if (!ready) return;
  const Samples image = texture_of(*ready, 8);
  std::vector<FilterPlace> places;
  for (int i = 0; i < 5; ++i) {
    const auto number = static_cast<float>(i);
    places.push_back({.x = 30.5F + 9 * number, .y = 47.3F, .filter = number, .rate = 1});
  }
  ready->run(image, places);
  again->run(image, places);
  EXPECT_EQ(ready->stored, again->stored);
  for (FilterPlace& place : places) place.rate = 0.2F, place.x += 2;
  const auto one = ready->run(image, places), other = again->run(image, places);
  EXPECT_EQ(std::memcmp(one.data(), other.data(), one.size() * sizeof one[0]), 0);
  EXPECT_EQ(ready->stored, again->stored);
}

TEST_F(FilterCalls, RowsOfFiltersMayHaveAStrideOfTheirOwn) {
  const auto ready = compile("filters u8 64x80 w16x16 count=2 filters=2 stored=f32");
  if (!ready) return;
  const Samples image = texture_of(*ready, 9);
  const std::vector<FilterPlace> places{{.x = 39.5, .y = 31.5, .filter = 0, .rate = 1},
                                        {.x = 30.5, .y = 31.5, .filter = 1, .rate = 1}};
  ready->run(image, places);
  const Layout layout = stored_filters(ready->filters);
  const auto rows = static_cast<std::size_t>(2 * layout.rows.extent),
             columns = static_cast<std::size_t>(layout.columns.extent), stride = columns + 4;
  std::vector<float> wide(2 + rows * stride, 7.0F);
  const oracle::TestImage buffer = searches::image_of(ready->filters.image, image);
  std::vector<WindowResult> results(2);
  ready->executable->run(
      *ready->queue, buffer.const_buffer(), {places.data()},
      {.data = wide.data(), .row_stride = static_cast<std::int64_t>(stride), .first = 2},
      {results.data()});
  ready->queue->wait();
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < stride; ++k) {
      const float got = wide[2 + i * stride + k];
      if (k >= columns)
        ASSERT_EQ(got, 7.0F) << "row " << i;
      else
        ASSERT_EQ(static_cast<double>(got), ready->number(i * columns + k)) << "row " << i;
    }
}

TEST_F(FilterCalls, AFilterThatLearnsIsOneWindows) {
  const auto ready = compile("filters u8 64x80 w16x16 count=3 filters=2");
  if (!ready) return;
  const Samples image = texture_of(*ready, 10);
  std::vector<FilterPlace> places(3, {.x = 39.5, .y = 31.5, .filter = 1, .rate = 0});
  places[1].filter = 0;
  ready->run(image, places);
  for (const std::size_t learner : {0, 2}) {
    places[0].rate = places[2].rate = 0;
    places[learner].rate = 0.5;
    try {
      ready->run(image, places);
      FAIL() << "window " << learner << " learns";
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string(error.what()).find("windows 0 and 2 have filter 1"), std::string::npos)
          << error.what();
    }
  }
  ready->run(image, {places[0], places[1]});  // one of them alone
  places[1].rate = 1;
  places[2].rate = 0;
  ready->run(image, places);
}

TEST_F(FilterCalls, WrongCountsAndBuffersAreRefused) {
  const auto ready = compile("filters u8 64x80 w16x16 count=3 filters=2");
  if (!ready) return;
  EXPECT_THROW(ready->executable->set_count(0), InvalidArgument);
  EXPECT_THROW(ready->executable->set_count(4), InvalidArgument);
  EXPECT_THROW(ready->executable->set(Gain{}), InvalidArgument);
  std::vector<std::uint8_t> image(64 * 80);
  std::vector<float> places(24), results(24);
  const ConstBuffer picture{image.data()};
  const auto run = [&](ConstBuffer at, Buffer stored, Buffer to) {
    ready->executable->run(*ready->queue, picture, at, stored, to);
  };
  const Buffer stored{ready->stored.data()}, to{results.data()};
  EXPECT_THROW(run({places.data(), 0, 92}, stored, to), InvalidArgument);
  EXPECT_THROW(run({places.data()}, stored, {results.data(), 0, 92}), InvalidArgument);
  EXPECT_THROW(run({places.data()}, {nullptr}, to), InvalidArgument);
  EXPECT_THROW(run({places.data()}, {ready->stored.data(), 0, ready->stored.size() - 1}, to),
               InvalidArgument);
  EXPECT_THROW(run({ready->stored.data()}, stored, to), InvalidArgument);
  EXPECT_THROW(run({places.data()}, stored, {ready->stored.data() + 64}), InvalidArgument);
  EXPECT_THROW(run({places.data()}, {reinterpret_cast<float*>(image.data())}, to), InvalidArgument);
  EXPECT_THROW(ready->executable->run_any(*ready->queue, std::array{picture}, to, stored),
               InvalidArgument);
}

}  // namespace filter_calls_test
