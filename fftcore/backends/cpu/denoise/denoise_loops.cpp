// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_loops.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "denoise_factors.h"
#include "denoise_sharpening.h"
#include "denoise_time.h"
#include "simd.h"
#include "small_dft.h"
#include "wide_vectors.h"

namespace fftcore {

// For any CPU. GCC makes no clones of functions of an unnamed namespace.
void denoise_forward_anywhere(const DenoiseNumbers& numbers, const float* samples, float* bins,
                              float* scratch);
void denoise_inverse_anywhere(const DenoiseNumbers& numbers, const float* bins, float* samples,
                              float* scratch);
void denoise_columns_anywhere(const DenoiseColumns& all);

namespace {

/// Vectors of `bytes`: aligned, or where any sample begins.
template <int bytes>
struct Vectors {
  typedef float Aligned __attribute__((vector_size(bytes)));
  typedef float Unaligned __attribute__((vector_size(bytes), aligned(4), may_alias));
};

/// Calls body with the side of a block as a constant.
template <class Body>
FFTCORE_PART_OF_LOOP void with_block(int block, Body body) {
  switch (block) {
    case 8: body(std::integral_constant<int, 8>{}); break;
    case 16: body(std::integral_constant<int, 16>{}); break;
    case 32: body(std::integral_constant<int, 32>{}); break;
    default: body(std::integral_constant<int, 64>{});
  }
}

/// Floats from one phase of samples to the next: a phase is every step-th sample.
constexpr int phase_pitch(int lanes) {
  return 2 * lanes;
}

/// Real lines of B samples as B / 2 complex values: bins k and B / 2 - k of both come from values k
/// and B / 2 - k.
template <int bytes, int B>
FFTCORE_PART_OF_LOOP void row_forward(const DenoiseNumbers& numbers, const float* samples,
                                      float* bins, float* scratch) {
  using V = typename Vectors<bytes>::Aligned;
  using Unaligned = typename Vectors<bytes>::Unaligned;
  constexpr int kLanes = bytes / 4, kHalf = B / 2, kPitch = phase_pitch(kLanes);
  const int step = numbers.step, shift = std::countr_zero(static_cast<unsigned>(step)),
            count = kLanes + (B >> shift) - 1;
  for (int p = 0; p < step; ++p)
    for (int j = 0; j < count; ++j) scratch[p * kPitch + j] = samples[j * step + p];
  const float* const window = numbers.row_window.data();
  const auto sample = [&](int x, V& to) __attribute__((always_inline)) {
    to = *reinterpret_cast<const Unaligned*>(scratch + (x & (step - 1)) * kPitch + (x >> shift)) *
         window[x];
  };
  V re[kHalf], im[kHalf];
  small_dft<kHalf, V>(
      [&](int n, V& r, V& i) __attribute__((always_inline)) {
        sample(2 * n, r);
        sample(2 * n + 1, i);
      },
      [&](int k, const V& r, const V& i) __attribute__((always_inline)) { re[k] = r, im[k] = i; });
  V* const out = reinterpret_cast<V*>(bins);
  out[0] = re[0] + im[0];
  out[1] = re[0] - im[0];
  for (int k = 1; k <= kHalf / 2; ++k) {
    const int m = kHalf - k;
    const float c = kSmallRoots<B>.re[k], s = kSmallRoots<B>.im[k];
    const V even_re = (re[k] + re[m]) * 0.5F, even_im = (im[k] - im[m]) * 0.5F;
    const V odd_re = (im[k] + im[m]) * 0.5F, odd_im = (re[m] - re[k]) * 0.5F;
    const V turned_re = odd_re * c - odd_im * s, turned_im = odd_re * s + odd_im * c;
    out[2 * k] = even_re + turned_re;
    out[2 * k + 1] = even_im + turned_im;
    out[2 * m] = even_re - turned_re;
    out[2 * m + 1] = turned_im - even_im;
  }
}

template <int bytes, int B>
FFTCORE_PART_OF_LOOP void row_inverse(const DenoiseNumbers& numbers, const float* bins,
                                      float* samples, float* scratch) {
  using V = typename Vectors<bytes>::Aligned;
  using Unaligned = typename Vectors<bytes>::Unaligned;
  // Each row of blocks' samples has zeros on both sides.
  constexpr int kLanes = bytes / 4, kHalf = B / 2, kPitch = 3 * kLanes;
  const V* const in = reinterpret_cast<const V*>(bins);
  V re[kHalf], im[kHalf];
  re[0] = in[0] + in[1];
  im[0] = in[0] - in[1];
  for (int k = 1; k <= kHalf / 2; ++k) {
    const int m = kHalf - k;
    const float c = kSmallRoots<B>.re[k], s = kSmallRoots<B>.im[k];
    const V sum_re = in[2 * k] + in[2 * m], sum_im = in[2 * k + 1] - in[2 * m + 1];
    const V rest_re = in[2 * k] - in[2 * m], rest_im = in[2 * k + 1] + in[2 * m + 1];
    // The rest times i exp(2 pi i k / B).
    const V odd_re = rest_re * s - rest_im * c, odd_im = rest_re * c + rest_im * s;
    re[k] = sum_re + odd_re;
    im[k] = sum_im + odd_im;
    re[m] = sum_re - odd_re;
    im[m] = odd_im - sum_im;
  }
  const float* const window = numbers.row_window.data();
  small_dft<kHalf, V>(
      [&](int k, V& r, V& i) __attribute__((always_inline)) { r = im[k], i = re[k]; },
      [&](int n, const V& r, const V& i) __attribute__((always_inline)) {
        V* const to = reinterpret_cast<V*>(scratch + kLanes);
        to[3 * (2 * n)] = i * window[2 * n];
        to[3 * (2 * n + 1)] = r * window[2 * n + 1];
      });
  const int step = numbers.step, overlap = B / step;
  float phase[2 * kLanes];
  for (int p = 0; p < step; ++p) {
    V first{}, second{};
    for (int q = 0; q < overlap; ++q) {
      const float* const row = scratch + (q * step + p) * kPitch + kLanes - q;
      first += *reinterpret_cast<const Unaligned*>(row);
      second += *reinterpret_cast<const Unaligned*>(row + kLanes);
    }
    *reinterpret_cast<Unaligned*>(phase) = first;
    *reinterpret_cast<Unaligned*>(phase + kLanes) = second;
    for (int j = 0; j < kLanes + overlap - 1; ++j) samples[j * step + p] = phase[j];
  }
}

/// Spectra of all frames, (frame, bin), to the output frame's, over the first one's, sharpened.
template <class V>
FFTCORE_PART_OF_LOOP void through_time(const DenoiseColumns& all, V* re, V* im, int count,
                                       int column, V& mean) {
  const DenoiseNumbers& numbers = all.numbers;
  const int block = numbers.block;
  time_forward(numbers, re, im, count);
  if (column == 0) mean = re[0] * numbers.mean_scale;
  const auto at = static_cast<std::size_t>(column * block);
  for (int f = 0; f < numbers.frames; ++f) {
    const auto time = static_cast<std::size_t>(f);
    DenoiseMean<V> part{};
    if (numbers.column_has_mean[static_cast<std::size_t>(column)] != 0 &&
        numbers.time_has_mean[time] != 0)
      part = {numbers.mean_re.data() + at, numbers.mean_im.data() + at,
              mean * numbers.time_mean_re[time], mean * numbers.time_mean_im[time]};
    weaken(re + f * block, im + f * block, count, numbers, all.factors,
           all.factors.power.data() + at, part);
  }
  time_inverse(numbers, re, im, count);
  if (!all.factors.sharpens) return;
  DenoiseMean<V> kept{};
  if (numbers.column_has_mean[static_cast<std::size_t>(column)] != 0)
    kept = {numbers.mean_re.data() + at, numbers.mean_im.data() + at,
            mean * static_cast<float>(numbers.frames), V{}};
  sharpen(re, im, count, numbers, all.factors, at, kept);
}

/// Columns 0 and block / 2 of bins: real lines, which are transformed as one complex line.
template <class V>
FFTCORE_PART_OF_LOOP void real_columns(const DenoiseColumns& all, V* re, V* im, V& mean) {
  const int frames = all.numbers.frames, block = all.numbers.block, half = block / 2;
  // The second column's, behind the first one's.
  V* const other_re = re + 2 * frames * block;
  V* const other_im = other_re + frames * block;
  for (int f = 0; f < frames; ++f) {
    V *const r = re + f * block, *const i = im + f * block;
    for (int k = 0; k <= half; ++k) {
      const int m = (block - k) & (block - 1);
      const V a_re = r[k], a_im = i[k], b_re = r[m], b_im = i[m];
      r[k] = (a_re + b_re) * 0.5F, i[k] = (a_im - b_im) * 0.5F;
      other_re[f * block + k] = (a_im + b_im) * 0.5F;
      other_im[f * block + k] = (b_re - a_re) * 0.5F;
    }
  }
  for (const bool is_other : {false, true})
    through_time(all, is_other ? other_re : re, is_other ? other_im : im, half + 1,
                 is_other ? half : 0, mean);
  for (int k = 0; k <= half; ++k) {
    const int m = (block - k) & (block - 1);
    const V a_re = re[k], a_im = im[k], b_re = other_re[k], b_im = other_im[k];
    re[m] = a_re + b_im, im[m] = b_re - a_im;
    re[k] = a_re - b_im, im[k] = a_im + b_re;
  }
}

/// The block is a constant in the transforms alone: what is between them is long, and as fast
/// without.
template <int bytes>
FFTCORE_PART_OF_LOOP void columns_of(const DenoiseColumns& all) {
  using V = typename Vectors<bytes>::Aligned;
  const DenoiseNumbers& numbers = all.numbers;
  const int block = numbers.block;
  V* const re = reinterpret_cast<V*>(all.scratch);
  V* const im = re + numbers.frames * block;
  V mean{};
  const int fresh = block - numbers.step;
  const float* const synthesis = numbers.synthesis.data();
  for (int column = 0; column < block / 2; ++column) {
    for (int f = 0; f < numbers.frames; ++f) {
      const float* const* const rows = all.rows + f * block;
      const float* const window = numbers.analysis.data() + f * block;
      V *const frame_re = re + f * block, *const frame_im = im + f * block;
      with_block(
          block, [&](auto constant) __attribute__((always_inline)) {
            small_dft<constant(), V>(
                [&](int y, V& r, V& i) __attribute__((always_inline)) {
                  const V* const bin = reinterpret_cast<const V*>(rows[y]) + 2 * column;
                  r = bin[0] * window[y], i = bin[1] * window[y];
                },
                [&](int k, const V& r, const V& i)
                    __attribute__((always_inline)) { frame_re[k] = r, frame_im[k] = i; });
          });
    }
    if (column == 0)
      real_columns<V>(all, re, im, mean);
    else
      through_time(all, re, im, block, column, mean);
    with_block(
        block, [&](auto constant) __attribute__((always_inline)) {
          small_dft<constant(), V>(
              [&](int k, V& r, V& i) __attribute__((always_inline)) { r = im[k], i = re[k]; },
              [&](int y, const V& r, const V& i) __attribute__((always_inline)) {
                V* const bin = reinterpret_cast<V*>(all.sums[y]) + 2 * column;
                const V sum_re = y < fresh ? bin[0] : V{};
                const V sum_im = y < fresh ? bin[1] : V{};
                bin[0] = sum_re + i * synthesis[y], bin[1] = sum_im + r * synthesis[y];
              });
        });
  }
}

template <int bytes>
FFTCORE_PART_OF_LOOP void forward_of(const DenoiseNumbers& numbers, const float* samples,
                                     float* bins, float* scratch) {
  with_block(
      numbers.block, [&](auto block) __attribute__((always_inline)) {
        row_forward<bytes, block()>(numbers, samples, bins, scratch);
      });
}
template <int bytes>
FFTCORE_PART_OF_LOOP void inverse_of(const DenoiseNumbers& numbers, const float* bins,
                                     float* samples, float* scratch) {
  with_block(
      numbers.block, [&](auto block) __attribute__((always_inline)) {
        row_inverse<bytes, block()>(numbers, bins, samples, scratch);
      });
}
#ifdef FFTCORE_HAS_WIDE_LOOPS
FFTCORE_WIDE_LOOP void forward_wide(const DenoiseNumbers& numbers, const float* samples,
                                    float* bins, float* scratch) {
  forward_of<64>(numbers, samples, bins, scratch);
}
FFTCORE_WIDE_LOOP void inverse_wide(const DenoiseNumbers& numbers, const float* bins,
                                    float* samples, float* scratch) {
  inverse_of<64>(numbers, bins, samples, scratch);
}
FFTCORE_WIDE_LOOP void columns_wide(const DenoiseColumns& all) {
  columns_of<64>(all);
}
#endif

}  // namespace

FFTCORE_SIMD_CLONES
void denoise_forward_anywhere(const DenoiseNumbers& numbers, const float* samples, float* bins,
                              float* scratch) {
  forward_of<32>(numbers, samples, bins, scratch);
}
FFTCORE_SIMD_CLONES
void denoise_inverse_anywhere(const DenoiseNumbers& numbers, const float* bins, float* samples,
                              float* scratch) {
  inverse_of<32>(numbers, bins, samples, scratch);
}
FFTCORE_SIMD_CLONES
void denoise_columns_anywhere(const DenoiseColumns& all) {
  columns_of<32>(all);
}

DenoiseLoops denoise_loops_anywhere() {
  return {8, denoise_forward_anywhere, denoise_inverse_anywhere, denoise_columns_anywhere};
}

DenoiseLoops denoise_loops() {
#ifdef FFTCORE_HAS_WIDE_LOOPS
  if (has_wide_vectors()) return {16, forward_wide, inverse_wide, columns_wide};
#endif
  return denoise_loops_anywhere();
}

std::int64_t denoise_scratch(const DenoiseNumbers& numbers) {
  constexpr std::int64_t kMostLanes = 16;
  // Two columns of all frames; or of a row's samples three vectors each.
  return std::max<std::int64_t>(4 * numbers.frames, 3) * numbers.block * kMostLanes;
}

}  // namespace fftcore
