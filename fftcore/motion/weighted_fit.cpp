// SPDX-License-Identifier: LGPL-2.1-or-later
#include "weighted_fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fftcore {
namespace {

/// Below this part of its own diagonal a pivot is nothing but rounding.
constexpr double kLeastPivot = 1e-12;
/// The least determinant of a linear part, places being about 1 away from the origin.
constexpr double kLeastDeterminant = 1e-10;
/// Thickness of a line by its length, squared.
constexpr double kLine = 1e-8;

/// Symmetric equations A x = b of n unknowns, by their sums.
template <std::size_t n>
struct Equations {
  std::array<std::array<double, n>, n> a{};
  std::array<double, n> b{};

  void add(const std::array<double, n>& row, double value, double weight) {
    for (std::size_t i = 0; i < n; ++i) {
      const double scaled = weight * row[i];
      for (std::size_t j = 0; j <= i; ++j) a[i][j] += scaled * row[j];
      b[i] += scaled * value;
    }
  }

  /// By Cholesky's decomposition; nothing where A is not positive.
  std::optional<std::array<double, n>> solution(double least_pivot = kLeastPivot) const {
    auto l = a;
    for (std::size_t j = 0; j < n; ++j) {
      double pivot = a[j][j];
      for (std::size_t k = 0; k < j; ++k) pivot -= l[j][k] * l[j][k];
      if (!(pivot > least_pivot * a[j][j])) return std::nullopt;
      l[j][j] = std::sqrt(pivot);
      for (std::size_t i = j + 1; i < n; ++i) {
        double sum = a[i][j];
        for (std::size_t k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
        l[i][j] = sum / l[j][j];
      }
    }
    auto x = b;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= l[i][k] * x[k];
      x[i] /= l[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = i + 1; k < n; ++k) x[i] -= l[k][i] * x[k];
      x[i] /= l[i][i];
    }
    return x;
  }
};

/// Weighted means of both places, and the weight of all.
PlacePair means_of(std::span<const PlacePair> pairs) {
  PlacePair sum{0, 0, 0, 0, 0};
  for (const PlacePair& pair : pairs) {
    sum.x1 += pair.weight * pair.x1;
    sum.y1 += pair.weight * pair.y1;
    sum.x2 += pair.weight * pair.x2;
    sum.y2 += pair.weight * pair.y2;
    sum.weight += pair.weight;
  }
  return {sum.x1 / sum.weight, sum.y1 / sum.weight, sum.x2 / sum.weight, sum.y2 / sum.weight,
          sum.weight};
}

PlacePair less(const PlacePair& pair, const PlacePair& mean) {
  return {pair.x1 - mean.x1, pair.y1 - mean.y1, pair.x2 - mean.x2, pair.y2 - mean.y2, pair.weight};
}

/// The linear map that takes one mean to the other.
std::optional<MotionMap> about_means(const PlacePair& mean, double xx, double xy, double yx,
                                     double yy) {
  if (!(std::abs(xx * yy - xy * yx) > kLeastDeterminant)) return std::nullopt;
  return MotionMap{{xx, xy, mean.x2 - xx * mean.x1 - xy * mean.y1, yx, yy,
                    mean.y2 - yx * mean.x1 - yy * mean.y1, 0, 0, 1}};
}

std::optional<MotionMap> similarity(std::span<const PlacePair> pairs) {
  const PlacePair mean = means_of(pairs);
  double power = 0, cosine = 0, sine = 0;
  for (const PlacePair& pair : pairs) {
    const PlacePair at = less(pair, mean);
    power += at.weight * (at.x1 * at.x1 + at.y1 * at.y1);
    cosine += at.weight * (at.x1 * at.x2 + at.y1 * at.y2);
    sine += at.weight * (at.x1 * at.y2 - at.y1 * at.x2);
  }
  if (!(power > kLeastPivot * mean.weight)) return std::nullopt;
  return about_means(mean, cosine / power, -sine / power, sine / power, cosine / power);
}

std::optional<MotionMap> affine(std::span<const PlacePair> pairs) {
  const PlacePair mean = means_of(pairs);
  Equations<2> x, y;
  for (const PlacePair& pair : pairs) {
    const PlacePair at = less(pair, mean);
    x.add({at.x1, at.y1}, at.x2, at.weight);
    y.add({at.x1, at.y1}, at.y2, at.weight);
  }
  if (!(x.a[0][0] + x.a[1][1] > kLeastPivot * mean.weight)) return std::nullopt;
  const auto to_x = x.solution(kLine), to_y = y.solution(kLine);
  if (!to_x || !to_y) return std::nullopt;
  return about_means(mean, (*to_x)[0], (*to_x)[1], (*to_y)[0], (*to_y)[1]);
}

bool has_inverse(const MotionMap& map) {
  const auto& m = map.numbers;
  return std::abs(m[0] * (m[4] - m[5] * m[7]) - m[1] * (m[3] - m[5] * m[6]) +
                  m[2] * (m[3] * m[7] - m[4] * m[6])) > kLeastDeterminant;
}

/// The direct linear transform, whose last number is 1: the origin lies among the places, so it is
/// not mapped beyond the horizon.
std::optional<MotionMap> projective(std::span<const PlacePair> pairs) {
  Equations<8> equations;
  for (const PlacePair& at : pairs) {
    equations.add({at.x1, at.y1, 1, 0, 0, 0, -at.x1 * at.x2, -at.y1 * at.x2}, at.x2, at.weight);
    equations.add({0, 0, 0, at.x1, at.y1, 1, -at.x1 * at.y2, -at.y1 * at.y2}, at.y2, at.weight);
  }
  const auto found = equations.solution();
  if (!found) return std::nullopt;
  MotionMap map;
  std::copy_n(found->begin(), 8, map.numbers.begin());
  if (!has_inverse(map)) return std::nullopt;
  return map;
}

double cost_of(const MotionMap& map, std::span<const PlacePair> pairs) {
  double sum = 0;
  for (const PlacePair& pair : pairs)
    if (pair.weight > 0) sum += pair.weight * squared_distance(map, pair);
  return sum;
}

/// Weighted scatter of first places: whether they lie on one line.
bool are_on_line(std::span<const PlacePair> pairs) {
  const PlacePair mean = means_of(pairs);
  if (!(mean.weight > 0)) return true;
  double xx = 0, xy = 0, yy = 0;
  for (const PlacePair& pair : pairs) {
    const PlacePair at = less(pair, mean);
    xx += at.weight * at.x1 * at.x1;
    xy += at.weight * at.x1 * at.y1;
    yy += at.weight * at.y1 * at.y1;
  }
  const double half = (xx + yy) / 2, root = std::hypot((xx - yy) / 2, xy);
  return !(half > kLeastPivot * mean.weight) || half - root <= kLine * (half + root);
}

/// The pair that counts most for an affine map: its leverage is the largest.
std::size_t most_important(std::span<const PlacePair> pairs) {
  const PlacePair mean = means_of(pairs);
  double xx = 0, xy = 0, yy = 0;
  for (const PlacePair& pair : pairs) {
    const PlacePair at = less(pair, mean);
    xx += at.weight * at.x1 * at.x1;
    xy += at.weight * at.x1 * at.y1;
    yy += at.weight * at.y1 * at.y1;
  }
  std::size_t best = 0;
  double most = -1;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const PlacePair at = less(pairs[i], mean);
    const double leverage =
        at.weight * (yy * at.x1 * at.x1 - 2 * xy * at.x1 * at.y1 + xx * at.y1 * at.y1);
    if (leverage > most) {
      most = leverage;
      best = i;
    }
  }
  return best;
}

}  // namespace

