// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/explain.h"

#include "planner.h"

namespace fftcore {

std::string explain(const Convolution& problem, int threads) {
  return describe_choice(problem, cpu_traits(threads));
}

}  // namespace fftcore
