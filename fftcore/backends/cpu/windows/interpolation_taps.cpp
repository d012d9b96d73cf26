// SPDX-License-Identifier: LGPL-2.1-or-later
#include "interpolation_taps.h"

#include <cmath>
#include <numbers>

#include "window_loops.h"

namespace fftcore {
namespace {

double cubic(double t) {
  t = std::abs(t);
  return t <= 1 ? (1.5 * t - 2.5) * t * t + 1 : ((-0.5 * t + 2.5) * t - 4) * t + 2;
}

/// Lanczos' weights of the six samples about floor(place), `t` behind it. sin(pi (t + k)) is
/// sin(pi t) but for its sign, and sin(pi (t + k) / 3) takes three values.
void set_lanczos(double t, std::array<float, kMostInterpolationTaps>& weights) {
  using std::numbers::pi;
  const double third = pi / 3, s = std::sin(third * t), c = std::cos(third * t);
  // sin(third (t - k)) for k = -2 ... 3
  constexpr double kHalf = 0.5, kRoot = 0.86602540378443864676;
  const std::array<double, 6> sines = {-kHalf * s + kRoot * c, kHalf * s + kRoot * c,  s,
                                       kHalf * s - kRoot * c,  -kHalf * s - kRoot * c, -s};
  std::array<double, 6> w{};
  double sum = 0;
  for (int i = 0; i < 6; ++i) {
    const double u = t - (i - 2);
    w[static_cast<std::size_t>(i)] =
        (i % 2 == 0 ? 1 : -1) * sines[static_cast<std::size_t>(i)] / (u * u);
    sum += w[static_cast<std::size_t>(i)];
  }
  for (std::size_t i = 0; i < 6; ++i) weights[i] = static_cast<float>(w[i] / sum);
}

}  // namespace

int taps_before(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::nearest:
    case Interpolation::bilinear: return 0;
    case Interpolation::bicubic: return 1;
    case Interpolation::lanczos: return 2;
  }
  return 0;
}

int taps_after(Interpolation interpolation) {
  return taps_before(interpolation) + 1;
}

InterpolationTaps interpolation_taps(Interpolation interpolation, double place) {
  InterpolationTaps taps;
  const double whole = std::floor(interpolation == Interpolation::nearest ? place + 0.5 : place);
  taps.first = static_cast<std::int64_t>(whole);
  const double t = place - whole;
  if (interpolation == Interpolation::nearest || t == 0) return taps;
  taps.first -= taps_before(interpolation);
  taps.count = taps_before(interpolation) + 1 + taps_after(interpolation);
  switch (interpolation) {
    case Interpolation::nearest: break;
    case Interpolation::bilinear:
      taps.weights = {static_cast<float>(1 - t), static_cast<float>(t)};
      break;
    case Interpolation::bicubic:
      for (int i = 0; i < 4; ++i)
        taps.weights[static_cast<std::size_t>(i)] = static_cast<float>(cubic(t - (i - 1)));
      break;
    case Interpolation::lanczos: set_lanczos(t, taps.weights); break;
  }
  return taps;
}

AlignedArray<float> interpolation_table(Interpolation interpolation) {
  constexpr int kLanes = 8;
  AlignedArray<float> table((kTableSteps + 2) * kLanes);
  for (int step = 0; step <= kTableSteps; ++step) {
    const InterpolationTaps taps =
        interpolation_taps(interpolation, static_cast<double>(step) / kTableSteps);
    for (int i = 0; i < taps.count; ++i)
      table[step * kLanes + 2 + taps.first + i] = taps.weights[static_cast<std::size_t>(i)];
  }
  return table;
}

}  // namespace fftcore
