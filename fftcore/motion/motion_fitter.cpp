// SPDX-License-Identifier: LGPL-2.1-or-later
#include "motion_fitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fftcore/error.h"
#include "weighted_fit.h"

namespace fftcore {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
/// Chance that no set of pairs without a wrong one was drawn.
constexpr double kMissed = 1e-5;
constexpr int kLeastSamples = 20;
/// Tukey's function has an efficiency of 0.95 for this many standard deviations.
constexpr double kTukey = 4.685;
/// Median of the distance from 0 of two coordinates of standard deviation 1.
constexpr double kMedianDistance = 1.1774;
constexpr int kReweightings = 12;

/// splitmix64 (Steele, Lea and Flood 2014).
std::uint64_t next(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

bool counts(const PlacePair& pair) {
  for (const double number : {pair.x1, pair.y1, pair.x2, pair.y2})
    if (!(std::abs(number) <= kMaxMotionPlace)) return false;
  return pair.weight > 0 && std::isfinite(pair.weight);
}

}  // namespace

void validate(const MotionFitOptions& options) {
  if (!(options.tolerance > 0) || !std::isfinite(options.tolerance))
    throw InvalidArgument(
        fmt::format("tolerance is {}; a finite number above 0 is allowed", options.tolerance));
  if (!(options.least_agreeing >= 0 && options.least_agreeing <= 1))
    throw InvalidArgument(
        fmt::format("least_agreeing is {}; 0 to 1 are allowed", options.least_agreeing));
  if (!(options.least_deviation > 0) || !std::isfinite(options.least_deviation))
    throw InvalidArgument(fmt::format("least_deviation is {}; a finite number above 0 is allowed",
                                      options.least_deviation));
  if (options.samples < 1 || options.samples > 100000)
    throw InvalidArgument(fmt::format("samples is {}; 1 to 100000 are allowed", options.samples));
}

void MotionFitter::reserve(std::size_t pairs) {
  pairs_.reserve(pairs);
  normal_.reserve(pairs);
  weighted_.reserve(pairs);
  numbers_.reserve(pairs);
}

MotionFit MotionFitter::fit(MotionModel model, std::span<const PlacePair> pairs,
                            const MotionFitOptions& options, double unmatched) {
  MotionFit result;
  take(pairs);
  const auto needed = static_cast<std::size_t>(pairs_needed(model));
  if (pairs_.size() < needed) return result;
  normalize(model);
  const double tolerance = options.tolerance * second_.scale;
  if (!find_consensus(model, options, tolerance)) {
    result.reason = MotionReason::degenerate;
    return result;
  }
  reweight(model, tolerance, options.least_deviation * second_.scale);
  result.map = in_pixels();
  result.reason = agreement(model, options, unmatched, result);
  if (!result.is_known()) result.map = {};
  return result;
}

/// Keeps the pairs that count.
void MotionFitter::take(std::span<const PlacePair> pairs) {
  pairs_.clear();
  for (const PlacePair& pair : pairs)
    if (counts(pair)) pairs_.push_back(pair);
}

/// Of the first so many numbers_, whose order changes.
double MotionFitter::median(std::size_t count) {
  const auto middle = numbers_.begin() + static_cast<std::ptrdiff_t>(count / 2);
  std::nth_element(numbers_.begin(), middle, numbers_.begin() + static_cast<std::ptrdiff_t>(count));
  return *middle;
}

/// Medians, since a few wrong places may lie anywhere. `fallback` is the scale of places that lie
/// in one spot.
MotionFitter::Frame MotionFitter::frame_of(bool is_second, double fallback) {
  const auto x = is_second ? &PlacePair::x2 : &PlacePair::x1;
  const auto y = is_second ? &PlacePair::y2 : &PlacePair::y1;
  const std::size_t count = pairs_.size();
  numbers_.resize(count);
  Frame frame;
  for (std::size_t i = 0; i < count; ++i) numbers_[i] = pairs_[i].*x;
  frame.x = median(count);
  for (std::size_t i = 0; i < count; ++i) numbers_[i] = pairs_[i].*y;
  frame.y = median(count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    numbers_[i] = std::hypot(pairs_[i].*x - frame.x, pairs_[i].*y - frame.y);
    sum += numbers_[i];
  }
  double distance = median(count);
  // Most places may lie in one spot, and few of them elsewhere. Places whose spread is rounding
  // lie in one spot too.
  const double rounding = 1e-13 * (std::abs(frame.x) + std::abs(frame.y));
  if (!(distance > rounding)) distance = sum / static_cast<double>(count);
  frame.scale = distance > rounding ? 1 / distance : fallback;
  return frame;
}

void MotionFitter::normalize(MotionModel model) {
  first_ = frame_of(false, 1);
  second_ = frame_of(true, first_.scale);
  // A translation has one scale for both.
  if (model == MotionModel::translation) second_.scale = first_.scale;
  normal_.clear();
  for (const PlacePair& pair : pairs_)
    normal_.push_back({(pair.x1 - first_.x) * first_.scale, (pair.y1 - first_.y) * first_.scale,
                       (pair.x2 - second_.x) * second_.scale, (pair.y2 - second_.y) * second_.scale,
                       pair.weight});
}

/// Draws different pairs into sample_.
void MotionFitter::draw(MotionModel model, std::uint64_t& state) {
  const auto needed = static_cast<std::size_t>(pairs_needed(model));
  std::array<std::size_t, 4> drawn{};
  for (std::size_t i = 0; i < needed; ++i) {
    bool is_new = false;
    while (!is_new) {
      drawn[i] = static_cast<std::size_t>(next(state) % normal_.size());
      is_new = std::find(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(i), drawn[i]) ==
               drawn.begin() + static_cast<std::ptrdiff_t>(i);
    }
    sample_[i] = normal_[drawn[i]];
    sample_[i].weight = 1;
  }
}

/// Sum of weight times squared distance, each at most the tolerance's; stops beyond `most`.
double MotionFitter::cost(const MotionMap& map, double tolerance, double most) const {
  const double limit = tolerance * tolerance;
  double sum = 0;
  for (const PlacePair& pair : normal_) {
    sum += pair.weight * std::min(squared_distance(map, pair), limit);
    if (sum > most) return kInfinite;
  }
  return sum;
}

/// Fits a map again, to the pairs that agree with it.
bool MotionFitter::improve(MotionModel model, double tolerance, MotionMap& map) {
  weighted_.clear();
  for (const PlacePair& pair : normal_)
    if (squared_distance(map, pair) <= tolerance * tolerance) weighted_.push_back(pair);
  if (weighted_.size() < static_cast<std::size_t>(pairs_needed(model))) return false;
  if (model == MotionModel::projective) {
    map = refined_projective(map, weighted_);
    return true;
  }
  const auto better = weighted_fit(model, weighted_);
  if (better) map = *better;
  return better.has_value();
}

/// map_ becomes the best of the maps that are tried. False where none was found.
bool MotionFitter::find_consensus(MotionModel model, const MotionFitOptions& options,
                                  double tolerance) {
  const auto needed = static_cast<std::size_t>(pairs_needed(model));
  double weight = 0;
  for (const PlacePair& pair : normal_) weight += pair.weight;
  std::uint64_t state = options.seed;
  double best = kInfinite;
  // The same sets again and again are of no use where there are few.
  int wanted = normal_.size() == needed ? 1 : options.samples;
  for (int i = 0; i < wanted; ++i) {
    draw(model, state);
    const auto tried = weighted_fit(model, std::span(sample_).first(needed));
    if (!tried) continue;
    double value = cost(*tried, tolerance, best);
    if (!(value < best)) continue;
    MotionMap map = *tried;
    for (int again = 0; again < 2; ++again) {
      MotionMap improved = map;
      if (!improve(model, tolerance, improved)) break;
      const double less = cost(improved, tolerance, value);
      if (!(less < value)) break;
      value = less;
      map = improved;
    }
    best = value;
    map_ = map;
    double agreeing = 0;
    for (const PlacePair& pair : normal_)
      if (squared_distance(map, pair) <= tolerance * tolerance) agreeing += pair.weight;
    const double right = std::pow(std::min(agreeing / weight, 1.0), static_cast<double>(needed));
    if (right > 0.999)
      wanted = std::min(wanted, kLeastSamples);
    else if (right > 1e-6)
      wanted = std::min(
          wanted, std::max(kLeastSamples, static_cast<int>(std::min(
                                              1e6, std::log(kMissed) / std::log1p(-right) + 1))));
  }
  return best < kInfinite;
}

/// Least squares with weights that fall to 0 at a few standard deviations, and at the tolerance.
void MotionFitter::reweight(MotionModel model, double tolerance, double least_deviation) {
  double before = kInfinite;
  for (int i = 0; i < kReweightings; ++i) {
    numbers_.clear();
    for (const PlacePair& pair : normal_) {
      const double square = squared_distance(map_, pair);
      if (square <= tolerance * tolerance) numbers_.push_back(std::sqrt(square));
    }
    if (numbers_.size() < static_cast<std::size_t>(pairs_needed(model))) return;
    const double deviation = std::max(median(numbers_.size()) / kMedianDistance, least_deviation);
    const double limit = std::min(kTukey * deviation, tolerance);
    weighted_.clear();
    for (const PlacePair& pair : normal_) {
      const double part = squared_distance(map_, pair) / (limit * limit);
      if (part < 1) {
        weighted_.push_back(pair);
        weighted_.back().weight *= (1 - part) * (1 - part);
      }
    }
    if (weighted_.size() < static_cast<std::size_t>(pairs_needed(model))) return;
    MotionMap map = map_;
    if (model == MotionModel::projective) {
      map = refined_projective(map_, weighted_);
    } else if (const auto better = weighted_fit(model, weighted_)) {
      map = *better;
    }
    double change = 0;
    for (std::size_t k = 0; k < 9; ++k)
      change = std::max(change, std::abs(map.numbers[k] - map_.numbers[k]));
    map_ = map;
    if (change < 1e-9 * tolerance || change > before) return;
    before = change * 2;  // it need not fall each time, but must not go on to rise
  }
}

/// map_ out of the frames.
MotionMap MotionFitter::in_pixels() const {
  const MotionMap into{{first_.scale, 0, -first_.x * first_.scale, 0, first_.scale,
                        -first_.y * first_.scale, 0, 0, 1}};
  const MotionMap out_of{
      {1 / second_.scale, 0, second_.x, 0, 1 / second_.scale, second_.y, 0, 0, 1}};
  MotionMap result = composed(out_of, composed(map_, into));
  double largest = 0;
  for (const double number : result.numbers) largest = std::max(largest, std::abs(number));
  const double last = result.numbers[8];
  if (std::abs(last) > 1e-13 * largest)
    for (double& number : result.numbers) number /= last;
  return result;
}

/// Says how many pairs agree with map_, and whether it is known by that.
MotionReason MotionFitter::agreement(MotionModel model, const MotionFitOptions& options,
                                     double unmatched, MotionFit& fit) {
  const double tolerance = options.tolerance * second_.scale;
  const double parameters = 2.0 * pairs_needed(model);
  double weight = unmatched, agreeing = 0, squares = 0;
  weighted_.clear();
  for (const PlacePair& pair : normal_) {
    weight += pair.weight;
    const double square = squared_distance(map_, pair);
    if (!(square <= tolerance * tolerance)) continue;
    agreeing += pair.weight;
    squares += pair.weight * square;
    weighted_.push_back(pair);
  }
  const auto needed = static_cast<std::size_t>(pairs_needed(model));
  if (weighted_.size() < needed) return MotionReason::few_agree;
  const auto pairs = static_cast<double>(weighted_.size());
  fit.agreeing = agreeing / weight;
  fit.pairs = static_cast<std::int64_t>(weighted_.size());
  fit.rms = std::sqrt(squares / agreeing) / second_.scale;
  fit.deviation = 2 * pairs > parameters
                      ? fit.rms * std::sqrt(parameters / (2 * pairs - parameters))
                      : kInfinite;
  if (is_degenerate(model, weighted_)) return MotionReason::degenerate;
  // Any map has as many pairs as it was made from, so one more says something.
  if (fit.agreeing < options.least_agreeing ||
      (weighted_.size() == needed && pairs_.size() > needed))
    return MotionReason::few_agree;
  fit.confidence = fit.agreeing * (1 - parameters / (2 * pairs));
  return MotionReason::known;
}

MotionFit fit_motion(MotionModel model, std::span<const PlacePair> pairs,
                     const MotionFitOptions& options) {
  validate(options);
  MotionFitter fitter;
  fitter.reserve(pairs.size());
  return fitter.fit(model, pairs, options);
}

}  // namespace fftcore
