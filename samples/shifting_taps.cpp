// SPDX-License-Identifier: LGPL-2.1-or-later
#include "shifting_taps.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace samples {
namespace {

constexpr int kLobes = 3;

double lanczos(double x) {
  const auto sinc = [](double t) {
    return t == 0 ? 1.0 : std::sin(std::numbers::pi * t) / (std::numbers::pi * t);
  };
  return std::abs(x) < kLobes ? sinc(x) * sinc(x / kLobes) : 0;
}

/// Along one axis, their sum 1.
std::vector<double> line(double distance) {
  const int half = std::max(1, static_cast<int>(std::ceil(std::abs(distance)))) + kLobes - 1;
  std::vector<double> taps;
  double sum = 0;
  for (int i = -half; i <= half; ++i) sum += taps.emplace_back(lanczos(i - distance));
  for (double& tap : taps) tap /= sum;
  return taps;
}

}  // namespace

fftcore::Taps shifting_taps(double dx, double dy) {
  const std::vector<double> across = line(dx), down = line(dy);
  fftcore::Taps taps{{std::int64_t(down.size()), std::int64_t(across.size())}, {}};
  for (const double y : down)
    for (const double x : across) taps.values.push_back(y * x);
  return taps;
}

}  // namespace samples
