// SPDX-License-Identifier: LGPL-2.1-or-later
// An array of complex values between two launches: its extents and strides.
#pragma once

#include "dims.h"

namespace fftcore {

/// Without gaps; columns nearest, then the others as kAllDims has them.
struct ComplexArray {
  PerDim<std::int64_t> extent{1};

  PerDim<std::int64_t> strides() const {
    PerDim<std::int64_t> strides{0};
    std::int64_t stride = 1;
    for (const Dim dim : kAllDims) {
      strides[dim] = extent[dim] == 1 ? 0 : stride;
      stride *= extent[dim];
    }
    return strides;
  }
  std::int64_t count() const {
    std::int64_t count = 1;
    for (const Dim dim : kAllDims) count *= extent[dim];
    return count;
  }
};

}  // namespace fftcore
