// SPDX-License-Identifier: LGPL-2.1-or-later
// Layouts: how the samples of images lie in memory, interleaved or planar, with or without gaps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fftcore/export.h"

namespace fftcore {

/// Type of one stored sample. Whole numbers of n bits are 0 to 2^n - 1: results are rounded and
/// clamped to that. Words of 16 and 32 bits are little-endian but for u16_be. Bits of a word beside
/// the number's are not read, and written as 0; skipped channels keep them.
///
/// Of u10_packed a word holds three samples: sample n of a buffer is in word n / 3, from its bit
/// 10 * (n % 3) on. A store changes the bits of its samples alone, so that what else is in those
/// words of the output stays what it was before.
enum class SampleType : std::uint8_t {
  u8,
  u16,
  f16,  ///< IEEE's half precision: rounded when stored, and infinite beyond 65504
  f32,
  u10,         ///< in the low bits of 16, as in I420_10LE
  u12,         ///< in the low bits of 16, as in Y444_12LE
  u10_high,    ///< in the high bits of 16, as in P010 and Y210
  u12_high,    ///< in the high bits of 16, as in P012
  u16_be,      ///< big-endian
  u10_packed,  ///< three in 32 bits, as in RGB10A2_LE and v210
  f64,         ///< double precision
  complex64,   ///< complex: two f32, the real part first
  complex128   ///< complex: two f64
};

/// How the samples of a SampleType are stored.
struct SampleTraits {
  std::size_t bytes = 0;  ///< of the word that holds a sample
  int bits = 0;           ///< of a whole number; 0 where samples are floating point
  int shift = 0;          ///< bits of the word below the number's
  bool is_big_endian = false;
  int samples = 1;  ///< in a word
  int parts = 1;    ///< numbers of a sample, all in its word: 2 of a complex one

  constexpr bool is_whole() const { return bits != 0; }
  /// Whether words have bits beside the number's.
  constexpr bool has_ignored_bits() const {
    return is_whole() && bits != 8 * static_cast<int>(bytes);
  }
  constexpr bool is_complex() const { return parts == 2; }
  /// Whether samples share words.
  constexpr bool is_packed() const { return samples > 1; }
  /// The largest whole number, which is white in an image; 1 of floating point.
  constexpr std::int32_t white() const { return is_whole() ? (1 << bits) - 1 : 1; }
};

constexpr SampleTraits traits_of(SampleType type) {
  switch (type) {
    case SampleType::u8: return {.bytes = 1, .bits = 8};
    case SampleType::u16: return {.bytes = 2, .bits = 16};
    case SampleType::f16: return {.bytes = 2};
    case SampleType::f32: return {.bytes = 4};
    case SampleType::u10: return {.bytes = 2, .bits = 10};
    case SampleType::u12: return {.bytes = 2, .bits = 12};
    case SampleType::u10_high: return {.bytes = 2, .bits = 10, .shift = 6};
    case SampleType::u12_high: return {.bytes = 2, .bits = 12, .shift = 4};
    case SampleType::u16_be: return {.bytes = 2, .bits = 16, .is_big_endian = true};
    case SampleType::u10_packed: return {.bytes = 4, .bits = 10, .samples = 3};
    case SampleType::f64: return {.bytes = 8};
    case SampleType::complex64: return {.bytes = 8, .parts = 2};
    case SampleType::complex128: return {.bytes = 16, .parts = 2};
  }
  return {};
}

/// What each part of a complex sample is; of real samples their own type.
constexpr SampleType part_of(SampleType type) {
  return type == SampleType::complex64    ? SampleType::f32
         : type == SampleType::complex128 ? SampleType::f64
                                          : type;
}

/// Bytes of the word that holds a sample.
constexpr std::size_t size_bytes(SampleType type) {
  return traits_of(type).bytes;
}

/// The first byte of the word that holds sample number `sample` of a buffer.
constexpr std::int64_t byte_of(SampleType type, std::int64_t sample) {
  const SampleTraits traits = traits_of(type);
  return sample / traits.samples * static_cast<std::int64_t>(traits.bytes);
}

/// Samples of as many whole words as hold that many.
constexpr std::int64_t whole_words(SampleType type, std::int64_t samples) {
  const std::int64_t in_word = traits_of(type).samples;
  return (samples + in_word - 1) / in_word * in_word;
}

/// Size of a signal, an image or a volume. Text has it as rows x columns, or slices x rows x
/// columns. An image has one slice. A signal has one slice and one row.
struct Extent {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t slices = 1;
  bool operator==(const Extent&) const = default;
};

/// One axis of an array: how many steps it has, and how far a step goes. Strides count samples, not
/// bytes.
struct Axis {
  std::int64_t extent = 1;
  std::int64_t stride = 1;
  bool operator==(const Axis&) const = default;
};

/// Layout of several frames. A frame is an image, or a volume of several slices, with `channels`
/// values a pixel. The sample of frame f, channel c, slice z, row y and column x lies at
///   data + f * frames.stride + c * channels.stride + z * slices.stride + y * rows.stride
///        + x * columns.stride
/// Memory between the samples is neither read nor written: row padding, or channels that the Layout
/// leaves out. Rows, slices, frames begin at words, and words are of one row: where samples share
/// words, those strides are multiples of as many, and all channels are in a row.
struct Layout {
  SampleType type = SampleType::f32;
  Axis columns;
  Axis rows;
  Axis channels;
  Axis slices;
  Axis frames;

