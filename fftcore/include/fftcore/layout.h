// SPDX-License-Identifier: LGPL-2.1-or-later
// How elements lie in memory: the one meaning of "pitched", "interleaved" and "planar".
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fftcore/export.h"

namespace fftcore {

/// Type of one stored sample. f16 is IEEE's half precision (5 bits of exponent): what is stored is
/// rounded, and infinite beyond 65504.
enum class Element : std::uint8_t { u8, u16, f16, f32 };

/// Bytes of one sample.
constexpr std::size_t size_bytes(Element element) {
  switch (element) {
    case Element::u8: return 1;
    case Element::u16:
    case Element::f16: return 2;
    case Element::f32: return 4;
  }
  return 0;
}

/// Sizes are rows x columns everywhere, slices x rows x columns in text. One slice: an image; one
/// row too: a signal.
struct Extent {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t slices = 1;
  bool operator==(const Extent&) const = default;
};

/// One axis of an array: how many steps, and how far a step goes. Strides count elements, not
/// bytes.
struct Axis {
  std::int64_t extent = 1;
  std::int64_t stride = 1;
  bool operator==(const Axis&) const = default;
};

/// `frames` images, or volumes of several slices, of `channels` values a pixel. Sample (frame, c,
/// z, y, x) lies at `data + frame * frames.stride + c * channels.stride + z * slices.stride + y *
/// rows.stride + x * columns.stride`. What lies between the samples (row padding, channels that a
/// Layout leaves out) is neither read nor written.
struct Layout {
  Element element = Element::f32;
  Axis columns;
  Axis rows;
  Axis channels;
  Axis slices;
  Axis frames;

  /// Pixels of `channels` neighbouring samples (RGB, NV12's UV). `row_stride` in elements; 0 = rows
  /// without padding. Slices without gaps.
  static constexpr Layout interleaved(Element element, Extent extent, std::int64_t channels = 1,
                                      std::int64_t row_stride = 0) {
    const std::int64_t stride = row_stride != 0 ? row_stride : extent.columns * channels;
    return {element,
            {extent.columns, channels},
            {extent.rows, stride},
            {channels, 1},
            outer(extent.slices, stride * extent.rows),
            {}};
  }

  /// One plane (of all slices) a channel, planes `plane_stride` elements apart (0 = one right after
  /// the other).
  static constexpr Layout planar(Element element, Extent extent, std::int64_t channels,
                                 std::int64_t row_stride = 0, std::int64_t plane_stride = 0) {
    const std::int64_t stride = row_stride != 0 ? row_stride : extent.columns;
    return {element,
            {extent.columns, 1},
            {extent.rows, stride},
            {channels, plane_stride != 0 ? plane_stride : stride * extent.rows * extent.slices},
            outer(extent.slices, stride * extent.rows),
            {}};
  }

  /// The same for `count` frames, `stride` elements apart (0 = one right after the other).
  constexpr Layout with_frames(std::int64_t count, std::int64_t stride = 0) const {
    Layout layout = *this;
    const std::int64_t dense =
        std::max({rows.extent * rows.stride, channels.extent * channels.stride,
                  slices.extent * slices.stride});
    layout.frames = outer(count, stride != 0 ? stride : dense);
    return layout;
  }

  constexpr Extent extent() const { return {rows.extent, columns.extent, slices.extent}; }
  /// Pixel after pixel; true for a single channel without gaps between its columns.
  constexpr bool is_interleaved() const {
    return columns.stride == channels.extent && (channels.extent == 1 || channels.stride == 1);
  }

  bool operator==(const Layout&) const = default;

 private:
  /// A stride that is never used is 1, so that equal layouts are equal values.
  static constexpr Axis outer(std::int64_t extent, std::int64_t stride) {
    return {extent, extent == 1 ? 1 : stride};
  }
};

}  // namespace fftcore
