// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions that GPUs do by whole half spectra, beside the stages that make them up.
#pragma once

#include <string>
#include <vector>

namespace problems {

inline std::vector<std::string> of_half_spectra() {
  return {"conv2d u8 48x64 k5x5 replicate same",
          "conv2d u8 33x47x4 k7x4 reflect same skip=8",
          "corr2d u8 1x200 k1x9 reflect-101 same",
          "conv2d u16 97x31x3 k4x15 wrap same planar",
          "conv2d u8 40x50x3 k3x3 constant same bias=128 mix=full",
          "conv2d f32 30x31x3 k6x6 wrap same mix=symmetric pitch=100,97",
          "conv2d u8 30x31x3 k6x6 wrap same mix=diagonal",
          "corr2d f16 32x32 k8x8 constant same bias=0.25",
          "conv2d f32>u8 40x33 k9x1 replicate same",
          "conv2d u10-high>u12 33x47 k5x4 reflect same",
          "corr2d f32>u10-packed 32x33x3 k3x5 wrap same",
          "conv2d u12>u16-be 20x31 k3x3 replicate same",
          "conv2d u8 48x64 k5x5 replicate same precision=fast",
          "conv2d u8 40x50x3 k3x3 constant same bias=128 mix=full precision=fast",
          "conv2d f32 61x59x2 k31x9 reflect same mix=diagonal precision=fast"};
}

}  // namespace problems
