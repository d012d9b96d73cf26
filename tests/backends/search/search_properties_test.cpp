// SPDX-License-Identifier: LGPL-2.1-or-later
// What searches must do by any account: find what was put there, and say nothing of what is
// not.
#include <numbers>
#include <type_traits>

#include "dft.h"
#include "search_run.h"

namespace search_properties_test {

using namespace fftcore;
using namespace searches;

namespace {

class Searches : public OnThisBackend<testing::Test> {};

Samples constant(const Layout& layout, double value) {
  Samples samples = oracle::samples_of(layout);
  std::fill(samples.values.begin(), samples.values.end(), value);
  return samples;
}

double worst_error(const Samples& got, const oracle::ExactSurface& exact) {
  double worst = 0;
  for (std::size_t i = 0; i < got.values.size(); ++i)
    if (const double error = std::abs(got.values[i] - exact.s.values[i]);
        !exact.is_doubtful[i] && !(error <= worst))
      worst = error;
  return worst;
}

/// Largest distance between two shifts along an axis.
double distance(const Peak& peak, double x, double y) {
  return std::max(std::abs(peak.x - x), std::abs(peak.y - y));
}

}  // namespace

TEST_F(Searches, FindTemplatesWhereTheyWerePut) {
  const auto ready =
      compile_matching("match ccoeff-normed u8 200x300 p24x31 templates=3 peaks=2 radius=15");
  if (!ready) return;
  const TemplateMatching& matching = ready->search;
  std::mt19937 random(1);
  Samples image = texture(matching.image, random);
  struct Place {
    std::int64_t row, column;
  };
  constexpr Place kPlaces[3][2] = {
      {{0, 0}, {50, 60}}, {{176, 269}, {100, 0}}, {{10, 200}, {130, 130}}};
  std::vector<Taps> templates;
  for (const auto& places : kPlaces) {
    const Samples other =
        texture(Layout::interleaved(SampleType::u8, matching.template_extent), random);
    templates.push_back(cut(other, 0, 0, matching.template_extent));
    // Darker, and with less contrast, the second time.
    for (int i = 0; i < 2; ++i)
      for (std::int64_t y = 0; y < other.rows; ++y)
        for (std::int64_t x = 0; x < other.columns; ++x)
          image.at(0, places[i].row + y, places[i].column + x) =
              i == 0 ? other.at(0, y, x) : std::round(other.at(0, y, x) * 0.3 + 10);
  }
  ready->executable->set_templates(templates);
  const std::vector<Peak> peaks = ready->run(image);
  ASSERT_EQ(peaks.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    const Place place = kPlaces[i / 2][i % 2];
    EXPECT_EQ(peaks[i].template_index, static_cast<std::int64_t>(i / 2));
    EXPECT_LT(distance(peaks[i], static_cast<double>(place.column), static_cast<double>(place.row)),
              0.1)
        << i;
    EXPECT_GT(peaks[i].score, i % 2 == 0 ? 0.99999 : 0.99) << i;
    EXPECT_LE(peaks[i].score, 1.00001);
    // The other copy is nearly as good; after it comes nothing like it.
    if (i % 2 == 0)
      EXPECT_LT(peaks[i].confidence, 0.02);
    else
      EXPECT_GT(peaks[i].confidence, 0.3);
  }
}

TEST_F(Searches, NothingToSeeScoresNothing) {
  for (const char* text :
       {"match ccoeff-normed u8 60x70 p9x9 surface peaks=2",
        "match ccorr-normed u8 60x70 p9x9 surface peaks=2",
        "match ccorr f32 60x70 p9x9 surface peaks=2",
        "match ccoeff-normed f32 60x70x3 p9x9 surface weights=0.25,0.5,0.25,0 peaks=2",
        "phase u8 60x70 surface peaks=2",
        "phase f32 60x70 surface no-window bandwidth=0 noise=0.001 peaks=2",
        "phase f32 60x70 surface peaks=2"}) {
    with_search(text, [&](auto& ready) {
      const auto& search = ready.search;
      std::mt19937 random(2);
      const Samples black = constant(search.image, 0);
      constexpr bool is_phase = std::is_same_v<decltype(ready), Ready<PhaseCorrelation>&>;
      if constexpr (is_phase)
        prepare(ready, black, random);
      else
        prepare(ready, texture(search.image, random), random);
      const auto expect_nothing = [&](const Samples& image) {
        const std::vector<Peak> peaks = ready.run(image);
        ASSERT_EQ(peaks.size(), 2U) << text;
        for (const Peak& peak : peaks)
          EXPECT_TRUE(peak.score == 0 && peak.confidence == 0) << text << ": " << peak.score;
        // The first of equal ones.
        EXPECT_EQ(peaks, oracle::peaks_of(search, ready.surface())) << text;
        EXPECT_TRUE(peaks[0].x == 0 && peaks[0].y == 0 && peaks[1].x > 0 && peaks[1].y == 0)
            << text;
        for (const double value : ready.surface().values) ASSERT_EQ(value, 0) << text;
      };
      expect_nothing(black);
      if constexpr (is_phase)
        expect_nothing(texture(search.image, random));  // a picture against a black reference, too
      else if (search.score == Score::ccoeff_normed)
        expect_nothing(constant(search.image, white_of(search.image.type)));
    });
  }
}

/// Little contrast, but more than `flat`, beside much: rounding of the one must not hide the other.
TEST_F(Searches, FaintBesideBright) {
  for (const char* text : {"match ccoeff-normed u8 120x160 p24x20 surface",
                           "match ccoeff-normed u16 120x160 p24x20 surface",
                           "match ccoeff-normed f32 120x160 p24x20 surface",
                           "match ccorr-normed u8 120x160 p24x20 surface"}) {
    const auto ready = compile_matching(text);
    if (!ready) return;
    const TemplateMatching& matching = ready->search;
    std::mt19937 random(3);
    Samples image = texture(matching.image, random);
    const double unit = white_of(matching.image.type) / 255;
    std::uniform_int_distribution<int> faint(0, 2);
    for (std::int64_t y = 0; y < image.rows; ++y)
      for (std::int64_t x = 0; x < 80; ++x)
        image.at(0, y, x) = static_cast<double>(static_cast<float>(faint(random) * unit));
    std::vector<Taps> templates = {Taps{matching.template_extent, {}}};
    // Smooth: what errs most.
    for (int i = 0; i < 24 * 20; ++i)
      templates[0].values.push_back(std::sin(0.05 * (i / 20)) + 0.03 * (i % 20));
    ready->executable->set_templates(templates);
    ready->run(image);
    EXPECT_LE(worst_error(ready->surface(), oracle::matched(matching, image, templates)), 1e-4)
        << text;
  }
}

TEST_F(Searches, OfOneImageWithItselfIsOneAtZero) {
  const auto ready = compile_phase("phase u8 96x125 noise=0.001 surface");
  if (!ready) return;
  std::mt19937 random(4);
  const Samples image = texture(ready->search.image, random);
  ready->set_reference(image);
  const std::vector<Peak> peaks = ready->run(image);
  ASSERT_EQ(peaks.size(), 1U);
  EXPECT_NEAR(peaks[0].score, 1, 1e-3);
  EXPECT_LT(distance(peaks[0], 0, 0), 1e-3);
  EXPECT_GT(peaks[0].confidence, 0.9);
}

/// Part of a picture that goes on all around, moved by any fraction of a pixel without
/// interpolating anything: shifts are known exactly.
TEST_F(Searches, ShiftsBetweenPixels) {
  const auto ready = compile_phase("phase u8 180x200");
  if (!ready) return;
  std::mt19937 random(5);
  constexpr std::int64_t kSide = 256;
  Transform inverse = with_dense_strides([] {
    Transform transform;
    transform.axes = {{kSide}, {kSide}};
    transform.direction = Direction::inverse;
    return transform;
  }());
  // As in pictures of things, heights go with 1/f; none at the edge of the spectrum, where a
  // fraction of a pixel means nothing.
  std::vector<oracle::Wide> spectrum(kSide * kSide);
  const auto frequency = [](std::size_t k) {
    return (static_cast<double>(k) - (k > kSide / 2 ? kSide : 0)) / kSide;
  };
  std::normal_distribution<double> normal(0, 1);
  for (std::size_t i = 1; i < spectrum.size(); ++i) {
    const double f = std::hypot(frequency(i / kSide), frequency(i % kSide));
    if (f < 0.45) spectrum[i] = {normal(random) / f, normal(random) / f};
  }
  const auto picture = [&](double x, double y) {
    std::vector<oracle::Wide> turned = spectrum;
    for (std::size_t i = 0; i < turned.size(); ++i)
      turned[i] *= std::polar(
          1.0L, -2 * std::numbers::pi_v<long double> *
                    static_cast<long double>(frequency(i / kSide) * y + frequency(i % kSide) * x));
    const std::vector<oracle::Wide> values = oracle::dft(inverse, turned);
    double squares = 0;
    for (const oracle::Wide& value : values)
      squares +=
          static_cast<double>(value.real() * value.real()) / static_cast<double>(values.size());
    Samples image = oracle::samples_of(ready->search.image);
    for (std::int64_t row = 0; row < image.rows; ++row)
      for (std::int64_t column = 0; column < image.columns; ++column) {
        const double value =
            128 +
            40 / std::sqrt(squares) *
                static_cast<double>(
                    values[static_cast<std::size_t>((row + 30) * kSide + column + 30)].real());
        image.at(0, row, column) = std::clamp(std::round(value + normal(random)), 0.0, 255.0);
      }
    return image;
  };
  ready->set_reference(picture(0, 0));
  for (const auto& [x, y] : {std::pair{0.5, 0.25}, {-3.3, 7.81}, {11.4, -0.1}, {-8.75, -9.6}}) {
    const std::vector<Peak> peaks = ready->run(picture(x, y));
    ASSERT_EQ(peaks.size(), 1U);
    EXPECT_LT(distance(peaks[0], x, y), 0.02)
        << x << ", " << y << ": " << peaks[0].x << ", " << peaks[0].y;
  }
}

TEST_F(Searches, WhatIsNotANumberEndsInNoPeak) {
  for (const char* text :
       {"match ccoeff-normed f32 40x50 p5x6 peaks=3", "match ccorr f32 40x50 p5x6 peaks=3",
        "phase f32 40x50 noise=0.001 peaks=3", "phase f32 40x50 peaks=3"}) {
    with_search(text, [&](auto& ready) {
      const auto& search = ready.search;
      std::mt19937 random(10);
      const Samples good = texture(search.image, random);
      prepare(ready, good, random);
      const std::vector<Peak> before = ready.run(good);
      for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
        Samples image = good;
        image.at(0, 20, 25) = bad;
        for (const Peak& peak : ready.run(image)) EXPECT_FALSE(std::isnan(peak.score)) << text;
        EXPECT_TRUE(ready.run(constant(search.image, bad)).empty()) << text;
      }
      EXPECT_EQ(ready.run(good), before) << "something stayed behind: " << text;
    });
  }
}

}  // namespace search_properties_test
