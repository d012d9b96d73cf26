// SPDX-License-Identifier: LGPL-2.1-or-later
// A TIFF filtered in pieces, so that it may be larger than memory.
#pragma once

#include "fftcore/backend.h"
#include "tiff_reader.h"
#include "tiff_writer.h"

namespace samples {

/// What is done to the colours of an image.
struct ColourFilter {
  /// Of the whole image, without alpha, which is copied. Output like input, region `same`.
  fftcore::Convolution whole;
  fftcore::Taps taps;
  float gain = 1, offset = 0;
};

/// Reads, filters and writes piece by piece, and says on standard error how far it is. A piece
/// takes at most so many `bytes`, unless that were less than a tile, or than the taps. The caller
/// finishes `output`.
void filter_in_pieces(const ColourFilter& filter, std::size_t bytes, fftcore::Backend& backend,
                      fftcore::pictures::TiffReader& input, fftcore::pictures::TiffWriter& output);

}  // namespace samples
