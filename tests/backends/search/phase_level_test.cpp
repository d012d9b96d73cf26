// SPDX-License-Identifier: LGPL-2.1-or-later
// Phase correlation of images whose level or scale is not that of pictures.
#include <tuple>
#include <utility>

#include "search_check.h"

namespace phase_level_test {

using namespace fftcore;
using namespace searches;

namespace {

class PhaseLevels : public OnThisBackend<testing::Test> {};

double distance(const Peak& peak, double x, double y) {
  return std::hypot(peak.x - x, peak.y - y);
}

/// The best peak of a texture that moves. Samples are `level` + `contrast` times a texture of -1
/// to 1, and grain.
Peak peak_at(Ready<PhaseCorrelation>& ready, double level, double contrast) {
  std::mt19937 random(12);
  const PhaseCorrelation& correlation = ready.search;
  fftcore::Layout layout = correlation.image;
  layout.type = fftcore::SampleType::f32;
  const Samples picture = texture(layout, random);
  std::normal_distribution<double> grain(0, 0.02);
  const auto at = [&](const Samples& from) {
    Samples image = from;
    for (double& value : image.values) {
      value = level + contrast * (2 * value - 1 + grain(random));
      value = oracle::is_real(correlation.image.type)
                  ? static_cast<double>(static_cast<float>(value))
                  : std::round(value);
    }
    return image;
  };
  ready.set_reference(at(picture));
  const std::vector<Peak> peaks = ready.run(at(moved(picture, 7, -11)));
  return peaks.empty() ? Peak{} : peaks.front();
}

}  // namespace

TEST_F(PhaseLevels, ALevelDoesNotMoveThePhase) {
  for (const auto& [text, level, contrast, high] :
       {std::tuple{"phase u16 90x120", 200.0, 20.0, 30000.0},
        std::tuple{"phase u16-be 90x120x3 weights=0.25,0.5,0.25,0", 200.0, 20.0, 65000.0},
        std::tuple{"phase u8 90x120", 10.0, 8.0, 240.0},
        std::tuple{"phase f32 90x120 noise=0.0006", 0.0, 0.1, 300.0},
        std::tuple{"phase f32 90x120 noise=0.0006", 0.0, 0.1, -300.0}}) {
    const auto ready = compile_phase(text);
    if (!ready) return;
    const Peak low = peak_at(*ready, level, contrast), peak = peak_at(*ready, high, contrast);
    EXPECT_LT(distance(peak, -11, 7), 0.1) << text << ": " << peak.x << ", " << peak.y;
    EXPECT_NEAR(peak.score, low.score, 0.02) << text;
    EXPECT_GT(peak.score, 0.3) << text;
  }
}

TEST_F(PhaseLevels, MeasuredNoiseFollowsTheScale) {
  const PhaseCorrelation correlation = fftcore::parse_phase_correlation("phase f32 90x120");
  EXPECT_EQ(correlation.noise, 0);
  Ready<PhaseCorrelation> ready(correlation);
  const double score = peak_at(ready, 0.5, 0.5).score;
  EXPECT_GT(score, 0.3);
  for (const auto& [level, contrast] :
       {std::pair{300.0, 0.1}, {1e-3, 1e-3}, {0.0, 1e-15}, {5e4, 3e4}, {-1e6, 1e3}, {0.0, 1e14}}) {
    const Peak peak = peak_at(ready, level, contrast);
    EXPECT_LT(distance(peak, -11, 7), 0.1) << level << ", " << contrast << ": " << peak.x;
    EXPECT_NEAR(peak.score, score, 0.02) << level << ", " << contrast;
  }
  // Each image has a scale of its own.
  std::mt19937 random(13);
  const Samples one = texture(correlation.image, random);
  Samples other = moved(one, 7, -11);
  for (double& value : other.values) value = static_cast<double>(static_cast<float>(value * 1e-4));
  ready.set_reference(one);
  EXPECT_LT(distance(ready.run(other).front(), -11, 7), 0.1);
  EXPECT_GT(ready.run(other).front().score, 0.3);
}

TEST_F(PhaseLevels, ConstantsAreNotAlike) {
  for (const char* text : {"phase u8 60x70", "phase f32 60x70 noise=0.001", "phase f32 60x70"}) {
    const auto ready = compile_phase(text);
    if (!ready) return;
    Samples dark = oracle::samples_of(ready->search.image), bright = dark;
    for (double& value : dark.values) value = 1;
    for (double& value : bright.values) value = 200;
    ready->set_reference(dark);
    EXPECT_EQ(ready->run(bright).front().score, 0) << text;
  }
}

}  // namespace phase_level_test
