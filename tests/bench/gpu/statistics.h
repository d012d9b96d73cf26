// SPDX-License-Identifier: LGPL-2.1-or-later
// Median, quartiles and extremes of measured times.
#pragma once

#include <span>
#include <vector>

namespace bench {

/// Of samples. Quartiles are interpolated between neighbours, as numpy.percentile does.
struct Summary {
  double least = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
  double most = 0;
  std::size_t samples = 0;
};

/// Of at least one sample.
Summary summary_of(std::vector<double> samples);

}  // namespace bench
