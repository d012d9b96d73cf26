// SPDX-License-Identifier: LGPL-2.1-or-later
#include "templates.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fftcore {

std::vector<Taps> numerator_taps(const TemplateMatching& matching,
                                 std::span<const Taps> templates) {
  std::vector<Taps> result(templates.begin(), templates.end());
  if (matching.score == Score::ccorr) return result;
  for (Taps& taps : result) {
    std::vector<double>& values = taps.values;
    if (matching.score == Score::ccoeff_normed) {
      const double mean =
          std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
      for (double& value : values) value -= mean;
    }
    // The largest first, so that no square is too large or too small for a double.
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    double squares = 0;
    for (const double value : values) squares += value / largest * (value / largest);
    const double norm = largest * std::sqrt(squares);
    for (double& value : values) value /= norm;
  }
  return result;
}

float signal_bias(const TemplateMatching& matching) {
  if (matching.score != Score::ccoeff_normed) return 0;
  const SampleTraits traits = traits_of(matching.image.type);
  return traits.is_whole() ? static_cast<float>(1 << (traits.bits - 1)) : 0;
}

Flatness flatness(const TemplateMatching& matching) {
  if (matching.flat > 0) return {static_cast<double>(matching.flat), 0};
  // Squares of less are near the end of the range of single precision.
  constexpr double kLeast = 1e-15;
  // 256 units of rounding.
  constexpr double kPartOfRms = 0x1p-16;
  if (!traits_of(matching.image.type).is_whole()) return {kLeast, kPartOfRms};
  double step = 0;
  for (std::int64_t c = 0; c < matching.image.channels.extent; ++c)
    step += std::abs(static_cast<double>(matching.weights[static_cast<std::size_t>(c)]));
  return {std::max(kLeast, step / 2), 0};
}

bool has_levels(const TemplateMatching& matching) {
  return matching.score == Score::ccoeff_normed && matching.image.type == SampleType::f32;
}

bool may_be_unseen(const TemplateMatching& matching) {
  return matching.image.type == SampleType::f32;
}

bool is_plain(const TemplateMatching& matching) {
  return matching.image.channels.extent == 1 && matching.weights[0] == 1 &&
         !may_be_unseen(matching);
}

Convolution numerator_problem(const TemplateMatching& matching, const Layout& signal) {
  Convolution problem =
      with_filters(convolution(signal, matching.template_extent, Operation::correlate,
                               EdgeMode::constant, Region::valid),
                   matching.templates);
  // else it is off the signal already
  problem.bias = is_plain(matching) ? signal_bias(matching) : 0;
  problem.output = Layout::interleaved(SampleType::f32, surface_extent(matching))
                       .with_frames(matching.templates);
  return problem;
}

}  // namespace fftcore
