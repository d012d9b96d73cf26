// SPDX-License-Identifier: LGPL-2.1-or-later
// Loops over rows of bins of windows and of the filters that they meet.
#pragma once

#include <cstdint>

#include "fft_engine.h"

namespace fftcore {

/// A row of bins: real parts, and imaginary parts.
struct BinRow {
  float *re, *im;
};

/// to[x][y] = from[y][x]
void transpose(const Complex* from, std::int64_t rows, std::int64_t columns, Complex* to);

/// Bins of two real signals a and b, of whose a + i b `row` and `mirror_row` are rows k and -k of
/// bins. `bins` of the first columns are made.
void split_row(const Complex* row, const Complex* mirror_row, std::int64_t columns,
               std::int64_t bins, const BinRow& a, const BinRow& b);

/// product += conj(a) x, and energy += |x|^2
void add_products(const BinRow& a, const BinRow& x, std::int64_t bins, const BinRow& product,
                  float* energy);

/// product *= scale / (b + regularization)
void divide_products(const float* b, float scale, float regularization, std::int64_t bins,
                     const BinRow& product);

/// a = (1 - rate) a + rate row_weight weights x. Without `a` where the rate is 1.
void learn_bins(const BinRow& x, float rate, float row_weight, const float* weights,
                std::int64_t bins, const BinRow& a);
/// b = (1 - rate) b + rate energy, likewise.
void learn_energy(const float* energy, float rate, std::int64_t bins, float* b);

/// Rows k and -k of bins of a + i b, from bins of the real signals a and b.
void join_rows(const BinRow& a, const BinRow& b, std::int64_t columns, std::int64_t bins,
               Complex* row, Complex* mirror_row);

}  // namespace fftcore
