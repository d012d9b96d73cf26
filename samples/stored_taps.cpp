// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stored_taps.h"

#include <utility>

#include "picture.h"

namespace samples {

using namespace fftcore;

Taps as_stored(const Taps& taps, int orientation) {
  // The centre of n taps is number n / 2: a zero behind an even number of them makes it the middle.
  Taps stored;
  stored.extent = {taps.extent.rows | 1, taps.extent.columns | 1};
  if (pictures::is_transposing(orientation)) std::swap(stored.extent.rows, stored.extent.columns);
  stored.values.assign(std::size_t(stored.extent.rows * stored.extent.columns), 0);
  for (std::int64_t row = 0; row < taps.extent.rows; ++row)
    for (std::int64_t column = 0; column < taps.extent.columns; ++column) {
      const auto [y, x] = pictures::stored_place(orientation, stored.extent, row, column);
      stored.values[std::size_t(y * stored.extent.columns + x)] =
          taps.values[std::size_t(row * taps.extent.columns + column)];
    }
  return stored;
}

}  // namespace samples
