// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters of windows that every backend is held to.
#pragma once

#include <string>
#include <vector>

namespace problems {

inline std::vector<std::string> filters() {
  return {
      "filters u8 96x130 w32x32 count=9 filters=4",
      "filters u8 200x210 w64x64 count=5 filters=3",
      "filters u8 96x130x3 w32x32 count=9 filters=5",
      // channels, alone and in odd numbers
      "filters u8 96x130x2 w16x16 weights=1,0 count=7 filters=3 stored=f32",
      "filters u8 96x130x3 w16x16 planar weights=0.299,0.587,0.114,0 count=7 filters=3 stored=f32",
      "filters u8 96x130x4 w16x24 count=7 filters=3 stored=f32",
      "filters f32 96x130x4 w15x25 weights=1,-1,0.5,2 count=7 filters=3 stored=f32",
      // sides
      "filters u8 200x210 w128x40 count=3 filters=2 stored=f32",
      "filters f32 96x130 w5x9 count=7 filters=3 stored=f32 width=0.5",
      "filters f32 40x50 w4x4 count=1 filters=1 stored=f32 width=0.5",
      // what a filter is
      "filters u8 96x130 w16x16 count=5 filters=5 stored=f32 width=1",
      "filters u8 96x130 w16x16 count=5 filters=5 stored=f32 width=6 regularization=0.1",
      "filters u8 96x130 w16x16 count=5 filters=5 stored=f32 taper=rectangle",
      "filters u8 96x130 w16x16 count=5 filters=5 flat=20",
      // interpolation
      "filters u8 96x130 w8x8 count=5 filters=5 stored=f32 interpolation=lanczos",
      "filters u8 96x130 w8x8 count=5 filters=5 stored=f32 interpolation=bicubic",
      "filters f32 96x130 w8x8 count=5 filters=5 stored=f32 interpolation=nearest",
      // sample types and layouts
      "filters u16 96x130 w8x8 count=5 filters=5",
      "filters f16 96x130 w8x8 count=5 filters=5",
      "filters u10-high 96x130 w8x8 count=5 filters=5",
      "filters u16-be 96x130 w8x8 count=5 filters=5",
      "filters f64 96x130x2 w8x8 pitch=300 count=5 filters=5",
  };
}

}  // namespace problems
