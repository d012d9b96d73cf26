// SPDX-License-Identifier: LGPL-2.1-or-later
// How elements lie in memory: the one meaning of "pitched", "interleaved" and "planar".
#pragma once

#include <cstddef>
#include <cstdint>

#include "fftcore/export.h"

namespace fftcore {

/// Type of one stored sample.
enum class Element : std::uint8_t { u8, u16, f32 };

/// Bytes of one sample.
constexpr std::size_t size_bytes(Element element) {
  switch (element) {
    case Element::u8: return 1;
    case Element::u16: return 2;
    case Element::f32: return 4;
  }
  return 0;
}

/// Sizes are rows x columns everywhere.
struct Extent {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  bool operator==(const Extent&) const = default;
};

/// One axis of an array: how many steps, and how far a step goes. Strides count elements, not bytes.
struct Axis {
  std::int64_t extent = 1;
  std::int64_t stride = 1;
  bool operator==(const Axis&) const = default;
};

/// An image of `channels` values a pixel. Sample (c, y, x) lies at
/// `data + c * channels.stride + y * rows.stride + x * columns.stride`. What lies between the samples (row padding, channels that
/// a Layout leaves out) is neither read nor written.
struct Layout {
  Element element = Element::f32;
  Axis columns;
  Axis rows;
  Axis channels;

  /// Pixels of `channels` neighbouring samples (RGB, NV12's UV). `row_stride` in elements; 0 = rows without padding.
  static constexpr Layout interleaved(Element element, Extent extent, std::int64_t channels = 1, std::int64_t row_stride = 0) {
    const std::int64_t stride = row_stride != 0 ? row_stride : extent.columns * channels;
    return {element, {extent.columns, channels}, {extent.rows, stride}, {channels, 1}};
  }

  /// One plane a channel, planes `plane_stride` elements apart (0 = one right after the other).
  static constexpr Layout planar(Element element, Extent extent, std::int64_t channels, std::int64_t row_stride = 0,
                                 std::int64_t plane_stride = 0) {
    const std::int64_t stride = row_stride != 0 ? row_stride : extent.columns;
    return {element, {extent.columns, 1}, {extent.rows, stride}, {channels, plane_stride != 0 ? plane_stride : stride * extent.rows}};
  }

  constexpr Extent extent() const { return {rows.extent, columns.extent}; }
  /// Pixel after pixel; true for a single channel without gaps between its columns.
  constexpr bool is_interleaved() const {
    return columns.stride == channels.extent && (channels.extent == 1 || channels.stride == 1);
  }

  bool operator==(const Layout&) const = default;
};

}  // namespace fftcore
