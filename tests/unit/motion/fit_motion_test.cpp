// SPDX-License-Identifier: LGPL-2.1-or-later
// Maps that are known, found again from pairs of places with noise, of which many are wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "fftcore/error.h"
#include "fftcore/motion.h"

namespace fit_motion_test {

using namespace fftcore;

namespace {

constexpr MotionModel kModels[] = {MotionModel::translation, MotionModel::similarity,
                                   MotionModel::affine, MotionModel::projective};

/// A map of that model in an image of 640x360.
MotionMap known_map(MotionModel model) {
  const double angle = 2 * std::numbers::pi / 180, zoom = 1.02;
  const double c = zoom * std::cos(angle), s = zoom * std::sin(angle);
  switch (model) {
    case MotionModel::translation: return {{1, 0, 12.25, 0, 1, -7.5, 0, 0, 1}};
    case MotionModel::similarity: return {{c, -s, 12.25, s, c, -7.5, 0, 0, 1}};
    case MotionModel::affine: return {{1.03, -0.02, 12.25, 0.04, 0.97, -7.5, 0, 0, 1}};
    case MotionModel::projective: return {{c, -s, 12.25, s, c, -7.5, 4e-5, -6e-5, 1}};
  }
  return {};
}

class Places {
 public:
  explicit Places(unsigned seed) : random_(seed) {}
  double uniform(double least, double most) {
    return std::uniform_real_distribution(least, most)(random_);
  }
  double normal(double deviation) { return std::normal_distribution(0.0, deviation)(random_); }
  PlacePair pair(const MotionMap& map, double noise) {
    PlacePair pair{uniform(0, 640), uniform(0, 360)};
    return moved(pair, map, noise);
  }
  PlacePair moved(PlacePair pair, const MotionMap& map, double noise) {
    const auto [x, y] = mapped(map, pair.x1, pair.y1);
    pair.x2 = x + (noise > 0 ? normal(noise) : 0);
    pair.y2 = y + (noise > 0 ? normal(noise) : 0);
    return pair;
  }
  std::vector<PlacePair> pairs(std::size_t count, const MotionMap& map, double noise) {
    std::vector<PlacePair> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(pair(map, noise));
    return result;
  }

 private:
  std::mt19937 random_;
};

/// Root mean square of what both maps differ by, over an image.
double difference(const MotionMap& a, const MotionMap& b) {
  double sum = 0;
  int count = 0;
  for (int y = 0; y <= 360; y += 40)
    for (int x = 0; x <= 640; x += 40, ++count) {
      const auto one = mapped(a, x, y), other = mapped(b, x, y);
      sum += std::pow(one[0] - other[0], 2) + std::pow(one[1] - other[1], 2);
    }
  return std::sqrt(sum / count);
}

}  // namespace

TEST(FitMotion, ExactPairsGiveTheMap) {
  Places places(1);
  for (const MotionModel model : kModels)
    for (const int count : {pairs_needed(model), pairs_needed(model) + 1, 7, 50, 1000}) {
      const auto pairs = places.pairs(static_cast<std::size_t>(count), known_map(model), 0);
      const MotionFit fit = fit_motion(model, pairs);
      SCOPED_TRACE(fmt::format("{} {}", to_string(model), count));
      ASSERT_TRUE(fit.is_known()) << to_string(fit.reason);
      EXPECT_LT(difference(fit.map, known_map(model)), 1e-6);
      EXPECT_EQ(fit.agreeing, 1);
      EXPECT_EQ(fit.pairs, count);
      EXPECT_NEAR(fit.confidence, 1 - pairs_needed(model) / static_cast<double>(count), 1e-12);
      if (model != MotionModel::projective) {
        EXPECT_EQ(fit.map.numbers[6], 0);
        EXPECT_EQ(fit.map.numbers[8], 1);
      }
    }
}

TEST(FitMotion, NoiseAveragesOut) {
  Places places(2);
  for (const MotionModel model : kModels) {
    double squares = 0, expected = 0;
    for (int i = 0; i < 30; ++i) {
      const auto pairs = places.pairs(300, known_map(model), 0.1);
      const MotionFit fit = fit_motion(model, pairs);
      ASSERT_TRUE(fit.is_known());
      EXPECT_NEAR(fit.rms, 0.1 * std::sqrt(2), 0.02);
      squares += std::pow(difference(fit.map, known_map(model)), 2);
      expected += fit.deviation * fit.deviation;
    }
    // Tukey's function costs a little, and the corners lie outside most of the places.
    EXPECT_LT(std::sqrt(squares), 1.6 * std::sqrt(expected)) << to_string(model);
    EXPECT_GT(std::sqrt(squares), 0.6 * std::sqrt(expected)) << to_string(model);
  }
}

TEST(FitMotion, WrongPairsThatMoveAlikeLose) {
  Places places(3);
  for (const MotionModel model : kModels)
    for (const std::size_t count : {40U, 100U, 1000U}) {
      // A similarity of its own, that moves some pixels more than the tolerance.
      MotionMap other = known_map(MotionModel::similarity);
      other.numbers[2] += 6;
      other.numbers[5] += 5;
      auto pairs = places.pairs(count * 55 / 100, known_map(model), 0.1);
      const auto wrong = places.pairs(count - pairs.size(), other, 0.1);
      pairs.insert(pairs.end(), wrong.begin(), wrong.end());
      const MotionFit fit = fit_motion(model, pairs);
      SCOPED_TRACE(fmt::format("{} {}", to_string(model), count));
      ASSERT_TRUE(fit.is_known());
      EXPECT_LT(difference(fit.map, known_map(model)),
                model == MotionModel::projective ? 0.3 : 0.15);
      EXPECT_NEAR(fit.agreeing, 0.55, 0.06);
    }
}

TEST(FitMotion, WrongPairsAnywhereDoNotCount) {
  Places places(4);
  for (const MotionModel model : kModels) {
    auto pairs = places.pairs(100, known_map(model), 0.1);
    for (int i = 0; i < 100; ++i)
      pairs.push_back({places.uniform(0, 640), places.uniform(0, 360), places.uniform(-1e6, 1e6),
                       places.uniform(-1e6, 1e6)});
    pairs.push_back({1e12, -1e12, 1e12, 1e12});
    const MotionFit fit = fit_motion(model, pairs);
    ASSERT_TRUE(fit.is_known()) << to_string(model);
    EXPECT_LT(difference(fit.map, known_map(model)), 0.15) << to_string(model);
  }
}

TEST(FitMotion, PairsThatAreNoNumbersAreLeftOut) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  Places places(5);
  for (const MotionModel model : kModels) {
    auto pairs = places.pairs(20, known_map(model), 0);
    for (const double bad : {kNan, kInfinite, -kInfinite, 1e13}) {
      pairs.push_back({bad, 1, 2, 3});
      pairs.push_back({1, 2, 3, bad});
    }
    for (const double weight : {kNan, kInfinite, 0.0, -1.0}) pairs.push_back({1, 2, 3, 4, weight});
    const MotionFit fit = fit_motion(model, pairs);
    ASSERT_TRUE(fit.is_known());
    EXPECT_EQ(fit.pairs, 20);
    EXPECT_EQ(fit.agreeing, 1);
    EXPECT_LT(difference(fit.map, known_map(model)), 1e-6);
  }
}

