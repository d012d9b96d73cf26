// SPDX-License-Identifier: LGPL-2.1-or-later
// How far into its arrays a launch of lines reaches.
#pragma once

#include <cstdint>

#include "line_spec.h"

namespace fftcore {

/// A number that no index of the launch exceeds, in its strides' units; images do not count.
std::int64_t last_index_of(const LineSpec& spec);

}  // namespace fftcore
