// SPDX-License-Identifier: LGPL-2.1-or-later
#include "png_palette.h"

#include <algorithm>

#include <fmt/format.h>

#include "picture.h"

namespace fftcore::pictures {

void expand(const std::string& path, const PngPalette& palette,
            const std::vector<unsigned char*>& rows, std::size_t columns) {
  const std::size_t channels = palette.channels;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    unsigned char* to = rows[row];
    const unsigned char* from = to + (channels - 1) * columns;
    for (std::size_t column = 0; column < columns; ++column, to += channels) {
      // at the last pixel `to` has come up to `from`
      const std::size_t number = *from++;
      if (number >= palette.colours.size())
        fail_to_read(path,
                     fmt::format("it is damaged: its palette has {} colours, and the pixel at "
                                 "row {}, column {} has number {}, counted from 0",
                                 palette.colours.size(), row, column, number));
      std::copy_n(palette.colours[number].begin(), channels, to);
    }
  }
}

}  // namespace fftcore::pictures
