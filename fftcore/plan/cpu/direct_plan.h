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

/// Columns that are whole vectors of every loop.
inline constexpr std::int64_t kDirectWholeColumns = 16;

/// Why there is no such plan, or empty.
std::string not_direct(const Convolution& convolution);

/// The cheapest tiles. `products`: as DirectPlan has it.
Plan direct_plan(const Convolution& convolution, std::int64_t products, const DeviceTraits& traits);

/// Channels that are filtered together, pixel after pixel, as a row that has all of them: those of
/// whole numbers that lie side by side, all of them filtered alike, or few of them copied. Else 1.
/// `products`: as DirectPlan has it.
std::int64_t channels_together(const Convolution& convolution, std::int64_t products);

/// Channels of all frames, each by itself unless channels are filtered together.
std::int64_t planes_of(const Convolution& convolution, std::int64_t products);

/// Whether samples are summed up where they lie, while gain and offset are as usual; where they are
/// not, or near an edge, rows are copied first.
bool sums_in_image(const Convolution& convolution, const DirectPlan& plan);

/// Rows that a task filters where tiles share them.
inline constexpr std::int64_t kSharedRows = 8;

/// Rows that a plane's columns are summed up from: those of the output, and taps less one.
std::int64_t extended_rows(const Convolution& convolution);

/// Floats that a thread works with, and that all of them share.
struct DirectMemory {
  std::int64_t rings = 1;      ///< one a product; 0 where rows are shared
  std::int64_t ring_rows = 0;  ///< of a ring
  std::int64_t ring_stride = 0;
  std::int64_t line = 0;         ///< a row of the image before it is filtered; 0 without products
  std::int64_t sums_stride = 0;  ///< of kDirectRows rows
  std::int64_t shared = 0;       ///< blocks of rows that all threads share, one a product
  std::int64_t shared_rows = 0;  ///< of such a block, plane after plane
  std::int64_t shared_stride = 0;
};
DirectMemory direct_memory(const Convolution& convolution, const DirectPlan& plan);

/// The most taps along and down, of u8 images, whose sums may be in 16 bits: the backend's
/// fixed_point_taps() says why.
inline constexpr std::int64_t kMostFixedPointTaps = 19;

/// Numbers of 16 bits that a thread works with besides, where taps that are one product may be
/// summed up so; all 0 where not.
struct FixedPointMemory {
  std::int64_t ring_rows = 0;
  std::int64_t stride = 0;    ///< of the ring, of one more row, and of a row of bytes
  std::int64_t channels = 1;  ///< channels_together()
};
FixedPointMemory fixed_point_memory(const Convolution& convolution, const DirectPlan& plan);

}  // namespace fftcore
