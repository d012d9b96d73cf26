// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/explain.h"

#include <fmt/format.h>

#include "fftcore/error.h"
#include "planner.h"

namespace fftcore {

std::string explain(const Convolution& problem, int threads) {
  if (threads < 1 || threads > kMaxCpuThreads)
    throw InvalidArgument(
        fmt::format("plans for {} threads; 1 to {} are allowed", threads, kMaxCpuThreads));
  return describe_choice(problem, cpu_traits(threads));
}

}  // namespace fftcore
