// SPDX-License-Identifier: LGPL-2.1-or-later
// How images lie in memory <-> the words `planar`, `pitch=`, `pixel=`, `channel=`, `slice=` and
// `frame=`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/layout.h"

namespace fftcore {

/// Whether pixels are neighbours in a channel rather than channels in a pixel.
bool has_planes(const Layout& image);
/// Strides of one axis, separated by commas; empty where all are as without gaps.
std::string stride_text(std::span<const Layout> images, Axis Layout::*axis);

/// Strides of a text, read one by one.
class LayoutWords {
 public:
  void set_planar() { is_planar_ = true; }
  /// Throws InvalidArgument where the text has no numbers, or too large ones.
  void set(Axis Layout::*axis, std::string_view text);
  /// Layout of image number `image` of those that were written together. One stride serves all.
  Layout layout(std::size_t image, SampleType type, Extent extent, std::int64_t channels) const;
  /// The Layout of image number `image` with so many frames.
  Layout with_frames(std::size_t image, const Layout& layout, std::int64_t frames) const;
  /// Elements that a row of so many pixels takes at most, with its gaps; kMaxPaddedPoints where it
  /// is more.
  std::int64_t longest_row(std::int64_t columns) const;

 private:
  using Strides = std::vector<std::int64_t>;  // 0, or none: as without gaps

  bool is_planar_ = false;
  Strides rows_, columns_, channels_, slices_, frames_;
};

}  // namespace fftcore