TEST(FitMotion, DoesNotDependOnScaleOrOrigin) {
  for (const MotionModel model : kModels)
    for (const double scale : {1e-6, 1.0, 1e6})
      for (const double origin : {0.0, 1e3, -1e6}) {
        Places places(6);
        auto pairs = places.pairs(60, known_map(model), 0.1);
        for (PlacePair& pair : pairs) {
          pair = {(pair.x1 + origin) * scale, (pair.y1 + origin) * scale,
                  (pair.x2 + origin) * scale, (pair.y2 + origin) * scale};
        }
        MotionFitOptions options;
        options.tolerance *= scale;
        options.least_deviation *= scale;
        const MotionFit fit = fit_motion(model, pairs, options);
        SCOPED_TRACE(fmt::format("{} {} {}", to_string(model), scale, origin));
        ASSERT_TRUE(fit.is_known());
        EXPECT_GT(fit.agreeing, 0.99);
        EXPECT_NEAR(fit.rms / scale, 0.1 * std::sqrt(2), 0.04);
        // The same map, in the other coordinates.
        const auto [x, y] = mapped(fit.map, (320 + origin) * scale, (180 + origin) * scale);
        const auto [wx, wy] = mapped(known_map(model), 320, 180);
        EXPECT_NEAR(x / scale - origin, wx, 0.1);
        EXPECT_NEAR(y / scale - origin, wy, 0.1);
      }
}

TEST(FitMotion, WeightsCount) {
  Places places(7);
  const MotionMap one = known_map(MotionModel::similarity), other{{1, 0, 30, 0, 1, 9, 0, 0, 1}};
  auto pairs = places.pairs(20, one, 0);
  for (PlacePair& pair : pairs) pair.weight = 4;
  const auto more = places.pairs(60, other, 0);
  pairs.insert(pairs.end(), more.begin(), more.end());
  const MotionFit fit = fit_motion(MotionModel::similarity, pairs);
  ASSERT_TRUE(fit.is_known());
  EXPECT_LT(difference(fit.map, one), 1e-6);
  EXPECT_NEAR(fit.agreeing, 80.0 / 140, 1e-9);
}

TEST(FitMotion, FewPairs) {
  Places places(8);
  for (const MotionModel model : kModels) {
    for (int count = 0; count < pairs_needed(model); ++count) {
      const auto pairs = places.pairs(static_cast<std::size_t>(count), known_map(model), 0);
      const MotionFit fit = fit_motion(model, pairs);
      EXPECT_EQ(fit.reason, MotionReason::few_pairs);
      EXPECT_EQ(fit.map, MotionMap());
      EXPECT_EQ(fit.confidence, 0);
    }
  }
}

