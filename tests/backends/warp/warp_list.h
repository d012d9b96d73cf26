// SPDX-License-Identifier: LGPL-2.1-or-later
// Warps that every backend must get right: each interpolation and edge mode, sample type and
// layout.
#pragma once

#include <string>
#include <vector>

namespace problems {

inline std::vector<std::string> warps() {
  return {
      "warp u8 40x61 bicubic",
      "warp f32 40x61 bicubic",
      "warp f32 40x61 nearest",
      "warp f32 40x61 bilinear",
      "warp f32 40x61 lanczos",
      "warp f32 33x47 out=50x30 bicubic projective",
      "warp u8 33x47 out=21x140 bilinear projective",
      "warp f32 33x47 lanczos edge=wrap projective",
      "warp u8 33x47 nearest edge=reflect projective",
      "warp f32 33x47 bicubic edge=constant fill=0.25",
      "warp u8 33x47 bilinear edge=constant fill=17",
      "warp u8 33x47 nearest edge=constant fill=300",
      "warp f32 19x35 lanczos edge=constant fill=-2 projective",
      "warp f32 33x47 bicubic edge=reflect",
      "warp f32 33x47 bicubic edge=reflect-101",
      "warp f32 33x47 bicubic edge=wrap",
      "warp f32 33x47 bilinear edge=reflect",
      "warp f32 33x47 nearest edge=wrap",
      "warp f32 33x47 lanczos edge=reflect",
      "warp f32 33x47 lanczos edge=reflect-101",
      "warp u8 20x30x2 bicubic scale=2,2 origin=0,0.5",
      "warp u8 20x30x2 bicubic projective scale=2,2 origin=0.5,0.5",
      "warp f32 20x30 bilinear projective scale=3,0.5 origin=-7,2.5",
      "warp f32 20x30 bicubic scale=3,0.5 origin=-7,2.5",
      "warp f32 1x1 bicubic",
      "warp u8 1x1 out=9x70 lanczos edge=reflect-101",
      "warp f32 1x70 bicubic edge=reflect-101",
      "warp f32 70x1 lanczos edge=reflect",
      "warp f32 1x70 bilinear edge=wrap",
      "warp f32 2x3 lanczos edge=wrap",
      "warp f32 2x3 bicubic edge=reflect-101",
      "warp f32 2x3 bicubic edge=reflect",
      "warp u8 17x130x3 pitch=512,396 bicubic",
      "warp u8 23x35x4 bilinear edge=reflect-101",
      "warp u8 23x35x3 out=30x20 planar pitch=64,48 bicubic",
      "warp f32 9x17x6 lanczos",
      "warp f32 9x17x20 planar bicubic",
      "warp u8>f32 23x35 pitch=80,120 pixel=2,3 bicubic",
      "warp f32>u8 23x35 lanczos",
      "warp u8>u16 23x35 bilinear",
      "warp u10 23x35 bicubic",
      "warp u10-high 23x35x2 bicubic scale=2,2 origin=0,0.5",
      "warp u12 23x35 bilinear edge=wrap",
      "warp u12-high 23x35 lanczos",
      "warp u16 23x35 bicubic edge=constant fill=1000",
      "warp u16-be 23x35 bicubic",
      "warp u10-packed 23x35x3 bicubic",
      "warp u10-packed 23x35x4 nearest edge=wrap",
      "warp f16 23x35 bicubic",
      "warp f64 23x35 bicubic",
      "warp f64 23x35x2 lanczos edge=reflect-101 projective",
      "warp u8>f64 23x35 bilinear edge=constant fill=3",
      "warp f64>u8 23x35 nearest",
      "warp u8 130x200 bicubic edge=constant",
      "warp u8 40x61 bicubic transparent",
      "warp f32 33x47 out=50x30 nearest transparent",
      "warp f32 33x47 lanczos edge=wrap projective transparent",
      "warp u8 20x30x2 bilinear transparent scale=2,2 origin=0,0.5",
      "warp u8 17x130x3 pitch=512,396 bicubic projective transparent",
      "warp u10-packed 23x35x3 bicubic transparent",
      "warp f64>u16 9x17x6 planar lanczos transparent",
      "warp u16-be 1x70 bilinear edge=constant fill=3 transparent",
  };
}

}  // namespace problems
