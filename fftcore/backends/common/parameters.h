// SPDX-License-Identifier: LGPL-2.1-or-later
// Parameters of an executable's formulas: set by one thread while another runs, always seen as a
// whole.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "fftcore/error.h"
#include "fftcore/sample_formula.h"

namespace fftcore {

/// p0 to p7.
using Parameters = std::array<double, kMaxParameters>;

/// Throws InvalidArgument unless there are as many as formulas take, all finite.
inline void check_parameters(std::int64_t needed, std::span<const double> parameters) {
  if (static_cast<std::int64_t>(parameters.size()) != needed)
    throw InvalidArgument(
        needed == 0 ? fmt::format("set_parameters() got {} numbers; no formula names a parameter, "
                                  "so 0 are allowed",
                                  parameters.size())
                    : fmt::format("set_parameters() got {} numbers; formulas name p{} and none "
                                  "above, so {} are needed",
                                  parameters.size(), needed - 1, needed));
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (!std::isfinite(parameters[i]))
      throw InvalidArgument(
          fmt::format("parameter p{} is {}; a finite number is needed", i, parameters[i]));
}

/// Checked ones, with zeros behind.
inline Parameters all_parameters(std::int64_t needed, std::span<const double> parameters) {
  check_parameters(needed, parameters);
  Parameters all{};
  std::ranges::copy(parameters, all.begin());
  return all;
}

}  // namespace fftcore
