// SPDX-License-Identifier: LGPL-2.1-or-later
// A block of sums is a few vectors of columns in a few rows. They stay in registers while each row
// of the image that they need goes by: its vectors are loaded once a column of taps, and serve all
// rows of the block.
#include "direct_loops.h"

#include <algorithm>

#include "direct_plan.h"
#include "simd.h"
#include "wide_vectors.h"

namespace fftcore {
namespace {

/// Products that are added one to the other. Longer sums are sums of such, whose rounding grows
/// less.
constexpr std::int64_t kMostProducts = 256;

/// A part of the taps.
struct LoopPart {
  const float* taps;
  std::int64_t stride;  // of rows of taps
  std::int64_t rows, columns;
  std::int64_t step;  // DirectSums's
};

/// `bytes` of a vector; a block of `Height` rows of `Width` vectors; `Rows` and `Columns` of taps,
/// and the `Step` between them, 0 for any.
template <int bytes, int Height, int Width, int Rows, int Columns, int Step>
FFTCORE_PART_OF_LOOP void sum_block(const float* const* rows, std::int64_t x, const LoopPart& part,
                                    float* out, std::int64_t stride, bool adds) {
  typedef float Vector __attribute__((vector_size(bytes)));
  typedef float Unaligned __attribute__((vector_size(bytes), aligned(4), may_alias));
  constexpr int kLanes = bytes / 4;
  Vector sums[Height][Width];
#pragma GCC unroll 8
  for (int m = 0; m < Height; ++m)
#pragma GCC unroll 8
    for (int v = 0; v < Width; ++v) sums[m][v] = Vector{};
  const std::int64_t tap_rows = Rows > 0 ? Rows : part.rows,
                     tap_columns = Columns > 0 ? Columns : part.columns,
                     step = Step > 0 ? Step : part.step;
  const auto add_samples = [&](std::int64_t i, std::int64_t j) __attribute__((always_inline)) {
    Vector samples[Width];
#pragma GCC unroll 8
    for (int v = 0; v < Width; ++v)
      samples[v] = *reinterpret_cast<const Unaligned*>(rows[i] + x + j * step + v * kLanes);
#pragma GCC unroll 8
    for (int m = 0; m < Height; ++m) {
      // Rows above and below meet some rows of the block only.
      if (Height > 1 && static_cast<std::uint64_t>(i - m) >= static_cast<std::uint64_t>(tap_rows))
        continue;
      const float tap = part.taps[(i - m) * part.stride + j];
#pragma GCC unroll 8
      for (int v = 0; v < Width; ++v) sums[m][v] += tap * samples[v];
    }
  };
  if constexpr (Rows > 1)
  // Constants all of them, so nothing is asked on the way.
#pragma GCC unroll 16
    for (std::int64_t i = 0; i < Rows + Height - 1; ++i)
#pragma GCC unroll 16
      for (std::int64_t j = 0; j < Columns; ++j) add_samples(i, j);
  else
    for (std::int64_t i = 0; i < tap_rows + Height - 1; ++i)
      for (std::int64_t j = 0; j < tap_columns; ++j) add_samples(i, j);
  // Two loops, since a choice for each vector takes longer than its store.
  if (adds)
#pragma GCC unroll 8
    for (int m = 0; m < Height; ++m)
#pragma GCC unroll 8
      for (int v = 0; v < Width; ++v)
        sums[m][v] += *reinterpret_cast<const Unaligned*>(out + m * stride + v * kLanes);
#pragma GCC unroll 8
  for (int m = 0; m < Height; ++m)
#pragma GCC unroll 8
    for (int v = 0; v < Width; ++v)
      *reinterpret_cast<Unaligned*>(out + m * stride + v * kLanes) = sums[m][v];
}

/// `Height` rows of columns from x on, part after part of the taps. What is left of the columns
/// takes narrower blocks.
template <int bytes, int Height, int Width, int Rows, int Columns, int Step>
FFTCORE_PART_OF_LOOP void sum_rows(const DirectSums& sums, std::int64_t first, std::int64_t x = 0) {
  constexpr std::int64_t kColumns = bytes / 4 * Width, kLeast = Width > 1 ? kColumns : 1;
  static_assert(kDirectWholeColumns % (bytes / 4) == 0);
  const std::int64_t part_columns = std::min(sums.extent.columns, kMostProducts),
                     part_rows = std::max<std::int64_t>(kMostProducts / sums.extent.columns, 1);
  for (; x + kLeast <= sums.columns; x += kColumns) {
    bool adds = sums.adds;
    for (std::int64_t i = 0; i < sums.extent.rows; i += part_rows)
      for (std::int64_t j = 0; j < sums.extent.columns; j += part_columns) {
        const LoopPart part{sums.taps + i * sums.extent.columns + j, sums.extent.columns,
                            std::min(part_rows, sums.extent.rows - i),
                            std::min(part_columns, sums.extent.columns - j), sums.step};
        sum_block<bytes, Height, Width, Rows, Columns, Step>(
            sums.rows + first + i, sums.first + x + j * (Step > 0 ? Step : sums.step), part,
            sums.out + first * sums.stride + x, sums.stride, adds);
        adds = true;
      }
  }
  if constexpr (Width > 1) sum_rows<bytes, Height, Width / 2, Rows, Columns, Step>(sums, first, x);
}

/// Blocks of kDirectRows rows, of `Width` vectors as many registers hold, and single rows. Blocks
/// for 3x3 taps leave registers for all of these.
template <int bytes, int Width, int WidthOf3x3, int SingleWidth, int Step>
FFTCORE_PART_OF_LOOP void sum_all(const DirectSums& sums) {
  std::int64_t first = 0;
  for (; first + kDirectRows <= sums.count; first += kDirectRows)
    if (sums.extent.columns == 1)
      sum_rows<bytes, kDirectRows, Width, 0, 1, 1>(sums, first);
    else if (sums.extent.rows == 3 && sums.extent.columns == 3)
      sum_rows<bytes, kDirectRows, WidthOf3x3, 3, 3, Step>(sums, first);
    else
      sum_rows<bytes, kDirectRows, Width, 0, 0, Step>(sums, first);
  for (; first < sums.count; ++first)
    if (sums.extent.rows == 1)
      sum_rows<bytes, 1, SingleWidth, 1, 0, Step>(sums, first);
    else
      sum_rows<bytes, 1, SingleWidth, 0, 0, Step>(sums, first);
}

#ifdef FFTCORE_HAS_WIDE_LOOPS
/// 32 registers of 64 bytes.
FFTCORE_WIDE_LOOP void correlate_rows_wide(const DirectSums& sums) {
  static_assert(16 * 6 == kDirectColumns && 16 == kDirectWholeColumns);
  sum_all<64, 6, 4, 6, 1>(sums);
}
FFTCORE_WIDE_LOOP void correlate_spaced_rows_wide(const DirectSums& sums) {
  sum_all<64, 6, 4, 6, 0>(sums);
}
#endif

}  // namespace

// 16 registers of 32 bytes.
FFTCORE_SIMD_CLONES
void correlate_near_rows_anywhere(const DirectSums& sums) {
  sum_all<32, 3, 2, 8, 1>(sums);
}

FFTCORE_SIMD_CLONES
void correlate_spaced_rows_anywhere(const DirectSums& sums) {
  sum_all<32, 3, 2, 8, 0>(sums);
}

void correlate_rows_anywhere(const DirectSums& sums) {
  sums.step == 1 ? correlate_near_rows_anywhere(sums) : correlate_spaced_rows_anywhere(sums);
}

void correlate_rows(const DirectSums& sums) {
#ifdef FFTCORE_HAS_WIDE_LOOPS
  if (has_wide_vectors())
    return sums.step == 1 ? correlate_rows_wide(sums) : correlate_spaced_rows_wide(sums);
#endif
  correlate_rows_anywhere(sums);
}

}  // namespace fftcore
