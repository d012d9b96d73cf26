// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_loops.h"

#include <algorithm>

#include "simd.h"

namespace fftcore {

void transpose(const Complex* from, std::int64_t rows, std::int64_t columns, Complex* to) {
  constexpr std::int64_t kBlock = 8;  // a cache line of either side
  for (std::int64_t top = 0; top < rows; top += kBlock)
    for (std::int64_t left = 0; left < columns; left += kBlock)
      for (std::int64_t x = left; x < std::min(columns, left + kBlock); ++x)
        for (std::int64_t y = top; y < std::min(rows, top + kBlock); ++y)
          to[x * rows + y] = from[y * columns + x];
}

FFTCORE_SIMD_CLONES
void split_row(const Complex* row, const Complex* mirror_row, std::int64_t columns,
               std::int64_t bins, const BinRow& a, const BinRow& b) {
  const auto* const z = reinterpret_cast<const float*>(row);
  const auto* const m = reinterpret_cast<const float*>(mirror_row);
  float *const a_re = a.re, *const a_im = a.im, *const b_re = b.re, *const b_im = b.im;
  const auto split = [&](std::int64_t k, std::int64_t mirror) {
    // A = (Z + conj M) / 2, B = (Z - conj M) / 2i
    a_re[k] = (z[2 * k] + m[2 * mirror]) / 2;
    a_im[k] = (z[2 * k + 1] - m[2 * mirror + 1]) / 2;
    b_re[k] = (z[2 * k + 1] + m[2 * mirror + 1]) / 2;
    b_im[k] = (m[2 * mirror] - z[2 * k]) / 2;
  };
  split(0, 0);
  for (std::int64_t k = 1; k < bins; ++k) split(k, columns - k);
}

FFTCORE_SIMD_CLONES
void add_products(const BinRow& a, const BinRow& x, std::int64_t bins, const BinRow& product,
                  float* energy) {
  const float *const a_re = a.re, *const a_im = a.im, *const x_re = x.re, *const x_im = x.im;
  float *const re = product.re, *const im = product.im;
  for (std::int64_t k = 0; k < bins; ++k) {
    re[k] += a_re[k] * x_re[k] + a_im[k] * x_im[k];
    im[k] += a_re[k] * x_im[k] - a_im[k] * x_re[k];
    energy[k] += x_re[k] * x_re[k] + x_im[k] * x_im[k];
  }
}

FFTCORE_SIMD_CLONES
void divide_products(const float* b, float scale, float regularization, std::int64_t bins,
                     const BinRow& product) {
  float *const re = product.re, *const im = product.im;
  for (std::int64_t k = 0; k < bins; ++k) {
    const float factor = scale / (b[k] + regularization);
    re[k] *= factor;
    im[k] *= factor;
  }
}

FFTCORE_SIMD_CLONES
void learn_bins(const BinRow& x, float rate, float row_weight, const float* weights,
                std::int64_t bins, const BinRow& a) {
  float *const re = a.re, *const im = a.im;
  const float *const x_re = x.re, *const x_im = x.im;
  const float factor = rate * row_weight;
  if (rate == 1) {
    for (std::int64_t k = 0; k < bins; ++k) {
      re[k] = factor * weights[k] * x_re[k];
      im[k] = factor * weights[k] * x_im[k];
    }
    return;
  }
  for (std::int64_t k = 0; k < bins; ++k) {
    re[k] = (1 - rate) * re[k] + factor * weights[k] * x_re[k];
    im[k] = (1 - rate) * im[k] + factor * weights[k] * x_im[k];
  }
}

FFTCORE_SIMD_CLONES
void learn_energy(const float* energy, float rate, std::int64_t bins, float* b) {
  if (rate == 1) {
    std::copy_n(energy, bins, b);
    return;
  }
  for (std::int64_t k = 0; k < bins; ++k) b[k] = (1 - rate) * b[k] + rate * energy[k];
}

FFTCORE_SIMD_CLONES
void join_rows(const BinRow& a, const BinRow& b, std::int64_t columns, std::int64_t bins,
               Complex* row, Complex* mirror_row) {
  auto* const to = reinterpret_cast<float*>(row);
  auto* const back = reinterpret_cast<float*>(mirror_row);
  const float *const a_re = a.re, *const a_im = a.im, *const b_re = b.re, *const b_im = b.im;
  for (std::int64_t k = 0; k < bins; ++k) {
    to[2 * k] = a_re[k] - b_im[k];
    to[2 * k + 1] = a_im[k] + b_re[k];
  }
  // Columns that are their own mirrors have bins of their own in both rows.
  for (std::int64_t k = columns - bins; k > 0; --k) {
    back[2 * (columns - k)] = a_re[k] + b_im[k];
    back[2 * (columns - k) + 1] = b_re[k] - a_im[k];
  }
}

}  // namespace fftcore
