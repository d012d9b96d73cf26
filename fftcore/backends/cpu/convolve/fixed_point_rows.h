// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows of a u8 image, filtered along as they come, in a ring of as many as there are taps down, and
// rows of output made of them. What one thread works with.
#pragma once

#include <cstdint>

#include "aligned_array.h"
#include "direct_plan.h"
#include "fixed_point_taps.h"
#include "image_access.h"
#include "row_ring.h"

namespace fftcore {

class FixedPointRows {
 public:
  explicit FixedPointRows(const FixedPointMemory& memory);

  /// Whether a frame's gain and offset are such as sums in 16 bits may have.
  static bool can_write(const Frame& frame);

  /// Row y of the extended image, filtered: what `columns` columns of output from x on need. All
  /// channels of them where these are filtered together.
  void load(const ImageAccess& image, const Frame& frame, std::int64_t y, std::int64_t channel,
            std::int64_t x, std::int64_t columns, const FixedPointTaps& taps) const;
  /// Row y of output, once the rows of the extended image from y on are loaded that it needs.
  void write(const ImageAccess& image, const Frame& frame, std::int64_t y, std::int64_t channel,
             std::int64_t x, std::int64_t columns, const FixedPointTaps& taps) const;

 private:
  std::int64_t channels_;             // FixedPointMemory's
  AlignedArray<std::int16_t> line_;   // a row of the image
  AlignedArray<std::uint8_t> bytes_;  // of output, which is written in part
  RowRing<std::int16_t> ring_;
};

}  // namespace fftcore
