// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/warp.h"

#include <fmt/format.h>

#include "fftcore/error.h"
#include "image_checks.h"
#include "kind_fields.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

void check_number(double value, std::string_view name, double least, double most) {
  if (!(value >= least && value <= most))  // NaN too
    throw InvalidArgument(fmt::format("{} is {}; {} to {} are allowed", name, value, least, most));
}

void check_image(const Layout& image, std::string_view what) {
  validate_layout(image, what);
  if (traits_of(image.type).is_complex())
    throw InvalidArgument(
        fmt::format("{} has samples of {}; a Warp takes real ones: f32, f64 and "
                    "types of whole numbers are allowed",
                    what, to_string(image.type)));
  check_sides(image, what, kMaxWarpExtent);
  check_single_frame(image, what, ": each frame has a run() of its own");
}

}  // namespace

Warp warping(const Layout& input) {
  Warp warp;
  warp.input = input;
  const Extent extent = input.extent();
  const bool is_planar = input.channels.extent > 1 && !input.is_interleaved() &&
                         input.channels.stride >= input.columns.stride;
  warp.output = is_planar ? Layout::planar(input.type, extent, input.channels.extent)
                          : Layout::interleaved(input.type, extent, input.channels.extent);
  return warp;
}

void validate(const Warp& warp) {
  check_image(warp.input, "input");
  check_image(warp.output, "output");
  if (warp.input.channels.extent != warp.output.channels.extent)
    throw InvalidArgument(fmt::format("the output has {} channels; the input's {} are allowed",
                                      warp.output.channels.extent, warp.input.channels.extent));
  check_ranges(warp);
  check_number(warp.scale_x, "scale_x", 1 / kMaxWarpScale, kMaxWarpScale);
  check_number(warp.scale_y, "scale_y", 1 / kMaxWarpScale, kMaxWarpScale);
  check_number(warp.origin_x, "origin_x", -kMaxWarpOrigin, kMaxWarpOrigin);
  check_number(warp.origin_y, "origin_y", -kMaxWarpOrigin, kMaxWarpOrigin);
}

}  // namespace fftcore
