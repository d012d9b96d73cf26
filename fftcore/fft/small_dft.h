// SPDX-License-Identifier: LGPL-2.1-or-later
// DFTs of 4 to 64 points over vectors, whose lanes are transforms of their own. They are parts of
// the loops that call them, so that each clone of a loop has its own.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "simd.h"

namespace fftcore {

/// exp(-2 pi i n / N).
template <int N>
struct SmallRoots {
  std::array<float, N> re, im;
  SmallRoots() {
    for (int n = 0; n < N; ++n) {
      const double turn = -2 * std::numbers::pi * n / N;
      re[static_cast<std::size_t>(n)] = static_cast<float>(std::cos(turn));
      im[static_cast<std::size_t>(n)] = static_cast<float>(std::sin(turn));
    }
  }
};
template <int N>
inline const SmallRoots<N> kSmallRoots;

/// R points in place, R being 4 or 8.
template <int R, class V>
FFTCORE_PART_OF_LOOP void small_butterfly(V* re, V* im) {
  if constexpr (R == 4) {
    const V ar = re[0] + re[2], ai = im[0] + im[2], br = re[0] - re[2], bi = im[0] - im[2];
    const V cr = re[1] + re[3], ci = im[1] + im[3], dr = re[1] - re[3], di = im[1] - im[3];
    re[0] = ar + cr, im[0] = ai + ci;
    re[2] = ar - cr, im[2] = ai - ci;
    re[1] = br + di, im[1] = bi - dr;
    re[3] = br - di, im[3] = bi + dr;
  } else {
    static_assert(R == 8);
    V er[4] = {re[0], re[2], re[4], re[6]}, ei[4] = {im[0], im[2], im[4], im[6]};
    V odd_re[4] = {re[1], re[3], re[5], re[7]}, odd_im[4] = {im[1], im[3], im[5], im[7]};
    small_butterfly<4>(er, ei);
    small_butterfly<4>(odd_re, odd_im);
    constexpr float kHalf = std::numbers::sqrt2_v<float> / 2;
    // The odd ones times exp(-2 pi i k / 8).
    const V r1 = (odd_re[1] + odd_im[1]) * kHalf, i1 = (odd_im[1] - odd_re[1]) * kHalf;
    const V r3 = (odd_im[3] - odd_re[3]) * kHalf, i3 = (odd_im[3] + odd_re[3]) * -kHalf;
    re[0] = er[0] + odd_re[0], im[0] = ei[0] + odd_im[0];
    re[4] = er[0] - odd_re[0], im[4] = ei[0] - odd_im[0];
    re[1] = er[1] + r1, im[1] = ei[1] + i1;
    re[5] = er[1] - r1, im[5] = ei[1] - i1;
    re[2] = er[2] + odd_im[2], im[2] = ei[2] - odd_re[2];
    re[6] = er[2] - odd_im[2], im[6] = ei[2] + odd_re[2];
    re[3] = er[3] + r3, im[3] = ei[3] + i3;
    re[7] = er[3] - r3, im[7] = ei[3] - i3;
  }
}

/// X[k] = sum over n of x[n] exp(-2 pi i n k / N): load(n, re, im) gives x[n], store(k, re, im)
/// takes X[k], once all are loaded. With real and imaginary parts exchanged on both sides it is the
/// inverse, not divided by N.
template <int N, class V, class Load, class Store>
FFTCORE_PART_OF_LOOP void small_dft(Load load, Store store) {
  if constexpr (N <= 8) {
    V re[N], im[N];
#pragma GCC unroll 8
    for (int n = 0; n < N; ++n) load(n, re[n], im[n]);
    small_butterfly<N>(re, im);
#pragma GCC unroll 8
    for (int k = 0; k < N; ++k) store(k, re[k], im[k]);
  } else {
    constexpr int kFirst = N == 16 ? 4 : 8, kSecond = N / kFirst;
    const SmallRoots<N>& roots = kSmallRoots<N>;
    V between_re[N], between_im[N];
    for (int j = 0; j < kSecond; ++j) {
      V re[kFirst], im[kFirst];
#pragma GCC unroll 8
      for (int i = 0; i < kFirst; ++i) load(j + kSecond * i, re[i], im[i]);
      small_butterfly<kFirst>(re, im);
      between_re[j] = re[0], between_im[j] = im[0];
#pragma GCC unroll 8
      for (int k = 1; k < kFirst; ++k) {
        const float c = roots.re[static_cast<std::size_t>(j * k)],
                    s = roots.im[static_cast<std::size_t>(j * k)];
        between_re[k * kSecond + j] = re[k] * c - im[k] * s;
        between_im[k * kSecond + j] = re[k] * s + im[k] * c;
      }
    }
    for (int k = 0; k < kFirst; ++k) {
      V re[kSecond], im[kSecond];
#pragma GCC unroll 8
      for (int j = 0; j < kSecond; ++j)
        re[j] = between_re[k * kSecond + j], im[j] = between_im[k * kSecond + j];
      small_butterfly<kSecond>(re, im);
#pragma GCC unroll 8
      for (int j = 0; j < kSecond; ++j) store(k + kFirst * j, re[j], im[j]);
    }
  }
}

}  // namespace fftcore
