// SPDX-License-Identifier: LGPL-2.1-or-later
#include "search_levels.h"

#include <algorithm>
#include <cmath>

namespace fftcore {

std::array<SamplePlace, 3> level_places(Extent image) {
  return {{{image.rows / 4, image.columns / 2},
           {image.rows / 2, image.columns / 4},
           {3 * image.rows / 4, 3 * image.columns / 4}}};
}

float level_of(std::array<float, 3> samples, float most) {
  const auto counts = [most](float sample) { return std::abs(sample) <= most; };
  const auto* const first = std::find_if(samples.begin(), samples.end(), counts);
  if (first == samples.end()) return 0;
  // Instead of others the first one that counts, as GPUs do.
  const float instead = *first;
  for (float& sample : samples)
    if (!counts(sample)) sample = instead;
  std::sort(samples.begin(), samples.end());
  return samples[1];
}

}  // namespace fftcore
