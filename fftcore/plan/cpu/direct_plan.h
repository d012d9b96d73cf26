// SPDX-License-Identifier: LGPL-2.1-or-later
// Plans without transforms, for the rules `direct` and `separable`.
#pragma once

#include <cstdint>
#include <string>

#include "device_traits.h"
#include "plan.h"

namespace fftcore {

/// Rows of output that are summed up at a time, since each row of the image is then loaded once for
/// all of them.
inline constexpr std::int64_t kDirectRows = 4;
/// Columns that are summed up at a time there: whole vectors are, also beyond the last column.
inline constexpr std::int64_t kDirectColumns = 96;
/// The most columns beyond the last that are read of each row and written.
inline constexpr std::int64_t kDirectOverrun = kDirectColumns;

/// Why there is no such plan, or empty.
std::string not_direct(const Convolution& convolution);

/// The cheapest tiles. `products`: as DirectPlan has it.
Plan direct_plan(const Convolution& convolution, std::int64_t products, const DeviceTraits& traits);

/// Floats that a thread works with.
struct DirectMemory {
  std::int64_t rings = 1;      ///< one a product
  std::int64_t ring_rows = 0;  ///< of a ring
  std::int64_t ring_stride = 0;
  std::int64_t line = 0;         ///< a row of the image before it is filtered; 0 without products
  std::int64_t sums_stride = 0;  ///< of kDirectRows rows
};
DirectMemory direct_memory(const Convolution& convolution, const DirectPlan& plan);

}  // namespace fftcore
