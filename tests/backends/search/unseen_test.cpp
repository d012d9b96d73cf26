// SPDX-License-Identifier: LGPL-2.1-or-later
// Matching in images that have samples that nobody saw: not a number, infinite, or a mark for "no
// data". What they do not touch is found as ever.
#include <limits>

#include "search_run.h"

namespace unseen_test {

using namespace fftcore;
using namespace searches;

namespace {

class Unseen : public OnThisBackend<testing::TestWithParam<const char*>> {
 protected:
  void start() {
    std::mt19937 random(7);
    ready_ = compile_matching(GetParam());
    if (!ready_) return;
    image_ = texture(matching().image, random);
    templates_ = templates_from(matching(), image_, random);
    ready_->executable->set_templates(templates_);
  }
  const TemplateMatching& matching() const { return ready_->search; }

  /// What is found is what the definition says, and the peaks are those of the surface.
  void expect_right(const Samples& image) {
    const std::vector<Peak> peaks = ready_->run(image);
    const oracle::ExactSurface exact = oracle::matched(matching(), image, templates_);
    const Samples surface = ready_->surface();
    double unit = 1;
    if (matching().score == Score::ccorr)
      for (const double value : exact.s.values) unit = std::max(unit, value);
    for (std::size_t i = 0; i < exact.s.values.size(); ++i) {
      const double got = surface.values[i];
      if (exact.is_doubtful[i]) continue;
      ASSERT_TRUE(got == exact.s.values[i] || std::abs(got - exact.s.values[i]) <= 1e-4 * unit)
          << GetParam() << ": score " << i << " is " << got << ", not " << exact.s.values[i];
    }
    EXPECT_EQ(peaks, oracle::peaks_of(matching(), surface)) << GetParam();
  }

  std::unique_ptr<Ready<TemplateMatching>> ready_;
  Samples image_;
  std::vector<Taps> templates_;
};

class UnseenChannel : public OnThisBackend<testing::Test> {};

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(),
                 kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_P(Unseen, TouchNoOtherScore) {
  start();
  if (!ready_) return;
  const std::vector<Peak> before = ready_->run(image_);
  for (const double bad : {kNaN, kInfinity, -kInfinity, 3e38, -1e20}) {
    Samples image = image_;
    image.at(0, image.rows / 2, image.columns / 3) = bad;
    expect_right(image);
  }
  Samples image = image_;  // in corners, side by side
  image.at(0, 0, 0) = kNaN;
  image.at(0, 0, image.columns - 1) = -kInfinity;
  image.at(0, image.rows - 1, image.columns - 1) = kInfinity;
  image.at(0, image.rows - 1, image.columns - 2) = 3e38;
  expect_right(image);
  EXPECT_EQ(ready_->run(image_), before) << GetParam() << ": something is left of them";
}

TEST_P(Unseen, NothingIsFoundWhereNothingWasSeen) {
  start();
  if (!ready_) return;
  Samples image = image_;
  std::fill(image.values.begin(), image.values.end(), kNaN);
  EXPECT_TRUE(ready_->run(image).empty()) << GetParam();
  for (const double score : ready_->surface().values) ASSERT_EQ(score, kNoScore) << GetParam();
}

/// A sample so large that all others are lost beside it, and just seen.
TEST_P(Unseen, NormedScoresStayInTheirRange) {
  start();
  if (!ready_ || matching().score == Score::ccorr) return;
  for (const double large : {1e7, -1e12, 9e14}) {
    Samples image = image_;
    image.at(0, image.rows / 2, image.columns / 3) = large;
    for (const Peak& peak : ready_->run(image)) EXPECT_LE(std::abs(peak.score), 1);
    for (const double score : ready_->surface().values)
      ASSERT_TRUE(score == kNoScore || (score >= -1 && score <= 1)) << GetParam() << ": " << score;
  }
}

TEST_F(UnseenChannel, IsNotReadWhereItDoesNotCount) {
  const auto ready =
      compile_matching("match ccoeff-normed f32 40x50x2 p9x8 weights=1,0,0,0 radius=3 surface");
  if (!ready) return;
  std::mt19937 random(8);
  Samples image = texture(ready->search.image, random);
  prepare(*ready, image, random);
  const std::vector<Peak> before = ready->run(image);
  image.at(1, 20, 20) = kNaN;
  EXPECT_EQ(ready->run(image), before);
}

INSTANTIATE_TEST_SUITE_P(
    Search, Unseen,
    testing::Values("match ccoeff-normed f32 97x101 p13x17 peaks=5 radius=5 surface",
                    "match ccorr-normed f32 60x150 p31x9 templates=3 peaks=2 radius=4 surface",
                    "match ccorr f32 66x77 p8x9 peaks=5 radius=2 surface",
                    "match ccoeff-normed f32 1x200 p1x9 peaks=3 surface",
                    "match ccorr-normed f32 149x1 p11x1 radius=2 peaks=4 surface",
                    "match ccoeff-normed f32 45x44x2 p6x5 planar pitch=50 weights=0.5,-0.25,0,0 "
                    "surface"));

}  // namespace unseen_test