std::optional<MotionMap> weighted_fit(MotionModel model, std::span<const PlacePair> pairs) {
  switch (model) {
    case MotionModel::translation: {
      const PlacePair mean = means_of(pairs);
      if (!(mean.weight > 0)) return std::nullopt;
      return MotionMap{{1, 0, mean.x2 - mean.x1, 0, 1, mean.y2 - mean.y1, 0, 0, 1}};
    }
    case MotionModel::similarity: return similarity(pairs);
    case MotionModel::affine: return affine(pairs);
    case MotionModel::projective: return projective(pairs);
  }
  return std::nullopt;
}

MotionMap refined_projective(const MotionMap& map, std::span<const PlacePair> pairs) {
  Equations<8> equations;
  const auto& m = map.numbers;
  for (const PlacePair& pair : pairs) {
    if (!(pair.weight > 0)) continue;
    const double w = m[6] * pair.x1 + m[7] * pair.y1 + m[8];
    if (!(w > 0)) continue;
    const double u = pair.x1 / w, v = pair.y1 / w, one = 1 / w;
    const double x = m[0] * u + m[1] * v + m[2] * one, y = m[3] * u + m[4] * v + m[5] * one;
    equations.add({u, v, one, 0, 0, 0, -u * x, -v * x}, pair.x2 - x, pair.weight);
    equations.add({0, 0, 0, u, v, one, -u * y, -v * y}, pair.y2 - y, pair.weight);
  }
  const auto step = equations.solution();
  if (!step) return map;
  const double before = cost_of(map, pairs);
  for (double part = 1; part > 0.1; part /= 2) {
    MotionMap next = map;
    for (std::size_t i = 0; i < 8; ++i) next.numbers[i] += part * (*step)[i];
    if (cost_of(next, pairs) <= before && has_inverse(next)) return next;
  }
  return map;
}

bool is_degenerate(MotionModel model, std::span<PlacePair> pairs) {
  // Least squares themselves refuse one spot, and a line for an affine map.
  if (model == MotionModel::translation || model == MotionModel::similarity) return false;
  if (are_on_line(pairs)) return true;
  const auto used =
      std::ranges::count_if(pairs, [](const PlacePair& pair) { return pair.weight > 0; });
  if (used <= pairs_needed(model)) return false;
  PlacePair& one = pairs[most_important(pairs)];
  const double weight = std::exchange(one.weight, 0);
  const bool others_are = are_on_line(pairs);
  one.weight = weight;
  return others_are;
}

}  // namespace fftcore
