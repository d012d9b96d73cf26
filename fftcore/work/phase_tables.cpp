// SPDX-License-Identifier: LGPL-2.1-or-later
#include "phase_tables.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fftcore {
namespace {

constexpr double kLeastMeasuredNoise = 1e-36;

}  // namespace

std::vector<float> phase_window(const PhaseCorrelation& correlation, std::int64_t extent) {
  std::vector<float> values(static_cast<std::size_t>(extent), 1.0F);
  for (std::int64_t n = 0; correlation.has_window && n < extent; ++n) {
    const double place = (static_cast<double>(n) + 0.5) / static_cast<double>(extent),
                 to_end = std::min(place, 1 - place);
    const double sine = to_end < 0.125 ? std::sin(4 * std::numbers::pi * to_end) : 1;
    values[static_cast<std::size_t>(n)] = static_cast<float>(sine * sine);
  }
  return values;
}

std::vector<float> phase_weights(const PhaseCorrelation& correlation, std::int64_t extent) {
  const auto bandwidth = static_cast<double>(correlation.bandwidth);
  std::vector<double> values;
  double sum = 0;
  for (std::int64_t k = 0; k < extent; ++k) {
    const double frequency =
        static_cast<double>(std::min(k, extent - k)) / static_cast<double>(extent);
    values.push_back(bandwidth > 0 ? std::exp(-frequency * frequency / (2 * bandwidth * bandwidth))
                                   : 1.0);
    sum += values.back();
  }
  std::vector<float> result;
  for (const double value : values) result.push_back(static_cast<float>(value / sum));
  return result;
}

float phase_scale(const PhaseCorrelation& correlation) {
  if (is_measured(correlation)) return 1;
  const Extent extent = phase_extent(correlation.image.extent());
  return 1 / (std::max(correlation.noise, 1e-20F) *
              std::sqrt(static_cast<float>(extent.rows * extent.columns)));
}

MeasuredNoise measured_noise(const PhaseCorrelation& correlation) {
  const Extent extent = phase_extent(correlation.image.extent());
  const double root = std::sqrt(static_cast<double>(extent.rows * extent.columns));
  return {static_cast<double>(kPhaseNoise) * root, kLeastMeasuredNoise * root};
}

float measured_phase_scale(const PhaseCorrelation& correlation, double squares) {
  const Extent image = correlation.image.extent();
  const MeasuredNoise noise = measured_noise(correlation);
  const double deviation = std::sqrt(squares / static_cast<double>(image.rows * image.columns));
  return static_cast<float>(1 / std::max(noise.of_deviation * deviation, noise.least));
}

}  // namespace fftcore
