// SPDX-License-Identifier: LGPL-2.1-or-later
// Check sums of compressed tiles and strips.
#pragma once

#include <cstdint>
#include <span>

#include "tiff_handle.h"

namespace fftcore::pictures {

/// Refuses a tile or strip of the current page whose compressed bytes do not agree with their own
/// check sum: libtiff stops reading before it, once there are enough pixels. Deflate and LZMA have
/// such sums. `decoded`: what libtiff made of the bytes, or nothing.
void check_stream(TiffHandle& file, std::uint32_t index, std::span<const unsigned char> decoded);

/// The same of all tiles and strips of the page.
void check_streams(TiffHandle& file);

}  // namespace fftcore::pictures
