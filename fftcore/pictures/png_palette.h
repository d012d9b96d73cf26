// SPDX-License-Identifier: LGPL-2.1-or-later
// Palettes of PNG files. libpng's own expansion makes black of numbers that a palette has not.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fftcore::pictures {

struct PngPalette {
  std::vector<std::array<unsigned char, 4>> colours;  ///< R G B or B G R, and alpha
  std::size_t channels = 3;                           ///< of pixels: 3, or 4 with alpha
};

/// Makes pixels of numbers in place. A row has `columns` pixels, and before that its numbers, a
/// byte each, at its end. Refuses `path` where a number is beyond the palette.
void expand(const std::string& path, const PngPalette& palette,
            const std::vector<unsigned char*>& rows, std::size_t columns);

}  // namespace fftcore::pictures
