// SPDX-License-Identifier: LGPL-2.1-or-later
// What becomes of vectors of bins: the kinds of a Denoise, and the mean that is kept out of it.
#pragma once

#include <cmath>

#include "denoise_numbers.h"
#include "small_dft.h"

namespace fftcore {

/// The mean of each block, times the temporal window's bin; `re` and `im` are null where there is
/// none.
template <class V>
struct DenoiseMean {
  const float *re, *im;  // W, bin after bin
  V value_re, value_im;
};

/// `factor(P, s, g)` says by what a bin is multiplied.
template <bool kHasMean, class V, class Factor>
FFTCORE_PART_OF_LOOP void weaken_by(V* re, V* im, int count, const float* power, float power_scale,
                                    float floor, const DenoiseMean<V>& mean, Factor factor) {
  for (int k = 0; k < count; ++k) {
    V mean_re{}, mean_im{}, r = re[k], i = im[k];
    if constexpr (kHasMean) {
      mean_re = mean.value_re * mean.re[k] - mean.value_im * mean.im[k];
      mean_im = mean.value_re * mean.im[k] + mean.value_im * mean.re[k];
      r -= mean_re;
      i -= mean_im;
    }
    const V p = (r * r + i * i) * power_scale;
    V g;
    factor(p, power[k], g);
    g = g > floor ? g : V{} + floor;
    re[k] = g * r + mean_re;
    im[k] = g * i + mean_im;
  }
}

template <bool kHasMean, class V>
FFTCORE_PART_OF_LOOP void weaken_of(V* re, V* im, int count, const DenoiseNumbers& numbers,
                                    const DenoiseFactors& f, const float* power,
                                    const DenoiseMean<V>& mean) {
  constexpr int kLanes = sizeof(V) / sizeof(float);
  const auto by = [&](auto factor) __attribute__((always_inline)) {
    weaken_by<kHasMean>(re, im, count, power, numbers.power_scale, f.floor, mean, factor);
  };
  // Signal's part of the power.
  const auto wiener = [](const V& p, float s, V& g) __attribute__((always_inline)) {
    const V rest = p - s;
    g = (rest > 0.0F ? rest : V{}) / (p > kLeastPower ? p : V{} + kLeastPower);
  };
  switch (numbers.kind) {
    case DenoiseKind::firm:
      by([](const V& p, float s, V& g) __attribute__((always_inline)) {
        const V share = s / (p > kLeastPower ? p : V{} + kLeastPower), squared = share * share;
        const V rest = 1.0F - squared * squared;
        g = rest > 0.0F ? rest : V{};
      });
      break;
    case DenoiseKind::wiener:
      if (f.beta == 1) {
        by(wiener);
      } else {
        by([&](const V& p, float s, V& g) __attribute__((always_inline)) {
          wiener(p, s, g);
          for (int lane = 0; lane < kLanes; ++lane) g[lane] = std::pow(g[lane], f.beta);
        });
      }
      break;
    case DenoiseKind::hard:
      by([](const V& p, float s, V& g)
             __attribute__((always_inline)) { g = p < s ? V{} : V{} + 1.0F; });
      break;
    case DenoiseKind::gain:
      by([&](const V&, float, V& g) __attribute__((always_inline)) { g = V{} + f.gain; });
      break;
    case DenoiseKind::band:
      by([&](const V& p, float, V& g) __attribute__((always_inline)) {
        g = ((p >= f.power_min) & (p <= f.power_max)) ? V{} + f.gain : V{} + f.gain_outside;
      });
      break;
    case DenoiseKind::soft_band:
      by([&](const V& p, float, V& g) __attribute__((always_inline)) {
        const V low = p + f.power_min;
        g = p / (low > kLeastPower ? low : V{} + kLeastPower) * (f.power_max / (p + f.power_max));
        for (int lane = 0; lane < kLanes; ++lane) g[lane] = std::sqrt(g[lane]);
        g *= f.gain;
      });
      break;
  }
}

/// Weakens bins as the kind says.
template <class V>
FFTCORE_PART_OF_LOOP void weaken(V* re, V* im, int count, const DenoiseNumbers& numbers,
                                 const DenoiseFactors& factors, const float* power,
                                 const DenoiseMean<V>& mean) {
  if (mean.re != nullptr)
    weaken_of<true>(re, im, count, numbers, factors, power, mean);
  else
    weaken_of<false>(re, im, count, numbers, factors, power, mean);
}

}  // namespace fftcore
