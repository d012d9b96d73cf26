// SPDX-License-Identifier: LGPL-2.1-or-later
// The signal of an image (window_correlation.h) as floats, beyond the image's edges too.
#pragma once

#include <cstdint>

#include "aligned_array.h"
#include "fftcore/backend.h"
#include "fftcore/window_correlation.h"

namespace fftcore {

class WindowSamples {
 public:
  explicit WindowSamples(const WindowCorrelation& windows);

  /// Rows [y, y + rows) and columns [x, x + columns) of the signal, rows `pitch` apart. `scratch`
  /// has `columns` floats.
  void read(const ConstBuffer& image, std::int64_t y, std::int64_t x, std::int64_t rows,
            std::int64_t columns, std::int64_t pitch, float* scratch, float* to) const;

 private:
  void read_row(const ConstBuffer& image, std::int64_t row, std::int64_t x, std::int64_t columns,
                float* scratch, float* to) const;
  /// Columns that are in the image.
  void load(const void* row, std::int64_t first, std::int64_t x, std::int64_t columns,
            float* scratch, float* to) const;

  Layout layout_;
  std::array<float, 4> weights_;
};

}  // namespace fftcore
