// SPDX-License-Identifier: LGPL-2.1-or-later
// DFTs through time of vectors of bins, (frame, bin): all bins in time forward, the output frame
// alone back.
#pragma once

#include "denoise_numbers.h"
#include "small_dft.h"

namespace fftcore {

/// N frames, of which n and N - n go in pairs: their sum meets cosines, their difference sines.
template <int N, class V>
FFTCORE_PART_OF_LOOP void time_forward_of(const DenoiseNumbers& numbers, V* re, V* im, int count) {
  constexpr int kPairs = (N - 1) / 2;
  constexpr bool kHasMiddle = N % 2 == 0;
  const int block = numbers.block;
  const float *const cosines = numbers.time_cosines.data(), *const sines =
                                                                numbers.time_sines.data();
  for (int k = 0; k < count; ++k) {
    V *const r = re + k, *const i = im + k;
    const V first_re = r[0], first_im = i[0];
    V sum_re[kPairs + 1], sum_im[kPairs + 1], rest_re[kPairs + 1], rest_im[kPairs + 1];
    V middle_re{}, middle_im{};
#pragma GCC unroll 8
    for (int n = 1; n <= kPairs; ++n) {
      sum_re[n] = r[n * block] + r[(N - n) * block], sum_im[n] = i[n * block] + i[(N - n) * block];
      rest_re[n] = r[n * block] - r[(N - n) * block];
      rest_im[n] = i[n * block] - i[(N - n) * block];
    }
    if constexpr (kHasMiddle) middle_re = r[N / 2 * block], middle_im = i[N / 2 * block];
#pragma GCC unroll 8
    for (int q = 0; q <= kPairs; ++q) {
      V even_re = first_re, even_im = first_im, odd_re{}, odd_im{};
#pragma GCC unroll 8
      for (int n = 1; n <= kPairs; ++n) {
        even_re += cosines[n * q % N] * sum_re[n], even_im += cosines[n * q % N] * sum_im[n];
        odd_re += sines[n * q % N] * rest_re[n], odd_im += sines[n * q % N] * rest_im[n];
      }
      if constexpr (kHasMiddle) {
        even_re += q % 2 == 0 ? middle_re : -middle_re;
        even_im += q % 2 == 0 ? middle_im : -middle_im;
      }
      r[q * block] = even_re + odd_im, i[q * block] = even_im - odd_re;
      if (q > 0) r[(N - q) * block] = even_re - odd_im, i[(N - q) * block] = even_im + odd_re;
    }
    if constexpr (kHasMiddle) {
      V last_re = first_re, last_im = first_im;
#pragma GCC unroll 8
      for (int n = 1; n <= kPairs; ++n) {
        last_re += n % 2 == 0 ? sum_re[n] : -sum_re[n];
        last_im += n % 2 == 0 ? sum_im[n] : -sum_im[n];
      }
      r[N / 2 * block] = N / 2 % 2 == 0 ? last_re + middle_re : last_re - middle_re;
      i[N / 2 * block] = N / 2 % 2 == 0 ? last_im + middle_im : last_im - middle_im;
    }
  }
}

template <class V>
FFTCORE_PART_OF_LOOP void time_forward(const DenoiseNumbers& numbers, V* re, V* im, int count) {
  switch (numbers.frames) {
    case 1: break;
    case 2: time_forward_of<2>(numbers, re, im, count); break;
    case 3: time_forward_of<3>(numbers, re, im, count); break;
    case 4: time_forward_of<4>(numbers, re, im, count); break;
    case 5: time_forward_of<5>(numbers, re, im, count); break;
    case 6: time_forward_of<6>(numbers, re, im, count); break;
    default: time_forward_of<7>(numbers, re, im, count);
  }
}

/// Not divided by the number of frames.
template <class V>
FFTCORE_PART_OF_LOOP void time_inverse(const DenoiseNumbers& numbers, V* re, V* im, int count) {
  for (int k = 0; k < count; ++k) {
    V sum_re = re[k], sum_im = im[k];
    for (int f = 1; f < numbers.frames; ++f) {
      const float c = numbers.output_cosines[static_cast<std::size_t>(f)],
                  s = numbers.output_sines[static_cast<std::size_t>(f)];
      const V r = re[f * numbers.block + k], i = im[f * numbers.block + k];
      sum_re += c * r - s * i;
      sum_im += c * i + s * r;
    }
    re[k] = sum_re, im[k] = sum_im;
  }
}

}  // namespace fftcore
