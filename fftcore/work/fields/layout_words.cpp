// SPDX-License-Identifier: LGPL-2.1-or-later
#include "layout_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "fftcore/convolution.h"
#include "words.h"

namespace fftcore {
namespace {

// The largest strides: larger ones could overflow, times the extents of a volume of 4 channels,
// before validate() refuses them.
constexpr std::int64_t kMostOfRowOrPixel = std::int64_t{1} << 28;
constexpr std::int64_t kMostOfChannel = std::int64_t{1} << 44;
// Those of slices are bounded by how many slices there are, in layout().
constexpr std::int64_t kMostOfSlice = kMaxPaddedPoints, kMostOfFrame = kMaxPaddedPoints;

/// One channel lies the same either way, and is the same value.
Layout without_gaps(bool is_planar, SampleType type, Extent extent, std::int64_t channels,
                    std::int64_t row_stride = 0) {
  return is_planar && channels > 1 ? Layout::planar(type, extent, channels, row_stride)
                                   : Layout::interleaved(type, extent, channels, row_stride);
}

std::vector<std::int64_t> parse_strides(std::string_view text, std::int64_t most,
                                        std::string_view what) {
  std::vector<std::int64_t> strides = parse_numbers(text, ',', what);
  for (const std::int64_t stride : strides) limited(stride, most, what);
  return strides;
}

/// What was said of image number `image`; 0 where nothing was.
std::int64_t said_of(const std::vector<std::int64_t>& said, std::size_t image) {
  return said.empty() ? 0 : said[std::min(image, said.size() - 1)];
}

void replace(std::int64_t& stride, const std::vector<std::int64_t>& said, std::size_t image) {
  if (const std::int64_t value = said_of(said, image); value != 0) stride = value;
}

}  // namespace

bool has_planes(const Layout& image) {
  return image.channels.extent > 1 && !image.is_interleaved() &&
         image.channels.stride >= image.columns.stride;
}

std::string stride_text(std::span<const Layout> images, Axis Layout::*axis) {
  const bool is_planar = has_planes(images.front());
  const auto usual_of = [&](const Layout& image) {
    if (axis == &Layout::frames) return image.with_frames(image.frames.extent);
    return without_gaps(is_planar, image.type, image.extent(), image.channels.extent,
                        axis == &Layout::rows ? 0 : image.rows.stride);
  };
  // Of one channel, slice or frame nothing depends on it.
  const bool counts =
      axis == &Layout::rows || axis == &Layout::columns ||
      std::ranges::any_of(images, [&](const Layout& image) { return (image.*axis).extent > 1; });
  std::vector<std::int64_t> strides;
  bool is_usual = true;
  for (const Layout& image : images) {
    strides.push_back((image.*axis).stride);
    is_usual = is_usual && strides.back() == (usual_of(image).*axis).stride;
  }
  return is_usual || !counts ? "" : fmt::format("{}", fmt::join(strides, ","));
}

void LayoutWords::set(Axis Layout::*axis, std::string_view text) {
  if (axis == &Layout::rows)
    rows_ = parse_strides(text, kMostOfRowOrPixel, "elements of row stride");
  else if (axis == &Layout::columns)
    columns_ = parse_strides(text, kMostOfRowOrPixel, "elements from pixel to pixel");
  else if (axis == &Layout::channels)
    channels_ = parse_strides(text, kMostOfChannel, "elements from channel to channel");
  else if (axis == &Layout::slices)
    slices_ = parse_strides(text, kMostOfSlice, "elements from slice to slice");
  else
    frames_ = parse_strides(text, kMostOfFrame, "elements from frame to frame");
}

Layout LayoutWords::layout(std::size_t image, SampleType type, Extent extent,
                           std::int64_t channels) const {
  std::int64_t row_stride = 0;
  replace(row_stride, rows_, image);
  Layout layout = without_gaps(is_planar_, type, extent, channels, row_stride);
  replace(layout.columns.stride, columns_, image);
  if (channels > 1) replace(layout.channels.stride, channels_, image);
  if (extent.slices > 1) replace(layout.slices.stride, slices_, image);
  limited(layout.slices.stride, kMaxPaddedPoints / std::max<std::int64_t>(extent.slices, 1),
          "elements from slice to slice");
  return layout;
}

Layout LayoutWords::with_frames(std::size_t image, const Layout& layout,
                                std::int64_t frames) const {
  return layout.with_frames(frames, said_of(frames_, image));
}

std::int64_t LayoutWords::longest_row(std::int64_t columns) const {
  std::int64_t longest = 0;
  for (const std::int64_t stride : rows_) longest = std::max(longest, stride);
  for (const std::int64_t stride : columns_)
    longest = std::max(
        longest, std::min(stride, kMaxPaddedPoints / std::max<std::int64_t>(columns, 1)) * columns);
  return longest;
}

}  // namespace fftcore
