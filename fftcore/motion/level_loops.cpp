// SPDX-License-Identifier: LGPL-2.1-or-later
#include "level_loops.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "fftcore/search.h"
#include "simd.h"

namespace fftcore {
namespace {

/// Two neighbouring bytes, the first one in the low half. Pairs are read as words, since vectors
/// then need no shuffles to part them.
FFTCORE_PART_OF_LOOP
std::uint16_t pair_at(const std::uint8_t* row, std::int64_t i) {
  std::uint16_t pair = 0;
  std::memcpy(&pair, row + 2 * i, sizeof(pair));
  return pair;
}

template <class Sample>
FFTCORE_PART_OF_LOOP void products(const Sample* __restrict above, const Sample* __restrict row,
                                   const Sample* __restrict below, std::int64_t count,
                                   float* __restrict xx, float* __restrict xy,
                                   float* __restrict yy) {
  xx[0] = xy[0] = yy[0] = 0;
  for (std::int64_t i = 1; i < count - 1; ++i) {
    const float x = 0.5F * (static_cast<float>(row[i + 1]) - static_cast<float>(row[i - 1]));
    const float y = 0.5F * (static_cast<float>(below[i]) - static_cast<float>(above[i]));
    xx[i] = x * x;
    xy[i] = x * y;
    yy[i] = y * y;
  }
  xx[count - 1] = xy[count - 1] = yy[count - 1] = 0;
}

}  // namespace

FFTCORE_SIMD_CLONES
void halve_rows(const std::uint8_t* __restrict above, const std::uint8_t* __restrict below,
                std::int64_t count, std::uint8_t* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint16_t a = pair_at(above, i), b = pair_at(below, i);
    const auto sum =
        static_cast<std::uint16_t>((a & 0xffU) + (a >> 8U) + (b & 0xffU) + (b >> 8U) + 2U);
    to[i] = static_cast<std::uint8_t>(sum >> 2U);
  }
}

FFTCORE_SIMD_CLONES
void halve_rows(const float* __restrict above, const float* __restrict below, std::int64_t count,
                float* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = 0.25F * (above[2 * i] + above[2 * i + 1] + below[2 * i] + below[2 * i + 1]);
}

FFTCORE_SIMD_CLONES
void clear_unseen(std::int64_t count, float* row) {
  for (std::int64_t i = 0; i < count; ++i) row[i] = std::abs(row[i]) <= kMaxSignal ? row[i] : 0;
}

FFTCORE_SIMD_CLONES
void gradient_products(const std::uint8_t* above, const std::uint8_t* row,
                       const std::uint8_t* below, std::int64_t count, float* xx, float* xy,
                       float* yy) {
  products(above, row, below, count, xx, xy, yy);
}

FFTCORE_SIMD_CLONES
void gradient_products(const float* above, const float* row, const float* below, std::int64_t count,
                       float* xx, float* xy, float* yy) {
  products(above, row, below, count, xx, xy, yy);
}

FFTCORE_SIMD_CLONES
void add_row(const float* __restrict row, std::int64_t count, float* __restrict sums) {
  for (std::int64_t i = 0; i < count; ++i) sums[i] += row[i];
}

FFTCORE_SIMD_CLONES
void sum_neighbours(const float* __restrict row, std::int64_t count, std::int64_t width,
                    float* __restrict sums) {
  std::copy_n(row, count, sums);
  for (std::int64_t k = 1; k < width; ++k)
    for (std::int64_t i = 0; i < count; ++i) sums[i] += row[i + k];
}

FFTCORE_SIMD_CLONES
void smaller_eigenvalues(const float* __restrict xx, const float* __restrict xy,
                         const float* __restrict yy, std::int64_t count, float* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i) {
    const float half = 0.5F * (xx[i] + yy[i]), difference = 0.5F * (xx[i] - yy[i]);
    to[i] = half - std::sqrt(difference * difference + xy[i] * xy[i]);
  }
}

}  // namespace fftcore
