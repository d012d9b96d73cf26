// SPDX-License-Identifier: LGPL-2.1-or-later
// Loops have the number of taps as a constant, so that all taps stay in registers.
#include "fixed_point_loops.h"

#include <algorithm>

#include "direct_plan.h"
#include "simd.h"

namespace fftcore {
namespace {

/// a * b * 2^-15, rounded to nearest: one instruction, written as compilers know it.
FFTCORE_PART_OF_LOOP std::int16_t rounded_product(std::int16_t a, std::int16_t b) {
  return static_cast<std::int16_t>((((static_cast<std::int32_t>(a) * b) >> 14) + 1) >> 1);
}

template <int Count>
FFTCORE_PART_OF_LOOP void row_of(const std::int16_t* __restrict samples, std::int64_t count,
                                 const std::int16_t* taps, std::int16_t* __restrict out) {
  std::int16_t tap[Count];
  std::copy_n(taps, Count, tap);
  for (std::int64_t x = 0; x < count; x += kFixedPointBlock)
    for (std::int64_t i = x; i < x + kFixedPointBlock; ++i) {
      std::int16_t sum = 0;
#pragma GCC unroll 19
      for (int j = 0; j < Count; ++j)
        sum = static_cast<std::int16_t>(sum + rounded_product(samples[i + j], tap[j]));
      out[i] = sum;
    }
}

template <int Count>
FFTCORE_PART_OF_LOOP void spaced_row_of(const std::int16_t* samples, std::int64_t step,
                                        std::int64_t count, const std::int16_t* taps,
                                        std::int16_t* __restrict out) {
  std::int16_t tap[Count];
  const std::int16_t* sample[Count];
  std::copy_n(taps, Count, tap);
  for (int j = 0; j < Count; ++j) sample[j] = samples + j * step;
  for (std::int64_t x = 0; x < count; x += kFixedPointBlock)
    for (std::int64_t i = x; i < x + kFixedPointBlock; ++i) {
      std::int16_t sum = 0;
#pragma GCC unroll 19
      for (int j = 0; j < Count; ++j)
        sum = static_cast<std::int16_t>(sum + rounded_product(sample[j][i], tap[j]));
      out[i] = sum;
    }
}

template <int Count>
FFTCORE_PART_OF_LOOP void columns_of(const std::int16_t* const* rows, std::int64_t first,
                                     std::int64_t count, const std::int16_t* taps,
                                     std::int16_t offset, std::uint8_t* __restrict out) {
  std::int16_t tap[Count];
  const std::int16_t* row[Count];
  std::copy_n(taps, Count, tap);
  for (int j = 0; j < Count; ++j) row[j] = rows[j] + first;
  for (std::int64_t x = 0; x < count; x += kFixedPointBlock)
    for (std::int64_t i = x; i < x + kFixedPointBlock; ++i) {
      std::int16_t sum = 0;
#pragma GCC unroll 19
      for (int j = 0; j < Count; ++j)
        sum = static_cast<std::int16_t>(sum + rounded_product(row[j][i], tap[j]));
      // Half of it, since sum and offset together are more than 16 bits.
      const auto value =
          static_cast<std::int16_t>(static_cast<std::int16_t>((sum >> 1) + offset) >> 6);
      out[i] =
          static_cast<std::uint8_t>(std::min<std::int16_t>(std::max<std::int16_t>(value, 0), 255));
    }
}

// One case for each number of taps.
#define FFTCORE_EACH_COUNT(CASE) \
  CASE(1)                        \
  CASE(2)                        \
  CASE(3)                        \
  CASE(4)                        \
  CASE(5)                        \
  CASE(6)                        \
  CASE(7)                        \
  CASE(8)                        \
  CASE(9) CASE(10) CASE(11) CASE(12) CASE(13) CASE(14) CASE(15) CASE(16) CASE(17) CASE(18) CASE(19)
static_assert(kMostFixedPointTaps == 19);

}  // namespace

FFTCORE_WIDE_SIMD_CLONES
void load_fixed_point(const std::uint8_t* __restrict from, std::int64_t step, std::int64_t count,
                      std::int16_t* __restrict to) {
  if (step == 1)
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<std::int16_t>(from[i] << 7);
  else
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<std::int16_t>(from[i * step] << 7);
}

FFTCORE_WIDE_SIMD_CLONES
void merge_bytes(const std::uint8_t* __restrict from, std::span<const std::uint8_t> mask,
                 std::uint8_t* __restrict to) {
  const std::uint8_t* const bits = mask.data();
  for (std::size_t i = 0; i < mask.size(); ++i)
    to[i] = static_cast<std::uint8_t>((from[i] & bits[i]) | (to[i] & ~bits[i]));
}

FFTCORE_WIDE_SIMD_CLONES
void filter_fixed_point_row(const std::int16_t* samples, std::int64_t step, std::int64_t count,
                            const std::int16_t* taps, std::int64_t taps_count, std::int16_t* out) {
  switch (taps_count) {
#define FFTCORE_CASE(n)                                     \
  case n:                                                   \
    return step == 1 ? row_of<n>(samples, count, taps, out) \
                     : spaced_row_of<n>(samples, step, count, taps, out);
    FFTCORE_EACH_COUNT(FFTCORE_CASE)
#undef FFTCORE_CASE
    default: break;
  }
}

FFTCORE_WIDE_SIMD_CLONES
void filter_fixed_point_columns(const std::int16_t* const* rows, std::int64_t first,
                                std::int64_t count, const std::int16_t* taps,
                                std::int64_t taps_count, std::int16_t offset, std::uint8_t* out) {
  switch (taps_count) {
#define FFTCORE_CASE(n) \
  case n: return columns_of<n>(rows, first, count, taps, offset, out);
    FFTCORE_EACH_COUNT(FFTCORE_CASE)
#undef FFTCORE_CASE
    default: break;
  }
}

}  // namespace fftcore
