// SPDX-License-Identifier: LGPL-2.1-or-later
// What runs of windows take and refuse, and what becomes of places that have none.
#include "window_run.h"

namespace window_calls_test {

using namespace fftcore;
using namespace windows_test;

namespace {

class WindowCalls : public windows_test::OnThisBackend<testing::Test> {};

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                kInfinite = std::numeric_limits<float>::infinity();

void expect_state(const WindowResult& result, WindowState state) {
  EXPECT_EQ(result.state, static_cast<float>(state));
  if (state == WindowState::good || state == WindowState::border) return;
  for (const float number :
       {result.x, result.y, result.score, result.second, result.sidelobe, result.noise})
    EXPECT_EQ(number, 0);
}

}  // namespace

TEST_F(WindowCalls, PlacesOutsideAndNoNumbersAreToldApart) {
  const auto ready = compile("windows zncc u8 64x80 w16x16 search=4 count=12");
  if (!ready) return;
  std::mt19937 random(3);
  const Samples image = searches::texture(ready->windows.image, random);
  const std::vector<PlaceRow> places = {
      {39.5, 31.5, 39.5, 31.5},       {-9, 31.5, 39.5, 31.5},
      {39.5, 31.5, 39.5, 70},         {kNan, 31.5, 39.5, 31.5},
      {39.5, 31.5, 39.5, kNan},       {kInfinite, 31.5, 39.5, 31.5},
      {39.5, 31.5, -kInfinite, 31.5}, {1e30F, -1e30F, 39.5, 31.5},
      {0.5, 31.5, 0.5, 31.5},         {39.5, 63, 39.5, 63}};
  const auto results = ready->run(image, image, places);
  expect_state(results[0], WindowState::good);
  EXPECT_NEAR(results[0].score, 1, 1e-5);
  EXPECT_NEAR(results[0].x, 0, 2e-3);
  EXPECT_NEAR(results[0].y, 0, 2e-3);
  for (std::size_t i = 1; i < 8; ++i) expect_state(results[i], WindowState::outside);
  expect_state(results[8], WindowState::good);
  expect_state(results[9], WindowState::good);
  for (std::size_t i = 10; i < 12; ++i)
    EXPECT_TRUE(std::isnan(results[i].x)) << "behind the count, row " << i;
}

TEST_F(WindowCalls, MapsThatAreNoNumbersOrHugeDoNoHarm) {
  const auto ready = compile("windows zncc f32 64x80 w16x16 search=4 count=6 mapped");
  if (!ready) return;
  std::mt19937 random(4);
  const Samples image = searches::texture(ready->windows.image, random);
  const PlaceRow still{39.5, 31.5, 39.5, 31.5, 1, 0, 0, 1, 1, 0, 0, 1};
  std::vector<PlaceRow> places(6, still);
  places[1][5] = kNan;
  places[2][9] = kInfinite;
  places[3][8] = 1e30F;
  places[4] = {39.5, 31.5, 39.5, 31.5, 0, 0, 0, 0, 1, 0, 0, 1};
  places[5] = {39.5, 31.5, 39.5, 31.5, 9, 0, 0, 9, 1, 0, 0, 1};
  const auto results = ready->run(image, image, places);
  expect_state(results[0], WindowState::good);
  expect_state(results[1], WindowState::outside);
  expect_state(results[2], WindowState::outside);
  expect_state(results[3], WindowState::outside);
  expect_state(results[4], WindowState::flat);  // one sample everywhere
  expect_state(results[5], WindowState::outside);
}

TEST_F(WindowCalls, FlatWindowsHaveNoPeak) {
  const auto ready = compile("windows zncc u8 64x80 w16x16 search=4 count=3");
  if (!ready) return;
  std::mt19937 random(5);
  const Samples image = searches::texture(ready->windows.image, random);
  Samples grey = image;
  std::fill(grey.values.begin(), grey.values.end(), 77.0);
  const std::vector<PlaceRow> places(3, PlaceRow{39.5, 31.5, 39.5, 31.5});
  for (const WindowResult& result : ready->run(grey, image, places))
    expect_state(result, WindowState::flat);
  for (const WindowResult& result : ready->run(image, grey, places))
    expect_state(result, WindowState::flat);
}

TEST_F(WindowCalls, SamplesThatAreNotFiniteCountAsZero) {
  for (const char* text : {"windows zncc f32 64x80 w16x16 search=4 count=1",
                           "windows phase f32 64x80 w16x16 count=1"}) {
    const auto ready = compile(text);
    if (!ready) return;
    std::mt19937 random(6);
    Samples image = searches::texture(ready->windows.image, random), zeros = image;
    image.at(0, 30, 38) = static_cast<double>(kNan);
    image.at(0, 33, 41) = static_cast<double>(kInfinite);
    image.at(0, 28, 40) = 1e30;
    for (const auto& [y, x] : {std::pair{30, 38}, std::pair{33, 41}, std::pair{28, 40}})
      zeros.at(0, y, x) = 0;
    const std::vector<PlaceRow> places(1, PlaceRow{39.5, 31.5, 39.5, 31.5});
    const auto got = ready->run(image, image, places), want = ready->run(zeros, zeros, places);
    EXPECT_EQ(std::memcmp(&got[0], &want[0], sizeof got[0]), 0) << text;
  }
}

TEST_F(WindowCalls, APeakAtTheBorderSaysSo) {
  const auto ready = compile("windows zncc u8 96x96 w16x16 search=3 count=1");
  if (!ready) return;
  std::mt19937 random(7);
  const Samples image = searches::texture(ready->windows.image, random),
                moved = searches::moved(image, 3, 1);
  const auto result = ready->run(image, moved, {PlaceRow{47.5, 47.5, 47.5, 47.5}})[0];
  expect_state(result, WindowState::border);
  EXPECT_EQ(result.y, 3);
  EXPECT_EQ(result.x, 1);
}

TEST_F(WindowCalls, SubpixelShiftsAreFound) {
  const auto ready = compile("windows zncc f32 96x96 w32x32 search=4 count=1");
  if (!ready) return;
  Samples first = oracle::samples_of(ready->windows.image), second = first;
  double worst = 0;
  for (int i = 0; i <= 10; ++i) {
    const double shift = i / 10.0;
    const auto fill = [](Samples& image, double dx, double dy) {
      for (std::int64_t y = 0; y < image.rows; ++y)
        for (std::int64_t x = 0; x < image.columns; ++x) {
          const double u = static_cast<double>(x) - dx, v = static_cast<double>(y) - dy;
          image.at(0, y, x) = std::sin(0.7 * u + 0.2 * v) + std::cos(0.33 * u - 0.81 * v) +
                              0.5 * std::sin(1.3 * v + 0.4 * u) + 0.3 * std::cos(1.6 * u);
        }
    };
    fill(first, 0, 0);
    fill(second, shift, -shift);
    const auto result = ready->run(first, second, {PlaceRow{47.5, 47.5, 47.5, 47.5}})[0];
    worst = std::max({worst, std::abs(static_cast<double>(result.x) - shift),
                      std::abs(static_cast<double>(result.y) + shift)});
  }
  EXPECT_LT(worst, 0.01);
}

TEST_F(WindowCalls, WrongCountsAndBuffersAreRefused) {
  const auto ready = compile("windows zncc u8 64x80 w16x16 search=4 count=3");
  if (!ready) return;
  EXPECT_THROW(ready->executable->set_count(0), InvalidArgument);
  EXPECT_THROW(ready->executable->set_count(4), InvalidArgument);
  EXPECT_THROW(ready->executable->set(Gain{}), InvalidArgument);
  std::vector<std::uint8_t> image(64 * 80);
  std::vector<float> places(12), results(24);
  const ConstBuffer picture{image.data()};
  EXPECT_THROW(ready->executable->run(*ready->queue, picture, picture, {places.data(), 0, 40},
                                      {results.data()}),
               InvalidArgument);
  EXPECT_THROW(ready->executable->run(*ready->queue, picture, picture, {places.data()},
                                      {results.data(), 0, 92}),
               InvalidArgument);
  EXPECT_THROW(
      ready->executable->run(*ready->queue, picture, {nullptr}, {places.data()}, {results.data()}),
      InvalidArgument);
  EXPECT_THROW(
      ready->executable->run_any(*ready->queue, std::array{picture, picture}, {results.data()}),
      InvalidArgument);
}

}  // namespace window_calls_test
