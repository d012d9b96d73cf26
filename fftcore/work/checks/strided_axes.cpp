// SPDX-License-Identifier: LGPL-2.1-or-later
#include "strided_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "fftcore/convolution.h"
#include "fftcore/error.h"

namespace fftcore {

void validate_strides(std::string_view what, std::span<const NamedAxis> axes) {
  std::int64_t reach = 1;
  for (const auto& [name, extent, stride] : axes) {
    if (stride < 1 || stride > kMaxStride)
      throw InvalidArgument(fmt::format("{} {} stride is {} elements; 1 to {} are allowed", what,
                                        name, stride, kMaxStride));
    if (extent - 1 > (kMaxReach - reach) / stride)
      throw InvalidArgument(fmt::format(
          "{} reaches further than {} elements with its {} stride of {}; use smaller strides", what,
          kMaxReach, name, stride));
    reach += (extent - 1) * stride;
  }
}

void validate_no_overlap(std::string_view what, std::span<NamedAxis> axes) {
  std::sort(axes.begin(), axes.end(),
            [](const NamedAxis& a, const NamedAxis& b) { return a.stride < b.stride; });
  std::int64_t reach = 1;
  for (const auto& [name, extent, stride] : axes) {
    if (extent == 1) continue;
    if (stride < reach)
      throw InvalidArgument(fmt::format(
          "{} {} stride is {} elements; at least {} are needed so that samples do not overlap",
          what, name, stride, reach));
    reach += (extent - 1) * stride;
  }
}

namespace {

/// What samples that share words ask for.
void validate_words(const Layout& layout, std::string_view what) {
  const std::int64_t in_word = traits_of(layout.type).samples;
  for (const auto& [name, axis] : {std::pair{"row", layout.rows}, std::pair{"slice", layout.slices},
                                   std::pair{"frame", layout.frames}})
    if (axis.extent > 1 && axis.stride % in_word != 0)
      throw InvalidArgument(fmt::format(
          "{} {} stride is {} samples; {} has {} of them in a word, so that multiples of {} are "
          "allowed",
          what, name, axis.stride, to_string(layout.type), in_word, in_word));
  if (const std::int64_t row = row_reach(layout);
      layout.rows.extent > 1 && layout.rows.stride < row)
    throw InvalidArgument(
        fmt::format("{} rows reach over {} samples, and their stride is {}; of {} all columns and "
                    "channels are in "
                    "a row: interleave them, or give each channel an image of its own",
                    what, row, layout.rows.stride, to_string(layout.type)));
}

}  // namespace

std::int64_t row_reach(const Layout& layout) {
  return (layout.columns.extent - 1) * layout.columns.stride +
         (layout.channels.extent - 1) * layout.channels.stride + 1;
}

std::int64_t image_reach(const Layout& layout) {
  std::int64_t reach = 1;
  for (const Axis& axis :
       {layout.rows, layout.columns, layout.channels, layout.slices, layout.frames})
    reach += (axis.extent - 1) * axis.stride;
  return reach;
}

void validate_layout(const Layout& layout, std::string_view what) {
  std::array axes = {NamedAxis{"column", layout.columns.extent, layout.columns.stride},
                     NamedAxis{"row", layout.rows.extent, layout.rows.stride},
                     NamedAxis{"channel", layout.channels.extent, layout.channels.stride},
                     NamedAxis{"slice", layout.slices.extent, layout.slices.stride},
                     NamedAxis{"frame", layout.frames.extent, layout.frames.stride}};
  constexpr std::array kMost = {kMaxExtent, kMaxExtent, kMaxChannels, kMaxExtent, kMaxFrames};
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].extent < 1 || axes[i].extent > kMost[i])
      throw InvalidArgument(fmt::format("{} has {} {}s; 1 to {} are allowed", what, axes[i].extent,
                                        axes[i].name, kMost[i]));
  validate_strides(what, axes);
  validate_no_overlap(what, axes);
  if (traits_of(layout.type).is_packed()) validate_words(layout, what);
}

void validate_single(const Layout& layout, std::string_view what) {
  validate_layout(layout, what);
  if (layout.type == SampleType::f64 || traits_of(layout.type).is_complex())
    throw InvalidArgument(fmt::format(
        "{} has samples of {}, which only Convolutions take; f32 and types of whole numbers are "
        "allowed",
        what, to_string(layout.type)));
}

}  // namespace fftcore
