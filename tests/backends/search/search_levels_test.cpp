// SPDX-License-Identifier: LGPL-2.1-or-later
// Searches of images that do not use the range of their type: few bits of 16, floats of any scale,
// a level far above the contrast. What is found does not depend on it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "search_check.h"

namespace search_levels_test {

using namespace fftcore;
using namespace searches;

namespace {

class SearchLevels : public OnThisBackend<testing::Test> {};

/// A texture, but for its left third, which is constant.
Samples partly_flat(const Layout& layout, std::mt19937& random) {
  Samples image = texture(layout, random);
  for (std::int64_t y = 0; y < image.rows; ++y)
    for (std::int64_t x = 0; x < image.columns / 3; ++x) image.at(0, y, x) = 0;
  return image;
}

/// Least standard deviation under a template of the texture, of its range.
constexpr double kContrast = 0.01;

/// How far a peak of a normed score may be from the middle one of three scores (search.h).
double reach(double before, double peak, double after) {
  const auto root = [](double score) { return std::sqrt(std::max(0.0, 1 - score) + 0x1p-17); };
  return root(peak) / (root(peak) + root(std::max(before, after)));
}

/// The template is found where it was cut from, with a score of 1, and what is constant scores 0.
/// `level` and `range` are in the units of samples.
void expect_found(Ready<TemplateMatching>& ready, double level, double range, unsigned seed) {
  SCOPED_TRACE(testing::Message() << to_string(ready.search) << ", " << level << " + " << range
                                  << ", seed " << seed);
  const TemplateMatching& matching = ready.search;
  std::mt19937 random(seed);
  Samples image = partly_flat(matching.image, random);
  const double white = white_of(matching.image.type);
  const bool is_real = oracle::is_real(matching.image.type);
  for (double& value : image.values) {
    value = level + value / white * range;
    value = is_real ? static_cast<double>(static_cast<float>(value)) : std::round(value);
  }
  const Extent templ = matching.template_extent;
  std::uniform_int_distribution<std::int64_t> row(0, image.rows - templ.rows),
      column(image.columns / 3, image.columns - templ.columns);
  const std::int64_t y = row(random), x = column(random);
  const std::vector<Taps> templates{cut(image, y, x, templ)};
  ready.executable->set_templates(templates);
  const std::vector<Peak> peaks = ready.run(image);
  ASSERT_EQ(peaks.size(), 1U);
  // Rounding of transforms (search.h) reaches a score by as much as the signal is larger than its
  // deviation.
  double squares = 0;
  for (const double value : image.values)
    squares += std::pow(
        value - (is_real ? oracle::signal_level(matching, image) : std::round(white / 2)), 2);
  const double rms = std::sqrt(squares / static_cast<double>(image.values.size())),
               points = static_cast<double>(image.rows * image.columns),
               allowed = kAllowed +
                         4 * 0x1p-24 * std::sqrt(std::log2(points)) * rms / (kContrast * range);
  ASSERT_LT(allowed, 0.1);
  EXPECT_NEAR(peaks[0].score, 1, allowed);
  const Samples surface = ready.surface();
  const auto allowed_beside = [&](std::int64_t down, std::int64_t right) {
    if (y - down < 0 || x - right < 0 || y + down >= surface.rows || x + right >= surface.columns)
      return 0.0;
    return reach(surface.at(0, y - down, x - right), surface.at(0, y, x),
                 surface.at(0, y + down, x + right));
  };
  EXPECT_NEAR(peaks[0].x, static_cast<double>(x), allowed_beside(0, 1) + 1e-6);
  EXPECT_NEAR(peaks[0].y, static_cast<double>(y), allowed_beside(1, 0) + 1e-6);
  for (std::int64_t v = 0; v < surface.rows; ++v)
    for (std::int64_t u = 0; u + templ.columns <= image.columns / 3; ++u)
      ASSERT_EQ(surface.at(0, v, u), 0) << v << ", " << u;
}

}  // namespace

TEST_F(SearchLevels, FewBitsOfSixteen) {
  for (const char* text : {"match ccoeff-normed u16 61x90 p9x11 surface",
                           "match ccoeff-normed u16-be 61x90 p9x11 surface"}) {
    const auto ready = compile_matching(text);
    if (!ready) return;
    std::mt19937 random(1);
    for (unsigned seed = 0; seed < 4; ++seed)
      for (const int bits : {8, 10, 12, 14, 16}) {
        const double range = std::exp2(bits) - 1;
        std::uniform_real_distribution<double> level(0, 65535 - range);
        expect_found(*ready, 0, range, seed);
        expect_found(*ready, level(random), range, seed);
      }
  }
}

TEST_F(SearchLevels, FloatsOfAnyScale) {
  const auto ready = compile_matching("match ccoeff-normed f32 61x90 p9x11 surface");
  if (!ready) return;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> scale(-6, 6), part(0, 300);
  for (unsigned seed = 0; seed < 10; ++seed) {
    const double range = std::pow(10, scale(random));
    expect_found(*ready, 0, range, seed);
    expect_found(*ready, -part(random) * range, range, seed);  // 300 K and 1 K of contrast
  }
  for (const double range : {1e-12, 1e12}) expect_found(*ready, 0, range, 3);
}

/// A constant does not change scores, whatever its size beside the contrast.
TEST_F(SearchLevels, FarAboveTheContrastOfFloats) {
  struct Case {
    double level, contrast;
  };
  for (const char* text :
       {"match ccoeff-normed f32 61x90 p9x11 surface",
        "match ccoeff-normed f32 61x90x3 p9x11 weights=0.25,0.5,0.25,0 surface"}) {
    const auto ready = compile_matching(text);
    if (!ready) return;
    const TemplateMatching& matching = ready->search;
    for (const auto [level, contrast] : {Case{300, 0.001}, {1e6, 1}, {-3e7, 40}, {1e12, 1e6}}) {
      SCOPED_TRACE(testing::Message() << text << ", " << level << " +- " << contrast);
      std::mt19937 random(9);
      std::normal_distribution<double> normal(0, contrast);
      Samples image = oracle::samples_of(matching.image), apart = image;
      for (std::size_t i = 0; i < image.values.size(); ++i) {
        image.values[i] = static_cast<double>(static_cast<float>(level + normal(random)));
        apart.values[i] = image.values[i] - level;
      }
      const Samples signal = oracle::signal_of(matching, image);
      const std::vector<Taps> templates{cut(signal, 20, 31, matching.template_extent)};
      ready->executable->set_templates(templates);
      const std::vector<Peak> peaks = ready->run(image);
      ASSERT_EQ(peaks.size(), 1U);
      EXPECT_NEAR(peaks[0].score, 1, 1e-4);
      EXPECT_NEAR(peaks[0].x, 31, 0.5);
      EXPECT_NEAR(peaks[0].y, 20, 0.5);
      const Samples surface = ready->surface();
      ready->run(apart);
      const Samples expected = ready->surface();
      for (std::size_t i = 0; i < surface.values.size(); ++i)
        ASSERT_NEAR(surface.values[i], expected.values[i], 1e-4) << i;
    }
  }
}

/// Where samples that say the level were not seen, others do.
TEST_F(SearchLevels, OfSamplesThatWereSeen) {
  const auto ready = compile_matching("match ccoeff-normed f32 61x90 p9x11 surface");
  if (!ready) return;
  const auto [rows, columns, slices] = ready->search.image.extent();
  const std::array<std::pair<std::int64_t, std::int64_t>, 3> places{
      {{rows / 4, columns / 2}, {rows / 2, columns / 4}, {3 * rows / 4, 3 * columns / 4}}};
  for (const double bad : {std::nan(""), HUGE_VAL, -3e38})
    for (unsigned unseen = 1; unseen < 7; ++unseen) {
      std::mt19937 random(unseen);
      std::normal_distribution<double> normal(1e6, 1);
      Samples image = oracle::samples_of(ready->search.image);
      for (double& value : image.values)
        value = static_cast<double>(static_cast<float>(normal(random)));
      const std::vector<Taps> templates{cut(image, 3, 70, ready->search.template_extent)};
      for (unsigned i = 0; i < 3; ++i)
        if ((unseen >> i & 1) != 0) image.at(0, places[i].first, places[i].second) = bad;
      ready->executable->set_templates(templates);
      const std::vector<Peak> peaks = ready->run(image);
      ASSERT_EQ(peaks.size(), 1U) << bad << ", " << unseen;
      EXPECT_NEAR(peaks[0].score, 1, 1e-4) << bad << ", " << unseen;
    }
}

/// Of squares alone what is black is flat.
TEST_F(SearchLevels, FloatsOfAnyScaleWithTheirLevel) {
  const auto ready = compile_matching("match ccorr-normed f32 61x90 p9x11 surface");
  if (!ready) return;
  for (const double range : {1e-6, 1e-3, 1.0, 300.0, 1e6}) expect_found(*ready, 0, range, 5);
}

/// Scores are 0 below `flat` where that is given, whatever the data.
TEST_F(SearchLevels, FlatAsGiven) {
  const auto ready = compile_matching("match ccoeff-normed f32 61x90 p9x11 flat=2 surface");
  if (!ready) return;
  std::mt19937 random(6);
  const Samples image = texture(ready->search.image, random);  // 0 to 1
  prepare(*ready, image, random);
  ready->run(image);
  for (const double score : ready->surface().values) ASSERT_EQ(score, 0);
}

}  // namespace search_levels_test
