// SPDX-License-Identifier: LGPL-2.1-or-later
#include "strided_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

void validate_layout(const Layout& layout, std::string_view what) {
  std::array axes = {NamedAxis{"column", layout.columns.extent, layout.columns.stride},
                     NamedAxis{"row", layout.rows.extent, layout.rows.stride},
                     NamedAxis{"channel", layout.channels.extent, layout.channels.stride},
                     NamedAxis{"slice", layout.slices.extent, layout.slices.stride},
                     NamedAxis{"frame", layout.frames.extent, layout.frames.stride}};
  constexpr std::array kMost = {kMaxExtent, kMaxExtent, std::int64_t{4}, kMaxExtent, kMaxFrames};
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].extent < 1 || axes[i].extent > kMost[i])
      throw InvalidArgument(fmt::format("{} has {} {}s; 1 to {} are allowed", what, axes[i].extent,
                                        axes[i].name, kMost[i]));
  validate_strides(what, axes);
  validate_no_overlap(what, axes);
}

}  // namespace fftcore