TEST(FitMotion, PlacesInOneSpotOrOnALine) {
  Places places(9);
  for (const MotionModel model : kModels) {
    SCOPED_TRACE(std::string(to_string(model)));
    const std::vector<PlacePair> spot(20, PlacePair{7, 8, 9, 11});
    std::vector<PlacePair> line, all_but_one;
    for (int i = 0; i < 20; ++i) {
      PlacePair pair{10.0 * i, 3 + 5.0 * i};
      line.push_back(places.moved(pair, known_map(model), 0));
    }
    all_but_one = line;
    all_but_one.push_back(places.moved({5, 300}, known_map(model), 0));
    EXPECT_EQ(fit_motion(model, spot).is_known(), model == MotionModel::translation);
    const bool needs_area = model == MotionModel::affine || model == MotionModel::projective;
    for (const auto& pairs : {line, all_but_one}) {
      const MotionFit fit = fit_motion(model, pairs);
      EXPECT_EQ(fit.is_known(), !needs_area);
      if (needs_area) {
        EXPECT_EQ(fit.reason, MotionReason::degenerate);
        EXPECT_EQ(fit.map, MotionMap());
      }
    }
    // Second places in one spot: no camera moves so.
    auto sunk = places.pairs(20, known_map(model), 0);
    for (PlacePair& pair : sunk) pair.x2 = pair.y2 = 5;
    EXPECT_FALSE(fit_motion(model, sunk).is_known());
  }
}

TEST(FitMotion, PairsThatDoNotAgree) {
  Places places(10);
  for (const MotionModel model : kModels) {
    std::vector<PlacePair> pairs;
    for (int i = 0; i < 200; ++i)
      pairs.push_back({places.uniform(0, 640), places.uniform(0, 360), places.uniform(0, 640),
                       places.uniform(0, 360)});
    const MotionFit fit = fit_motion(model, pairs);
    EXPECT_EQ(fit.reason, MotionReason::few_agree) << to_string(model);
    EXPECT_EQ(fit.map, MotionMap());
    EXPECT_EQ(fit.confidence, 0);
    EXPECT_LT(fit.agreeing, 0.2);
  }
}

TEST(FitMotion, SameResultEachTime) {
  Places places(11);
  auto pairs = places.pairs(60, known_map(MotionModel::projective), 0.3);
  for (int i = 0; i < 40; ++i) pairs.push_back({places.uniform(0, 640), 3, 5, 7});
  const MotionFit once = fit_motion(MotionModel::projective, pairs);
  const MotionFit again = fit_motion(MotionModel::projective, pairs);
  EXPECT_EQ(once.map, again.map);
  EXPECT_EQ(once.confidence, again.confidence);
}

TEST(FitMotion, RefusesOptionsOutOfRange) {
  const std::vector<PlacePair> none;
  for (const MotionFitOptions& options :
       {MotionFitOptions{.tolerance = 0}, MotionFitOptions{.tolerance = NAN},
        MotionFitOptions{.least_agreeing = 1.5}, MotionFitOptions{.least_deviation = 0},
        MotionFitOptions{.samples = 0}})
    EXPECT_THROW(fit_motion(MotionModel::affine, none, options), InvalidArgument);
}

TEST(MotionMaps, ComposeAndInvert) {
  Places places(12);
  for (const MotionModel model : kModels) {
    const MotionMap map = known_map(model), back = inverted(map);
    for (int i = 0; i < 20; ++i) {
      const double x = places.uniform(0, 640), y = places.uniform(0, 360);
      const auto there = mapped(map, x, y), again = mapped(back, there[0], there[1]);
      EXPECT_NEAR(again[0], x, 1e-9);
      EXPECT_NEAR(again[1], y, 1e-9);
      const auto both = mapped(composed(known_map(MotionModel::affine), map), x, y);
      const auto steps = mapped(known_map(MotionModel::affine), there[0], there[1]);
      EXPECT_NEAR(both[0], steps[0], 1e-9);
      EXPECT_NEAR(both[1], steps[1], 1e-9);
    }
    if (model != MotionModel::projective) {
      EXPECT_EQ(back.numbers[6], 0);
      EXPECT_EQ(back.numbers[7], 0);
      EXPECT_EQ(back.numbers[8], 1);
    }
  }
  // A zoom far from 1 is no reason.
  EXPECT_NEAR(inverted({{1e-9, 0, 5, 0, 1e-9, 6, 0, 0, 1}}).numbers[0], 1e9, 1);
}

TEST(MotionMaps, RefuseWhatCannotBeInverted) {
  EXPECT_THROW(inverted({{1, 2, 0, 2, 4, 0, 0, 0, 1}}), InvalidArgument);
  EXPECT_THROW(inverted({{0, 0, 0, 0, 0, 0, 0, 0, 0}}), InvalidArgument);
  EXPECT_THROW(inverted({{1, 0, NAN, 0, 1, 0, 0, 0, 1}}), InvalidArgument);
  EXPECT_THROW(inverted({{0.1, 0.2, 0, 0.3, 0.6, 0, 0, 0, 1}}), InvalidArgument);
}

TEST(MotionModels, HaveNames) {
  for (const MotionModel model : kModels) EXPECT_EQ(parse_motion_model(to_string(model)), model);
  EXPECT_THROW(parse_motion_model("rigid"), InvalidArgument);
}

}  // namespace fit_motion_test
