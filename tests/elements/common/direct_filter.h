// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftfilter should give, by its definition: a direct sum in double, tap by tap.
#pragma once

#include <string>
#include <vector>

#include "picture.h"

namespace fftcore::test {

struct DirectFilter {
  std::vector<std::vector<double>> taps = {{1}};
  bool correlate = false;
  std::string edge_mode = "reflect-101";
  double gain = 1;
  double offset = 0;
  bool all_planes = false;
};

Picture apply(const DirectFilter& filter, const Picture& picture);

/// The taps as the `kernel` property takes them.
std::string as_kernel_text(const std::vector<std::vector<double>>& taps);

}  // namespace fftcore::test
