// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the elements of a launch's lines lie.
#pragma once

#include <cstdint>

#include "dims.h"

namespace fftcore {

/// Element e of a line lies at offset + e * element + the sum over dimensions of the line's number
/// * line[dim]. Counted in complex elements.
struct Strides {
  std::int64_t element = 1;
  PerDim<std::int64_t> line{};
  std::int64_t offset = 0;
};

}  // namespace fftcore
