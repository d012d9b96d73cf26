// SPDX-License-Identifier: LGPL-2.1-or-later
// The stages that every backend is held to, as spectrum_chain.h reads them: small, so that Oclgrind
// can do each.
#pragma once

#include <string>
#include <vector>

namespace problems {

inline std::vector<std::string> stages() {
  std::vector<std::string> list = {
      // odd sizes, primes, one row or column, one sample
      "conv2d u8 17x19 k5x5 replicate same | rows to-rows",
      "conv2d u8 13x31 k3x4 reflect same | both to-both",
      "corr2d u8 1x97 k1x9 reflect-101 same | both to-both",
      "corr2d f32 1x60 k1x8 wrap same | rows to-rows",
      "conv2d f32 53x1 k6x1 constant same | rows to-both",
      "conv2d u8 1x1 k1x1 replicate same | both to-rows",
      "corr2d u8 1x1 k7x9 wrap same | rows to-rows",
      "conv2d u8 2x3 k20x15 reflect same | rows to-both",
      "conv2d u8 64x64 k1x1 constant same | rows to-rows",
      // nothing but the image fits the points; more points than needed; lengths of large factors
      "conv2d u8 16x30 k1x1 constant same | both to-both points=16x30",
      "conv2d u8 12x20 k3x3 wrap same | rows to-rows points=32x64",
      "conv2d f32 10x12 k2x3 wrap same | both to-rows points=21x26",
      "conv2d f32 20x30 k3x3 wrap same | rows to-rows points=23x38",
      // prime factors above 31: one sample of a pair, channels that meet, round the field's ends
      "conv2d f32 20x30 k3x3 wrap same | rows to-rows points=41x74",
      "conv2d u8 16x26x3 k3x5 reflect same mix=full | rows to-both points=37x82",
      "corr2d u8 30x41x4 k3x3 replicate same skip=8 | both to-rows points=64x106",
      "conv2d u8 12x33x4 k1x1 constant same skip=8 | rows to-both points=41x74 from=40,73 copies",
      "conv2d f32 1x60 k1x8 wrap same | both to-both points=1x94 f16",
      "conv2d u8 12x30 k1x1 constant same | rows to-rows spectrum phase points=43x74",
      "conv2d f32 9x9 k3x3 wrap same | both to-both points=64x18 extra=3,3,0,0",
      // images: pitch, planes, channels that are skipped, bias, elements
      "conv2d u8 20x21 k3x5 reflect same pitch=64,70 | rows to-rows",
      "conv2d u16 15x16x3 k4x4 replicate same | rows to-rows",
      "conv2d f32 15x16x2 k4x4 wrap same planar pitch=20,33 | both to-both",
      "corr2d u8 16x18x4 k3x3 replicate same skip=8 | rows to-rows",
      "corr2d u8 16x18x4 k3x3 replicate same skip=5 planar pitch=32,32 | both to-both",
      "conv2d u8 14x15x3 k5x3 constant same bias=128 | rows to-both",
      "corr2d f16 18x20 k3x3 reflect same | both to-rows",
      "corr2d u8>f32 18x20 k3x3 reflect same | both to-rows",
      // whole numbers in parts of words, by themselves and in pairs
      "conv2d u10 15x16x3 k4x4 replicate same | rows to-rows",
      "corr2d u12-high 16x18 k3x3 reflect same | rows to-both",
      "conv2d u16-be 15x17x2 k3x3 wrap same planar | both to-both",
      "corr2d u10-high 16x18x2 k3x3 wrap same skip=2 | rows to-rows",
      "conv2d u12-high 14x15x2 k1x1 constant same skip=1 bias=9 | both to-rows copies",
      "conv2d u8>u12 18x20 k3x3 reflect same | both to-rows",
      "corr2d u10-packed 16x18x2 k3x3 wrap same skip=2 | rows to-rows",
      "conv2d u10-packed 14x15x2 k1x1 constant same skip=1 bias=9 | both to-rows copies",
      // channels that are copied instead: interleaved and planar, pairs of samples that would be
      // aligned, round the field's ends
      "corr2d u8 16x18x4 k3x3 replicate same skip=8 | rows to-rows copies",
      "conv2d u8 17x19x4 k4x3 reflect same skip=8 | both to-both copies",
      "corr2d u8 16x18x4 k3x3 replicate same skip=5 planar pitch=32,32 | both to-both copies",
      "conv2d f16 15x16x3 k2x3 wrap same planar skip=2 | rows to-rows copies",
      "conv2d u16 14x15x2 k1x1 constant same skip=1 bias=9 | both to-rows copies",
      "conv2d u8 20x22x4 k3x3 wrap same skip=8 | rows to-both copies from=21,23",
      "conv2d u8 9x16x4 k1x1 constant same skip=8 | rows to-rows points=10x20 from=0,19 copies",
      "conv2d u8 1x1x4 k1x1 constant same skip=8 | both to-both copies",
      // more border than the kernel needs
      "conv2d u8 16x18 k3x3 reflect-101 same | rows to-rows extra=2,3,1,4",
      "conv2d f32 16x18 k1x1 wrap same | rows to-rows extra=0,0,5,0",
      "conv2d u8 3x5 k3x3 reflect-101 same | both to-both extra=9,8,7,6",
      "conv2d u8 9x8 k3x3 constant same bias=7 | rows to-both extra=3,0,0,2",
      // channels that meet
      "conv2d f32 12x14x3 k3x3 wrap same mix=full | rows to-rows",
      "conv2d u8 12x14x3 k3x3 wrap same mix=symmetric | both to-both",
      "corr2d f32 12x14x4 k3x3 reflect same mix=diagonal skip=2 | rows to-both",
      "conv2d f32 12x14x4 k3x3 reflect same mix=full skip=8 | both to-rows",
      // half precision, and what is normalized
      "conv2d u8 30x40 k5x5 replicate same | rows to-rows f16",
      "conv2d f32 30x40 k5x5 replicate same | rows to-both f16",
      "corr2d u8 20x24x3 k3x3 reflect same mix=full | both to-rows f16",
      "conv2d u8 20x24x2 k3x3 wrap same | both to-both f16",
      "conv2d u8 17x19 k5x5 replicate same | rows to-rows normalized",
      "conv2d u8 17x19 k5x5 replicate same | both to-rows normalized",
      // a window; the result read from elsewhere, round the field's ends
      "conv2d u8 31x37 k1x1 constant same | both to-both hann",
      "conv2d u8 31x37x2 k1x1 constant same bias=100 | rows to-rows hann",
      "conv2d u8 20x22 k1x1 constant same | both to-both points=25x30 from=14,17",
      "conv2d f32 20x22x2 k3x3 wrap same | rows to-both from=21,23",
      "conv2d u8 9x16 k1x1 constant same | rows to-rows points=10x20 from=0,19",
  };
  // products with spectra: every way, and what is normalized
  std::size_t n = 0;
  for (const char* how : {"rows to-rows", "rows to-both", "both to-rows", "both to-both"})
    for (const char* product : {"", " conjugate", " phase", " phase conjugate"})
      for (const char* normalized :
           {"", " normalized", " kernel-normalized", " normalized kernel-normalized"}) {
        const std::string noise = n % 3 == 0 && n % 4 != 0 ? " noise=2.5" : "";
        list.push_back(std::string(n % 2 == 0 ? "conv2d u8 16x20 k1x1 constant same"
                                              : "conv2d f32 15x18x2 k1x1 wrap same mix=diagonal") +
                       " | " + how + " spectrum" + product + normalized + noise);
        ++n;
      }
  for (const char* text : {
           "conv2d f32 15x18x3 k1x1 wrap same mix=full | rows to-rows spectrum",
           "conv2d f32 15x18x3 k1x1 wrap same mix=symmetric | rows to-both spectrum conjugate",
           "conv2d u8 15x18x3 k1x1 wrap same | both to-both spectrum",
           "conv2d u8 24x30 k1x1 constant same | both to-both spectrum f16",
           "conv2d u8 24x30 k1x1 constant same | rows to-rows spectrum f16 kernel-f16 "
           "kernel-normalized",
           "conv2d f32 24x30 k1x1 constant same | rows to-rows spectrum kernel-f16 conjugate",
           "conv2d u8 24x30 k1x1 constant same | rows to-rows spectrum f16 kernel-f16 "
           "kernel-normalized phase conjugate",
           "conv2d u8 1x64 k1x1 constant same | both to-both spectrum phase conjugate",
           // Wiener's weight, and what is normalized; the other side conjugated
           "conv2d u8 16x20 k1x1 constant same | rows to-rows spectrum wiener=5 conjugate",
           "conv2d u8 16x20 k1x1 constant same | both to-both spectrum wiener=0.01 conjugate "
           "normalized",
           "conv2d f32 15x18x2 k1x1 wrap same mix=diagonal | rows to-both spectrum wiener=40 "
           "conjugate kernel-normalized",
           "conv2d f32 15x18x2 k1x1 wrap same mix=diagonal | both to-rows spectrum wiener=40 "
           "normalized kernel-normalized",
           "conv2d u8 24x30 k1x1 constant same | rows to-rows spectrum f16 kernel-f16 "
           "kernel-normalized wiener=9 conjugate",
           "conv2d u8 16x20 k1x1 constant same | both to-both spectrum conjugate-input",
           "conv2d f32 15x18x3 k1x1 wrap same mix=full | rows to-rows spectrum conjugate-input",
           "conv2d f32 15x18x2 k1x1 wrap same mix=diagonal | rows to-both spectrum "
           "conjugate-input conjugate phase",
           "conv2d u8 16x20 k1x1 constant same | both to-rows spectrum conjugate-input wiener=5 "
           "conjugate",
       })
    list.emplace_back(text);
  return list;
}

}  // namespace problems