  /// Interleaved channels: those of a pixel are neighbours, as in RGB or in the UV plane of NV12.
  /// `row_stride` is in samples; 0 means rows without padding, but for that of their last words.
  /// Slices have no gaps between them.
  static constexpr Layout interleaved(SampleType type, Extent extent, std::int64_t channels = 1,
                                      std::int64_t row_stride = 0) {
    const std::int64_t stride =
        row_stride != 0 ? row_stride : whole_words(type, extent.columns * channels);
    return {type,
            {extent.columns, channels},
            {extent.rows, stride},
            {channels, 1},
            outer(extent.slices, stride * extent.rows),
            {}};
  }

  /// Planar channels: each has a plane of its own, with all its slices. Planes are `plane_stride`
  /// elements apart; 0 means one right after the other.
  static constexpr Layout planar(SampleType type, Extent extent, std::int64_t channels,
                                 std::int64_t row_stride = 0, std::int64_t plane_stride = 0) {
    const std::int64_t stride = row_stride != 0 ? row_stride : whole_words(type, extent.columns);
    return {type,
            {extent.columns, 1},
            {extent.rows, stride},
            {channels, plane_stride != 0 ? plane_stride : stride * extent.rows * extent.slices},
            outer(extent.slices, stride * extent.rows),
            {}};
  }

  /// This Layout for `count` frames, `stride` elements apart; 0 means one right after the other.
  constexpr Layout with_frames(std::int64_t count, std::int64_t stride = 0) const {
    Layout layout = *this;
    const std::int64_t dense =
        std::max({rows.extent * rows.stride, channels.extent * channels.stride,
                  slices.extent * slices.stride});
    layout.frames = outer(count, stride != 0 ? stride : dense);
    return layout;
  }

  constexpr Extent extent() const { return {rows.extent, columns.extent, slices.extent}; }
  /// Whether samples lie pixel after pixel. True for a single channel without gaps between columns.
  constexpr bool is_interleaved() const {
    return columns.stride == channels.extent && (channels.extent == 1 || channels.stride == 1);
  }

  bool operator==(const Layout&) const = default;

 private:
  /// Axis of frames or slices. A stride that is never used is 1, so that layouts that mean the same
  /// are equal values.
  static constexpr Axis outer(std::int64_t extent, std::int64_t stride) {
    return {extent, extent == 1 ? 1 : stride};
  }
};

}  // namespace fftcore
