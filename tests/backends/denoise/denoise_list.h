// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoisings that every backend must get right: each kind, window, block and number of frames, and
// images smaller than a block.
#pragma once

#include <string>
#include <vector>

namespace problems {

inline std::vector<std::string> denoisings() {
  return {
      "denoise u8 40x61 b16 step4 wiener sigma=8",
      "denoise f32 40x61 b16 step4 wiener sigma=8",
      "denoise f32 40x161 b16 step4 before=1 after=1 wiener sigma=8",
      "denoise f32 33x47 b16 step8 before=2 keep-mean wiener sigma=12",
      "denoise f32 19x35 b8 step4 after=3 temporal-window=hann wiener sigma=8 floor=0.2",
      "denoise f32 19x35 b8 step1 before=1 after=2 wiener sigma=8 beta=2",
      "denoise f32 19x35 b8 step2 wiener sigma=8 beta=0.5",
      "denoise f32 33x47 b16 step8 before=1 after=1 wiener sigma=12 sigma-is-threshold",
      "denoise f32 33x47 b16 step8 hard sigma=10 strength=0.6",
      "denoise f32 33x47 b16 step8 firm curve=0:100,0.3:20 strength=1.5",
      "denoise u8 40x61 b16 step4 firm sigma=8",
      "denoise f32 40x61 b16 step4 before=1 after=1 firm sigma=8",
      "denoise f32 19x35 b8 step2 keep-mean firm sigma=20 floor=0.1",
      "denoise f32 35x71 b32 step16 after=1 firm sigma=8 sharpen=1",
      "denoise f32 21x33 b64 step32 firm sigma=0",
      "denoise f32 19x23 b8 step2 before=2 after=2 window=sine temporal-window=kaiser hard sigma=8",
      "denoise f32 19x23 b8 step2 before=3 after=2 temporal-window=bartlett wiener sigma=8",
      "denoise f32 19x23 b8 step2 before=3 after=3 temporal-window=nuttall wiener sigma=8",
      "denoise f32 33x21 b32 step8 hard sigma=10",
      "denoise f32 33x70 b32 step4 window=kaiser gain gain=0.5",
      "denoise f32 35x71 b16 step2 window=hamming band gain=1.5 gain-outside=0.25 power-min=30 "
      "power-max=200",
      "denoise f32 35x71 b16 step8 after=1 window=blackman soft-band gain=1.2 power-min=20 "
      "power-max=400",
      "denoise f32 35x71 b16 step4 keep-mean soft-band power-min=0 power-max=400",
      "denoise f32 70x90 b64 step16 wiener sigma=8",
      "denoise f32 21x33 b64 step32 before=1 window=nuttall wiener sigma=8",
      "denoise f32 40x61 b16 step8 window=rectangle wiener curve=0:100,0.25:20,0.6:400",
      "denoise f32 40x61 b16 step8 window=bartlett before=1 wiener curve=0.1:100",
      "denoise f32 1x1 b8 step2 before=1 wiener sigma=8",
      "denoise u8 1x1 b64 step8 wiener sigma=8",
      "denoise f32 1x70 b16 step4 wiener sigma=8",
      "denoise f32 70x1 b16 step4 keep-mean wiener sigma=8",
      "denoise f32 2x3 b16 step2 wiener sigma=8",
      "denoise u8 17x130x3 b16 step4 pitch=512,396 before=1 wiener sigma=8",
      "denoise u8 23x35x4 b8 step2 skip=8 wiener sigma=8",
      "denoise u8 23x35x3 b8 step4 planar pitch=64,48 skip=2 wiener sigma=8",
      "denoise u8>f32 23x35 b8 step4 pitch=80,120 pixel=2,3 wiener sigma=8",
      "denoise u10-high 23x35 b8 step4 wiener sigma=8",
      "denoise u12 23x35 b8 step4 wiener sigma=8",
      "denoise u16 23x35 b8 step4 after=1 wiener sigma=8",
      "denoise u16-be 23x35 b8 step4 wiener sigma=8",
      "denoise u10-packed 23x35x3 b8 step4 skip=2 wiener sigma=8",
      "denoise f16 23x35 b8 step4 wiener sigma=8",
      "denoise f32 300x40 b8 step4 wiener sigma=8",
      "denoise f32 40x61 b16 step4 wiener sigma=8 sharpen=0.7",
      "denoise f32 33x47 b16 step8 gain sigma=8 sharpen=2 sharpen-cutoff=0.3 sharpen-min=0 "
      "sharpen-max=9",
      "denoise f32 33x47 b16 step4 gain sharpen=0 dehalo=1.5 halo-threshold=12 vertical-ratio=0",
      "denoise f32 19x35 b8 step2 before=1 after=2 temporal-window=hann wiener sigma=8 beta=0.5 "
      "sharpen=1 "
      "dehalo=0.5 halo-radius=1.5 halo-threshold=20",
      "denoise f32 19x23 b8 step2 before=2 keep-mean band gain=1 gain-outside=0.5 power-min=30 "
      "sharpen=-0.5 "
      "vertical-ratio=2",
      "denoise f32 35x71 b32 step16 after=1 window=sine hard sigma=8 sharpen=1 dehalo=0.5",
      "denoise f32 21x33 b64 step32 before=1 soft-band power-min=20 sharpen=1 dehalo=2 "
      "halo-threshold=0",
      "denoise u8 23x35x4 b8 step2 skip=8 wiener sigma=8 sharpen=1 dehalo=0.5",
      "denoise u16 23x35 b8 step4 after=1 wiener sigma=8 sharpen=1",
  };
}

}  // namespace problems
