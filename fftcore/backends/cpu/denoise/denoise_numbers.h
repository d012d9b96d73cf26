// SPDX-License-Identifier: LGPL-2.1-or-later
// The numbers that the loops of a Denoise work with, in single precision.
#pragma once

#include <cstdint>
#include <vector>

#include "fftcore/denoise.h"

namespace fftcore {

/// What a Denoise fixes. Columns of bins are 0 to block / 2, and each has `block` bins.
struct DenoiseNumbers {
  explicit DenoiseNumbers(const Denoise& denoise);

  int block, step, frames, before;
  DenoiseKind kind;
  std::vector<float> row_window;                    ///< a[x]
  std::vector<float> analysis;                      ///< (frame, y): t[d] a[y]
  std::vector<float> synthesis;                     ///< a[y], over the points of a block
  std::vector<float> time_cosines, time_sines;      ///< of 2 pi n / frames
  std::vector<float> output_cosines, output_sines;  ///< (bin in time): its turn at the output frame
  float power_scale;                                ///< |X'|^2 to P
  float frame_power_scale;                          ///< |U|^2, not divided by `frames`, to Q
  float mean_scale;                                 ///< X[0] to X[0] / W[0]
  /// W of a frame whose t is 1, (column, bin), and the temporal window's own DFT. A column has a
  /// mean where W is more than rounding there, and so has a bin in time.
  std::vector<float> mean_re, mean_im, time_mean_re, time_mean_im;
  std::vector<char> column_has_mean, time_has_mean;
};

/// The least power that is divided by.
inline constexpr float kLeastPower = 1e-35F;

/// What a DenoiseStrength fixes.
struct DenoiseFactors {
  DenoiseFactors(const Denoise& denoise, const DenoiseStrength& strength);

  std::vector<float> power;  ///< s of (column, bin)
  float beta, floor, gain, gain_outside, power_min, power_max;
  bool sharpens;  ///< other than by 1
  /// Where it sharpens: weights of (column, bin), and powers of at least kLeastPower.
  std::vector<float> sharpen, dehalo;
  float sharpen_min, sharpen_max, halo_threshold;
};

}  // namespace fftcore
