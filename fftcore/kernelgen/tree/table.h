// SPDX-License-Identifier: LGPL-2.1-or-later
// Numbers that a kernel reads from its buffer `twiddles`. They are made in double precision,
// whatever the kernel computes with.
#pragma once

#include <cstddef>
#include <vector>

#include "storage.h"

namespace fftcore {

using Table = std::vector<double>;

/// The table in memory, rounded to a launch's numbers.
std::vector<unsigned char> bytes_of(const Table& table, Real real);

}  // namespace fftcore
