// SPDX-License-Identifier: LGPL-2.1-or-later
// Sharpening of vectors of bins that are weakened, and less of what halos are made of.
#pragma once

#include <cmath>
#include <cstddef>

#include "denoise_factors.h"
#include "denoise_numbers.h"
#include "small_dft.h"

namespace fftcore {

/// Bins of one column, not divided by the number of frames; `at`: the first one's weights. `mean`
/// is what is kept out of them.
template <class V>
FFTCORE_PART_OF_LOOP void sharpen(V* re, V* im, int count, const DenoiseNumbers& numbers,
                                  const DenoiseFactors& f, std::size_t at,
                                  const DenoiseMean<V>& mean) {
  constexpr int kLanes = sizeof(V) / sizeof(float);
  const float *const sharpen = f.sharpen.data() + at, *const dehalo = f.dehalo.data() + at;
  for (int k = 0; k < count; ++k) {
    V mean_re{}, mean_im{};
    if (mean.re != nullptr) {
      mean_re = mean.value_re * mean.re[k] - mean.value_im * mean.im[k];
      mean_im = mean.value_re * mean.im[k] + mean.value_im * mean.re[k];
    }
    const V r = re[k] - mean_re, i = im[k] - mean_im;
    const V p = (r * r + i * i) * numbers.frame_power_scale;
    V g = p / (p + f.sharpen_min) * (f.sharpen_max / (p + f.sharpen_max));
    for (int lane = 0; lane < kLanes; ++lane) g[lane] = std::sqrt(g[lane]);
    const V strong = p + f.halo_threshold;
    g = (g * sharpen[k] + 1.0F) * (strong / (strong + p * dehalo[k]));
    re[k] = g * r + mean_re;
    im[k] = g * i + mean_im;
  }
}

}  // namespace fftcore
