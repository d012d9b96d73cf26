// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions of few taps, as GPUs sum them up without transforms.
#pragma once

#include <string>
#include <vector>

namespace problems {

/// Each edge mode, sample type, operation and region; rows that lie in groups of four and rows
/// that do not; images within one tile, of one sample, and of several tiles; all taps at once and
/// row by row.
inline std::vector<std::string> of_few_taps() {
  return {
      // groups of four: each edge mode, as many columns as groups have and others
      "conv2d u8 70x300 k7x7 replicate same pitch=304,308", "corr2d u8 33x260 k5x5 reflect same",
      "conv2d u8 65x129 k3x3 reflect-101 same pitch=132,132",
      "corr2d f32 40x256 k5x7 wrap same pitch=260,264",
      "conv2d u16 41x131 k4x6 constant same pitch=136,132", "corr2d f16 64x128 k2x3 replicate same",
      "conv2d u8>f32 30x270 k3x5 constant full pitch=272,276",
      "corr2d f32>u8 37x140 k15x15 reflect-101 same",
      "conv2d u8 50x200 k9x9 wrap full pitch=200,208",
      "corr2d u16>f16 34x160 k6x3 reflect valid pitch=160,160",
      "conv2d f16>u16 9x132 k7x2 wrap same frames=3",
      "corr2d u8 40x144x3 k3x3 replicate same planar frames=2 bias=128",
      // fewer samples than taps, and lines
      "conv2d u8 5x4 k15x15 wrap same", "corr2d u8 4x8 k9x11 reflect same",
      "conv2d u8 3x12 k5x13 reflect-101 same", "conv2d u8 1x1 k5x5 replicate same",
      "corr2d f32 1x37 k3x7 constant same", "conv2d u8 41x1 k5x3 reflect same",
      "conv1d u8 2000 k9 replicate same", "corr1d f32 513 k15 constant full",
      "conv2d u8 2x640 k3x3 wrap same", "conv2d f32 17x19 k1x1 replicate same",
      "conv2d u8 200x16 k15x1 reflect same", "conv2d u8 16x200 k1x15 wrap same",
      // one by one
      "conv2d u8 70x64x4 k3x3 reflect-101 same skip=8", "icorr2d f16>f32 64x66 k4x5 constant full",
      "icorr2d u8 40x144 k5x4 wrap same", "conv2d u8 33x39x3 k7x9 replicate same",
      "corr2d f32 60x50x2 k5x6 wrap full pitch=120,130",
      "conv2d u12-high 40x64x4 k3x3 reflect-101 same skip=8",
      "conv2d u10>u16-be 60x52 k5x6 wrap same", "conv2d u8>u10 20x64 k3x3 reflect same",
      "conv2d u10-packed 40x64x4 k3x3 reflect-101 same skip=8",
      "conv2d u8 67x131 k7x7 constant same precision=fast",
      "corr2d u8 33x29 k5x15 reflect-101 valid",
      // whole pixels: of two, three and four samples, of each width of a word, copied channels
      // between others, and columns that four do not divide
      "conv2d u8 66x131x3 k5x5 replicate same pitch=396,400",
      "corr2d u16 33x70x4 k3x7 wrap same skip=8",
      "conv2d f16 20x66x2 k4x5 constant same pitch=136,136", "corr2d f32 40x32x3 k3x4 reflect same",
      "conv2d u8>f32 30x65x2 k3x3 wrap full pitch=136,136",
      "conv2d u8 50x140x4 k7x7 reflect-101 same skip=2 frames=2",
      "conv2d u8 34x262x2 k9x15 reflect-101 same bias=128 pitch=528,536",
      "conv2d f16>u16 21x32x4 k2x2 replicate same", "corr2d u8 5x4x4 k15x3 wrap same skip=5",
      // bytes the other way round; groups of four on one side alone
      "corr2d u16-be 20x62 k3x4 wrap same", "corr2d u8 30x61 k3x4 constant full pitch=61,64"};
}

/// Tiles that are transformed in halves, where there are matrices.
inline std::vector<std::string> of_half_tiles() {
  std::vector<std::string> list;
  for (const char* text :
       {"conv2d u8 300x400 k31x31 reflect-101 same",
        "corr2d u8 270x266 k15x17 replicate same bias=7",
        "conv2d u8 200x140 k63x64 wrap same pitch=144,148", "icorr2d u8 129x131 k9x8 reflect full",
        "conv2d u8 140x150x3 k12x30 constant same planar frames=3",
        "corr2d u8 99x98 k64x65 wrap same", "conv2d u8 150x133x4 k31x5 reflect-101 valid",
        "conv2d u8 1x1 k5x5 replicate same", "conv2d u8 4x5 k65x65 wrap same",
        "conv2d u8 1000x8 k40x3 reflect same"})
    list.push_back(std::string(text) + " precision=fast");
  return list;
}

/// Taps that may be a product of a column and a row, on CUDA.
inline std::vector<std::string> of_bands() {
  return {
      "conv2d u8 300x400 k31x31 reflect-101 same", "corr2d u8 270x266 k15x17 replicate same bias=7",
      "conv2d u8 200x140 k63x64 wrap same pitch=144,148", "icorr2d u8 129x131 k9x8 reflect full",
      "conv2d u8 140x150x3 k12x30 constant same planar frames=3 bias=20",
      "corr2d u8 99x98 k127x126 wrap same", "conv2d u8 150x132x2 k31x5 reflect-101 valid planar",
      "conv2d u8 1x1 k5x5 replicate same", "conv2d u8 4x5 k65x65 wrap same",
      "conv2d u8 5x700 k3x127 constant same", "conv2d u8 1000x8 k40x3 reflect same",
      // whole pixels
      "conv2d u8 150x132x4 k31x31 reflect-101 same skip=8",
      "corr2d u8 90x140x3 k15x63 wrap same frames=2",
      "conv2d u8 60x136x2 k9x9 constant valid pitch=272,256",
      "conv2d u8 33x30x4 k5x40 replicate same skip=2 bias=9 pitch=128,128"};
}

/// Likewise of other samples, where tensor cores take real numbers.
inline std::vector<std::string> of_real_bands() {
  return {"conv2d f32 90x300 k31x31 reflect-101 same",
          "corr2d u16 70x264 k15x17 replicate same bias=7",
          "conv2d f32 100x140 k63x64 wrap same pitch=144,148",
          "icorr2d u10-high 49x132 k9x8 reflect full",
          "conv2d f16 60x152x3 k12x30 constant same planar frames=3 bias=20",
          "conv2d u16-be 41x132x2 k31x5 reflect-101 valid planar",
          "corr2d u12>f32 40x64 k5x9 replicate same",
          "conv2d u8 50x64 k9x21 constant same bias=0.5",
          "conv2d f32 4x4 k65x65 wrap same",
          "conv2d f32 33x700 k3x95 constant same"};
}

/// Taps that may be a sum of few products of a column and a row: likewise.
inline std::vector<std::string> of_products() {
  return {"conv2d u8 70x300 k7x7 replicate same pitch=304,308",
          "corr2d u8 33x260 k5x9 reflect same",
          "conv2d f32 130x140 k31x31 reflect-101 same",
          "corr2d f32 40x256 k15x6 wrap full pitch=260,264",
          "conv2d u16 41x131 k8x5 constant same pitch=136,132",
          "corr2d f16>f32 64x128 k5x33 replicate valid",
          "icorr2d u8 60x140 k6x11 wrap same bias=20",
          "corr2d u8 40x144x3 k9x5 replicate same frames=2",
          "conv2d u8 5x4 k15x15 wrap same",
          "conv2d u8 50x64x4 k5x7 reflect same skip=8",
          "conv2d u12-high 70x65 k33x5 constant same",
          "conv2d u10-packed 40x64 k9x9 reflect-101 same",
          "corr2d u16-be>f16 40x64 k5x9 replicate same",
          "corr2d u10-packed>f16 40x64 k6x9 replicate same",
          "conv2d f32>u16-be 33x65 k9x5 wrap same",
          "conv2d u8 130x67 k12x17 constant full precision=fast"};
}

}  // namespace problems
