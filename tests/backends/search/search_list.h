// SPDX-License-Identifier: LGPL-2.1-or-later
// The searches that every backend is held to.
#pragma once

#include <string>
#include <vector>

namespace problems {

/// Template matching: scores, elements, sizes, layouts.
inline std::vector<std::string> matchings() {
  std::vector<std::string> list = {
      // odd sizes, primes, one row or column, templates of one sample, of one row, as large as the
      // image
      "match ccoeff-normed u8 1x200 p1x9 peaks=3",
      "match ccoeff-normed u8 149x1 p11x1 radius=2 peaks=4",
      "match ccorr u8 7x5 p1x1 peaks=7 radius=0",
      "match ccorr-normed u8 31x37 p31x37",
      "match ccoeff-normed f32 31x37 p31x37",
      "match ccorr-normed u16 31x37 p31x5 peaks=3 radius=4",
      "match ccoeff-normed u8 97x101 p13x17 peaks=9 radius=5",
      "match ccoeff-normed u8 64x64 p64x3 peaks=2 radius=1",
      "match ccorr f32 30x29 p2x29",
      "match ccoeff-normed f32 61x150 p50x101 peaks=4",
      "match ccoeff-normed u8 150x170 p64x64",
      // templates whose sums of squares of u8 pass 2^32
      "match ccoeff-normed u8 290x270 p270x260 radius=3 peaks=2",
      "match ccorr-normed u8 270x290 p262x261 radius=3 peaks=2",
      // row padding, channels
      "match ccoeff-normed u8 40x50 p7x8 pitch=64 peaks=3",
      "match ccorr u16 33x40x3 p5x6 pitch=200 weights=0.25,0.5,0.25,0",
      "match ccoeff-normed u8 50x41x4 p9x8 weights=0.299,0.587,0.114,0 peaks=2",
      "match ccoeff-normed u16 50x41x3 p9x8 planar pitch=50 weights=0.299,0.587,0.114,0",
      "match ccorr-normed f32 45x44x2 p6x5 planar weights=0.5,-0.25,0,0",
      "match ccoeff-normed u8 45x44x2 p6x5 weights=0,1,0,0",
      "match ccoeff-normed u8 45x44 p6x5 weights=0.5,0,0,0 flat=0.25",
      "match ccorr-normed u8 33x30x4 p4x4 weights=0.25,0.25,0.25,0.25 radius=3 peaks=5",
      // several templates, many peaks
      "match ccoeff-normed u8 80x90 p11x12 templates=3 peaks=4 radius=6",
      "match ccorr f32 50x60 p9x9 templates=5 peaks=2",
      "match ccorr-normed u16 70x64 p8x16 templates=2 peaks=64 radius=3",
      "match ccoeff-normed u8 66x77 p5x5 peaks=64 radius=0",
      "match ccoeff-normed u8 66x77 p5x5 peaks=64 radius=1024",
      "match ccoeff-normed u8 30x40 p20x30 peaks=64 radius=2 templates=17",
      // whole numbers in parts of words
      "match ccoeff-normed u10 66x77 p8x9 peaks=5",
      "match ccorr-normed u12 33x40x3 p5x6 pitch=200 weights=0.25,0.5,0.25,0",
      "match ccoeff-normed u10-high 50x41x2 p9x8 planar pitch=50 weights=0.5,0.5,0,0",
      "match ccorr u12-high 40x50 p7x8 peaks=3",
      "match ccoeff-normed u16-be 45x44x2 p6x5 weights=0,1,0,0",
      "match ccoeff-normed u10-packed 50x41x2 p9x8 pitch=90 weights=0.5,0.5,0,0",
  };
  for (const char* score : {"ccorr", "ccorr-normed", "ccoeff-normed"})
    for (const char* element : {"u8", "u16", "f32"})
      list.push_back(std::string("match ") + score + " " + element +
                     " 66x77 p8x9 peaks=5 radius=0");
  return list;
}

/// Phase correlation.
inline std::vector<std::string> phases() {
  return {
      "phase u8 64x64",
      "phase u8 60x100 peaks=5 radius=3",
      "phase u8 1x200 peaks=2",
      "phase u8 101x1 no-window",
      "phase u8 47x53 peaks=64 radius=0",
      "phase u16 31x64 bandwidth=0 peaks=3",
      "phase f32 75x45 no-window peaks=3 noise=0.001",
      "phase f32 54x64 pitch=70 noise=0.05 bandwidth=0.1",
      "phase u8 40x72x4 weights=0.299,0.587,0.114,0 bandwidth=0.4",
      "phase u16 37x41x3 planar pitch=50 weights=0.25,0.5,0.25,0 noise=900 no-window bandwidth=0",
      "phase u8 48x50 noise=20 radius=1024 peaks=4",
      "phase f32 100x7x2 weights=0.5,0.5,0,0 noise=0.001 radius=40 peaks=6",
      // noise that is measured
      "phase f32 75x45 no-window peaks=3",
      "phase f32 54x64 pitch=70",
      "phase f32 100x7x2 weights=0.5,0.5,0,0 radius=40 peaks=6",
      "phase f32 1x200 bandwidth=0",
      "phase u8 3x2 no-window peaks=8 radius=0",
      "phase u8 243x250",
      "phase u10 48x50 peaks=2",
      "phase u12-high 40x31x3 planar weights=0.25,0.5,0.25,0",
      "phase u16-be 31x64x2 weights=0.5,0.5,0,0",
      "phase u10-packed 31x64x3 weights=0.25,0.5,0.25,0",
  };
}

}  // namespace problems
