// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs of denoisings against the definition in double.
#pragma once

#include <algorithm>
#include <cmath>

#include "denoise_run.h"

namespace denoisings {

using fftcore::Denoise, fftcore::DenoiseStrength, fftcore::SampleType;

/// How much more than its bin the product of a bin and its sharpening may differ: the derivative of
/// x^2 / sqrt(x^2 + 1) is at most 1.09, and no other part of it has one above 1.
inline double slope(const DenoiseStrength& strength) {
  return 1 + 1.1 * std::max(strength.sharpen, 0.0);
}

/// Whole numbers are within half a level of the exact result, and of rounding in single precision.
inline void expect_rounded(const Denoise& denoise, const Samples& got,
                           const oracle::Denoised& want) {
  const double white = traits_of(denoise.output.type).white();
  double worst = 0;
  for (std::size_t i = 0; i < got.values.size(); ++i) {
    const double off =
        std::abs(got.values[i] - oracle::clamped(want.exact.values[i], denoise.output.type));
    worst = std::isnan(off) ? INFINITY : std::max(worst, off);
  }
  EXPECT_LE(worst, 0.5 + slope(denoise.strength) * (1e-5 * white + std::sqrt(want.doubtful)));
}

/// 12 u sqrt(log2 of a block's points) ||x||, and what bins near a threshold may differ by; both
/// times what sharpening makes of it.
inline void expect_close(const Denoise& denoise, const Samples& got, const oracle::Denoised& want) {
  const double points =
      static_cast<double>(denoise.block * denoise.block) * (denoise.before + 1 + denoise.after);
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < got.values.size(); ++i) {
    error += std::pow(got.values[i] - want.exact.values[i], 2);
    norm += std::pow(want.exact.values[i], 2);
  }
  double bound = 12 * std::ldexp(1, -24) * std::sqrt(std::log2(points)) * want.input_norm +
                 2 * std::sqrt(want.doubtful);
  bound *= slope(denoise.strength);
  if (denoise.output.type == SampleType::f16) bound += std::ldexp(std::sqrt(norm), -11);
  EXPECT_LE(std::sqrt(error), bound);
}

/// A run on noisy scenes is right.
inline void expect_right(Ready& ready) {
  const Denoise& denoise = ready.denoise;
  const auto frames = scenes(denoise, 1);
  const Samples got = ready.run(frames);
  const oracle::Denoised want = oracle::denoised(denoise, frames);
  if (oracle::is_real(denoise.output.type))
    expect_close(denoise, got, want);
  else
    expect_rounded(denoise, got, want);
  EXPECT_TRUE(ready.output.padding_is_untouched());
  // The noise is weakened, or nothing would have been tried.
  EXPECT_TRUE(frames[static_cast<std::size_t>(denoise.before)].values != got.values ||
              denoise.input.columns.extent * denoise.input.rows.extent < 10);
}

}  // namespace denoisings
