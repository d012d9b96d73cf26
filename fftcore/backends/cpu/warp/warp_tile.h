// SPDX-License-Identifier: LGPL-2.1-or-later
// A part of an image as numbers side by side, extended by its edges: what the loops of a warp read.
#pragma once

#include <cstdint>

#include "fftcore/backend.h"
#include "fftcore/warp.h"

namespace fftcore {

/// Columns and rows of an image, which may lie outside of it.
struct WarpBox {
  std::int64_t left, top, columns, rows;
};

template <class Real>
struct WarpTile {
  const Real* samples;
  std::int64_t pitch;  ///< from row to row
};

/// A box of a channel: the image's own samples where they are as the loops want them, with at least
/// `more` others after each row, else `memory`, which holds all of the box and as many.
template <class Real>
WarpTile<Real> warp_tile(const Warp& warp, const ConstBuffer& image, std::int64_t channel,
                         const WarpBox& box, std::int64_t more, Real* memory);

}  // namespace fftcore
