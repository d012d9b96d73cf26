// SPDX-License-Identifier: LGPL-2.1-or-later
#include "interpolation_taps.h"

#include <cmath>

#include "place_weights.h"
#include "window_loops.h"

namespace fftcore {
InterpolationTaps interpolation_taps(Interpolation interpolation, double place) {
  InterpolationTaps taps;
  const double whole = std::floor(interpolation == Interpolation::nearest ? place + 0.5 : place);
  taps.first = static_cast<std::int64_t>(whole);
  const double t = place - whole;
  if (interpolation == Interpolation::nearest || t == 0) return taps;
  taps.count = samples_of(interpolation);
  taps.first -= taps.count / 2 - 1;
  const auto set = [&](const auto& weights) {
    for (std::size_t i = 0; i < weights.size(); ++i)
      taps.weights[i] = static_cast<float>(weights[i]);
  };
  switch (interpolation) {
    case Interpolation::nearest: break;
    case Interpolation::bilinear: set(std::array{1 - t, t}); break;
    case Interpolation::bicubic: set(bicubic_weights(t)); break;
    case Interpolation::lanczos: set(lanczos_weights(t)); break;
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
