// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlations of windows that every backend is held to.
#pragma once

#include <string>
#include <vector>

namespace problems {

inline std::vector<std::string> windows() {
  return {
      // scores
      "windows zncc u8 96x130 w16x16 search=4 count=24",
      "windows zncc u8 96x130 w32x32 count=12",
      "windows plain u8 96x130 w16x16 search=4 count=24",
      "windows plain f32 96x130 w16x24 search=0 taper=hann count=16",
      "windows plain u8 96x130 w32x32 search=0 taper=rectangle refine=0 count=9",
      "windows phase u8 96x130 w32x32 count=11",
      "windows phase f32 96x130 w16x16 count=20 refine=0",
      "windows phase u8 96x130 w24x30 count=10 bandwidth=0",
      "windows phase u8 96x130 w20x16 count=10 taper=rectangle bandwidth=0.3",
      // sizes, and one window
      "windows zncc u8 200x180 w64x64 search=8 count=3",
      "windows zncc u8 200x180 w7x11 search=3 count=17",
      "windows zncc u8 60x70 w4x4 search=2 count=9",
      "windows zncc f32 220x220 w48x20 search=20 count=4",
      "windows zncc u8 40x50 w16x16 search=4",
      "windows phase f32 200x210 w128x64 count=2 refine=0",
      // refine, between samples, through maps
      "windows zncc u8 96x130 w16x16 search=4 count=24 refine=0",
      "windows zncc f32 96x130 w16x16 search=4 count=24 refine=5",
      "windows zncc f32 96x130 w16x16 search=4 count=18 mapped",
      "windows zncc u8 96x130 w24x16 search=5 count=18 mapped interpolation=bicubic",
      "windows zncc u8 96x130 w16x16 search=4 count=18 mapped interpolation=bilinear refine=1",
      "windows zncc u8 96x130 w16x16 search=4 count=18 mapped interpolation=nearest refine=0",
      "windows phase u8 96x130 w32x32 count=10 mapped",
      "windows zncc u8 96x130 w16x16 search=4 count=18 interpolation=bicubic",
      "windows zncc u8 96x130 w16x16 search=4 count=18 interpolation=bilinear",
      // sample types and layouts
      "windows zncc u16 96x130 w8x8 search=4 refine=0 count=9",
      "windows zncc f16 96x130 w16x16 search=4 count=9",
      "windows zncc u10-high 96x130 w8x8 search=4 refine=0 count=9",
      "windows zncc u16-be 96x130 w8x8 search=4 refine=0 count=9",
      "windows zncc u10-packed 96x130 w8x8 search=4 refine=0 count=9",
      "windows zncc f64 96x130 w8x8 search=4 refine=0 count=9",
      "windows zncc u8 96x130x3 w16x16 weights=0.299,0.587,0.114 search=4 count=9",
      "windows zncc u8 96x130x4 w16x16 planar weights=0,1 search=4 count=9",
      "windows phase f32 96x130x2 w16x16 pitch=300 weights=0.5,-0.25 count=9",
      // contrast
      "windows zncc u8 96x130 w16x16 search=4 count=9 flat=20",
  };
}

}  // namespace problems
