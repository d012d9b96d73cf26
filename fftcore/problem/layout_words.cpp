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

/// Whether pixels are neighbours in a channel rather than channels in a pixel.
bool has_planes(const Layout& image) {
  return image.channels.extent > 1 && !image.is_interleaved() &&
         image.channels.stride >= image.columns.stride;
}

/// One channel lies the same either way, and is the same value.
Layout without_gaps(bool is_planar, Element element, Extent extent, std::int64_t channels,
                    std::int64_t row_stride = 0) {
  return is_planar && channels > 1 ? Layout::planar(element, extent, channels, row_stride)
                                   : Layout::interleaved(element, extent, channels, row_stride);
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

void set(std::int64_t& stride, const std::vector<std::int64_t>& said, std::size_t image) {
  if (const std::int64_t value = said_of(said, image); value != 0) stride = value;
}

}  // namespace

std::string strides_text(std::span<const Layout> images) {
  const bool is_planar = has_planes(images.front());
  std::string text = is_planar ? " planar" : "";
  const auto add = [&](std::string_view word, Axis Layout::*axis, const auto& usual_of) {
    std::vector<std::int64_t> strides;
    bool is_usual = true;
    for (const Layout& image : images) {
      const Layout usual = usual_of(image);
      strides.push_back((image.*axis).stride);
      is_usual = is_usual && strides.back() == (usual.*axis).stride;
    }
    if (!is_usual) text += fmt::format(" {}={}", word, fmt::join(strides, ","));
  };
  const auto with_rows = [&](const Layout& image, std::int64_t row_stride) {
    return without_gaps(is_planar, image.element, image.extent(), image.channels.extent,
                        row_stride);
  };
  const auto dense = [&](const Layout& image) { return with_rows(image, 0); };
  const auto same_rows = [&](const Layout& image) { return with_rows(image, image.rows.stride); };
  add("pitch", &Layout::rows, dense);
  add("pixel", &Layout::columns, same_rows);
  // Of one channel, slice or frame nothing depends on it.
  const auto are_several = [&](Axis Layout::*axis) {
    return std::ranges::any_of(images,
                               [&](const Layout& image) { return (image.*axis).extent > 1; });
  };
  if (are_several(&Layout::channels)) add("channel", &Layout::channels, same_rows);
  if (are_several(&Layout::slices)) add("slice", &Layout::slices, same_rows);
  if (are_several(&Layout::frames))
    add("frame", &Layout::frames,
        [](const Layout& image) { return image.with_frames(image.frames.extent); });
  return text;
}

bool LayoutWords::take(std::string_view word) {
  if (word == "planar") {
    is_planar_ = true;
  } else if (const auto pitch = value_of(word, "pitch=")) {
    rows_ = parse_strides(*pitch, kMostOfRowOrPixel, "elements of row stride");
  } else if (const auto pixel = value_of(word, "pixel=")) {
    columns_ = parse_strides(*pixel, kMostOfRowOrPixel, "elements from pixel to pixel");
  } else if (const auto channel = value_of(word, "channel=")) {
    channels_ = parse_strides(*channel, kMostOfChannel, "elements from channel to channel");
  } else {
    return false;
  }
  return true;
}

bool LayoutWords::take_outer(std::string_view word) {
  if (const auto slice = value_of(word, "slice=")) {
    slices_ = parse_strides(*slice, kMostOfSlice, "elements from slice to slice");
  } else if (const auto frame = value_of(word, "frame=")) {
    frames_ = parse_strides(*frame, kMostOfFrame, "elements from frame to frame");
  } else {
    return false;
  }
  return true;
}

Layout LayoutWords::layout(std::size_t image, Element element, Extent extent,
                           std::int64_t channels) const {
  std::int64_t row_stride = 0;
  set(row_stride, rows_, image);
  Layout layout = without_gaps(is_planar_, element, extent, channels, row_stride);
  set(layout.columns.stride, columns_, image);
  if (channels > 1) set(layout.channels.stride, channels_, image);
  if (extent.slices > 1) set(layout.slices.stride, slices_, image);
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
