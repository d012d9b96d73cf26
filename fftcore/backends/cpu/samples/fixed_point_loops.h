// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows and columns of u8 samples times taps, in 16 bits: the inner loops of a separable filter. A
// vector has twice the samples that it has of floats.
#pragma once

#include <cstdint>
#include <span>

namespace fftcore {

/// Samples that a filter takes at a time. Its counts are multiples of it.
inline constexpr std::int64_t kFixedPointBlock = 64;

/// to[x] = from[x * step] * 2^7.
void load_fixed_point(const std::uint8_t* from, std::int64_t step, std::int64_t count,
                      std::int16_t* to);

/// Bytes of `from` where the mask has ones, and of `to` where it has zeros.
void merge_bytes(const std::uint8_t* from, std::span<const std::uint8_t> mask, std::uint8_t* to);

/// out[x] = sum_j samples[x + j * step] * taps[j], taps in units of 2^-15, each product rounded. 1
/// to kMostFixedPointTaps taps.
void filter_fixed_point_row(const std::int16_t* samples, std::int64_t step, std::int64_t count,
                            const std::int16_t* taps, std::int64_t taps_count, std::int16_t* out);

/// out[x] = (sum_i rows[i][first + x] * taps[i]) / 2^7 + offset / 2^6, rounded down, and clamped to
/// 0 and 255. |offset| is at most 255 * 2^6 + 2^5.
void filter_fixed_point_columns(const std::int16_t* const* rows, std::int64_t first,
                                std::int64_t count, const std::int16_t* taps,
                                std::int64_t taps_count, std::int16_t offset, std::uint8_t* out);

}  // namespace fftcore
