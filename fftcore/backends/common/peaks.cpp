// SPDX-License-Identifier: LGPL-2.1-or-later
#include "peaks.h"

#include <algorithm>
#include <cmath>

namespace fftcore {
namespace {

/// Where between -1/2 and 1/2 the parabola through three samples has its vertex; 0 where there is
/// none.
double vertex(double before, double here, double after) {
  const double bend = before - 2 * here + after;
  if (!(bend < 0)) return 0;  // also of NaN
  return std::clamp(0.5 * (before - after) / bend, -0.5, 0.5);
}

/// Where the parabola through a peak and a lower neighbour has its vertex that rises to 1.
double vertex_at_one(double peak, double neighbour) {
  constexpr double kRounding = 0x1p-17;
  const double near = std::sqrt(std::max(0.0, 1 - peak) + kRounding),
               far = std::sqrt(std::max(0.0, 1 - neighbour) + kRounding);
  return near / (near + far);
}

double offset_of(const PeakRules& rules, double before, double here, double after) {
  if (before <= kNoScore || after <= kNoScore) return 0;
  const bool has_logarithms = before > 0 && here > 0 && after > 0;
  if (rules.is_gaussian && has_logarithms)
    return vertex(std::log(before), std::log(here), std::log(after));
  const double offset = vertex(before, here, after);
  if (!rules.is_normed) return offset;
  const double most = vertex_at_one(here, std::max(before, after));
  return std::clamp(offset, -most, most);
}

/// A shift: places beyond the middle are negative.
double signed_shift(double place, std::int64_t extent) {
  return place > static_cast<double>(extent) / 2 ? place - static_cast<double>(extent) : place;
}

}  // namespace

void append_peaks(const PeakRules& rules, std::int64_t template_index,
                  std::span<const FoundPeak> found, std::vector<Peak>& peaks) {
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    const FoundPeak& sample = found[i];
    if (sample.row < 0) return;
    Peak peak;
    peak.template_index = template_index;
    peak.score = sample.score;
    peak.x = sample.column + offset_of(rules, sample.left, sample.score, sample.right);
    peak.y = sample.row + offset_of(rules, sample.above, sample.score, sample.below);
    if (rules.wraps) {
      peak.x = signed_shift(peak.x, rules.surface.columns);
      peak.y = signed_shift(peak.y, rules.surface.rows);
    }
    const double next = found[i + 1].row < 0 ? 0 : std::max(0.0F, found[i + 1].score);
    peak.confidence = sample.score > 0 ? 1 - next / peak.score : 0;
    peaks.push_back(peak);
  }
}

}  // namespace fftcore
